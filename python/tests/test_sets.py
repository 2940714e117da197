"""`augment`, `split`, `dedup` and `overlap`: against the command line."""

import contextlib
import csv
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import sudoku_bench
from conftest import Tool

MADE = pl.DataFrame(sudoku_bench.generate(60, clues=(24, 30), seed=1))
PUZZLES, SOLUTIONS = MADE["puzzle"].to_list(), MADE["solution"].to_list()
ISOMORPHS = pl.DataFrame(sudoku_bench.augment(PUZZLES, copies=1, seed=3, keep_original=False))["puzzle"].to_list()
NOTIONS = ["puzzle", "class", "solution", "solution_class"]


def corpus(path: Path, puzzles: list[str]) -> Path:
    pl.DataFrame({"puzzle": puzzles}).write_csv(path)
    return path


def with_fewer_givens(puzzle: str) -> str:
    return puzzle.replace(next(cell for cell in puzzle if cell != "."), ".", 1)


@pytest.mark.parametrize(("keep", "options"), [(True, []), (False, ["--only-images"])])
def test_isomorphs_are_those_of_the_command_line(tool: Tool, tmp_path: Path, keep: bool, options: list[str]) -> None:
    path = tmp_path / "corpus.csv"
    MADE.write_csv(path)
    expected = list(csv.DictReader(tool("dataset", "augment", "3", path, "--seed", "7", "--transform", *options).splitlines()))
    made = pl.DataFrame(sudoku_bench.augment(PUZZLES, SOLUTIONS, copies=3, seed=7, keep_original=keep))
    assert made.select("puzzle", "solution", "transform").to_dicts() == expected
    assert made["source"].to_list() == [row for row in range(60) for _ in range(3 + keep)]


def test_rows_that_are_no_puzzles_have_no_isomorphs() -> None:
    made = sudoku_bench.augment([PUZZLES[0], None, PUZZLES[1]], [SOLUTIONS[0], None, None], copies=1, seed=5)
    assert made["source"].to_pylist() == [0, 0, 2, 2]
    assert [row is None for row in made["solution"].to_pylist()] == [False, False, True, True]
    # As if the other row were not there.
    others = sudoku_bench.augment([PUZZLES[0], PUZZLES[1]], copies=1, seed=5)
    assert made["puzzle"].to_pylist() == others["puzzle"].to_pylist()


@pytest.mark.parametrize("by", NOTIONS)
def test_parts_are_those_of_the_command_line(tool: Tool, tmp_path: Path, by: Any) -> None:
    path = corpus(tmp_path / "corpus.csv", [*PUZZLES, *ISOMORPHS])
    outputs = [tmp_path / "train.csv", tmp_path / "test.csv"]
    tool("dataset", "split", "0.7/0.3", path, "--by", by.replace("_", "-"), "--seed", "4", "-o", ",".join(map(str, outputs)))
    parts = sudoku_bench.split([*PUZZLES, *ISOMORPHS], {"train": 70, "test": 30}, by=by, seed=4).to_pylist()
    for name, output in zip(["train", "test"], outputs, strict=True):
        expected = [row["puzzle"] for row in csv.DictReader(output.open())]
        assert [row for row, part in zip([*PUZZLES, *ISOMORPHS], parts, strict=True) if part == name] == expected
    assert by == "puzzle" or by == "solution" or parts[:60] == parts[60:]
    assert sudoku_bench.split([None, "1"], {"all": 1}, by=by).to_pylist() == [None, None]


@pytest.mark.parametrize(("by", "options"), [("puzzle", []), ("class", ["--isomorphic"])])
def test_duplicates_are_those_of_the_command_line(tool: Tool, tmp_path: Path, by: Any, options: list[str]) -> None:
    rows = [*PUZZLES, *ISOMORPHS[:30], *PUZZLES[10:20]]
    printed = tool("dataset", "dedup", corpus(tmp_path / "corpus.csv", rows), *options)
    found = sudoku_bench.dedup(rows, by=by)
    kept = [row for row, keep in zip(rows, found["keep"].to_pylist(), strict=True) if keep]
    assert kept == [row["puzzle"] for row in csv.DictReader(printed.splitlines())]
    assert found["group"].to_pylist()[90:] == list(range(10, 20))
    assert sudoku_bench.dedup([None, rows[0], rows[0]])["group"].to_pylist() == [None, 1, 1]


@pytest.mark.parametrize("by", [*NOTIONS, "superset"])
def test_shared_rows_are_those_of_the_command_line(tool: Tool, tmp_path: Path, by: Any) -> None:
    train = PUZZLES[:40]
    unique = [*PUZZLES[30:], *ISOMORPHS[5:50]]
    fewer = [with_fewer_givens(puzzle) for puzzle in unique]
    test = [*unique, *fewer]
    paths = [corpus(tmp_path / "train.csv", train), corpus(tmp_path / "test.csv", test)]
    pairs = tmp_path / "pairs.csv"
    # The command fails if it finds shared rows.
    with contextlib.suppress(subprocess.CalledProcessError):
        tool("dataset", "overlap", *paths, "--by", by.replace("_", "-"), "--pairs", pairs)
    found = sudoku_bench.overlap(train, [*test, None], by=by)
    rows = zip(found["test_row"].to_pylist(), found["train_row"].to_pylist(), strict=True)
    expected = [(int(row["test_line"]) - 2, int(row["train_line"]) - 2) for row in csv.DictReader(pairs.open())]
    assert list(rows) == expected
    assert expected


def test_directories_are_those_of_the_command_line(tool: Tool, tmp_path: Path) -> None:
    paths = [tmp_path / "train.csv", tmp_path / "test.csv"]
    for path, rows in zip(paths, [slice(0, 50), slice(50, 60)], strict=True):
        MADE[rows].write_csv(path)
    options = ["--copies", "4", "--seed", "9"]
    tool("dataset", "export", "hrm", tmp_path / "tool", "--train", paths[0], "--test", paths[1], *options)
    sets = {"train": (PUZZLES[:50], SOLUTIONS[:50]), "test": (PUZZLES[50:], None)}
    sudoku_bench.save_hrm(tmp_path / "python", **sets, copies=4, seed=9)  # type: ignore[arg-type]
    files = [path.relative_to(tmp_path / "tool") for path in (tmp_path / "tool").rglob("*") if path.is_file()]
    assert len(files) == 13
    for file in files:
        assert (tmp_path / "python" / file).read_bytes() == (tmp_path / "tool" / file).read_bytes(), file
    for puzzles, message in [
        ([*PUZZLES, "1"], "train:61: the row is not a puzzle"),
        ([PUZZLES[0], "." * 81], "train:2: the puzzle has several"),
    ]:
        with pytest.raises(ValueError, match=message):
            sudoku_bench.save_hrm(tmp_path / "no", train=(puzzles, None), test=(PUZZLES, None))
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sudoku_bench.augment(PUZZLES, SOLUTIONS[:1], copies=1), "60 puzzles, but 1 solutions"),
        (lambda: sudoku_bench.augment(PUZZLES, copies=-1), "copies: -1 is not between"),
        (lambda: sudoku_bench.augment(PUZZLES, copies=0, keep_original=False), "no rows"),
        (lambda: sudoku_bench.split(PUZZLES, {"a": 0.5, "b": 0.6}), "sum up to 1.1"),
        (lambda: sudoku_bench.split(PUZZLES, {"a": 1.0, "b": 0.0}), "each must be above 0"),
        (lambda: sudoku_bench.split(PUZZLES, {"a": 1}, by="exact"), 'by: "exact" is none of puzzle, class, solution'),  # type: ignore[arg-type]
        (lambda: sudoku_bench.overlap(PUZZLES, PUZZLES, by="x"), "is none of .*superset"),  # type: ignore[arg-type]
    ],
)
def test_wrong_arguments(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
