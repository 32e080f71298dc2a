"""What `solve_game` takes beside a bare search over the same moves.

Run with the package installed as a release build: `python benchmarks/rules.py`. It prints the time of
a breadth-first search in plain Python, of `solve_game` from start to solution, and their ratio.
"""

from __future__ import annotations

import time
from typing import Any, Callable, Iterable, Iterator, List, Tuple

import retrograde


def search(start: Any, moves: Callable[[Any], Iterable[Any]]) -> int:
    """A breadth-first search that keeps nothing but the positions."""
    seen = {start}
    queue = [start]
    for position in queue:
        for following in moves(position):
            if following not in seen:
                seen.add(following)
                queue.append(following)
    return len(queue)


def counters(p: int) -> List[int]:
    """Rules that take no time: whole numbers, three moves each."""
    return [p - 1, p - 2, p - 3] if p > 2 else []


def heaps(p: Tuple[int, ...]) -> Iterator[Tuple[int, ...]]:
    """Nim, by a generator of tuples."""
    for place, heap in enumerate(p):
        for left in range(heap):
            yield p[:place] + (left,) + p[place + 1 :]


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def noughts(p: str) -> List[str]:
    """Noughts and crosses, by strings."""
    if any(p[a] != "." and p[a] == p[b] == p[c] for a, b, c in LINES):
        return []
    mark = "xo"[p.count(".") % 2]
    return [p[:i] + mark + p[i + 1 :] for i in range(9) if p[i] == "."]


def best(work: Callable[[], int], times: int = 5) -> Tuple[float, int]:
    found, took = 0, float("inf")
    for _ in range(times):
        began = time.perf_counter()
        found = work()
        took = min(took, time.perf_counter() - began)
    return took, found


def main() -> None:
    print(f"{'rules':10} {'positions':>10} {'search':>9} {'solve_game':>11} {'ratio':>6}")
    games: List[Tuple[str, Any, Callable[[Any], Iterable[Any]]]] = [
        ("counters", 1_000_000, counters),
        ("heaps", (9, 9, 9, 9, 9), heaps),
        ("noughts", "." * 9, noughts),
    ]
    for name, start, moves in games:
        bare, count = best(lambda: search(start, moves))
        ours, found = best(lambda: len(retrograde.solve_game(start, moves)))
        assert count == found
        print(f"{name:10} {count:10,} {bare:8.3f}s {ours:10.3f}s {ours / bare:6.2f}")


if __name__ == "__main__":
    main()
