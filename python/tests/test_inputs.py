"""Inputs that people have: columns that became integers, lists of arrays, types of NumPy, tables of some columns, and pickles."""

import copy
import io
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import sudoku_bench

PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def statuses(puzzles: Any, **more: Any) -> list[str]:
    return sudoku_bench.solve(puzzles, **more)["status"].to_pylist()


def test_grids_that_became_integers() -> None:
    zeros = "00" + PUZZLE[2:]
    frame = pd.read_csv(io.StringIO(f"puzzle,solution\n{zeros},{SOLUTION}\n{PUZZLE},{SOLUTION}\n"))
    expected = sudoku_bench.solve([zeros, PUZZLE])["nodes"].to_pylist()
    for column in [frame["puzzle"], frame["puzzle"].to_numpy(), frame["puzzle"].tolist()]:
        assert sudoku_bench.solve(column)["nodes"].to_pylist() == expected
    assert statuses([int(PUZZLE), PUZZLE[:80], None]) == ["solved", "rejected", "rejected"]
    small = pd.read_csv(io.StringIO("puzzle\n1004002004000001\n0204002004000001\n"))
    assert small["puzzle"].dtype == "int64"
    assert statuses(small["puzzle"]) == statuses(["1004002004000001", "0204002004000001"])


def test_lists_of_arrays_and_missing_values() -> None:
    cells = np.array([int(cell) for cell in PUZZLE])
    for grids in [[cells, cells], [cells.reshape(9, 9)] * 2]:
        assert statuses(grids) == ["solved", "solved"]
    assert statuses([PUZZLE, float("nan"), pd.NA]) == ["solved", "rejected", "rejected"]


@pytest.mark.parametrize("dtype", [np.int64, np.dtype("int64"), int, "int64"])
def test_types_of_numpy(dtype: Any) -> None:
    assert sudoku_bench.to_numpy([PUZZLE], dtype=dtype).dtype == "int64"


def test_tables_of_some_columns() -> None:
    solved = sudoku_bench.solve([PUZZLE])
    assert solved[["status", "solution"]].columns == ["status", "solution"]
    assert pa.record_batch(solved[["status"]]).num_columns == 1
    with pytest.raises(KeyError, match='no column is named "state"'):
        solved[["state"]]


def test_files_that_are_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as error:
        sudoku_bench.solve(tmp_path / "missing.csv")
    assert error.value.filename == str(tmp_path / "missing.csv")
    with pytest.raises(FileNotFoundError):
        sudoku_bench.read_corpus("missing.csv")


def test_results_are_pickled() -> None:
    run = sudoku_bench.run([PUZZLE, "no puzzle"], strategies=["dlx", "lanes"])
    scores = sudoku_bench.score([SOLUTION], puzzles=[PUZZLE])
    for table in [sudoku_bench.solve([PUZZLE, None]), run, scores, sudoku_bench.rate([PUZZLE], scale="se")]:
        for other in [pickle.loads(pickle.dumps(table)), copy.deepcopy(table)]:
            assert type(other) is type(table)
            assert pa.record_batch(other) == pa.record_batch(table)
    other = pickle.loads(pickle.dumps(run))
    assert other.histograms == run.histograms and list(other.summary) == list(run.summary)
    assert pickle.loads(pickle.dumps(scores)).summary == scores.summary
    row = run[0]
    assert pickle.loads(pickle.dumps(row)) == row and row.strategy == "dlx"
    column = run["nodes"]
    assert pickle.loads(pickle.dumps(column)).to_pylist() == column.to_pylist()
    assert repr(pickle.loads(pickle.dumps(scores))) == repr(scores)
    with pytest.raises(TypeError, match="in the process that scored"):
        sudoku_bench.compare(pickle.loads(pickle.dumps(scores)), scores)
    with pytest.raises(TypeError, match="in the process that scored"):
        pickle.loads(pickle.dumps(scores)).by([1])


def test_lists_of_names_are_lists_of_str() -> None:
    names: list[str] = ["dlx", "lanes"]
    assert sudoku_bench.run([PUZZLE], strategies=names).num_rows == 2
