"""Other shapes than 9×9: every function against the command line, and what is for 9×9 only."""

import contextlib
import csv
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import sudoku_bench
from conftest import ROOT, Tool


class Case(NamedTuple):
    """A kind of puzzles."""

    options: list[str]
    keywords: dict[str, Any]


CASES = {
    "4": Case(["--shape", "4"], {"shape": 4}),
    "6": Case(["--shape", "6"], {"shape": "6"}),
    "3x2": Case(["--shape", "3x2"], {"shape": "3x2"}),
    "16": Case(["--shape", "16", "--holes", "90..100"], {"shape": 16, "holes": (90, 100)}),
    "16 letters": Case(
        ["--shape", "16", "--holes", "90", "--balanced", "--alphabet", "A-Z"],
        {"shape": 16, "holes": 90, "balanced": True, "alphabet": "A-Z"},
    ),
    "16 numbers": Case(
        ["--shape", "16", "--holes", "90", "--alphabet", "numbers"], {"shape": 16, "holes": 90, "alphabet": "numbers"}
    ),
}
SMALL = ["4", "6", "3x2"]
# The shape of the other cases is the usual one for the number of cells.
SHAPES = {"3x2": (["--shape", "3x2"], {"shape": "3x2"})}


class Corpus(NamedTuple):
    """A corpus of a kind, in a file and in memory."""

    path: Path
    puzzles: list[str]
    solutions: list[str]
    options: list[str]
    keywords: dict[str, Any]


@pytest.fixture(scope="module", params=CASES)
def corpus(request: pytest.FixtureRequest, tool: Tool, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    path = tmp_path_factory.mktemp("shape") / "corpus.csv"
    tool("dataset", "generate", "--count", "40", "--seed", "3", *CASES[request.param].options, "-o", path)
    rows = list(csv.DictReader(path.open()))
    options, keywords = SHAPES.get(request.param, ([], {}))
    return Corpus(path, [row["puzzle"] for row in rows], [row["solution"] for row in rows], options, keywords)


def is_small(corpus: Corpus) -> bool:
    return len(corpus.puzzles[0]) < 81


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def frame(result: Any) -> pl.DataFrame:
    return pl.DataFrame(result)


@pytest.mark.parametrize("case", CASES)
def test_puzzles_are_those_of_the_command_line(tool: Tool, case: str) -> None:
    expected = rows(tool("dataset", "generate", "--count", "20", "--seed", "7", *CASES[case].options))
    assert frame(sudoku_bench.generate(20, seed=7, **CASES[case].keywords)).to_dicts() == expected


def test_solutions_are_those_of_the_command_line(tool: Tool, corpus: Corpus) -> None:
    expected = rows(tool("solve", corpus.path, "--max-solutions", "2", *corpus.options))
    solved = frame(sudoku_bench.solve(corpus.puzzles, max_solutions=2, **corpus.keywords))
    assert set(solved["strategy"]) == {"norvig" if is_small(corpus) else "learning"}
    assert solved["status"].to_list() == [row["status"] for row in expected]
    assert solved["solutions"].cast(pl.String).to_list() == [row["solutions"] for row in expected]
    # The corpus has a column `solution` of its own, so the one of the command has another name.
    name = [name for name in expected[0] if name.startswith("solution") and name != "solutions"][-1]
    assert name != "solution" and solved["solution"].to_list() == [row[name] for row in expected]


def test_samples_are_those_of_the_command_line(tool: Tool, corpus: Corpus, tmp_path: Path) -> None:
    options = ["--max-solutions", "2", "--node-limit", "2000", "--no-report", *corpus.options]
    tool("run", corpus.path, *options, "-o", tmp_path / "results")
    expected = pl.read_csv(tmp_path / "results" / "puzzles.csv").drop("puzzle", "line", "latency_ns")
    results = sudoku_bench.run(corpus.path, max_solutions=2, node_limit=2000, **corpus.keywords)
    assert frame(results).select(expected.columns).rows() == expected.rows()
    # Above 9×9, the baseline is no default.
    assert ("naive" in results.histograms) == is_small(corpus)


def test_arrays_of_numbers(corpus: Corpus) -> None:
    words = [text.split() if " " in text else list(text) for text in corpus.puzzles]
    letters = "ABCDEFGHIJKLMNOP" if any("P" in text for text in corpus.puzzles) else ".123456789ABCDEFG"[1:]
    value = {letter: index + 1 for index, letter in enumerate(letters)} | {".": 0}
    cells = [[int(word) if word.isdigit() else value[word] for word in row] for row in words]
    side = int(len(cells[0]) ** 0.5)
    expected = frame(sudoku_bench.solve(corpus.puzzles, **corpus.keywords)).drop("latency_ns", "solution")
    array = np.array(cells, dtype=np.uint8)
    arrow = pa.array(cells, pa.list_(pa.int16(), side * side))
    for puzzles in [array, array.reshape(-1, side, side), cells, arrow, pa.array(array.reshape(-1, side, side).tolist())]:
        solved = frame(sudoku_bench.solve(puzzles, **corpus.keywords))
        assert solved.drop("latency_ns", "solution").equals(expected)
    solutions = sudoku_bench.solve(array, alphabet="numbers", **corpus.keywords)["solution"]
    if side > 9:
        assert {len(text.split()) for text in solutions.to_pylist()} == {side * side}


def test_descriptions_are_those_of_the_command_line(tool: Tool, corpus: Corpus, tmp_path: Path) -> None:
    puzzles = [*corpus.puzzles, corpus.puzzles[3], "no", corpus.puzzles[0][:-1]]
    solutions = [*corpus.solutions, corpus.solutions[0], "", ""]
    path = tmp_path / "corpus.csv"
    pl.DataFrame({"puzzle": puzzles, "solution": solutions}).write_csv(path)
    expected = json.loads(tool("dataset", "inspect", path, "--json", *corpus.options))
    for key in ["complete", "files", "interrupted"]:
        del expected[key]
    # The first row of the file is its header.
    text = json.dumps(sudoku_bench.inspect(puzzles, solutions, **corpus.keywords), sort_keys=True)
    for line in range(len(puzzles), 0, -1):
        text = text.replace(f"line {line} ", f"line {line + 1} ").replace(f'line {line}"', f'line {line + 1}"')
    assert json.loads(text) == expected
    assert expected["rejected"] == 2 and expected["exact_duplicates"] == 1


def test_files_are_read(corpus: Corpus) -> None:
    read = frame(sudoku_bench.read_corpus(corpus.path, **corpus.keywords))
    assert (read["puzzle"].to_list(), read["solution"].to_list()) == (corpus.puzzles, corpus.solutions)


@pytest.mark.parametrize("by", ["puzzle", "class", "solution", "solution_class"])
def test_sets_are_those_of_the_command_line(tool: Tool, corpus: Corpus, tmp_path: Path, by: Any) -> None:
    options = ["--by", by.replace("_", "-"), *corpus.options]
    if "class" in by and not is_small(corpus):
        with pytest.raises(ValueError, match="puzzles of 16×16 cannot be compared by"):
            sudoku_bench.split(corpus.puzzles, {"all": 1}, by=by, **corpus.keywords)
        return
    outputs = [tmp_path / "train.csv", tmp_path / "test.csv"]
    tool("dataset", "split", "0.7/0.3", corpus.path, *options, "-o", ",".join(map(str, outputs)))
    parts = sudoku_bench.split(corpus.puzzles, {"train": 0.7, "test": 0.3}, by=by, **corpus.keywords).to_pylist()
    for name, output in zip(["train", "test"], outputs, strict=True):
        expected = [row["puzzle"] for row in csv.DictReader(output.open())]
        assert [puzzle for puzzle, part in zip(corpus.puzzles, parts, strict=True) if part == name] == expected
    test = frame(sudoku_bench.augment(corpus.puzzles[20:], copies=1, seed=2, **corpus.keywords))["puzzle"].to_list()
    pl.DataFrame({"puzzle": test}).write_csv(tmp_path / "images.csv")
    pairs = tmp_path / "pairs.csv"
    # The command fails if it finds shared rows.
    with contextlib.suppress(subprocess.CalledProcessError):
        tool("dataset", "overlap", corpus.path, tmp_path / "images.csv", *options, "--pairs", pairs)
    found = sudoku_bench.overlap(corpus.puzzles, [*test, None], by=by, **corpus.keywords)
    shared = list(zip(found["test_row"].to_pylist(), found["train_row"].to_pylist(), strict=True))
    assert shared == [(int(row["test_line"]) - 2, int(row["train_line"]) - 2) for row in csv.DictReader(pairs.open())]
    # Puzzles with holes may have several solutions, and these are not compared.
    assert shared or (by == "solution" and not is_small(corpus))


def test_duplicates_are_those_of_the_command_line(tool: Tool, corpus: Corpus, tmp_path: Path) -> None:
    puzzles = [*corpus.puzzles, None, *corpus.puzzles[10:20]]
    path = tmp_path / "corpus.csv"
    pl.DataFrame({"puzzle": puzzles}).write_csv(path)
    notions: list[tuple[Any, list[str]]] = [("puzzle", []), ("class", ["--isomorphic"])]
    for by, options in notions[: 2 if is_small(corpus) else 1]:
        expected = rows(tool("dataset", "dedup", path, *options, *corpus.options))
        found = sudoku_bench.dedup(puzzles, by=by, **corpus.keywords)
        kept = [puzzle for puzzle, keep in zip(puzzles, found["keep"].to_pylist(), strict=True) if keep]
        assert kept == [row["puzzle"] for row in expected]
        assert found["group"].to_pylist()[40] is None


def test_isomorphs_are_those_of_the_command_line(tool: Tool, corpus: Corpus) -> None:
    expected = rows(tool("dataset", "augment", "3", corpus.path, "--seed", "7", *corpus.options))
    both: list[Any] = [(corpus.puzzles, corpus.solutions), (corpus.path, None)]
    for puzzles, solutions in both:
        made = frame(sudoku_bench.augment(puzzles, solutions, copies=3, seed=7, **corpus.keywords))
        assert made.select("puzzle", "solution").to_dicts() == expected


def test_canonical_forms_are_those_of_the_command_line(tool: Tool, corpus: Corpus) -> None:
    if not is_small(corpus):
        with pytest.raises(ValueError, match="canonical forms are known for 4×4, 6×6 and 9×9, not for 16×16"):
            sudoku_bench.canon(corpus.puzzles)
        return
    expected = rows(tool("dataset", "canon", corpus.path, *corpus.options))
    forms = frame(sudoku_bench.canon(corpus.puzzles, **corpus.keywords)).cast(pl.String)
    assert forms.rows() == [(row["canonical"], row["automorphisms"]) for row in expected]


def test_minimal_puzzles_are_those_of_the_command_line(tool: Tool, corpus: Corpus) -> None:
    expected = {row["puzzle"] for row in rows(tool("dataset", "filter", "minimal", corpus.path, *corpus.options))}
    found = sudoku_bench.is_minimal([*corpus.puzzles, None], **corpus.keywords).to_pylist()
    assert found == [*(puzzle in expected for puzzle in corpus.puzzles), None]
    assert any(found) == is_small(corpus)


def test_ratings_are_those_of_the_command_line(tool: Tool, corpus: Corpus) -> None:
    expected = rows(tool("dataset", "rate", corpus.path, "--strategy", "dlx,forward-checking", *corpus.options))
    rated = frame(sudoku_bench.rate(corpus.puzzles, strategies=["dlx", "forward-checking"], **corpus.keywords))
    for name in rated.columns:
        assert ["" if value is None else str(value) for value in rated[name]] == [row[name] for row in expected], name
    default = sudoku_bench.rate(corpus.puzzles[:3], **corpus.keywords)
    assert default["dlx_solutions"].to_pylist() == [1, 1, 1]


def candidates(puzzle: str) -> str:
    """Returns a puzzle of 9×9 as the candidates of its cells."""
    full = "123456789"
    return "".join(full if cell == "." else full.translate({ord(c): "." for c in full if c != cell}) for cell in puzzle)


def test_candidates(classics: list[str]) -> None:
    puzzles = [candidates(puzzle) for puzzle in classics]
    expected = frame(sudoku_bench.solve(classics, max_solutions=2)).drop("latency_ns")
    assert frame(sudoku_bench.solve([*puzzles, "no"], max_solutions=2))[:-1].drop("latency_ns").equals(expected)
    assert sudoku_bench.inspect(puzzles)["alphabet"] == "candidates"
    assert sudoku_bench.solve([], alphabet="candidates").num_rows == 0
    calls: list[Callable[[Any], object]] = [sudoku_bench.canon, lambda grids: sudoku_bench.augment(grids, copies=1)]
    for call in calls:
        with pytest.raises(ValueError, match="is for puzzles of givens, and these are candidates"):
            call(puzzles)
    with pytest.raises(ValueError, match="train holds puzzles of candidates, and test of 9×9"):
        sudoku_bench.overlap(puzzles, classics, by="puzzle")


def test_a_path_is_a_corpus() -> None:
    path = ROOT / "datasets" / "classics.csv"
    puzzles = [row["puzzle"] for row in csv.DictReader(path.open())]
    expected = frame(sudoku_bench.solve(puzzles)).drop("latency_ns")
    assert frame(sudoku_bench.solve(path)).drop("latency_ns").equals(expected)
    assert sudoku_bench.inspect(path)["solutions"] != sudoku_bench.inspect(puzzles)["solutions"]
    with pytest.raises(FileNotFoundError, match="cannot open: .*missing.csv"):
        sudoku_bench.solve(Path("missing.csv"))
    # A string may be a puzzle, so it is no path.
    with pytest.raises(TypeError, match="puzzles: str is not an array of grids"):
        sudoku_bench.solve(str(path))


def test_rows_that_are_no_puzzles_keep_their_place(tmp_path: Path) -> None:
    path = tmp_path / "corpus.csv"
    rows = ["no", "12..34..........", ".1..............", "x", "...............1", "12..34..1.......", "z"]
    path.write_text("".join(f"{row},\n" for row in ["puzzle", *rows]))
    found = ["rejected", "solved", "solved", "rejected", "solved", "invalid", "rejected"]
    both: list[Any] = [path, [*rows[:-1], None]]
    for puzzles in both:
        assert sudoku_bench.solve(puzzles, shape=4)["status"].to_pylist() == found


FOUR = sudoku_bench.generate(4, shape=4)["puzzle"].to_pylist()
NINE = ["." * 81]
UNCLEAR = ["ABCDEFGA........" * 16]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sudoku_bench.solve(FOUR, strategy="lanes"), "lanes solves 9×9 only, and the puzzles are 4×4; choose one of"),
        (lambda: sudoku_bench.solve(FOUR, shape=6), "puzzles: no row is a grid of 6×6; leave out shape"),
        (lambda: sudoku_bench.solve(FOUR, alphabet="candidates"), "no row holds candidates"),
        (lambda: sudoku_bench.solve(FOUR, shape="7"), 'shape: "7" is no shape; write the side'),
        (lambda: sudoku_bench.solve(UNCLEAR), "fit the alphabets 1-9A and A-Z .*; choose one with alphabet$"),
        (lambda: sudoku_bench.solve(np.zeros((2, 49), int)), r"\(2, 49\), not .* boxes of one row need the argument shape"),
        (lambda: sudoku_bench.solve(np.zeros((2, 16), int), shape=6), r"\(2, 16\), not \(N, n·n\) or \(N, n, n\) for n = 6"),
        (lambda: sudoku_bench.run(FOUR, strategies=["dlx", "lanes"]), "lanes solves 9×9 only"),
        (lambda: sudoku_bench.rate(FOUR, scale="se"), "the puzzles are 4×4"),
        (lambda: sudoku_bench.rate(FOUR, facts=["b"]), "rate with facts or morphs is for 9×9, and the puzzles are 4×4"),
        (lambda: sudoku_bench.inspect(FOUR, ratings=7.5), "inspect with ratings is for 9×9"),
        (lambda: sudoku_bench.overlap(FOUR, NINE), "train holds puzzles of 4×4, and test of 9×9"),
        (lambda: sudoku_bench.overlap(FOUR, FOUR, by="superset"), "supersets are found in puzzles of givens of 9×9 only"),
        (lambda: sudoku_bench.save_hrm("no", train=(FOUR, None), test=(FOUR, None)), "save_hrm is for 9×9"),
        (lambda: sudoku_bench.generate(1, shape=16, clues=90), "clues is for puzzles of 9×9 only; leave out clues or shape"),
        (lambda: sudoku_bench.generate(1, shape=25, minimal=True), "minimal: puzzles of 25×25 may have clues"),
        (lambda: sudoku_bench.generate(1, holes=40, minimal=True), "minimal cannot be used with holes"),
        (lambda: sudoku_bench.generate(1, shape=4, holes=17), "holes: 17 is not between 0 and 16"),
        (lambda: sudoku_bench.generate(1, shape=4, holes=(9, 8)), "9 to 8 holes is an empty range"),
        (lambda: sudoku_bench.generate(1, shape=4, balanced=True), "balanced: it is about holes"),
        (lambda: sudoku_bench.generate(1, shape=4, alphabet="candidates"), "generated as givens: leave out alphabet candidates"),
    ],
)
def test_wrong_arguments(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_sets_without_puzzles_have_any_shape() -> None:
    for sets in [(FOUR, []), ([], FOUR), (["no"], FOUR), (FOUR, [None])]:
        assert len(sudoku_bench.overlap(*sets)) == 0


def test_shapes_that_only_the_caller_knows() -> None:
    solved = sudoku_bench.solve(np.zeros((2, 49), np.int8), shape="1x7", max_solutions=3)
    assert solved["solutions"].to_pylist() == [3, 3]
    assert sudoku_bench.solve([], shape=16)["solution"].to_pylist() == []
    four = sudoku_bench.solve(["." * 16], max_solutions=None)
    assert four["solutions"].to_pylist() == [288], "grids of 4×4"
    latin = sudoku_bench.solve(["." * 16], shape="1x4", max_solutions=None)
    assert latin["solutions"].to_pylist() == [576], "Latin squares of side 4"
    with pytest.raises(TypeError, match="shape: write the side as an int"):
        sudoku_bench.solve(NINE, shape=9.0)  # type: ignore[arg-type]
