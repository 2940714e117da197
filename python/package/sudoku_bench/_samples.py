"""Several predictions for each puzzle: a list of samples or steps, or an axis of an array."""

from __future__ import annotations

from math import isqrt, prod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def samples_of(predictions: Any, puzzles: Any) -> tuple[list[Any], list[int]] | None:
    """Return the samples of all puzzles, and how many each puzzle has; None if there is one prediction a puzzle. A puzzle without
    samples gets a missing one.
    """
    cells = size(first_of(puzzles))
    shape: Any = getattr(predictions, "shape", ())
    if hasattr(predictions, "reshape") and len(shape) > 2 and (cells == shape[-1] or len(shape) > 3 and cells == shape[-1] * shape[-2]):
        return predictions.reshape(-1, cells), [prod(shape[1:]) // cells] * shape[0]
    is_table = hasattr(predictions, "columns") or hasattr(predictions, "column_names")
    first = first_of(predictions)
    if is_table or not is_list(first) or size(first) > 0 and not are_samples(first, cells):
        return None
    lists = [[None] if is_list(item) and len(item) == 0 else item for item in values_of(predictions)]
    if not all(is_list(item) and are_samples(item, cells) for item in lists):
        return None
    return [sample for samples in lists for sample in samples], [len(samples) for samples in lists]


def numbers_of(name: str, numbers: Any, counts: list[int]) -> list[Any]:
    """Return a number for each prediction. `numbers` has a list for each puzzle, or one for all puzzles, which the predictions of a puzzle
    go through once or several times.
    """
    numbers = values_of(numbers)
    if numbers and not any(map(is_list, numbers)):
        if any(count % len(numbers) for count in counts):
            raise ValueError(f"{name}: {len(numbers)} numbers, but a puzzle has another number of predictions")
        return [number for count in counts for number in numbers * (count // len(numbers))]
    lists = [list(flattened(of_puzzle)) for of_puzzle in numbers]
    if list(map(len, lists)) != counts:
        raise ValueError(f"{name}: there must be a number for each prediction")
    return [number for of_puzzle in lists for number in of_puzzle]


def flattened(numbers: Any) -> Iterator[Any]:
    for item in values_of(numbers) if is_list(numbers) else [numbers]:
        if is_list(item):
            yield from flattened(item)
        else:
            yield float("nan") if item is None else item


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
