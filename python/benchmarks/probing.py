"""How many probes a second a table answers: by slot, in blocks, and by position.

Run with the package installed as a release build: `python benchmarks/probing.py`.
"""

from __future__ import annotations

import tempfile
import time
from typing import Any, Callable

import numpy as np

import retrograde

MANY = 4_000_000
TEXTS = 200_000


def rate(what: str, count: int, work: Callable[[], Any]) -> None:
    took = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        work()
        took = min(took, time.perf_counter() - began)
    print(f"{what:28} {count / took / 1e6:8.2f} million a second")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        table = retrograde.Table.build("chess:KRvK", folder)
        rng = np.random.default_rng(1)
        slots = rng.integers(0, table.slots, MANY).astype(np.uint64)
        print(f"{table.spec}: {table.slots:,} slots")
        rate("slots in any order", MANY, lambda: table.probe(slots))
        rate("slots in order", MANY, lambda: table.probe(np.sort(slots)))
        rate("blocks", table.slots, lambda: [block.outcome.sum() for block in table.blocks()])
        texts = list(table.to_pandas()["position"].sample(TEXTS, replace=True, random_state=1))
        rate("positions in a list", TEXTS, lambda: table.probe(texts))


if __name__ == "__main__":
    main()
