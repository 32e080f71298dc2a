"""Long work: the interpreter is free, Ctrl-C stops it, progress is told, memory comes back."""

from __future__ import annotations

import gc
import signal
import threading
import time
from typing import Any, Dict, List

import numpy as np
import pytest

import retrograde


def hard_game() -> Any:
    """A parity game that takes one solver very long."""
    return retrograde.generate.two_counters(300)


def test_a_timeout_keeps_what_is_proven() -> None:
    with pytest.raises(TimeoutError) as raised:
        retrograde.solve(hard_game(), "parity", solver="zielonka", timeout=0.2)
    error = raised.value
    assert isinstance(error, retrograde.SolveTimeout)
    if error.solution is not None:
        assert error.solution.unknown > 0
        error.solution.verify(partial=True)


def test_ctrl_c_stops_at_once() -> None:
    game = hard_game()
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        retrograde.solve(game, "parity", solver="zielonka", timeout=30)
    assert time.monotonic() - begin < 5
    timer.join()


def test_two_threads_solve_at_once() -> None:
    """Two games that each take a while: both run while Python goes on counting."""
    game = hard_game()
    spans: List[Any] = []

    def work() -> None:
        begin = time.monotonic()
        with pytest.raises(retrograde.SolveTimeout):
            retrograde.solve(game, "parity", solver="zielonka", threads=1, timeout=0.5)
        spans.append((begin, time.monotonic()))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    ticks = 0
    while any(thread.is_alive() for thread in threads):
        ticks += 1
        time.sleep(0.01)
    (one, other) = spans
    overlap = min(one[1], other[1]) - max(one[0], other[0])
    assert overlap > 0.3 and ticks > 10


def test_progress_is_told_on_the_calling_thread() -> None:
    told: List[Dict[str, Any]] = []

    def listen(**progress: Any) -> None:
        assert threading.current_thread() is threading.main_thread()
        told.append(progress)

    try:
        retrograde.solve(hard_game(), "parity", solver="zielonka", timeout=0.5, progress=listen)
    except retrograde.SolveTimeout:
        pass
    assert told
    assert all(set(it) == {"phase", "done", "total"} for it in told)


def test_what_a_callback_raises_comes_out() -> None:
    class Enough(Exception):
        pass

    def listen(**progress: Any) -> None:
        raise Enough

    with pytest.raises(Enough):
        retrograde.solve(hard_game(), "parity", solver="zielonka", timeout=20, progress=listen)


def test_a_bar() -> None:
    n = 1_000_000
    retrograde.solve((np.minimum(np.arange(n + 1), n - 1), np.arange(1, n)), progress=True)


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_memory_is_given_back() -> None:
    rng = np.random.default_rng(0)
    n = 500_000
    game = (np.arange(0, 2 * n + 1, 2), rng.integers(0, n, 2 * n))

    def once() -> None:
        s = retrograde.solve(game)
        s.outcome, s.distance, s.move

    once()
    gc.collect()
    before = resident()
    for _ in range(10):
        once()
    gc.collect()
    assert resident() - before < 40 << 20


def test_long_read_only_arrays_are_not_copied() -> None:
    count = 4_000_000
    indptr = np.minimum(np.arange(count + 1, dtype=np.int32), count - 1)
    indices = np.arange(1, count, dtype=np.int32)
    indptr.flags.writeable = indices.flags.writeable = False
    before = resident()
    game = retrograde.game((indptr, indices))
    assert resident() - before < 8 << 20
    del indptr, indices
    gc.collect()
    assert retrograde.solve(game)[count - 2].outcome == "win"


def test_a_name_is_asked_for_while_others_wait_for_the_interpreter() -> None:
    """Names come from Python objects, on threads that do not hold the interpreter."""

    class Node:
        def __init__(self, number: int) -> None:
            self.number = number

        def __str__(self) -> str:
            time.sleep(0.0001)
            return f"<{self.number}>"

    nodes = [Node(v) for v in range(200)]
    edges = list(zip(nodes, nodes[1:]))

    def work() -> None:
        s = retrograde.solve(edges)
        assert "<199>" in s.explain(nodes[198])
        assert len(s.line(nodes[100])) == 100

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
