"""Solves arrays of Sudoku puzzles, scores predictions of them, compares solving algorithms, and makes puzzles."""

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, Final, Literal, Protocol, final

from arro3.core import Array, RecordBatch, RecordBatchReader
from arro3.core.types import ArrowArrayExportable, ArrowStreamExportable

__all__ = [
    "Results",
    "Scores",
    "Strategy",
    "__version__",
    "augment",
    "canon",
    "compare",
    "dedup",
    "from_numpy",
    "generate",
    "inspect",
    "is_minimal",
    "overlap",
    "pass_at_k",
    "rate",
    "read_corpus",
    "run",
    "save_hrm",
    "score",
    "solve",
    "split",
    "strategies",
    "to_numpy",
]

__version__: Final[str]

_Counts = int | Iterable[int]

class _Array(Protocol):
    def __array__(self) -> Any: ...

_Grids = ArrowArrayExportable | ArrowStreamExportable | Sequence[str | None] | Sequence[Sequence[int]] | _Array
_Corpus = _Grids | PathLike[str]
_Shape = int | str

def solve(
    puzzles: _Corpus,
    solutions: _Grids | None = None,
    *,
    strategy: str | None = None,
    max_solutions: int | None = 1,
    node_limit: int | None = None,
    profile: bool = False,
    shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None,
) -> RecordBatch: ...
def run(
    puzzles: _Corpus,
    solutions: _Grids | None = None,
    *,
    strategies: Sequence[str] | None = None,
    max_solutions: int | None = 1,
    node_limit: int | None = None,
    profile: bool = False,
    shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None,
) -> Results: ...
def canon(
    puzzles: _Corpus, *, shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None
) -> RecordBatch: ...
def is_minimal(
    puzzles: _Corpus, *, shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None
) -> Array: ...
def augment(
    puzzles: _Corpus,
    solutions: _Grids | None = None,
    *,
    copies: int,
    seed: int = 0,
    keep_original: bool = True,
    shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None,
) -> RecordBatch: ...
def split(
    puzzles: _Corpus, shares: dict[str, float], *, by: str = "class", seed: int = 0, shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None
) -> Array: ...
def dedup(puzzles: _Corpus, *, by: str = "puzzle", shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None) -> RecordBatch: ...
def overlap(train: _Corpus, test: _Corpus, *, by: str = "class", shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None) -> RecordBatch: ...
def inspect(
    puzzles: _Corpus,
    solutions: _Grids | None = None,
    *,
    ratings: float | None = None,
    skip: Sequence[str] = (),
    shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None,
) -> dict[str, Any]: ...
def rate(
    puzzles: _Corpus,
    *,
    scale: Literal["tiers", "se"] = "tiers",
    up_to: float | None = None,
    strategies: Sequence[str] | None = None,
    max_solutions: int = 1,
    facts: Sequence[str] = (),
    morphs: int | None = None,
    seed: int = 0,
    shape: _Shape | None = None,
    alphabet: str | None = None,
    threads: int | None = None,
) -> RecordBatch: ...
def read_corpus(
    path: str | PathLike[str],
    *,
    puzzle_column: str | int | None = None,
    solution_column: str | int | None = None,
    layout: str | None = None,
    batch_size: int = 65_536,
    shape: _Shape | None = None,
    alphabet: str | None = None,
) -> RecordBatchReader: ...
def to_numpy(puzzles: _Grids, *, shape: str = "flat", offset: int = 0, dtype: str = "uint8") -> Any: ...
def from_numpy(array: _Grids, *, offset: int = 0, blank: str = ".") -> Array: ...
def save_hrm(
    directory: str | PathLike[str],
    *,
    train: tuple[_Corpus, _Grids | None],
    test: tuple[_Corpus, _Grids | None],
    copies: int = 0,
    seed: int = 0,
    threads: int | None = None,
) -> None: ...
def compare(a: Scores, b: Scores, *, threads: int | None = None) -> dict[str, Any]: ...
def pass_at_k(right: _Counts, samples: _Counts, k: int) -> float: ...
def score(
    predictions: _Grids,
    *,
    puzzles: _Grids,
    solutions: _Grids | None = None,
    preset: str = "neutral",
    offset: int = 0,
    confidence: float = 0.95,
    extract: str = "cells",
    shape: _Shape | None = None,
    threads: int | None = None,
) -> Scores: ...
def generate(
    count: int,
    *,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    unbiased_minimal: bool = False,
    shape: _Shape | None = None,
    holes: int | tuple[int, int] | None = None,
    balanced: bool = False,
    alphabet: str | None = None,
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
class Scores:
    @property
    def rows(self) -> RecordBatch: ...
    @property
    def summary(self) -> dict[str, Any]: ...
    def by(self, keys: Iterable[object]) -> RecordBatch: ...
    def __len__(self) -> int: ...

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
