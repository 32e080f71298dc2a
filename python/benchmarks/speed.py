"""How fast it is beside pure Python, and what conversion costs: `python benchmarks/speed.py [vertices]`.

Prints ratios against baselines of the same run. Best of several runs each.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from typing import Any, Callable, List, Tuple

import networkx as nx
import numpy as np

import retrograde
from retrograde import _arena, _retrograde

RUNS = 5


def best(work: Callable[[], Any], runs: int = RUNS) -> float:
    """Seconds of the fastest run."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def textbook(indptr: List[int], indices: List[int]) -> Tuple[List[int], List[int]]:
    """Retrograde analysis as one writes it in Python: counters, predecessors, a queue."""
    count = len(indptr) - 1
    left = [indptr[v + 1] - indptr[v] for v in range(count)]
    before: List[List[int]] = [[] for _ in range(count)]
    for v in range(count):
        for edge in range(indptr[v], indptr[v + 1]):
            before[indices[edge]].append(v)
    outcome, distance = [0] * count, [-1] * count
    queue = deque(v for v in range(count) if left[v] == 0)
    for v in queue:
        outcome[v], distance[v] = -1, 0
    while queue:
        here = queue.popleft()
        for v in before[here]:
            if outcome[v]:
                continue
            if outcome[here] == -1:
                outcome[v], distance[v] = 1, distance[here] + 1
                queue.append(v)
            else:
                left[v] -= 1
                if left[v] == 0:
                    outcome[v], distance[v] = -1, distance[here] + 1
                    queue.append(v)
    return outcome, distance


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    indptr, indices = retrograde.generate.random(count, moves=2.5, terminals=0.05).csr()
    indptr, indices = indptr.astype(np.int32), indices.astype(np.int32)
    print(f"{count:,} vertices, {len(indices):,} edges")

    rows, ends = indptr.tolist(), indices.tolist()
    python = best(lambda: textbook(rows, ends), 1)
    outcome, distance = textbook(rows, ends)

    def arrays() -> retrograde.Solution:
        s = retrograde.solve((indptr, indices))
        s.outcome, s.distance, s.move
        return s

    s = arrays()
    assert s.outcome.tolist() == outcome and s.distance.tolist() == distance
    whole = best(arrays)
    print(f"pure Python       {python * 1e3:9.1f} ms")
    print(f"from NumPy arrays {whole * 1e3:9.1f} ms  {python / whole:.0f} times faster, arrays out included")

    arena = _retrograde.Arena.from_csr(indptr, indices)
    native = best(lambda: _retrograde.solve(arena, "outcome"))
    call = best(lambda: retrograde.solve((indptr, indices)))
    indptr.flags.writeable = indices.flags.writeable = False
    frozen = best(lambda: retrograde.solve((indptr, indices)))
    print(f"the library alone {native * 1e3:9.1f} ms")
    print(f"solve of arrays   {call * 1e3:9.1f} ms  {100 * (call / native - 1):+.1f} %, which are copied")
    print(f"read-only arrays  {frozen * 1e3:9.1f} ms  {100 * (frozen / native - 1):+.1f} %, which are not")

    indptr, indices = retrograde.generate.random(count // 5, moves=5).csr()
    sources = np.repeat(np.arange(count // 5), np.diff(indptr))
    for name, node in [("numbers", int), ("text", str)]:
        g: Any = nx.DiGraph()
        g.add_nodes_from(map(node, range(count // 5)))
        g.add_edges_from(zip(map(node, sources.tolist()), map(node, indices.tolist())))
        plain = best(lambda: _arena.game(g, {}, _arena.wanted("outcome")), 3)
        nx.set_edge_attributes(g, 1, "weight")
        weighted = best(lambda: _arena.game(g, {}, _arena.wanted("energy")), 3)
        found = g.number_of_edges()
        print(
            f"networkx, {name:7} {found / plain / 1e6:9.2f} million edges a second, "
            f"{found / weighted / 1e6:.2f} with weights"
        )


if __name__ == "__main__":
    main()
