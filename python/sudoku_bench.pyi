"""Solves Arrow arrays of Sudoku puzzles, compares solving algorithms, and makes puzzles."""

from collections.abc import Sequence
from typing import Final, final

from arro3.core import Array, RecordBatch
from arro3.core.types import ArrowArrayExportable, ArrowStreamExportable

__all__ = ["Results", "Strategy", "__version__", "canon", "generate", "is_minimal", "run", "solve", "strategies"]

__version__: Final[str]

def solve(
    puzzles: ArrowArrayExportable | ArrowStreamExportable,
    solutions: ArrowArrayExportable | ArrowStreamExportable | None = None,
    *,
    strategy: str = "lanes",
    max_solutions: int | None = 1,
    node_limit: int | None = None,
    threads: int | None = None,
) -> RecordBatch: ...
def run(
    puzzles: ArrowArrayExportable | ArrowStreamExportable,
    solutions: ArrowArrayExportable | ArrowStreamExportable | None = None,
    *,
    strategies: Sequence[str] | None = None,
    max_solutions: int | None = 1,
    node_limit: int | None = None,
    threads: int | None = None,
) -> Results: ...
def canon(
    puzzles: ArrowArrayExportable | ArrowStreamExportable, *, threads: int | None = None
) -> RecordBatch: ...
def is_minimal(
    puzzles: ArrowArrayExportable | ArrowStreamExportable, *, threads: int | None = None
) -> Array: ...
def generate(
    count: int,
    *,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    unbiased_minimal: bool = False,
    seed: int = 0,
    threads: int | None = None,
) -> RecordBatch: ...
def strategies() -> list[Strategy]: ...
@final
class Results:
    @property
    def samples(self) -> RecordBatch: ...
    @property
    def histograms(self) -> dict[str, str]: ...

@final
class Strategy:
    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def complete(self) -> bool: ...
    @property
    def default(self) -> bool: ...
