"""Row-major backtracking: the strategy `naive`, in Python."""

import sys
import time


def fits(cells: list[int], cell: int, value: int) -> bool:
    row, column = divmod(cell, 9)
    corner = row // 3 * 27 + column // 3 * 3
    return all(
        cells[row * 9 + i] != value and cells[i * 9 + column] != value and cells[corner + i // 3 * 9 + i % 3] != value
        for i in range(9)
    )


class Search:
    """The search of one puzzle, up to a number of solutions and of nodes."""

    def __init__(self, puzzle: str, max_solutions: int, node_limit: int) -> None:
        self.cells = [0 if cell == "." else int(cell) for cell in puzzle]
        self.blanks = [cell for cell in range(81) if self.cells[cell] == 0]
        self.max_solutions, self.node_limit = max_solutions, node_limit
        self.nodes = self.backtracks = self.solutions = 0
        self.first = "-"

    def run(self, depth: int = 0) -> bool:
        """Returns True once the search is to stop."""
        if depth == len(self.blanks):
            self.solutions += 1
            if self.solutions == 1:
                self.first = "".join(map(str, self.cells))
            return self.solutions == self.max_solutions
        cell = self.blanks[depth]
        for value in range(1, 10):
            if fits(self.cells, cell, value):
                if self.nodes == self.node_limit:
                    self.first = "?"
                    return True
                self.nodes += 1
                self.cells[cell] = value
                if self.run(depth + 1):
                    return True
                self.cells[cell] = 0
                self.backtracks += 1
        return False


def main() -> None:
    max_solutions, node_limit = 1, -1
    for line in sys.stdin:
        words = line.split()
        if words[0] == "settings":
            settings = dict(word.split("=") for word in words[1:])
            max_solutions = int(settings.get("max_solutions", 1))
            node_limit = int(settings.get("node_limit", -1))
            continue
        begin = time.perf_counter_ns()
        search = Search(words[0], max_solutions, node_limit)
        search.run()
        ns = time.perf_counter_ns() - begin
        counts = f"nodes={search.nodes} backtracks={search.backtracks} ns={ns}"
        found = f"solutions={search.solutions} " if search.first != "?" else ""
        print(search.first, found + counts, flush=True)


main()
