"""`score`, `compare` and `pass_at_k`: against the command line, and grids of every kind."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
import torch

import sudoku_bench
from conftest import Tool

A = ("3102200002100320", "3142243142131324")
B = ("3040413004000304", "3241413224131324")
VERDICTS = [
    (A, A[1], "exact"),
    (A, "3132243142131324", "conflict"),
    (A, "1142243142131324", "givens_changed"),
    (A, A[0], "incomplete"),
    (A, A[1][:15], "malformed"),
    (A, "3142293142131324", "malformed"),
    (A, None, "missing"),
    (B, "3241413214232314", "valid_other"),
]


def predictions(count: int, seed: int) -> tuple[list[str], list[str], list[str]]:
    """Returns puzzles, their solutions, and predictions that are right, wrong in some cells, or malformed."""
    made = pl.DataFrame(sudoku_bench.generate(count, clues=(24, 30), seed=1))
    dice = random.Random(seed)

    def prediction(solution: str) -> str:
        cells = list(solution)
        for _ in range(dice.choice([0, 0, 1, 2, 5])):
            cells[dice.randrange(81)] = dice.choice("123456789.")
        return "".join(cells[: dice.choice([81, 81, 81, 80])])

    solutions = made["solution"].to_list()
    return made["puzzle"].to_list(), solutions, [prediction(solution) for solution in solutions]


def numbers(grids: list[str]) -> Any:
    return np.array([[int(cell.replace(".", "0")) for cell in grid] for grid in grids], np.uint8)


def test_verdicts() -> None:
    puzzles, labels = zip(*(case[0] for case in VERDICTS), strict=True)
    scores = sudoku_bench.score([case[1] for case in VERDICTS], puzzles=puzzles, solutions=labels)
    assert scores["verdict"].to_pylist() == [case[2] for case in VERDICTS]
    assert len(scores) == len(VERDICTS)
    assert scores.summary["solved"]["count"] == 2


def test_scores_are_those_of_the_command_line(tool: Tool, tmp_path: Path) -> None:
    puzzles, solutions, predicted = predictions(700, seed=2)
    path, rows = tmp_path / "predictions.csv", tmp_path / "rows.csv"
    table = pl.DataFrame({"puzzle": puzzles, "solution": solutions, "prediction": predicted})
    table.write_csv(path)
    printed = json.loads(tool("score", path, "--json", "--preset", "hrm", "--by", "clues", "-o", rows))
    expected = printed["models"][0]
    scores = sudoku_bench.score(predicted, puzzles=puzzles, solutions=solutions, preset="hrm")
    for key in ["rows", "verdicts", "solved", "exact", "cells", "blanks", "mean_dup", "presets"]:
        assert scores.summary[key] == expected[key], key
    assert scores.summary["puzzles"] == printed["puzzles"]
    names = ["verdict", "cells_right", "cells", "blanks_right", "blanks", "changed", "dup", "solutions", "label_wrong"]
    found = pl.DataFrame(scores)
    assert found.columns == ["sample", *names, "value"]
    written = pl.read_csv(rows, schema_overrides=dict.fromkeys(table.columns, pl.String))
    assert found.select(names).rows() == written.select(names).rows()
    clues = [sum(cell != "." for cell in puzzle) for puzzle in puzzles]
    strata = pl.DataFrame(scores.by(clues))
    assert [str(key) for key in strata["key"]] == [stratum["value"] for stratum in expected["strata"]]
    assert strata["solved_low"].to_list() == [stratum["solved"]["low"] for stratum in expected["strata"]]
    accuracies = [stratum["presets"]["hrm"]["exact_accuracy"] for stratum in expected["strata"]]
    assert strata["hrm_exact_accuracy"].to_list() == accuracies


def test_models_are_compared_as_by_the_command_line(tool: Tool, tmp_path: Path) -> None:
    puzzles, solutions, one = predictions(300, seed=3)
    other = predictions(300, seed=4)[2]
    corpus = tmp_path / "corpus.csv"
    pl.DataFrame({"puzzle": puzzles, "solution": solutions}).write_csv(corpus)
    for name, rows in [("one", one), ("other", other)]:
        pl.DataFrame({"prediction": rows}).write_csv(tmp_path / f"{name}.csv")
    models = [f"--model={name}={tmp_path / name}.csv" for name in ["other", "one"]]
    a, b = (sudoku_bench.score(rows, puzzles=puzzles, solutions=solutions) for rows in [other, one])
    compared = sudoku_bench.compare(a, b)
    try:
        expected = json.loads(tool("score", *models, corpus, "--json"))["comparisons"][0]
    except Exception as error:  # The command fails if the second model is worse.
        expected = json.loads(error.stdout)["comparisons"][0]  # type: ignore[attr-defined]
    for key in ["puzzles", "units", "p", "difference", "low", "high"]:
        assert compared[key] == expected[key], key
    assert (compared["only_a"], compared["only_b"]) == (expected["only_base"], expected["only_other"])
    with pytest.raises(ValueError, match="different puzzles in row 0"):
        sudoku_bench.compare(a, sudoku_bench.score(one, puzzles=puzzles[::-1]))


KINDS: dict[str, Callable[[list[str]], Any]] = {
    "strings": lambda grids: grids,
    "tuple": tuple,
    "numpy strings": np.array,
    "numpy flat": numbers,
    "numpy square": lambda grids: numbers(grids).reshape(-1, 9, 9),
    "numpy int64": lambda grids: numbers(grids).astype(np.int64),
    "numpy strided": lambda grids: np.asfortranarray(numbers(grids).astype(np.int16)),
    "torch": lambda grids: torch.tensor(numbers(grids).tolist()),
    "lists": lambda grids: numbers(grids).tolist(),
    "polars array": lambda grids: pl.Series(numbers(grids), dtype=pl.Array(pl.UInt8, 81)),
    "polars list": lambda grids: pl.Series(numbers(grids).tolist(), dtype=pl.List(pl.Int64)),
    "polars square": lambda grids: pl.Series(numbers(grids).reshape(-1, 9, 9), dtype=pl.Array(pl.Int32, (9, 9))),
    "fixed size list": lambda grids: pa.array(numbers(grids).tolist(), pa.list_(pa.uint8(), 81)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_grids_of_every_kind(kind: str) -> None:
    puzzles, solutions, _ = predictions(40, seed=5)
    predicted = [*solutions[1:], solutions[0]]
    expected = sudoku_bench.score(predicted, puzzles=puzzles, solutions=solutions)
    make = KINDS[kind]
    found = sudoku_bench.score(make(predicted), puzzles=make(puzzles), solutions=make(solutions))
    assert found.summary == expected.summary
    assert pl.DataFrame(found).equals(pl.DataFrame(expected))
    assert sudoku_bench.solve(make(puzzles))["solution"].to_pylist() == solutions


def test_other_sides() -> None:
    label = np.array([[(5 * (row % 5) + row // 5 + column) % 25 + 1 for column in range(25)] for row in range(25)])
    puzzle = np.where(np.indices((25, 25)).sum(axis=0) % 7 == 0, 0, label)
    scores = sudoku_bench.score(np.stack([label, puzzle]), puzzles=np.stack([puzzle] * 2), solutions=np.stack([label] * 2))
    assert scores["verdict"].to_pylist() == ["exact", "incomplete"]
    assert scores.summary["side"] == 25


def test_tokens_and_padding() -> None:
    puzzles, solutions, _ = predictions(3, seed=6)
    tokens, labels = numbers(puzzles).astype(np.int64) + 1, numbers(solutions).astype(np.int64) + 1
    predicted = labels.copy()
    predicted[0, 0] = 0
    labels[2] = -100
    scores = sudoku_bench.score(predicted, puzzles=tokens, solutions=labels, offset=1, preset="hrm")
    assert scores["verdict"].to_pylist() == ["malformed", "exact", None]
    assert scores.summary["presets"]["hrm"] == {"accuracy": (80 / 81 + 1) / 2, "exact_accuracy": 0.5}
    assert scores.summary["puzzles"]["rejected"] == 0


def test_labels_that_do_not_count_leave_out_a_cell() -> None:
    puzzles, solutions, _ = predictions(2, seed=6)
    inputs, labels = numbers(puzzles).astype(np.int64), numbers(solutions).astype(np.int64)
    predicted = labels.copy()
    predicted[1, np.flatnonzero(inputs[1] == 0)[0]] %= 9
    predicted[1, np.flatnonzero(inputs[1] == 0)[0]] += 1
    givens = np.where(inputs > 0, -100, labels)
    blanks = int((inputs[1] == 0).sum())
    hrm = sudoku_bench.score(predicted, puzzles=inputs, solutions=givens, preset="hrm")
    assert hrm["verdict"].to_pylist() == ["exact", "conflict"]
    assert hrm.summary["presets"]["hrm"] == {"accuracy": (1 + (blanks - 1) / blanks) / 2, "exact_accuracy": 0.5}
    some = np.where(np.arange(81) % 2 == 0, -100, labels)
    exact = sudoku_bench.score(labels, puzzles=inputs, solutions=some, preset="blank-cells")
    assert exact.summary["presets"]["blank-cells"] == {"accuracy": 1.0, "solved": 1.0}


def test_doubtful_scores_warn_and_impossible_ones_fail() -> None:
    puzzles, solutions, _ = predictions(20, seed=7)
    arrays, labels = numbers(puzzles), numbers(solutions)
    with pytest.raises(ValueError, match="no row is a puzzle; row 0: .* offset is subtracted"):
        sudoku_bench.score(labels + 1, puzzles=arrays, solutions=labels, offset=1)
    with pytest.warns(UserWarning, match="20 rows with a label that is no solution: lines 1, 2, 3"):
        sudoku_bench.score(labels + 1, puzzles=arrays + 1, solutions=labels, offset=1)
    with pytest.warns(UserWarning, match="most predictions are missing or malformed"):
        sudoku_bench.score(["I give up"] * 20, puzzles=puzzles)


def test_values_of_a_column_are_compared_one_by_one() -> None:
    solved = sudoku_bench.solve([A[0], B[0]], max_solutions=2)
    assert (solved["status"] == "solved").to_pylist() == [True, True]
    assert np.mean(solved["solutions"] == [1, 1]) == 0.5
    assert (solved["solutions"] != 1).to_pylist() == [False, True]


def test_rows_that_are_no_puzzles_are_null() -> None:
    with pytest.warns(UserWarning, match="2 rows without a puzzle: row 1: .*, row 2: 2 cells"):
        scores = sudoku_bench.score([A[1]] * 3, puzzles=[A[0], None, "12"])
    assert scores["verdict"].to_pylist() == ["exact", None, None]
    assert scores.summary["puzzles"]["rejected"] == 2
    assert sudoku_bench.score([], puzzles=[]).num_rows == 0


def test_answers_are_taken_from_texts() -> None:
    text = f"First 1111, then <answer>{A[1]}</answer>."
    presets: list[Any] = ["neutral", "d1", "sakana"]
    for preset in presets:
        scores = sudoku_bench.score([text], puzzles=[A[0]], solutions=[A[1]], preset=preset, extract="answer")
        assert scores["verdict"].to_pylist() == ["exact"]
    tagged = sudoku_bench.score([text], puzzles=[A[0]], solutions=[A[1]], preset="sakana", extract="(.*)")
    assert tagged["value"].to_pylist() == [1.0]


def test_confidence() -> None:
    low = [
        sudoku_bench.score([A[1]], puzzles=[A[0]], confidence=confidence).summary["solved"]["low"]
        for confidence in [0.5, 0.95, 0.99]
    ]
    assert low == sorted(low, reverse=True) and low[1] == pytest.approx(0.2065, abs=1e-4)


@pytest.mark.parametrize("kind", ["texts", "arrays", "polars lists"])
def test_lists_of_samples(kind: str, tool: Tool, tmp_path: Path) -> None:
    puzzles, solutions, _ = predictions(8, seed=8)
    wrong = ["2" + solution[1:] if solution[0] == "1" else "1" + solution[1:] for solution in solutions]
    samples = [[right] * (index % 3 + 1) + [bad] * (index % 2) for index, (right, bad) in enumerate(zip(solutions, wrong, strict=True))]
    path, rows = tmp_path / "samples.jsonl", tmp_path / "rows.csv"
    lines = zip(puzzles, solutions, samples, strict=True)
    path.write_text("".join(json.dumps({"puzzle": a, "solution": b, "prediction": c}) + "\n" for a, b, c in lines))
    printed = json.loads(tool("score", path, "--json", "--pass-at", "1,2,4", "-o", rows))
    given: Any = {
        "texts": samples,
        "arrays": [list(numbers(texts)) for texts in samples],
        "polars lists": pl.Series(samples, dtype=pl.List(pl.String)),
    }[kind]
    scores = sudoku_bench.score(given, puzzles=puzzles, solutions=solutions)
    assert [scores.pass_at(k) for k in [1, 2, 4]] == printed["models"][0]["pass_at"]
    assert scores.summary["puzzles"] == printed["puzzles"]
    assert scores.summary["solved"] == printed["models"][0]["solved"]
    written = pl.read_csv(rows, columns=["sample", "verdict"])
    assert pl.DataFrame(scores).select("sample", "verdict").rows() == written.rows()
    assert sum(scores.by(range(8))["rows"].to_pylist()) == len(scores)
    compared = sudoku_bench.compare(scores, sudoku_bench.score(wrong, puzzles=puzzles, solutions=solutions))
    assert (compared["puzzles"], compared["p"], compared["difference"]) == (8, None, -scores.summary["solved"]["rate"])


@pytest.mark.parametrize("array", [np.asarray, lambda cells: torch.tensor(cells.tolist())])
def test_an_axis_of_samples_votes(array: Callable[[Any], Any], tool: Tool, tmp_path: Path) -> None:
    puzzles, solutions, _ = predictions(12, seed=9)
    made = [[predictions(12, seed)[2][index].ljust(81, ".") for seed in range(20, 25)] for index in range(12)]
    path = tmp_path / "samples.jsonl"
    lines = zip(puzzles, solutions, made, strict=True)
    path.write_text("".join(json.dumps({"puzzle": a, "solution": b, "prediction": c}) + "\n" for a, b, c in lines))
    printed = json.loads(tool("score", path, "--json", "--vote"))["models"][0]
    flat = np.stack([numbers(texts) for texts in made])
    for given in [flat, flat.reshape(12, 5, 9, 9)]:
        scores = sudoku_bench.score(array(given), puzzles=puzzles, solutions=solutions)
        assert scores.summary["solved"] == printed["solved"]
        rules: list[Any] = ["cells", "grid"]
        for rule, expected in zip(rules, printed["votes"], strict=True):
            votes = scores.vote(rule)
            assert len(votes) == 12 and votes.vote(rule).summary == votes.summary
            for key in ["rows", "verdicts", "solved", "valid", "cells"]:
                assert votes.summary[key] == expected[key], key
    one = sudoku_bench.score(solutions, puzzles=puzzles)
    assert one.vote("grid").summary == one.summary
    with pytest.raises(ValueError, match='rule: "rows" is none of cells, grid'):
        one.vote("rows")  # type: ignore[arg-type]


def test_steps_are_those_of_the_command_line(tool: Tool) -> None:
    path = Path(__file__).parents[2] / "datasets" / "steps-4x4.csv"
    made = pl.read_csv(path, schema_overrides=dict.fromkeys(["puzzle", "solution", "prediction"], pl.String))
    puzzles = made.filter(pl.col("sample") == 1, pl.col("step") == 1)
    grids, labels = puzzles["puzzle"].to_list(), puzzles["solution"].to_list()
    shape = (len(puzzles), 3, 4)
    cells = np.array([[int(cell) for cell in grid] for grid in made["prediction"]]).reshape(*shape, 16)
    arrays: dict[str, Any] = {"steps": range(1, 5), "compute": range(100, 500, 100), "q_halt": made["q_halt"].to_numpy().reshape(shape)}
    lists: dict[str, Any] = {name: made[name].to_numpy().reshape(len(puzzles), 12).tolist() for name in ["step", "compute", "q_halt"]}
    lists["steps"] = lists.pop("step")
    for limits in [{}, {"at_step": 2}, {"at_compute": 350}]:
        options = [f"--{name.replace('_', '-')}={value}" for name, value in limits.items()]
        printed = json.loads(tool("score", path, "--json", "--vote", *options))["models"][0]
        for numbers_of_steps in [arrays, lists]:
            given: Any = {**numbers_of_steps, **limits}
            scores = sudoku_bench.score(cells, puzzles=grids, solutions=labels, **given)
            for key in ["rows", "verdicts", "solved", "steps"]:
                assert scores.summary[key] == printed[key], key
            assert scores.vote("cells").summary["solved"] == printed["votes"][0]["solved"]
            assert scores["sample"].to_pylist() == [1, 2, 3] * len(puzzles)


def test_isomorphs_are_mapped_back() -> None:
    puzzles, solutions, predicted = predictions(10, seed=11)
    made = sudoku_bench.augment(puzzles, solutions, copies=4, seed=1)
    for column, originals in [("puzzle", puzzles), ("solution", solutions)]:
        repeated = [grid for grid in originals for _ in range(5)]
        assert sudoku_bench.transform(repeated, made["transform"]).to_pylist() == made[column].to_pylist()
        assert sudoku_bench.transform(made[column], made["transform"], inverse=True).to_pylist() == repeated
    found = sudoku_bench.transform([predicted[0], None, puzzles[0]], [made["transform"][1], None, None], shape=9)
    assert found.to_pylist()[1:] == [None, None]
    with pytest.raises(ValueError, match=r'transforms: row 0: "1" is no transform such as 123456789/123456789/123456789'):
        sudoku_bench.transform(puzzles[:1], ["1"])


def test_puzzles_without_a_sample() -> None:
    scores = sudoku_bench.score([[], [B[1], None]], puzzles=[A[0], B[0]])
    assert list(zip(scores["sample"].to_pylist(), scores["verdict"].to_pylist(), strict=True)) == [(1, "missing"), (1, "exact"), (2, "missing")]
    rows = [[A[1][row : row + 4] for row in range(0, 16, 4)]]
    with pytest.raises(TypeError, match="not an array of grids"):
        sudoku_bench.score(rows, puzzles=[A[0]])


def test_pass_at_k() -> None:
    assert sudoku_bench.pass_at_k(3, 10, 5) == pytest.approx(0.916667, abs=1e-6)
    assert sudoku_bench.pass_at_k(np.array([3, 10]), [10, 10], 5) == pytest.approx((0.916667 + 1) / 2, abs=1e-6)


X = np.zeros((2, 81), np.uint8)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: sudoku_bench.score(X * 0.5, puzzles=X), TypeError, "predictions: holds floating-point .* argmax"),
        (lambda: sudoku_bench.score(X[0], puzzles=X), TypeError, "predictions: holds numbers, not grids"),
        (lambda: sudoku_bench.score(X, puzzles=pl.Series([1, 2])), TypeError, "puzzles: holds integers of 1 digits, not grids"),
        (lambda: sudoku_bench.score(pl.Series([[0.5]]), puzzles=X), TypeError, "argmax"),
        (lambda: sudoku_bench.score(X[:, :80], puzzles=X), ValueError, r"the shape is \(2, 80\), not"),
        (lambda: sudoku_bench.score(X, puzzles=X[:1]), ValueError, "there are 1 puzzles, but 2 predictions"),
        (lambda: sudoku_bench.score(X, puzzles=X, solutions=X[:1]), ValueError, "2 puzzles, but 1 solutions"),
        (lambda: sudoku_bench.score(X, puzzles=X, preset="x"), ValueError, 'named "x"; there are neutral, hrm'),  # type: ignore[arg-type]
        (lambda: sudoku_bench.score(X, puzzles=X, extract="x"), ValueError, "extract: .*the rules are cells"),
        (lambda: sudoku_bench.score(X, puzzles=X, confidence=1.0), ValueError, "confidence: 1 is not between"),
        (lambda: sudoku_bench.score(X, puzzles=X).by([1]), ValueError, "2 puzzles, but 1 keys"),
        (lambda: sudoku_bench.score(X, puzzles=X, at_step=1), ValueError, "steps: compute, .* need the steps"),
        (lambda: sudoku_bench.score(X, puzzles=X, steps=[1], at_compute=1), ValueError, "compute: at_compute needs"),
        (lambda: sudoku_bench.score(X, puzzles=X, steps=[1, 2]), ValueError, "steps: 2 numbers, but a puzzle has another number"),
        (lambda: sudoku_bench.score(X, puzzles=X, steps=[[1], [1, 2]]), ValueError, "steps: there must be a number for each"),
        (lambda: sudoku_bench.score(X[:1, None].repeat(1001, 1), puzzles=X[:1], steps=range(1001)), ValueError, "steps: there are more than 1000 different"),
        (lambda: sudoku_bench.pass_at_k(3, 10, 11), ValueError, "3 of 10 samples are right, and k is 11"),
        (lambda: sudoku_bench.pass_at_k([1, 2], [3, 3, 3], 1), ValueError, "right: 2 numbers for 3 puzzles"),
        (lambda: sudoku_bench.pass_at_k("a", 1, 1), TypeError, "right: a holds"),  # type: ignore[arg-type]
    ],
)
def test_wrong_arguments(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
