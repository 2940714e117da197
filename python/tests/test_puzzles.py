"""`generate`, `canon` and `is_minimal`: against the command line, and by their definitions."""

import csv
import random
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

import sudoku_bench
from conftest import ROOT, Tool


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ({"clues": 25}, ["--clues", "25"]),
        ({"clues": (24, 30), "seed": 7, "threads": 3}, ["--clues", "24..30", "--seed", "7"]),
        ({"minimal": True, "seed": 2**64 - 1}, ["--minimal", "--seed", str(2**64 - 1)]),
    ],
)
def test_generated_puzzles_are_those_of_the_command_line(
    tool: Tool, arguments: dict[str, int], options: list[str]
) -> None:
    rows = list(csv.DictReader(tool("dataset", "generate", "--count", "1000", *options).splitlines()))
    made = pl.DataFrame(sudoku_bench.generate(1000, **arguments))  # type: ignore[arg-type]
    assert made.to_dicts() == rows


def test_unbiased_puzzles_are_generated() -> None:
    made = sudoku_bench.generate(1, unbiased_minimal=True, seed=1)
    assert sudoku_bench.is_minimal(made["puzzle"]).to_pylist() == [True]


def test_no_puzzles_are_generated() -> None:
    assert pl.DataFrame(sudoku_bench.generate(0, clues=30)).shape == (0, 2)


def test_isomorphs_have_one_canonical_form(minimal: list[str]) -> None:
    dice = random.Random(1)

    def isomorph(puzzle: str) -> str:
        values = dice.sample("123456789", 9)
        rows = [band * 3 + row for band in dice.sample(range(3), 3) for row in dice.sample(range(3), 3)]
        cells = [puzzle[column * 9 + row] for row in rows for column in range(9)]
        return "".join(cell if cell in ".0" else values[int(cell) - 1] for cell in cells)

    some = minimal[:200]
    forms, again = (pl.DataFrame(sudoku_bench.canon(pa.array(puzzles))) for puzzles in [some, list(map(isomorph, some))])
    assert forms.equals(again)
    assert forms["canonical"].n_unique() > 190
    # A canonical form is its own.
    assert pl.DataFrame(sudoku_bench.canon(forms["canonical"]))["canonical"].equals(forms["canonical"])


def test_canonical_forms_are_those_of_the_command_line(tool: Tool) -> None:
    path: Path = ROOT / "datasets" / "edge-cases.csv"
    expected = list(csv.DictReader(tool("dataset", "canon", path).splitlines()))
    puzzles = pl.Series([row["puzzle"] for row in expected])
    forms = pl.DataFrame(sudoku_bench.canon(puzzles, threads=2))
    assert forms["canonical"].to_list() == [row["canonical"] for row in expected]
    assert forms["automorphisms"].to_list() == [int(row["automorphisms"]) for row in expected]


def test_minimal_puzzles(minimal: list[str]) -> None:
    puzzles = minimal[:1500]
    assert all(sudoku_bench.is_minimal(pl.Series(puzzles)).to_pylist())
    solutions = pl.DataFrame(sudoku_bench.solve(pl.Series(puzzles)))["solution"]

    def with_another_clue(puzzle: str, solution: str) -> str:
        blank = puzzle.index(".")
        return puzzle[:blank] + solution[blank] + puzzle[blank + 1 :]

    def without_a_clue(puzzle: str) -> str:
        return puzzle.replace(next(cell for cell in puzzle if cell != "."), ".", 1)

    more = [with_another_clue(puzzle, solution) for puzzle, solution in zip(puzzles, solutions, strict=True)]
    less = [without_a_clue(puzzle) for puzzle in puzzles]
    for other in [more, less]:
        assert not any(sudoku_bench.is_minimal(pl.Series(other)).to_pylist())


def test_rows_that_are_not_puzzles_are_null(minimal: list[str]) -> None:
    rows = pa.array([None, minimal[0], "1", minimal[1]])
    is_null = [True, False, True, False]
    assert [row is None for row in sudoku_bench.is_minimal(rows).to_pylist()] == is_null
    forms = pl.DataFrame(sudoku_bench.canon(rows))
    assert forms["canonical"].is_null().to_list() == forms["automorphisms"].is_null().to_list() == is_null


def test_ratings_are_those_of_the_command_line(tool: Tool, minimal: list[str], tmp_path: Path) -> None:
    puzzles = [*minimal[:200], "1" * 2 + "." * 79, "." * 81]
    path = tmp_path / "puzzles.csv"
    path.write_text("puzzle\n" + "\n".join(puzzles) + "\n")
    rows = list(csv.DictReader(tool("dataset", "rate", path, "--scale", "se", "--up-to", "7.5").splitlines()))
    rated = pl.DataFrame(sudoku_bench.rate(pa.array(puzzles), scale="se", up_to=7.5))
    assert rated["se_status"].to_list() == [row["se_status"] for row in rows]
    for row, rating in zip(rows, rated["se_rating"].to_list(), strict=True):
        assert row["se_rating"] == (f"{rating:.1f}" if rating is not None else ">7.5" * (row["se_status"] == "above-limit"))
    with pytest.raises(ValueError, match="none of"):
        sudoku_bench.rate(pa.array(puzzles), scale="hodoku")  # type: ignore[arg-type]


def test_facts_and_proofs_are_those_of_the_command_line(tool: Tool, minimal: list[str], tmp_path: Path) -> None:
    # Rows that are not puzzles, conflicts and several solutions, and more puzzles than a block has.
    puzzles = ["1" * 2 + "." * 79, "no puzzle", *minimal[:600], "no puzzle", "1" + "." * 80, *minimal[600:700]]
    path = tmp_path / "puzzles.csv"
    path.write_text("puzzle\n" + "\n".join(puzzles) + "\n")
    strategies: list[Any] = ["forward-checking", "lanes"]
    options = ["--facts", "all", "--morphs", "4", "--seed", "9", "--strategy", ",".join(strategies)]
    expected = list(csv.DictReader(tool("dataset", "rate", path, *options).splitlines()))
    batch = sudoku_bench.rate(pa.array(puzzles), facts=["all"], morphs=4, seed=9, strategies=strategies, threads=2)
    rated = pl.DataFrame(batch)
    assert rated.columns == [name for name in expected[0] if name != "puzzle"]
    assert rated.schema["te_depth"] == pl.Int64
    assert rated.schema["log2"] == rated.schema["lanes_proof_mean"] == pl.Float64
    is_puzzle = [puzzle != "no puzzle" for puzzle in puzzles]
    assert rated["cands"].is_null().to_list() == [not puzzle for puzzle in is_puzzle]
    for name in rated.columns:
        values = rated.filter(pl.Series(is_puzzle))[name].to_list()
        convert = float if rated.schema[name].is_numeric() else str
        assert values == [convert(row[name]) if row[name] else None for row in expected], name


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"facts": ["depth"]}, "no fact is named"),
        ({"facts": ["all", "b"]}, "b is there twice"),
        ({"morphs": 0}, "morphs: 0 is not between"),
        ({"scale": "se", "facts": ["b"]}, "belong to the scale"),
    ],
)
def test_facts_and_proofs_that_cannot_be_had(minimal: list[str], arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sudoku_bench.rate(pa.array(minimal[:1]), **arguments)
