"""A SAT solver as an engine: sat.py [--version] SOLVER, where SOLVER is a name of python-sat, such as glucose4 or cadical195.

A variable says that a blank cell has a value that no given excludes. The clauses are those of the extended encoding: each cell
has one value at least and one at most, and so each value has a place in every row, column and box (Lynce and Ouaknine, "Sudoku
as a SAT problem", 2006). Each solution is excluded by one more clause until no other is found.

Decisions are reported as guesses, and conflicts as backtracks. A node limit is a limit of conflicts, which the solver checks
when it restarts. The latency is that of the search, without the encoding in Python and the loading of the clauses.
"""

import importlib.metadata
import itertools
import sys
import time
from collections.abc import Iterable

from pysat.solvers import Solver

VALUES = "123456789ABCDEFGHIJKLMNOP"


class Shape:
    """The units of grids of a shape."""

    def __init__(self, side: int, box_height: int, box_width: int) -> None:
        self.side = side
        boxes_in_a_row = side // box_width
        self.units: list[list[int]] = [[] for _ in range(3 * side)]
        self.units_of: list[tuple[int, int, int]] = []
        for cell in range(side * side):
            row, column = divmod(cell, side)
            box = row // box_height * boxes_in_a_row + column // box_width
            self.units_of.append((row, side + column, 2 * side + box))
            for unit in self.units_of[cell]:
                self.units[unit].append(cell)


class Formula:
    """The clauses of a puzzle. One is empty if the givens leave a cell without a value, or a value without a place."""

    def __init__(self, shape: Shape, puzzle: str) -> None:
        self.puzzle = puzzle
        values = VALUES[: shape.side]
        given = [{puzzle[cell] for cell in unit} for unit in shape.units]
        blanks = [cell for cell, value in enumerate(puzzle) if value == "."]
        # The variable of each blank cell and value, from 1.
        self.variables: dict[tuple[int, str], int] = {}
        for cell, value in itertools.product(blanks, values):
            if not any(value in given[unit] for unit in shape.units_of[cell]):
                self.variables[cell, value] = len(self.variables) + 1
        groups = [self.present((cell, value) for value in values) for cell in blanks]
        for unit, values_there in zip(shape.units, given):
            groups += [self.present((cell, value) for cell in unit) for value in values if value not in values_there]
        self.clauses = groups + [[-a, -b] for group in groups for a, b in itertools.combinations(group, 2)]

    def present(self, pairs: Iterable[tuple[int, str]]) -> list[int]:
        """Returns the variables of those pairs that have one."""
        return [self.variables[pair] for pair in pairs if pair in self.variables]

    def grid(self, model: list[int]) -> str:
        """Returns the solution that a model is."""
        chosen = {literal for literal in model if literal > 0}
        value_of = {cell: value for (cell, value), variable in self.variables.items() if variable in chosen}
        return "".join(value_of.get(cell, given) for cell, given in enumerate(self.puzzle))


def search(solver: Solver, formula: Formula, max_solutions: int, conflict_limit: int) -> str:
    """Returns the first solution, or `-` or `?`, and the number of solutions."""
    first = "-"
    found = 0
    while found < max_solutions:
        if conflict_limit >= 0:
            solver.conf_budget(max(conflict_limit - solver.accum_stats()["conflicts"], 0))
        result = solver.solve_limited() if conflict_limit >= 0 else solver.solve()
        if result is None:
            return "?"
        if not result:
            break
        model = solver.get_model()
        found += 1
        first = formula.grid(model) if found == 1 else first
        solver.add_clause([-literal for literal in model if literal > 0])
    return f"{first} solutions={found}"


def answer(formula: Formula, name: str, max_solutions: int, conflict_limit: int) -> str:
    """Returns the line that answers a puzzle."""
    if not all(formula.clauses):
        return "- guesses=0 backtracks=0 ns=0"
    with Solver(name, bootstrap_with=formula.clauses) as solver:
        begin = time.perf_counter_ns()
        found = search(solver, formula, max_solutions, conflict_limit)
        ns = time.perf_counter_ns() - begin
        statistics = solver.accum_stats()
    return f"{found} guesses={statistics['decisions']} backtracks={statistics['conflicts']} ns={ns}"


def main() -> None:
    *options, name = sys.argv[1:]
    if options:
        print(f"{name} of python-sat {importlib.metadata.version('python-sat')}")
        return
    shape, max_solutions, conflict_limit = Shape(9, 3, 3), 1, -1
    for line in sys.stdin:
        first, *words = line.split()
        if first == "shape":
            shape = Shape(**{key: int(value) for key, value in (word.split("=") for word in words)})
        elif first == "settings":
            settings = {key: int(value) for key, value in (word.split("=") for word in words)}
            max_solutions, conflict_limit = settings["max_solutions"], settings.get("node_limit", -1)
        else:
            print(answer(Formula(shape, first), name, max_solutions, conflict_limit), flush=True)


main()
