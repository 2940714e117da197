"""`candidates`, `conflicts`, `status` and `is_solvable` against the rules in plain Python, on random partial grids."""

import random
from typing import Any

import numpy as np
import pytest

import sudoku_bench

# The rows and columns of a box.
SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (1, 5), (2, 4), (4, 4), (5, 5)]


def grids_of(rows: int, columns: int, count: int) -> Any:
    """Returns parts of solutions, in half of which some cells have random values."""
    side = rows * columns
    dice = random.Random(side)
    full = [[(row % rows * columns + row // rows + column) % side + 1 for column in range(side)] for row in range(side)]
    grids = []
    for index in range(count):
        names = dice.sample(range(1, side + 1), side)
        shown = dice.random()
        grid = [[names[value - 1] if dice.random() < shown else 0 for value in row] for row in full]
        for _ in range(dice.randrange(1, 4) if index % 2 else 0):
            grid[dice.randrange(side)][dice.randrange(side)] = dice.randrange(side + 1)
        grids.append(grid)
    return np.array(grids)


def peers(grid: Any, row: int, column: int, rows: int, columns: int) -> list[int]:
    """Returns the values of the other cells of the units of a cell."""
    side = rows * columns
    return [
        int(grid[r, c])
        for r in range(side)
        for c in range(side)
        if (r, c) != (row, column) and (r == row or c == column or (r // rows, c // columns) == (row // rows, column // columns))
    ]


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_rules(rows: int, columns: int) -> None:
    side = rows * columns
    grids = grids_of(rows, columns, 30 if side < 16 else 4)
    shape = f"{rows}x{columns}"
    masks = sudoku_bench.candidates(grids, shape=shape)
    booleans = sudoku_bench.candidates(grids, shape=shape, booleans=True)
    conflicts = sudoku_bench.conflicts(grids, shape=shape)
    assert masks.shape == conflicts.shape == grids.shape and booleans.shape == (*grids.shape, side)
    assert masks.dtype == (np.uint8 if side <= 8 else np.uint16 if side <= 16 else np.uint32)
    for index, row, column in np.ndindex(grids.shape):
        around = peers(grids[index], row, column, rows, columns)
        value = grids[index, row, column]
        allowed = [value == 0 and other not in around for other in range(1, side + 1)]
        assert booleans[index, row, column].tolist() == allowed
        assert masks[index, row, column] == sum(1 << bit for bit, is_allowed in enumerate(allowed) if is_allowed)
        assert conflicts[index, row, column] == (value > 0 and value in around)


@pytest.mark.parametrize(("rows", "columns"), SHAPES[:-1])
def test_statuses_are_those_of_solve(rows: int, columns: int) -> None:
    shape = f"{rows}x{columns}"
    grids = grids_of(rows, columns, 200 if rows * columns < 16 else 20)
    solved = sudoku_bench.solve(grids, shape=shape, max_solutions=2)
    found = sudoku_bench.status(grids, shape=shape, several=True)
    words = {"invalid": "conflict", "unsolvable": "unsolvable"}
    for grid, row, status in zip(grids, solved, found, strict=True):
        full = "solved" if (grid > 0).all() else ["solvable", "several"][row.solutions - 1]
        assert status == (full if row.status == "solved" else words[row.status])
    assert len(set(found)) > 2
    one = sudoku_bench.status(grids, shape=shape)
    assert np.array_equal(one, np.where(found == "several", "solvable", found))
    assert np.array_equal(sudoku_bench.is_solvable(grids, shape=shape), np.isin(one, ["solved", "solvable"]))


def test_moves_that_keep_the_solution_are_right() -> None:
    made = sudoku_bench.generate(100, clues=(22, 26), seed=4)
    puzzles, solutions = (sudoku_bench.to_numpy(made[name]) for name in ["puzzle", "solution"])
    rows = np.arange(100)
    cells = (puzzles == 0).argmax(axis=1)
    for shift in range(9):
        grids = puzzles.copy()
        grids[rows, cells] = 1 + (solutions[rows, cells] - 1 + shift) % 9
        assert sudoku_bench.is_solvable(grids).tolist() == [shift == 0] * 100


def test_grids_of_every_kind() -> None:
    text = "3102200002100320"
    flat = np.array([[int(cell) for cell in text]])
    expected = sudoku_bench.candidates([text])
    for grids in [flat, flat.astype(np.int8)[:, ::-1][:, ::-1], flat.tolist(), np.asfortranarray(np.repeat(flat, 3, 0))[:1]]:
        assert np.array_equal(sudoku_bench.candidates(grids), expected)
    assert sudoku_bench.candidates(flat.reshape(1, 4, 4)).shape == (1, 4, 4)
    assert sudoku_bench.candidates(np.zeros((0, 81), int)).shape == (0, 81)
    assert sudoku_bench.conflicts([]).shape == (0, 81)
    assert sudoku_bench.status([text, None, "no"], shape=4).tolist() == ["solvable", "rejected", "rejected"]
    assert sudoku_bench.is_solvable([None], shape=4).tolist() == [False]
    assert sudoku_bench.status(np.zeros((1, 81), int), several=True, node_limit=1).tolist() == ["node-limit"]
    for call in [sudoku_bench.candidates, sudoku_bench.conflicts]:
        with pytest.raises(ValueError, match="grids: row 1 is not a grid of side 4"):
            call(np.array([flat[0], flat[0] + 9]))
