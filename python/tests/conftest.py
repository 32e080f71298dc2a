import os
import signal
from importlib.util import find_spec
from typing import Iterator, List

import pytest

os.environ.setdefault("MPLBACKEND", "Agg")


def pytest_collection_modifyitems(items: List[pytest.Item]) -> None:
    """Examples with OpenSpiel run where it is installed."""
    if find_spec("pyspiel") is None:
        for item in items:
            if isinstance(item, pytest.DoctestItem) and "openspiel" in item.name:
                item.add_marker(pytest.mark.skip(reason="open_spiel is not installed"))


@pytest.fixture(autouse=True)
def ctrl_c_interrupts() -> Iterator[None]:
    """Tests press Ctrl-C, which is ignored where a shell has started them in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
