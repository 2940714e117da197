"""Several predictions for each puzzle: a list of samples."""

from __future__ import annotations

from math import isqrt, prod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def samples_of(predictions: Any, puzzles: Any) -> tuple[list[Any], list[int]] | None:
    """Return the samples of all puzzles, and how many each puzzle has; None if there is one prediction a puzzle. A puzzle without
    samples gets a missing one.
    """
    is_table = hasattr(predictions, "columns") or hasattr(predictions, "column_names")
    first, cells = first_of(predictions), size(first_of(puzzles))
    if is_table or not is_list(first) or size(first) > 0 and not are_samples(first, cells):
        return None
    lists = [[None] if is_list(item) and len(item) == 0 else item for item in values_of(predictions)]
    if not all(is_list(item) and are_samples(item, cells) for item in lists):
        return None
    return [sample for samples in lists for sample in samples], [len(samples) for samples in lists]


def are_samples(items: Any, cells: int) -> bool:
    """Return False for the rows or the cells of one grid."""
    side = isqrt(cells)
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) + sum(item is None for item in items) < len(items):
        return all(not is_single(item) and size(item) == cells for item in items)
    most = {side: 3 * side, cells: 2}.get(len(texts), -1)
    return any(len(text) > most for text in texts) or not texts


def first_of(column: Any) -> Any:
    try:
        first = column[0]
    except (TypeError, KeyError, IndexError):
        return None
    return first.as_py() if hasattr(first, "as_py") else first


def is_single(item: Any) -> bool:
    return item is None or isinstance(item, str) or not hasattr(item, "__len__")


def is_list(item: Any) -> bool:
    return not isinstance(item, str) and hasattr(item, "__len__")


def size(grid: Any) -> int:
    """Return the number of cells of a grid: a text, an array, or lists."""
    if hasattr(grid, "to_list"):
        # The shape of a series of Polars does not count what its rows hold.
        return sum(map(size, grid.to_list()))
    if hasattr(grid, "shape"):
        return prod(grid.shape)
    if isinstance(grid, str):
        return len(grid)
    return sum(map(size, grid)) if is_list(grid) else 1


def values_of(column: Any) -> list[Any]:
    for name in ["to_pylist", "to_list", "tolist"]:
        if hasattr(column, name):
            return list(getattr(column, name)())
    return list(column)
