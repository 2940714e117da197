"""The recipes for clusters in README.md. Functions for Spark and Ray get the batches that these would hand to them."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import dask.dataframe
import pandas as pd
import pyarrow as pa
import pytest

import sudoku_bench
from conftest import ROOT, column

README = (Path(__file__).parents[1] / "README.md").read_text()
SPARK, RAY, DASK = re.findall(r"```py\nimport .*?```\n", README, re.DOTALL)
PUZZLES = [*column("classics.csv", "puzzle"), "not a puzzle"]
IDS = [f"row {row}" if row % 9 else None for row in range(len(PUZZLES))]
CORPUS = pa.record_batch({"id": IDS, "puzzle": PUZZLES})
PARTS = [CORPUS[:7], CORPUS[7:7], CORPUS[7:]]


def solved(recipe: str) -> Callable[[Any], Any]:
    """Returns the function of a recipe."""
    names: dict[str, Any] = {}
    with patch.dict(sys.modules, ray=ModuleType("ray")):
        exec(recipe.removeprefix("```py\n").rpartition("\n\n")[0], names)
    return names["solved"]  # type: ignore[no-any-return]


def rows(*columns: str, strategies: Any = ("lanes",)) -> list[Any]:
    """Returns columns of the rows of a single call; the id is before them."""
    results = sudoku_bench.run(PUZZLES, strategies=strategies)
    return [(IDS[row.line - 1], *(getattr(row, name) for name in columns)) for row in results]


def test_recipes_are_short() -> None:
    assert all(recipe.count("\n") <= 12 for recipe in [SPARK, RAY, DASK])


def test_spark() -> None:
    batches: Iterator[pa.RecordBatch] = solved(SPARK)(iter(PARTS))
    table = pa.Table.from_batches(batches)
    schema = re.search(r'solved, "(.*)"', SPARK)
    types = {"STRING": pa.large_string(), "BIGINT": pa.int64()}
    assert schema and [(field.name, field.type) for field in table.schema] == [
        (name, types[of_spark]) for name, of_spark in re.findall(r"(\w+) (\w+)", schema[1])
    ]
    found = [tuple(row.values()) for row in table.to_pylist()]
    assert found == rows("strategy", "status", "nodes", strategies=["naive", "dlx"])


def test_ray() -> None:
    table = pa.concat_tables(map(solved(RAY), map(pa.table, PARTS)))
    found = [(row["puzzle"], row["status"], row["nodes"]) for row in table.to_pylist()]
    assert found == rows("status", "nodes")


def test_dask() -> None:
    frame = dask.dataframe.from_pandas(CORPUS.to_pandas(), npartitions=3)  # type: ignore[no-untyped-call]
    mapped = frame.map_partitions(solved(DASK)).compute()
    found = [(None if pd.isna(row.puzzle) else row.puzzle, row.status, row.clues) for row in mapped.itertuples()]
    expected = rows("status", "clues")
    assert [row[:2] for row in found] == [row[:2] for row in expected]
    assert mapped["nodes"].sum() == sum(row[1] for row in rows("nodes") if row[1] is not None)


@pytest.mark.parametrize("data_type", [pa.string(), pa.large_string(), pa.string_view(), pa.uint8(), pa.int64()])
def test_ids_of_every_type(data_type: pa.DataType) -> None:
    ids = pa.array(["7", None, "9"]).cast(data_type)
    results = sudoku_bench.run(PUZZLES[:3], ids=pa.chunked_array([ids[:1], ids[1:]]), strategies=["naive", "dlx"])
    expected = [7, 7, None, None, 9, 9] if pa.types.is_integer(data_type) else ["7", "7", None, None, "9", "9"]
    assert results["puzzle"].to_pylist() == expected
    assert results["line"].to_pylist() == [1, 1, 2, 2, 3, 3]
    assert sudoku_bench.solve(PUZZLES[:3], ids=pa.table({"id": ids}) if expected[0] == "7" else ids)["puzzle"][2] == expected[4]


@pytest.mark.parametrize(
    ("ids", "error", "message"),
    [
        (["a", "b"], ValueError, "there are 3 puzzles, but 2 ids"),
        (pa.array([1, 2]), ValueError, "there are 3 puzzles, but 2 ids"),
        (pa.array([1, 2, 3], pa.uint64()), TypeError, "ids: holds UInt64, not strings"),
        ("abc", TypeError, "ids: str is not"),
    ],
)
def test_wrong_ids(ids: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        sudoku_bench.solve(PUZZLES[:3], ids=ids)
