"""Forked processes, the end of the interpreter, and rules that never come to an end."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import retrograde

RUN = """
import os, retrograde
def f(x):
    return retrograde.solve_game(0, lambda k: [(k + 1) % 20000, (k * x) % 20000])
def g():
    return retrograde.solve(retrograde.generate.random(300_000))
f(7), g()
"""


def run(text: str, seconds: float = 60) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=seconds, check=False
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_solves_as_its_parent_does() -> None:
    """Threads do not come along over a fork: whoever waits for them waits for ever."""
    done = run(RUN + "pid = os.fork()\nf(7), g()\nif pid:\n    assert os.waitpid(pid, 0)[1] == 0\nprint('done')")
    assert (done.returncode, done.stdout.count("done")) == (0, 2), done.stderr


def test_a_pool_of_processes() -> None:
    text = RUN + "import multiprocessing\nwith multiprocessing.Pool(2) as pool:\n    print(pool.map(len, [f(3).nodes]))"
    done = run(text)
    assert (done.returncode, done.stdout) == (0, "[20000]\n"), done.stderr


def test_the_interpreter_ends_while_rules_are_asked() -> None:
    start = "threading.Thread(target=lambda: retrograde.solve_game(0, lambda n: [n + 1]), daemon=True).start()"
    for _ in range(3):
        done = run(f"import threading, time, retrograde\n{start}\ntime.sleep(0.3)")
        assert done.returncode == 0, done.stderr


def test_moves_of_one_position_without_end() -> None:
    with pytest.raises(retrograde.SolveTimeout):
        retrograde.solve_game(0, lambda n: itertools.repeat(1), timeout=0.2)
    with pytest.raises(retrograde.OutOfMemory):
        retrograde.solve_game(0, lambda n: itertools.count(), max_memory="300M")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such signal here")
def test_ctrl_c_within_the_moves_of_one_position() -> None:
    thread = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    thread.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        retrograde.solve_game(0, lambda n: itertools.repeat(1))
    thread.join()
    assert time.monotonic() - begin < 5


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
@pytest.mark.parametrize("more", [60, 120, 200, 300])
def test_memory_that_the_system_does_not_give(more: int) -> None:
    """An error, whatever is allocated when it happens."""
    done = run(
        "import resource, numpy as np, retrograde\n"
        "count = 5_000_000\n"
        "indptr = np.arange(0, 2 * count + 1, 2)\n"
        "indices = np.random.default_rng(0).integers(0, count, 2 * count)\n"
        "retrograde.solve([('a', 'b')])\n"
        "pages = int(open('/proc/self/statm').read().split()[0])\n"
        f"most = pages * 4096 + ({more} << 20)\n"
        "resource.setrlimit(resource.RLIMIT_AS, (most, most))\n"
        "try:\n"
        "    retrograde.solve((indptr, indices))\n"
        "except MemoryError as error:\n"
        "    print('refused', type(error).__name__)\n"
        "else:\n"
        "    print('solved')\n"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout in ("refused OutOfMemory\n", "refused MemoryError\n", "solved\n")
