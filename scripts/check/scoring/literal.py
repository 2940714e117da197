"""The verdict and the counts of a prediction, and its value for each published scorer of Sudoku predictions.

Written to be read beside the descriptions of the scorers, not to be fast. The program computes the same in another way;
scripts/check/scores compares both. A prediction is a text, or None. A puzzle and a label are grids (see grids.py).
"""

import ast
import re

from scoring import extraction
from scoring.grids import WRONG, cells, duplicates, is_solution, keeps_givens, rows, side, text, units


def verdict(puzzle, label, grid):
    """The first verdict that holds. `grid` is what was read from the prediction."""
    n = side(puzzle)
    if not grid:
        return "missing"
    if len(grid) != n * n or WRONG in grid or max(grid) > n:
        return "malformed"
    if 0 in grid:
        return "incomplete"
    if not keeps_givens(puzzle, grid):
        return "givens_changed"
    if duplicates(grid) > 0:
        return "conflict"
    return "exact" if label is None or grid == label else "valid_other"


def right(puzzle, label, grid, only_blanks):
    """Number of cells, or of blanks, that are as in the label: none unless the prediction has n² cells."""
    if len(grid) != len(puzzle):
        return 0
    return sum(cell == wanted for given, wanted, cell in zip(puzzle, label, grid) if given == 0 or not only_blanks)


def neutral(puzzle, label, prediction):
    """The verdict and the counts of a row. None stands for a count that the row does not have."""
    grid = cells(prediction)
    name = verdict(puzzle, label, grid)
    readable = name not in ("missing", "malformed")
    return {
        "verdict": name,
        "cells_right": None if label is None else right(puzzle, label, grid, only_blanks=False),
        "cells": len(puzzle),
        "blanks_right": None if label is None else right(puzzle, label, grid, only_blanks=True),
        "blanks": puzzle.count(0),
        # A given that the prediction leaves blank has no other value.
        "changed": sum(given != 0 != cell != given for given, cell in zip(puzzle, grid)) if readable else None,
        "dup": duplicates(grid) if readable else None,
        "label_wrong": None if label is None else not is_solution(puzzle, label),
    }


# Scorers of arrays: n² values, the largest of the logits of each cell.


def hrm(puzzle, label, prediction):
    """Right cells, givens included, and whether all are right."""
    equal = right(puzzle, label, cells(prediction), only_blanks=False)
    return equal, equal == len(puzzle)


def blank_cells(puzzle, label, prediction):
    """Right blanks, and whether all are right. The predicted givens are never looked at."""
    grid = cells(prediction)
    equal = right(puzzle, label, grid, only_blanks=True)
    return equal, len(grid) == len(puzzle) and equal == puzzle.count(0)


def satnet(puzzle, prediction):
    """Each unit has the minimum 1, the maximum n and the sum of 1 to n. Neither label nor givens count."""
    n, grid = side(puzzle), cells(prediction)
    if len(grid) != n * n:
        return False
    values = [[grid[cell] for cell in unit] for unit in units(n)]
    return all(min(unit) == 1 and max(unit) == n and sum(unit) == n * (n + 1) // 2 for unit in values)


def shah(puzzle, label, prediction):
    """Right cells of those predicted, the blanks, and whether every unit gets every value when the givens are put back.

    The value 0 counts as n in a unit, where it is the index -1."""
    n = side(puzzle)
    triples = predicted_triples(puzzle, prediction)
    if triples is None:
        return 0, False
    hits, board = 0, list(puzzle)
    for row, column, value in triples:
        if row >= n or column >= n:
            board = None
            continue
        hits += label[row * n + column] == value
        if board is not None:
            board[row * n + column] = value or n
    complete = board is not None and all({board[cell] for cell in unit} == set(range(1, n + 1)) for unit in units(n))
    return hits, complete


def predicted_triples(puzzle, prediction):
    """(row, column, value) of each blank in a grid, or of as many numbers as triples of all cells or of the blanks have; else
    None."""
    n, grid = side(puzzle), cells(prediction)
    if len(grid) == n * n:
        return [(*divmod(cell, n), n + 1 if grid[cell] == WRONG else grid[cell])
                for cell, given in enumerate(puzzle) if given == 0]
    numbers = [int(word[:20]) for word in re.findall("[0-9]+", prediction or "")]
    triples = list(zip(numbers[::3], numbers[1::3], numbers[2::3]))
    if len(numbers) == 3 * len(puzzle):
        return triples[len(puzzle) - puzzle.count(0):]
    return triples if numbers and len(numbers) == 3 * puzzle.count(0) else None


# Scorers of texts


def right_blanks(puzzle, label, answer):
    """Number of blanks with the character of the label. Of the answer, n² characters count, and 0 stands for what is missing."""
    filled_up = answer.ljust(len(puzzle), "0")
    return sum(given == 0 and str(wanted) == character for given, wanted, character in zip(puzzle, label, filled_up))


def d1(puzzle, label, prediction):
    """Right blanks."""
    return right_blanks(puzzle, label, extraction.d1(prediction or "", len(puzzle)))


def d1_reward(puzzle, label, prediction):
    """Share of right blanks."""
    answer = extraction.last_answer(prediction or "")
    if not answer or puzzle.count(0) == 0:
        return 0.0
    return right_blanks(puzzle, label, answer) / puzzle.count(0)


def reasoning_gym(label, prediction):
    """1 for the text of the label, else up to 0.9 for the equal cells of the lines with n digits; less if it is longer."""
    if not prediction:
        return 0.0
    n, wanted = side(label), rows(label)
    if [line.rstrip() for line in prediction.split("\n")] == wanted.split("\n"):
        score = 1.0
    else:
        lines = [[int(symbol) for symbol in line if symbol in "123456789"] for line in prediction.split("\n")]
        grid = [cell for line in [line for line in lines if len(line) == n][:n] for cell in line]
        score = 0.9 * (sum(map(int.__eq__, label, grid)) / (n * n))
    return score * min(1.0, len(wanted) / len(prediction))


def sakana(label, prediction):
    """The last n² digits of the answer are the label. Its tags may have any case."""
    return extraction.last_answer(prediction or "", re.IGNORECASE)[-len(label):] == text(label)


def number(word):
    """The number that a word of digits is, or None."""
    try:
        return int(word) if word.strip().isdigit() else None
    except ValueError:  # a digit such as `²`
        return None


def table(block):
    """The rows of numbers of a block: between spaces, between commas, or a list of Python."""
    lines = [line.strip() for line in block.split("\n") if line.strip()]
    for separator in (None, ","):
        numbers = [[number(word) for word in line.split(separator)] for line in lines]
        if numbers and all(None not in row for row in numbers):
            return numbers
    return python_list(block)


def python_list(block):
    """The list of Python in a block."""
    try:
        return ast.literal_eval(block)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def solves(puzzle, square):
    """Whether n rows of n numbers are a solution of the puzzle."""
    n = side(puzzle)
    sequences = isinstance(square, (list, tuple)) and all(isinstance(row, (list, tuple)) for row in square)
    if not sequences or [len(row) for row in square] != [n] * n:
        return False
    grid = [cell for row in square for cell in row]
    return all(isinstance(cell, int) for cell in grid) and is_solution(puzzle, grid)


def enigmata(puzzle, prediction):
    """The last code block is a solution. The label is not used."""
    return solves(puzzle, table(extraction.code_block(prediction or "")))


def synlogic(puzzle, prediction):
    """The list in the last block of Python, or without one the last tuple of tuples, is a solution."""
    block = extraction.python_block(prediction or "") or extraction.tuples(prediction or "")
    return solves(puzzle, python_list(block))


def dream(puzzle, prediction):
    """The first paragraph, cut to the length of n lines of n digits, is a solution. The label is not used."""
    n = side(puzzle)
    lines = extraction.first_paragraph(prediction or "")[:n * (n + 1) - 1].strip().split("\n")
    return solves(puzzle, [[number(symbol) for symbol in line] for line in lines])


def mdm(label, prediction):
    """The words of the text, cut to the number of words of the label, are those of the label."""
    wanted = text(label).split(" ")
    return (prediction or "").strip().split(" ")[:len(wanted)] == wanted
