"""Arrow arrays of every library and type, and clear exceptions for everything else."""

from collections import UserList
from collections.abc import Callable
from typing import Any

import arro3.core
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sudoku_bench

SOURCES: dict[str, Callable[[list[str | None]], Any]] = {
    "pyarrow string": lambda rows: pa.array(rows, pa.string()),
    "pyarrow large_string": lambda rows: pa.array(rows, pa.large_string()),
    "pyarrow string_view": lambda rows: pa.array(rows, pa.string_view()),
    "pyarrow chunked": lambda rows: pa.chunked_array([rows[:3], [], rows[3:400], rows[400:]], pa.string()),
    "pyarrow slice": lambda rows: pa.array(["no", "puzzle", *rows, "at all"], pa.string())[2:-1],
    "pyarrow table": lambda rows: pa.table({"puzzle": pa.array(rows, pa.string())}),
    "pyarrow record batch": lambda rows: pa.record_batch({"puzzle": pa.array(rows, pa.string())}).slice(0),
    "pyarrow reader": lambda rows: pa.table({"p": pa.array(rows, pa.string())}).to_reader(max_chunksize=100),
    "polars": lambda rows: pl.Series(rows, dtype=pl.String),
    "polars chunks": lambda rows: pl.concat([pl.Series(rows[:9]), pl.Series(rows[9:])], rechunk=False),
    "polars slice": lambda rows: pl.Series(["no", *rows, "puzzle"], dtype=pl.String)[1:-1],
    "polars frame": lambda rows: pl.DataFrame({"puzzle": pl.Series(rows, dtype=pl.String)}),
    "pandas": lambda rows: pd.Series(rows, dtype="string[pyarrow]"),
    "pandas frame": lambda rows: pd.DataFrame({"puzzle": pd.Series(rows, dtype="str")}),
    "duckdb": lambda rows: duckdb.sql("SELECT unnest($rows::VARCHAR[]) AS puzzle", params={"rows": rows}),
    "pandas objects": lambda rows: pd.Series(rows, dtype=object),
    "list": lambda rows: rows,
    "numpy": lambda rows: np.array([row or "" for row in rows], dtype="U81"),
    "numpy objects": lambda rows: np.array(rows, dtype=object),
    "numpy strings": lambda rows: np.array([row or "" for row in rows], dtype=np.dtypes.StringDType()),
    "pyarrow dictionary": lambda rows: pa.array(rows, pa.string()).dictionary_encode(),
    "pandas category": lambda rows: pd.Series(rows, dtype="category"),
    "polars categories": lambda rows: pl.Series(rows, dtype=pl.Categorical),
    "sequence": lambda rows: UserList(rows),
    "arro3": lambda rows: arro3.core.Array(rows, arro3.core.DataType.utf8()),
}


@pytest.mark.parametrize("source", SOURCES)
def test_arrays_of_every_library(source: str, minimal: list[str]) -> None:
    rows: list[str | None] = [*minimal[:500], None, "no puzzle", *minimal[500:1000]]
    expected = pl.DataFrame(sudoku_bench.solve(pa.array(rows))).drop("latency_ns")
    solved = pl.DataFrame(sudoku_bench.solve(SOURCES[source](rows), threads=2)).drop("latency_ns")
    assert solved.equals(expected)


@pytest.mark.parametrize("source", [source for source in SOURCES if source not in ("duckdb", "polars chunks")])
def test_empty_arrays(source: str) -> None:
    solved = sudoku_bench.solve(SOURCES[source]([]), SOURCES[source]([]))
    assert (solved.num_rows, solved.num_columns) == (0, 12)
    assert sudoku_bench.is_minimal(SOURCES[source]([])).to_pylist() == []
    assert sudoku_bench.canon(SOURCES[source]([])).num_rows == 0


def test_every_library_takes_results(classics: list[str]) -> None:
    solved = sudoku_bench.solve(pl.Series(classics))
    frames = [pa.record_batch(solved), pl.DataFrame(solved), pd.DataFrame.from_arrow(solved)]
    frames.append(duckdb.sql("FROM solved"))
    assert [len(frame) for frame in frames] == [len(classics)] * 4


PUZZLES = pa.array(["." * 81])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: sudoku_bench.solve([1]), TypeError, "puzzles: holds integers of 1 digits, not grids"),
        (lambda: sudoku_bench.solve([b""]), TypeError, "puzzles: row 0 is bytes, not str or None"),
        (lambda: sudoku_bench.solve(PUZZLES, "x"), TypeError, "solutions: str is not an array of grids; .* pathlib.Path"),
        (lambda: sudoku_bench.canon(None), TypeError, "puzzles: NoneType is not"),  # type: ignore[arg-type]
        (lambda: sudoku_bench.solve(pa.array([1])), TypeError, "puzzles: holds integers of 1 digits, not grids"),
        (lambda: sudoku_bench.is_minimal(pl.Series([b""])), TypeError, "not strings; cast it"),
        (lambda: sudoku_bench.solve(pa.table({"a": PUZZLES, "b": PUZZLES})), TypeError, r"2 columns \(a, b\); select one"),
        (lambda: sudoku_bench.solve(pa.table({})), TypeError, "0 columns"),
        (lambda: sudoku_bench.solve(PUZZLES, pa.array(["", ""])), ValueError, "1 puzzles, but 2 solutions"),
        (lambda: sudoku_bench.solve(PUZZLES, strategy="magic"), ValueError, 'named "magic"; there are naive, '),  # type: ignore[arg-type]
        (lambda: sudoku_bench.solve(PUZZLES, max_solutions=0), ValueError, "max_solutions: 0 is not between 1 and 2"),
        (lambda: sudoku_bench.solve(PUZZLES, node_limit=-1), ValueError, "node_limit: -1 is not"),
        (lambda: sudoku_bench.solve(PUZZLES, threads=1025), ValueError, "threads: 1025 is not between 1 and 1024"),
        (lambda: sudoku_bench.solve(PUZZLES, threads=0.5), TypeError, "threads"),  # type: ignore[arg-type]
        (lambda: sudoku_bench.run(PUZZLES, strategies="dlx"), TypeError, "strategies: dlx is not a list of names"),  # type: ignore[arg-type]
        (lambda: sudoku_bench.run(PUZZLES, strategies=[]), ValueError, "strategies: none is named"),
        (lambda: sudoku_bench.run(PUZZLES, strategies=["dlx", "dlx"]), ValueError, "strategies: dlx is there twice"),
        (lambda: sudoku_bench.generate(1), ValueError, "choose one of clues, minimal, unbiased_minimal and holes"),
        (lambda: sudoku_bench.generate(1, clues=30, minimal=True), ValueError, "choose one"),
        (lambda: sudoku_bench.generate(1, clues=19), ValueError, "19 clues: at least 20"),
        (lambda: sudoku_bench.generate(1, clues=(30, 20)), ValueError, "30 to 20 clues is an empty range"),
        (lambda: sudoku_bench.generate(1, clues=82), ValueError, "clues: 82 is not between 0 and 81"),
        (lambda: sudoku_bench.generate(1, clues="30"), TypeError, "clues: 30 is neither a number nor a tuple"),  # type: ignore[arg-type]
        (lambda: sudoku_bench.generate(-1, clues=30), ValueError, "count: -1 is not"),
    ],
)
def test_wrong_arguments(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_the_error_of_a_stream_is_raised() -> None:
    def batches() -> Any:
        yield pa.record_batch({"puzzle": PUZZLES})
        raise OSError("the disk is gone")

    schema = pa.schema({"puzzle": pa.string()})
    with pytest.raises(ValueError, match="puzzles: .*the disk is gone"):
        sudoku_bench.solve(pa.RecordBatchReader.from_batches(schema, batches()))
