"""Grids of 4×4, 6×6 and 9×9 cells: their units, their cells as text, and their solutions.

A grid is a list of n² values: 1 to n, 0 for a blank. WRONG stands for a symbol that is neither, and values above n are kept.
"""

from itertools import chain, groupby

BLANKS = "0._*-?xX"
# White space and what the notations of puzzles in FORMAT.md have between cells.
SEPARATORS = ",;|/[](){}\"'"
WRONG = -1
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}  # rows and columns of a box


def side(puzzle):
    return next(n for n in BOXES if n * n == len(puzzle))


def units(n):
    """The 3n units: rows, columns and boxes, each as a list of cells."""
    height, width = BOXES[n]
    rows = [[(row, column) for column in range(n)] for row in range(n)]
    columns = [[(row, column) for row in range(n)] for column in range(n)]
    boxes = [[(top + row, left + column) for row in range(height) for column in range(width)]
             for top in range(0, n, height) for left in range(0, n, width)]
    return [[row * n + column for row, column in unit] for unit in rows + columns + boxes]


def value(symbol):
    if symbol in BLANKS:
        return 0
    return int(symbol) if symbol in "123456789" else WRONG


def cells(text):
    """The cells that a text holds, however many."""
    return [value(symbol) for symbol in text or "" if not is_separator(symbol)]


def is_separator(symbol):
    """White space by Unicode, which Python sees in four control characters too, and marks between cells."""
    return symbol in SEPARATORS or symbol.isspace() and not "\x1c" <= symbol <= "\x1f"


def text(grid):
    return "".join(map(str, grid))


def rows(grid, between=" "):
    """The grid as n lines."""
    n = side(grid)
    return "\n".join(between.join(map(str, grid[start:start + n])) for start in range(0, n * n, n))


def class_of(puzzle):
    """The smallest of all images of a puzzle of 4×4, which isomorphs share."""
    lines = [(*one, *other) for first, second in (((0, 1), (2, 3)), ((2, 3), (0, 1)))
             for one in (first, first[::-1]) for other in (second, second[::-1])]
    images = ([puzzle[4 * row + column] for row in rows for column in columns] for rows in lines for columns in lines)
    turned = ([puzzle[4 * column + row] for row in rows for column in columns] for rows in lines for columns in lines)
    return min(map(renamed, chain(images, turned)))


def renamed(grid):
    """The grid with its values numbered in the order in which they appear."""
    names = {0: 0}
    return tuple(names.setdefault(value, len(names)) for value in grid)


def duplicates(grid):
    """Sum of filled cells minus distinct values over all units."""
    filled = ([grid[cell] for cell in unit if grid[cell] != 0] for unit in units(side(grid)))
    return sum(len(values) - len(set(values)) for values in filled)


def keeps_givens(puzzle, grid):
    return all(given in (0, cell) for given, cell in zip(puzzle, grid))


def is_solution(puzzle, grid):
    n = side(puzzle)
    complete = len(grid) == n * n and all(1 <= cell <= n for cell in grid)
    return complete and keeps_givens(puzzle, grid) and duplicates(grid) == 0


def solutions(puzzle, limit):
    """The first solutions of a puzzle, at most `limit`, by trying the values of the blank with the fewest candidates."""
    n = side(puzzle)
    every_unit = units(n)
    peers = [set(chain.from_iterable(unit for unit in every_unit if cell in unit)) for cell in range(n * n)]
    found = []

    def candidates(grid, cell):
        return set(range(1, n + 1)) - {grid[peer] for peer in peers[cell]}

    def search(grid):
        blanks = [cell for cell in range(n * n) if grid[cell] == 0]
        if not blanks:
            found.append(grid)
            return
        cell = min(blanks, key=lambda blank: len(candidates(grid, blank)))
        for candidate in sorted(candidates(grid, cell)):
            if len(found) < limit:
                search(grid[:cell] + [candidate] + grid[cell + 1:])

    search(list(puzzle))
    return found


def grouped(items, key):
    """Key → items, in the order of the keys."""
    return {name: list(group) for name, group in groupby(sorted(items, key=key), key)}


def image(grid, transform):
    """The image of a grid as cells; `transform` is ROWS/COLUMNS/VALUES, and /T if the grid is transposed first. Sides up to 9."""
    rows, columns, values, *transposed = transform.split("/")
    n = len(rows)
    at = (lambda row, column: grid[column * n + row]) if transposed else (lambda row, column: grid[row * n + column])
    names = [0, *map(int, values)]
    return [names[at(int(row) - 1, int(column) - 1)] for row in rows for column in columns]
