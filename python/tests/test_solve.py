"""`solve` and `run`: against the command line, and every status."""

import csv
from pathlib import Path
from typing import Any

import hdrh.histogram
import polars as pl
import pyarrow as pa
import pytest

import sudoku_bench
from conftest import Tool, column

EASY = column("classics.csv", "puzzle")[0]


def frame(batch: sudoku_bench.Table) -> pl.DataFrame:
    return pl.DataFrame(batch)


def test_samples_are_those_of_the_command_line(tool: Tool, tmp_path: Path, minimal: list[str]) -> None:
    names: list[Any] = ["forward-checking", "dlx", "lanes", "elimination"]
    # More rows than a block has, and a row that is not a puzzle in the middle.
    puzzles = minimal[:700] + ["not a puzzle"] + minimal[700:1500]
    corpus = tmp_path / "puzzles.txt"
    corpus.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    tool("run", corpus, "--strategy", ",".join(names), "--max-solutions", "2", "-o", tmp_path / "results", "--no-report")
    expected = pl.read_csv(tmp_path / "results" / "puzzles.csv")
    results = sudoku_bench.run(pa.array(puzzles), strategies=names, max_solutions=2)
    samples = frame(results)
    assert samples.columns == [*expected.columns, "solution"]
    rejected = samples.filter(pl.col("status") == "rejected")
    assert rejected["line"].to_list() == [701] * len(names)
    assert rejected["clues"].null_count() == len(names)
    deterministic = [name for name in expected.columns if name != "latency_ns"]
    measured = samples.filter(pl.col("status") != "rejected")
    assert measured.select(deterministic).rows() == expected.select(deterministic).rows()
    for name in names:
        answered = measured.filter(pl.col("strategy") == name, pl.col("status").is_in(["solved", "unsolvable"]))
        histogram = hdrh.histogram.HdrHistogram.decode(results.histograms[name])
        assert histogram.get_total_count() == len(answered)
        assert histogram.get_max_value() == pytest.approx(answered["latency_ns"].max(), rel=1e-3)


def test_profiles_are_those_of_the_command_line(tool: Tool, tmp_path: Path, minimal: list[str]) -> None:
    puzzles = [*minimal[:100], "not a puzzle", "11" + "." * 79, *minimal[100:150]]
    corpus = tmp_path / "puzzles.txt"
    corpus.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    out = tmp_path / "results"
    tool("run", corpus, "--strategy", "dlx,lanes", "--node-limit", "3000", "--profile", "-o", out, "--no-report")
    expected = pl.read_csv(out / "puzzles.csv")
    results = sudoku_bench.run(pa.array(puzzles), strategies=["dlx", "lanes"], node_limit=3000, profile=True)
    samples = frame(results)
    assert samples.columns == [*expected.columns, "solution"]
    fields = ["strategy", "first_wrong_depth", "largest_refuted", "wrong_turns", "first_backtracks"]
    assert samples.filter(pl.col("status") != "rejected").select(fields).rows() == expected.select(fields).rows()
    solved = frame(sudoku_bench.solve(pa.array(puzzles), strategy="dlx", node_limit=3000, profile=True))
    assert solved.select(fields).equals(samples.filter(pl.col("strategy") == "dlx").select(fields))
    assert solved["wrong_turns"].sum() > 0 < solved["first_wrong_depth"].null_count()


@pytest.mark.parametrize("strategy", [strategy.name for strategy in sudoku_bench.strategies() if strategy.complete])
def test_solutions_are_those_of_the_command_line(tool: Tool, classics: list[str], strategy: Any) -> None:
    path = Path(__file__).parents[2] / "datasets" / "classics.csv"
    arguments = ["--node-limit", "100000", "--strategy", strategy]
    expected = [row for row in csv.DictReader(tool("solve", path, *arguments).splitlines())]
    solved = frame(sudoku_bench.solve(pl.Series(classics), strategy=strategy, node_limit=100_000))
    assert solved["status"].to_list() == [row["status"] for row in expected]
    # The corpus has a column `solution` of its own, so the one of the command has another name.
    solution = [name for name in expected[0] if name.startswith("solution") and name != "solutions"][-1]
    assert [text or "" for text in solved["solution"]] == [row[solution] for row in expected]


def test_every_row_has_a_status() -> None:
    rows = {
        EASY: "solved",
        "11" + "." * 79: "invalid",
        "1" * 80: "rejected",
        "": "rejected",
        "x" * 81: "solved",
        None: "rejected",
        " " * 80 + "5": "solved",
        "." * 80 + "é": "rejected",
        "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..": "unsolvable",
    }
    solved = frame(sudoku_bench.solve(pa.array(list(rows))))
    assert solved["status"].to_list() == list(rows.values())
    is_null = [status == "rejected" for status in rows.values()]
    for name in ["clues", "solutions", "nodes", "guesses", "backtracks", "max_depth", "latency_ns"]:
        assert solved[name].is_null().to_list() == is_null
    assert solved["solution"].is_not_null().to_list() == [status == "solved" for status in rows.values()]
    assert solved["line"].to_list() == list(range(1, len(rows) + 1))


def test_limits() -> None:
    empty = pa.array(["." * 81])
    for most, expected in [(1, 1), (2, 2), (5_000, 5_000)]:
        assert frame(sudoku_bench.solve(empty, max_solutions=most))["solutions"].to_list() == [expected]
    few = pa.array([EASY[:60] + "." * 21])
    every = frame(sudoku_bench.solve(few, strategy="dlx", max_solutions=None))
    assert every["solutions"].item() == frame(sudoku_bench.solve(few, max_solutions=10**9))["solutions"].item() > 1
    stopped = frame(sudoku_bench.solve(empty, strategy="naive", node_limit=7))
    assert (stopped["status"].item(), stopped["nodes"].item()) == ("node-limit", 7)


def test_solutions_of_the_corpus_are_checked(classics: list[str]) -> None:
    solutions = column("classics.csv", "solution")
    puzzles = pa.array(classics)
    solved = frame(sudoku_bench.solve(puzzles, pa.array(solutions), max_solutions=2))
    assert solved["status"].unique().to_list() == ["solved"]
    some = pa.array([None if row % 2 else solution for row, solution in enumerate(solutions)])
    sudoku_bench.solve(puzzles, some)
    wrong = pa.array([solutions[0], solutions[0], *solutions[2:]])
    with pytest.warns(UserWarning, match="1 of the solutions do not solve their puzzles: line 2"):
        solved = frame(sudoku_bench.solve(puzzles, wrong, strategy="dlx"))
    assert solved["status"].unique().to_list() == ["solved"]


def test_threads_do_not_change_results(minimal: list[str]) -> None:
    one, many = (frame(sudoku_bench.solve(pl.Series(minimal), threads=threads)) for threads in [1, 5])
    assert one.drop("latency_ns").equals(many.drop("latency_ns"))


def test_strategies(tool: Tool) -> None:
    strategies = sudoku_bench.strategies()
    listed = [line.split() for line in tool("strategies").splitlines() if line.strip() and not line.startswith("* used")]
    assert [strategy.name for strategy in strategies] == [words[1 if words[0] == "*" else 0] for words in listed]
    assert [strategy.default for strategy in strategies] == [words[0] == "*" for words in listed]
    assert not next(strategy for strategy in strategies if strategy.name == "elimination").complete
    by_default = sudoku_bench.run(pl.Series([EASY]))
    assert set(by_default.histograms) == {strategy.name for strategy in strategies if strategy.default}
