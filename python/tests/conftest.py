import os
from importlib.util import find_spec
from typing import List

import pytest

os.environ.setdefault("MPLBACKEND", "Agg")


def pytest_collection_modifyitems(items: List[pytest.Item]) -> None:
    """Examples with OpenSpiel run where it is installed."""
    if find_spec("pyspiel") is None:
        for item in items:
            if isinstance(item, pytest.DoctestItem) and "openspiel" in item.name:
                item.add_marker(pytest.mark.skip(reason="open_spiel is not installed"))
