"""`Table` and `Column`: what other libraries make of them, and how they are shown."""

import re
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sudoku_bench

MADE = sudoku_bench.generate(30, clues=(24, 30), seed=1)
PUZZLES = MADE["puzzle"].to_pylist()
# The last row is not a puzzle, so most of its columns are null.
SOLVED = sudoku_bench.solve([*PUZZLES, None])
NAMES = ["puzzle", "line", "clues", "strategy", "status", "solutions", "nodes", "guesses", "backtracks", "max_depth"]


def test_columns_and_rows() -> None:
    assert SOLVED.columns == SOLVED.keys() == [*NAMES, "latency_ns", "solution"]
    assert (len(SOLVED), SOLVED.num_rows, SOLVED.num_columns) == (31, 31, 12)
    assert SOLVED[0].solution == SOLVED["solution"][0] == MADE["solution"][0]
    assert SOLVED[-1].status == "rejected" and SOLVED[-1].clues is None
    assert [row.status for row in SOLVED] == SOLVED["status"].to_pylist() == list(SOLVED["status"])
    assert SOLVED[28:].columns == SOLVED.columns and SOLVED[28:]["line"].to_pylist() == [29, 30, 31]
    column = SOLVED["clues"]
    assert (len(column), column.null_count, column[-2:].to_pylist()) == (31, 1, [column[29], None])
    for wrong, error in [("no", KeyError), (31, IndexError), (-32, IndexError), (slice(0, 9, 2), ValueError)]:
        for values in [SOLVED] if wrong == "no" else [SOLVED, column]:
            with pytest.raises(error):
                values[wrong]  # type: ignore[index]


def test_pandas() -> None:
    fast = pd.DataFrame.from_arrow(SOLVED)
    for frame in [pd.DataFrame(SOLVED), fast, pd.DataFrame(dict(SOLVED))]:
        assert list(frame.columns) == SOLVED.columns
        assert frame["line"].tolist() == list(range(1, 32))
        assert frame["status"].tolist() == SOLVED["status"].to_pylist()
        assert frame["nodes"].isna().tolist() == [False] * 30 + [True]
    # pandas sees only rows, and here are none.
    assert pd.DataFrame(SOLVED[:0]).empty and list(pd.DataFrame(dict(SOLVED[:0]))) == SOLVED.columns
    fast["answer"] = SOLVED["solution"]
    assert fast["answer"].tolist()[:30] == pd.Series(SOLVED["solution"]).tolist()[:30] == MADE["solution"].to_pylist()


def test_polars() -> None:
    frame = pl.DataFrame(SOLVED)
    # Polars makes a column of structs of everything that PyArrow does not own.
    assert pl.from_arrow(SOLVED).struct.unnest().equals(frame)  # type: ignore[union-attr]
    assert frame["nodes"].dtype == pl.Int64 and frame["nodes"].null_count() == 1
    assert frame.with_columns(again=pl.Series(SOLVED["solution"]))["again"].to_list() == SOLVED["solution"].to_pylist()


def test_pyarrow() -> None:
    table = pa.table(SOLVED)
    assert table.equals(pa.Table.from_batches([pa.record_batch(SOLVED)]))
    assert table.column_names == SOLVED.columns
    assert pa.array(SOLVED["solution"]).to_pylist() == SOLVED["solution"].to_pylist()


def test_duckdb() -> None:
    solved = SOLVED  # DuckDB finds a table by the name of the variable.
    counts = duckdb.execute("SELECT status, count(*), sum(clues) FROM solved GROUP BY status ORDER BY status").fetchall()
    clues = sum(81 - puzzle.count(".") for puzzle in PUZZLES)
    assert counts == [("rejected", 1, None), ("solved", 30, clues)] and solved.num_rows == 31


def test_numpy() -> None:
    strings = np.asarray(SOLVED["solution"])
    assert strings.dtype.kind == "O" and [strings[0], strings[30]] == [MADE["solution"][0], None]
    assert np.asarray(MADE["solution"], dtype="U81").dtype == "<U81"
    lines, clues = np.asarray(SOLVED["line"]), np.asarray(SOLVED["clues"])
    assert (lines.dtype.name, clues.dtype.name) == ("int64", "float64") and np.isnan(clues[30])
    assert lines[5:].tolist() == np.asarray(SOLVED["line"][5:]).tolist()
    minimal = sudoku_bench.is_minimal([*PUZZLES, None])
    assert np.asarray(minimal[:30]).dtype == bool and np.asarray(minimal).dtype == object
    with pytest.raises(ValueError, match="leave out copy=False"):
        np.asarray(minimal, copy=False)


def test_every_result_is_an_input() -> None:
    assert sudoku_bench.is_minimal(MADE["puzzle"]).to_pylist() == sudoku_bench.is_minimal(PUZZLES).to_pylist()
    scores = sudoku_bench.score(SOLVED["solution"], puzzles=[*PUZZLES, None], solutions=[*MADE["solution"], None])
    assert scores["verdict"].to_pylist() == ["exact"] * 30 + [None]


def test_tables_are_shown() -> None:
    lines = repr(SOLVED).splitlines()
    assert re.fullmatch(r"puzzle  line  clues  strategy  .* …  .* solution", lines[0])
    assert len(lines) == 1 + 5 + 1 + 5 + 1 and lines[-1] == "31 rows, 12 columns"
    assert re.fullmatch(r" +…( +…)+", lines[6]) and max(map(len, lines)) <= 112
    assert repr(SOLVED[:2]).splitlines()[-1] == "2 rows, 12 columns" and "…" in repr(SOLVED[:2])
    assert repr(SOLVED["line"]).split() == ["1", "2", "3", "4", "5", "…", "27", "28", "29", "30", "31"]
    html = SOLVED._repr_html_()
    assert all(f">{name}</th>" in html for name in SOLVED.columns) and html.count("<tr>") == 12


def test_results_are_shown() -> None:
    results = sudoku_bench.run([*PUZZLES, None], strategies=["dlx", "forward-checking"])
    summary = pl.DataFrame(results.summary)
    sums = pl.DataFrame(results).group_by("strategy").agg(pl.sum("nodes", "guesses", "backtracks"), pl.mean("latency_ns"))
    names = ["strategy", "nodes", "guesses", "backtracks", "latency_mean_ns"]
    assert sorted(summary.select(names).rows()) == sorted(sums.rows())
    assert summary.select("strategy", "puzzles", "solved").rows() == [("dlx", 30, 30), ("forward-checking", 30, 30)]
    shown = repr(results).splitlines()
    assert [line.split()[0] for line in shown[:-1]] == ["strategy", "dlx", "forward-checking"]
    assert shown[-1] == "31 rows by 2 strategies" and "<td" in results._repr_html_()
    assert len(results) == 62 and results[1].strategy == "forward-checking"


def test_scores_are_shown() -> None:
    predictions: Any = [*MADE["solution"][:20], *PUZZLES[20:]]
    scores = sudoku_bench.score(predictions, puzzles=PUZZLES)
    assert [line.split() for line in repr(scores).splitlines()[1:3]] == [["exact", "20"], ["incomplete", "10"]]
    assert repr(scores).endswith("\n20 of 30 solved")
    assert "<td" in scores._repr_html_() and len(scores) == 30 and scores[0].verdict == "exact"


def test_html_is_escaped() -> None:
    scores = sudoku_bench.score(PUZZLES, puzzles=PUZZLES)
    html = scores.by(["<script>"] * 30)._repr_html_()
    assert "&lt;script&gt;" in html and "<script>" not in html
