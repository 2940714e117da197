"""`to_numpy`, `from_numpy`, `read_corpus`, `rate` and `inspect`."""

import csv
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import sudoku_bench
from conftest import ROOT, Tool

MADE = pl.DataFrame(sudoku_bench.generate(200, clues=(24, 30), seed=1))
PUZZLES, SOLUTIONS = MADE["puzzle"].to_list(), MADE["solution"].to_list()


@pytest.mark.parametrize(
    ("options", "blank", "shape", "dtype"),
    [
        ({}, 0, (200, 81), np.uint8),
        ({"shape": "square", "dtype": "int64"}, 0, (200, 9, 9), np.int64),
        ({"offset": 1}, 1, (200, 81), np.uint8),
        ({"offset": -1, "dtype": "int8"}, -1, (200, 81), np.int8),
        ({"dtype": "float32"}, 0, (200, 81), np.float32),
    ],
)
def test_arrays(options: dict[str, Any], blank: int, shape: tuple[int, ...], dtype: type) -> None:
    array = sudoku_bench.to_numpy(PUZZLES, **options)
    assert (array.shape, array.dtype, array.min(), array.max()) == (shape, dtype, blank, blank + 9)
    expected = [int(cell.replace(".", "0")) + blank for cell in PUZZLES[7]]
    assert array[7].flatten().tolist() == expected
    array[0] = 0
    if array.dtype.kind in "iu":
        assert sudoku_bench.from_numpy(array[1:], offset=options.get("offset", 0)).to_pylist() == PUZZLES[1:]


def test_arrays_of_other_sizes() -> None:
    six = "12345." * 6
    assert sudoku_bench.to_numpy([six], shape="square").shape == (1, 6, 6)
    array = np.arange(256, dtype=np.int64).reshape(1, 256) % 17
    strings = sudoku_bench.from_numpy(array)
    assert (sudoku_bench.to_numpy(strings) == array).all()
    odd = np.array([[1] * 81, [10] * 81, [-1] * 81])
    assert sudoku_bench.from_numpy(odd, blank="0").to_pylist() == ["1" * 81, None, None]


def test_files_are_read(tool: Tool, tmp_path: Path) -> None:
    path = tmp_path / "corpus.csv.gz"
    rows = [f"{puzzle},{solution},{rating}" for rating, (puzzle, solution) in enumerate(zip(PUZZLES, SOLUTIONS))]
    path.write_bytes(gzip.compress("\n".join(["puzzle,solution,rating", *rows[:50], "no,puzzle,", *rows[50:]]).encode()))
    reader = sudoku_bench.read_corpus(path, batch_size=64)
    frame = pl.DataFrame(reader)
    assert frame.columns == ["line", "puzzle", "solution", "rating"]
    assert frame["line"].to_list() == list(range(2, 203))
    rejected = frame.row(50)
    assert rejected == (52, None, None, None)
    kept = frame.filter(pl.col("puzzle").is_not_null())
    assert kept["puzzle"].to_list() == PUZZLES and kept["solution"].to_list() == SOLUTIONS
    assert kept["rating"].to_list() == [str(rating) for rating in range(200)]
    # A reader that is not read to its end.
    next(iter(sudoku_bench.read_corpus(path, batch_size=1)))
    swapped = pl.DataFrame(sudoku_bench.read_corpus(path, puzzle_column="solution"))
    assert swapped["puzzle"].drop_nulls().to_list() == SOLUTIONS


def test_ratings_are_those_of_the_command_line(tool: Tool) -> None:
    path = ROOT / "datasets" / "classics.csv"
    expected = list(csv.DictReader(tool("dataset", "rate", path, "--strategy", "lanes,forward-checking").splitlines()))
    puzzles = [row["puzzle"] for row in expected]
    rated = pl.DataFrame(sudoku_bench.rate([*puzzles, None], strategies=["lanes", "forward-checking"]))
    for name in rated.columns:
        found = ["" if value is None else str(value) for value in rated[name]]
        assert found == [*(row[name] for row in expected), ""], name
    proofs = sudoku_bench.rate(PUZZLES, max_solutions=2)
    assert set(proofs["lanes_solutions"].to_pylist()) == {1}


@pytest.mark.parametrize("skip", [[], ["classes", "minimal"]])
def test_descriptions_are_those_of_the_command_line(tool: Tool, tmp_path: Path, skip: list[Any]) -> None:
    path = tmp_path / "corpus.csv"
    puzzles = [*PUZZLES, PUZZLES[3], PUZZLES[4].replace(".", "0"), "no", "." * 81]
    solutions = [*SOLUTIONS, SOLUTIONS[0], "", "", ""]
    pl.DataFrame({"puzzle": puzzles, "solution": solutions}).write_csv(path)
    options = ["--skip", ",".join(skip)] if skip else []
    expected = json.loads(tool("dataset", "inspect", path, "--json", *options))
    found = sudoku_bench.inspect(puzzles, [solution or None for solution in solutions], skip=skip)
    for key in ["files", "complete", "interrupted"]:
        del expected[key]

    # The first row of the file is its header.
    def later(value: Any) -> Any:
        if isinstance(value, list):
            return [later(item) for item in value]
        return f"line {int(value[5:]) + 1}" if isinstance(value, str) and value.startswith("line ") else value

    assert {key: later(value) for key, value in found.items()} == expected
    assert found["rejected"] == 1 and found["exact_duplicates"] == 2
    assert sudoku_bench.inspect([None])["puzzles"] == 0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: sudoku_bench.to_numpy(["1" * 81, None]), ValueError, "row 1 is not a grid of side 9"),
        (lambda: sudoku_bench.to_numpy(PUZZLES, offset=-1), ValueError, "needs a dtype with a sign"),
        (lambda: sudoku_bench.to_numpy(PUZZLES, shape="cube"), ValueError, "neither .flat. nor .square."),  # type: ignore[arg-type]
        (lambda: sudoku_bench.from_numpy(np.zeros((2, 81))), TypeError, "array: holds floating-point"),
        (lambda: sudoku_bench.from_numpy(np.zeros((2, 81), int), blank="5"), ValueError, "blank: '5' is not one of"),
        (lambda: sudoku_bench.read_corpus("missing.csv"), FileNotFoundError, "cannot open: .*missing.csv"),
        (lambda: sudoku_bench.read_corpus("missing.csv", layout="x"), ValueError, "layout: "),  # type: ignore[arg-type]
        (lambda: sudoku_bench.read_corpus("missing.csv", batch_size=0), ValueError, "batch_size: 0 is not between"),
        (lambda: sudoku_bench.rate(PUZZLES, strategies=["elimination"]), ValueError, "elimination does not search"),
        (lambda: sudoku_bench.rate(PUZZLES, strategies=["dlx", "dlx"]), ValueError, "dlx is there twice"),
        (lambda: sudoku_bench.inspect(PUZZLES, skip=["x"]), ValueError, 'skip: "x" is none of minimal, classes'),
    ],
)
def test_wrong_arguments(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
