"""Ctrl-C, and other threads of Python."""

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pytest

import sudoku_bench

# Takes minutes with `naive`: its solution begins with 987654321.
SLOWEST = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
SLOW = pa.array([SLOWEST] * 1000)


@pytest.mark.parametrize(
    "work",
    [
        lambda: sudoku_bench.solve(SLOW, strategy="naive", max_solutions=2),
        lambda: sudoku_bench.run(SLOW, strategies=["naive", "fc-static"], max_solutions=2),
        lambda: sudoku_bench.generate(10**9, clues=22),
        lambda: sudoku_bench.generate(10**6, unbiased_minimal=True),
        lambda: sudoku_bench.canon(pa.array(["." * 80 + "1"] * 10**6)),
        lambda: sudoku_bench.is_minimal(pa.array([SLOWEST] * 10**6)),
        lambda: sudoku_bench.score(pa.array([SLOWEST] * 10**6), puzzles=pa.array([SLOWEST] * 10**6)),
        lambda: sudoku_bench.dedup(pa.array(["." * 80 + "1"] * 10**6), by="class"),
        lambda: sudoku_bench.overlap(pa.array([SLOWEST] * 10**6), pa.array([SLOWEST]), by="superset"),
    ],
)
def test_ctrl_c(work: Callable[[], object]) -> None:
    timer = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    timer.join()
    # The next call works.
    assert sudoku_bench.solve(pa.array(["." * 81])).num_rows == 1


def test_other_threads_run_meanwhile() -> None:
    turns = 0
    ended = threading.Event()

    def work() -> None:
        sudoku_bench.solve(SLOW, strategy="naive", node_limit=20_000)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not ended.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 5, "this thread had turns while the other one solved"


def test_calls_at_the_same_time(minimal: list[str]) -> None:
    puzzles = pa.array(minimal)
    with ThreadPoolExecutor(6) as threads:
        results = [threads.submit(sudoku_bench.is_minimal, puzzles) for _ in range(6)]
    assert all(all(result.result().to_pylist()) for result in results)
