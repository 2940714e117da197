"""`Table` and `Column`: Arrow data that behaves as Python expects."""

from __future__ import annotations

from collections import namedtuple
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, SupportsIndex, overload

    from arro3.core import Array, RecordBatch

# Rows that are shown of a longer table: half of them are the first ones.
SHOWN_ROWS = 10
# Characters that are shown of a longer text, such as a grid.
SHOWN_CHARACTERS = 20
# The greatest width of a table as text; columns in the middle are left out.
WIDTH = 110
# Stands for what is left out.
MORE = "…"


def index_of(number: SupportsIndex, rows: int) -> int:
    """Return the index from 0 of a number that may count from the end."""
    try:
        return range(rows)[number]
    except IndexError:
        raise IndexError(f"there is no row {number}: there are {rows}") from None


def rows_of(rows: slice, length: int) -> tuple[int, int]:
    """Return the first row of a slice, and the number of rows."""
    selected = range(length)[rows]
    if selected.step != 1:
        raise ValueError("a slice has all rows between its ends: leave out the step")
    return selected.start, len(selected)


def kind_of(array: Array) -> str:
    """Return the name of the type of an array in `arro3.core.DataType`."""
    if is_text(array):
        return "large_utf8"
    return next(kind for kind in ("int64", "float64", "bool") if kind[:3] in repr(array.type).lower())


def array_of(values: list[Any], kind: str) -> Array:
    """Return the array of these values, as `kind_of` and `to_pylist` describe it."""
    from arro3.core import Array, DataType

    return Array(values, getattr(DataType, kind)())


def described(table: Table) -> dict[str, tuple[list[Any], str]]:
    """Return the columns of a table for a pickle."""
    columns = {name: table[name] for name in table.columns}
    return {name: (column.to_pylist(), kind_of(column._array)) for name, column in columns.items()}


def batch_of(columns: dict[str, tuple[list[Any], str]]) -> RecordBatch:
    """Return the batch that `described` describes."""
    from arro3.core import RecordBatch

    return RecordBatch.from_pydict({name: array_of(values, kind) for name, (values, kind) in columns.items()})


def column_of(values: list[Any], kind: str) -> Column:
    return Column(array_of(values, kind))


def table_of(columns: dict[str, tuple[list[Any], str]]) -> Table:
    return Table(batch_of(columns))


@cache
def row_class(columns: tuple[str, ...]) -> Any:
    """Return the class of the rows of tables with these columns."""

    def reduce(row: tuple[Any, ...]) -> Any:
        return row_of, (columns, tuple(row))

    return type("Row", (namedtuple("Row", columns),), {"__slots__": (), "__reduce__": reduce})


def row_of(columns: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    return row_class(columns)(*values)


class Column:
    """A column of a result: numbers, strings or booleans, or None where there is no value.

    It is an Arrow array: `pyarrow.array(column)`, `polars.Series(column)`, `pandas.Series(column)` and `numpy.asarray(column)` take it,
    and so do all functions of this package. In NumPy, strings are objects, and numbers with nulls are floats with NaN.
    """

    def __init__(self, array: Array) -> None:
        self._array = array

    @property
    def null_count(self) -> int:
        """The number of nulls."""
        return self._array.null_count

    def to_pylist(self) -> list[Any]:
        """Return the values as a list."""
        return self._array.to_pylist()  # type: ignore[return-value]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        if copy is False:
            raise ValueError("a column is copied to NumPy: leave out copy=False")
        if self.null_count == 0 and not is_text(self._array):
            return numpy.array(self._array, dtype)
        own_type = "float64" if is_number(self._array) else "object"
        return numpy.array(self.to_pylist(), own_type).astype(dtype or own_type)

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self._array.__arrow_c_array__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._array.__arrow_c_schema__()

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: SupportsIndex, /) -> Any: ...
        @overload
        def __getitem__(self, key: slice, /) -> Column: ...

    def __getitem__(self, key: Any, /) -> Any:
        if isinstance(key, slice):
            return Column(self._array.slice(*rows_of(key, len(self))))
        return self._array[index_of(key, len(self))].as_py()

    def __eq__(self, other: object) -> Column:  # type: ignore[override]
        """Compare each value with one value, or with as many values: `numpy.mean(solved["status"] == "solved")`."""
        from arro3.core import Array, DataType

        values = self.to_pylist()
        others = list(other) if hasattr(other, "__iter__") and not isinstance(other, str) else [other] * len(values)
        if len(others) != len(values):
            raise ValueError(f"a column of {len(values)} values is compared with {len(others)}")
        return Column(Array([value == wanted for value, wanted in zip(values, others, strict=True)], DataType.bool()))

    def __ne__(self, other: object) -> Column:  # type: ignore[override]
        return (self == other) == False  # noqa: E712

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.to_pylist())

    def __len__(self) -> int:
        return len(self._array)

    def __reduce__(self) -> Any:
        return column_of, (self.to_pylist(), kind_of(self._array))

    def __repr__(self) -> str:
        return text_of([shown("", self._array)], "")


class Table:
    """A table: `table["name"]` is a column, `table[["a", "b"]]` a table of some columns, `table[0]` a row, `table[:5]` a table of some
    rows.

    Rows are named tuples, and a loop over the table is a loop over its rows. The table is an Arrow record batch without a copy:
    `polars.DataFrame(table)`, `pandas.DataFrame.from_arrow(table)`, `pyarrow.table(table)`, `duckdb.sql("FROM table")`. Also
    `pandas.DataFrame(table)`, which is slower, as it reads row by row, and `dict(table)`, which has the columns.
    """

    def __init__(self, batch: RecordBatch) -> None:
        self._batch = batch

    @property
    def _named(self) -> Any:
        """The class of the rows."""
        return row_class(tuple(self.columns))

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._batch.column_names

    @property
    def num_rows(self) -> int:
        """The number of rows."""
        return self._batch.num_rows

    @property
    def num_columns(self) -> int:
        """The number of columns."""
        return self._batch.num_columns

    def keys(self) -> list[str]:
        """Return the names of the columns, so that `dict(table)` has the columns."""
        return self.columns

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self._batch.__arrow_c_array__(requested_schema)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        from arro3.core import RecordBatchReader

        return RecordBatchReader.from_batches(self._batch.schema, [self._batch]).__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._batch.__arrow_c_schema__()

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: str, /) -> Column: ...
        @overload
        def __getitem__(self, key: list[str], /) -> Table: ...
        @overload
        def __getitem__(self, key: SupportsIndex, /) -> Any: ...
        @overload
        def __getitem__(self, key: slice, /) -> Table: ...

    def __getitem__(self, key: Any, /) -> Any:
        if isinstance(key, slice):
            return Table(self._batch.slice(*rows_of(key, len(self))))
        if isinstance(key, list):
            return Table(self._batch.select([self._known(name) for name in key]))
        if not isinstance(key, str):
            row = index_of(key, len(self))
            return self._named(*(column[row].as_py() for column in self._batch.columns))
        return Column(self._batch.column(self._known(key)))

    def _known(self, name: str) -> str:
        """Return the name of a column that there is."""
        if name not in self.columns:
            raise KeyError(f'no column is named "{name}"; there are {", ".join(self.columns)}')
        return name

    def __iter__(self) -> Iterator[Any]:
        return map(self._named, *(column.to_pylist() for column in self._batch.columns))

    def __len__(self) -> int:
        return self.num_rows

    def __reduce__(self) -> Any:
        return table_of, (described(self),)

    def _shown(self) -> tuple[list[ShownColumn], str]:
        """Return the columns as they are shown, and the line below them."""
        rows, columns = (f"{number:,} {noun}" + "s" * (number != 1) for number, noun in [(len(self), "row"), (self.num_columns, "column")])
        return [shown(name, self[name]._array) for name in self.columns], f"{rows}, {columns}"

    def __repr__(self) -> str:
        return text_of(*self._shown())

    def _repr_html_(self) -> str:
        return html_of(*self._shown())


# The name of a column, whether it has numbers, and its cells as text.
ShownColumn = tuple[str, bool, list[str]]


def is_text(array: Array) -> bool:
    return "Utf8" in repr(array.type)


def is_number(array: Array) -> bool:
    return not is_text(array) and "Bool" not in repr(array.type)


def shown(name: str, array: Array) -> ShownColumn:
    """Return the first and the last rows of a column, with a row for those between."""
    half = SHOWN_ROWS // 2
    if len(array) <= SHOWN_ROWS:
        cells = [cell(value) for value in array.to_pylist()]
    else:
        first, last = array.slice(0, half), array.slice(len(array) - half)
        cells = [*map(cell, first.to_pylist()), MORE, *map(cell, last.to_pylist())]
    return name, is_number(array), cells


def cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    text = str(value)
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + MORE


def text_of(columns: list[ShownColumn], title: str) -> str:
    columns, widths = fitting(columns)
    lines = []
    for row in zip(*([name, *cells] for name, _, cells in columns), strict=True):
        padded = zip(row, widths, columns, strict=True)
        cells = (text.rjust(width) if right else text.ljust(width) for text, width, (_, right, _) in padded)
        lines.append("  ".join(cells).rstrip())
    return "\n".join([*lines, title]).strip("\n")


def fitting(columns: list[ShownColumn]) -> tuple[list[ShownColumn], list[int]]:
    """Return the columns that fit and their widths, with a gap in place of those in the middle that do not."""
    gap = (MORE, False, [MORE] * len(columns[0][2]))
    shown, widths = columns, [0]
    for left_out in range(max(1, len(columns) - 1)):
        middle = (len(columns) - left_out + 1) // 2
        shown = [*columns[:middle], gap, *columns[middle + left_out :]] if left_out else columns
        widths = [max(map(len, [name, *cells])) for name, _, cells in shown]
        if sum(widths) + 2 * len(widths) <= WIDTH:
            break
    return shown, widths


def html_of(columns: list[ShownColumn], title: str) -> str:
    from html import escape

    sides = ["right" if right else "left" for _, right, _ in columns]

    def row(tag: str, cells: tuple[str, ...]) -> str:
        return "".join(f'<{tag} style="text-align: {side}">{escape(text)}</{tag}>' for side, text in zip(sides, cells, strict=True))

    header, *rows = zip(*([name, *cells] for name, _, cells in columns), strict=True)
    body = "".join(f"<tr>{row('td', cells)}</tr>\n" for cells in rows)
    return f"<table>\n<thead><tr>{row('th', header)}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n<p>{escape(title)}</p>\n"
