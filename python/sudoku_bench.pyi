"""Solves arrays of Sudoku puzzles, scores predictions of them, compares solving algorithms, and makes puzzles.

Grids are strings of cells, row by row: the values from 1, and for a blank one of 0 . * _ - x X ? or a space. Every function
takes them as an Arrow array, chunked array or stream of strings from any library that has the Arrow PyCapsule interface,
such as PyArrow, Polars, pandas 3 or DuckDB, and reads them in place; a table with a single column will do. Grids may also be
lists or NumPy arrays of strings, Arrow lists of integers, and arrays of integers of shape (N, n·n) or (N, n, n), with 0 for a blank.

An object such as `pathlib.Path` in place of puzzles is a file: a corpus in any layout, of which row i is row i of the array, and whose
solutions are used unless others are given. A str never is a path.

All grids have one shape, from 4×4 to 25×25. The argument `shape` names it: the side, such as 16, or the rows and columns of a box, such
as "2x3". Without it, the grids are 9×9 if one of the first 100 rows is, and else of the shape of the first grid. The argument
`alphabet` says how values above 9 are written: "1-9A", "0-9A", "A-Z" or "numbers", with separators between them. Without it, the
first rows tell, and it is an error if several fit. Integers are values in every alphabet; `alphabet` then is that of the results.
Puzzles of 9×9 may also be "candidates", strings of 729 characters, nine for each cell.

Results are a `Table` or a `Column`, which the same libraries take: `polars.DataFrame(table)`, `pandas.DataFrame(table)`,
`pyarrow.table(table)`, `duckdb.sql("FROM table")`, `numpy.asarray(table["solution"])`. Row i belongs to puzzle i. A row that is not a
puzzle never is an exception: it has the status `rejected`, or None. Counts are int64; one above 2**63 - 1, which no search
reaches, would be 2**63 - 1.

Other threads of Python run meanwhile, and Ctrl-C ends every function within a moment.
"""

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Final, Literal, Protocol, SupportsIndex, final, overload

from arro3.core import RecordBatchReader
from arro3.core.types import ArrowArrayExportable, ArrowStreamExportable
from typing_extensions import disjoint_base

__all__ = [
    "Column",
    "Results",
    "Scores",
    "Strategy",
    "Table",
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

_StrategyName = Literal["naive", "forward-checking", "fc-mrv", "fc-static", "dlx", "lanes", "elimination"]
_Alphabet = Literal["1-9A", "0-9A", "A-Z", "numbers", "candidates"]
_Equality = Literal["puzzle", "class", "solution", "solution_class"]
_Notion = Literal["puzzle", "class", "solution", "solution_class", "superset"]
_Section = Literal["minimal", "classes"]
_Scale = Literal["tiers", "se"]
_Fact = Literal[
    "all",
    "clues_brt",
    "cands",
    "cands_brt",
    "log2",
    "log2_brt",
    "unit_max",
    "unit_var",
    "digit_min",
    "redundant",
    "te_depth",
    "b",
    "backdoor",
    "backdoors",
]
_Layout = Literal[
    "csv",
    "tsv",
    "grids",
    "cells",
    "lines",
    "pairs",
    "exchange-bank",
    "sdk",
    "jsonl",
    "json",
    "opensudoku",
    "npy",
    "npz",
    "parquet",
    "hodoku",
]
_Preset = Literal[
    "neutral",
    "hrm",
    "rrn",
    "blank-cells",
    "d1",
    "d1-reward",
    "reasoning-gym",
    "sakana",
    "satnet",
    "rules",
    "dream",
    "shah",
    "mdm",
]
_ArrayShape = Literal["flat", "square"]
_Dtype = Literal[
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
]

# A side, or the rows and columns of a box, such as "2x3".
_Shape = int | str
_Counts = int | Iterable[int]

class _Array(Protocol):
    def __array__(self) -> Any: ...

_Grids = ArrowArrayExportable | ArrowStreamExportable | Sequence[str | None] | Sequence[Sequence[int]] | _Array
_Corpus = _Grids | PathLike[str]
_Ids = ArrowArrayExportable | ArrowStreamExportable | Sequence[str | None] | _Array

def solve(
    puzzles: _Corpus,
    solutions: _Grids | None = None,
    *,
    ids: _Ids | None = None,
    strategy: _StrategyName | None = None,
    max_solutions: int | None = 1,
    node_limit: int | None = None,
    profile: bool = False,
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> Table:
    """Solve every puzzle with a strategy.

    Args:
        puzzles: n grids, or a path.
        solutions: n grids or nulls, to compare the answers with. A warning names those that do not solve their puzzles.
        ids: n strings or integers, which the column puzzle has in place of the numbers of the rows.
        strategy: one of `strategies()`; None for the fastest, which is `lanes` for 9×9, and `dlx` for other shapes.
        max_solutions: the number of solutions at which a search stops: 1 finds one, 2 proves that there is no other, None
            counts them all.
        node_limit: the largest number of nodes of a search; None for no limit.
        profile: True to add the columns of the wrong turns of each search. They are null for `lanes` and `elimination`, and for other
            shapes than 9×9.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A table of n rows with the columns of `puzzles.csv` and the solution. All numbers are int64:

        - puzzle: its id, or the number of the row
        - line: the number of the row, from 1
        - clues: the number of givens
        - strategy: its name
        - status: solved, unsolvable, invalid (the givens conflict), stalled, node-limit, wrong (the answer failed a check),
          or rejected (the row is not a puzzle; all columns after it are null)
        - solutions: the number found
        - nodes, guesses, backtracks: the counts of the search
        - max_depth: the largest number of assignments on one path
        - latency_ns: the time of the search, in nanoseconds; of `lanes`, the puzzle's share of the time of its block
        - with profile, four columns that are null if the search found no solution:
          first_wrong_depth, the smallest depth of a wrong turn before the first solution (null if there is none);
          largest_refuted, the most nodes that were refuted at one wrong turn; wrong_turns, the number of wrong turns; and
          first_backtracks, the backtracks before the first solution
        - solution: the first solution, written as the puzzles are; null if there is none

    Raises:
        TypeError: if an argument does not hold grids.
        ValueError: if there are not as many solutions as puzzles, no strategy has the name or it does not solve the shape, several
            alphabets fit the grids, or a number is out of range.
    """
def run(
    puzzles: _Corpus,
    solutions: _Grids | None = None,
    *,
    ids: _Ids | None = None,
    strategies: Sequence[_StrategyName] | None = None,
    max_solutions: int | None = 1,
    node_limit: int | None = None,
    profile: bool = False,
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> Results:
    """Solve every puzzle with several strategies, and measure them under the same conditions.

    The strategies take turns, one block of puzzles after the other. What `latency_ns` says about a strategy is the more exact,
    the less else the machine does; with more than one thread, threads disturb each other.

    Args:
        puzzles: n grids, or a path.
        solutions: n grids or nulls, to compare the answers with. A warning names those that do not solve their puzzles.
        ids: n strings or integers, which the column puzzle has in place of the numbers of the rows.
        strategies: names of `strategies()`; None for those that the command line runs by default.
        max_solutions: the number of solutions at which a search stops: 1 finds one, 2 proves that there is no other, None
            counts them all.
        node_limit: the largest number of nodes of a search; None for no limit.
        profile: True to add the columns of the wrong turns of each search. They are null for `lanes` and `elimination`, and for other
            shapes than 9×9.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A table with the columns that `solve` describes, and a row for each puzzle and strategy. Its `summary` has a row for each
        strategy, and its `histograms` the latencies of each strategy.

    Raises:
        TypeError: if an argument does not hold grids.
        ValueError: if there are not as many solutions as puzzles, no strategy has a name, one is there twice or does not solve the
            shape, several alphabets fit the grids, or a number is out of range.
    """
def canon(
    puzzles: _Corpus,
    *,
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> Table:
    """Return the canonical form of every puzzle, which is the same for all puzzles that are the same up to symmetry.

    The symmetries are relabelling the values, swapping rows in a band and columns in a stack, swapping bands and stacks,
    and reflection if boxes are square.

    Args:
        puzzles: n grids of 4×4, 6×6 or 9×9, or Latin squares of 4×4 or 5×5, or a path.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A table of n rows, with nulls for rows that are not puzzles:

        - canonical: written as the puzzles are, with dots for blanks
        - automorphisms: int64, the number of symmetries that map the puzzle to itself

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if grids of the shape have no canonical form, or the number of threads is out of range.
    """
def is_minimal(
    puzzles: _Corpus,
    *,
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> Column:
    """Return whether every puzzle is minimal: it has exactly one solution, and several without any one of its givens.

    Args:
        puzzles: n grids, or a path.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        An array of n booleans; null for a row that is not a puzzle.

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if the number of threads is out of range.
    """
def augment(
    puzzles: _Corpus,
    solutions: _Grids | None = None,
    *,
    copies: int,
    seed: int = 0,
    keep_original: bool = True,
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> Table:
    """Make random isomorphs of puzzles, the same as `dataset augment` makes of a corpus without other rows.

    The symmetries are relabelling the values, swapping rows in a band and columns in a stack, swapping bands and stacks,
    and reflection if boxes are square; each is equally likely, and isomorphs may repeat.

    Args:
        puzzles: n grids, or a path.
        solutions: n grids or nulls, which are transformed with their puzzles.
        copies: the number of isomorphs of each puzzle, k.
        seed: the seed of the random numbers.
        keep_original: whether the puzzle itself comes before its isomorphs.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A table of n·(k + 1) rows, or n·k without the originals. A row that is not a puzzle has none.

        - puzzle: written as the puzzles are, with dots for blanks
        - solution: written as the puzzles are; null if it is not known
        - source: int64, the row of the puzzle, from 0

    Raises:
        TypeError: if an argument does not hold grids.
        ValueError: if there are not as many solutions as puzzles, the puzzles are candidates, or a number is out of range.

    Example:
        >>> made = sudoku_bench.augment(["." * 80 + "1"], copies=2)
        >>> made["source"].to_pylist(), sum(puzzle.count(".") for puzzle in made["puzzle"].to_pylist())
        ([0, 0, 0], 240)
    """
def split(
    puzzles: _Corpus,
    shares: dict[str, float],
    *,
    by: _Equality = "class",
    seed: int = 0,
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> Column:
    """Divide puzzles into parts at random, the same as `dataset split` does.

    Equal puzzles are in the same part. The part of a puzzle does not depend on other puzzles.

    Args:
        puzzles: n grids, or a path.
        shares: the parts and their shares, which sum up to 1 or 100, such as {"train": 0.9, "test": 0.1}.
        by: in which sense puzzles are equal: "puzzle" (the same cells), "class" (isomorphic), "solution", or
            "solution_class" (isomorphic solutions). A puzzle without exactly one solution
            counts by "puzzle" instead of "solution", and by "class" instead of "solution_class". Classes are known of 4×4, 6×6 and
            9×9, and of Latin squares of 4×4 and 5×5.
        seed: the seed of the random numbers.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        An array of n names; null for a row that is not a puzzle.

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if the shares do not sum up to 1 or 100, by or a number is wrong, or there are no classes of the shape.

    Example:
        >>> puzzle = "." * 80 + "1"
        >>> parts = sudoku_bench.split([puzzle, puzzle[::-1]], {"train": 0.8, "test": 0.2})
        >>> len(set(parts.to_pylist()))
        1
    """
def dedup(
    puzzles: _Corpus,
    *,
    by: _Equality = "puzzle",
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> Table:
    """Find equal puzzles, as `dataset dedup` does.

    Args:
        puzzles: n grids, or a path.
        by: in which sense puzzles are equal: "puzzle" (the same cells), "class" (isomorphic), "solution", or
            "solution_class" (isomorphic solutions). Classes are known of 4×4, 6×6 and 9×9, and of Latin squares of 4×4 and 5×5.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A table of n rows, with nulls for rows that are not puzzles:

        - keep: whether no earlier puzzle is equal
        - group: int64, the row of the first puzzle that is equal, from 0

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if by or the number of threads is wrong, or there are no classes of the shape.

    Example:
        >>> puzzle = "." * 80 + "1"
        >>> sudoku_bench.dedup([puzzle, puzzle[::-1]], by="class")["group"].to_pylist()
        [0, 0]
    """
def overlap(
    train: _Corpus,
    test: _Corpus,
    *,
    by: _Notion = "class",
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> Table:
    """Find the puzzles of a test set that are in a training set, as `dataset overlap` does.

    Args:
        train: n grids, or a path.
        test: m grids of the same shape, or a path.
        by: in which sense: "puzzle" (the same cells), "class" (isomorphic), "solution", "solution_class" (isomorphic
            solutions), or "superset" (the givens of one puzzle are a part of those of the other, up to isomorphism). By
            solutions and supersets, only puzzles with exactly one solution are compared. Classes are known of 4×4, 6×6 and 9×9, and of
            Latin squares of 4×4 and 5×5; supersets of 9×9.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A table with a row for each test puzzle that is in the training set, in order:

        - test_row: int64, its row, from 0
        - train_row: int64, the first row of the training set with which it is shared

    Raises:
        TypeError: if an argument does not hold grids.
        ValueError: if by or the number of threads is wrong, if the shapes differ, or if they cannot be compared in this sense.

    Example:
        >>> puzzle = "." * 80 + "1"
        >>> sudoku_bench.overlap(train=[puzzle], test=["." * 81, puzzle[::-1]])["test_row"].to_pylist()
        [1]
    """
def inspect(
    puzzles: _Corpus,
    solutions: _Grids | None = None,
    *,
    ratings: float | None = None,
    skip: Sequence[_Section] = (),
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> dict[str, Any]:
    """Describe puzzles: clues, solutions, minimality, duplicates, symmetries, and how correct the solutions are.

    Args:
        puzzles: n grids, or a path.
        solutions: n grids or nulls, which are checked.
        ratings: also rate the puzzles on Sudoku Explainer's scale, up to this; None for no ratings. For 9×9 only.
        skip: the sections to leave out, which take most of the time: "minimal", "classes".
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A dict with the keys of `dataset inspect --json`, except those about files. Rows in it are numbered from 1. Other
        shapes than 9×9, and candidates, also have the keys side, box_height, box_width and alphabet.

    Raises:
        TypeError: if an argument does not hold grids.
        ValueError: if there are not as many solutions as puzzles, or there is no such section.

    Example:
        >>> found = sudoku_bench.inspect(sudoku_bench.generate(10, minimal=True)["puzzle"])
        >>> found["unique"], found["minimal"], found["exact_duplicates"]
        (10, 10, 0)
    """
def rate(
    puzzles: _Corpus,
    *,
    scale: _Scale = "tiers",
    up_to: float | None = None,
    strategies: Sequence[_StrategyName] | None = None,
    max_solutions: int = 1,
    facts: Sequence[_Fact] = (),
    morphs: int | None = None,
    seed: int = 0,
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
    threads: int | None = None,
) -> Table:
    """Rate the difficulty of puzzles, as `dataset rate` does.

    Args:
        puzzles: n grids, or a path. Other shapes than 9×9 have no technique, no facts, no morphs, and no ratings on the scale "se".
        scale: "tiers", the most advanced of a few techniques and the counts of searches; or "se", Sudoku Explainer's ratings.
        up_to: with the scale "se", the highest rating that is told apart; None for all.
        strategies: with the scale "tiers", names of complete strategies, whose searches are counted; None for the fastest, which is
            `lanes` for 9×9, and `dlx` for other shapes.
        max_solutions: the number of solutions at which a search stops; 2 counts the proof of uniqueness too.
        facts: with the scale "tiers", names of facts that do not depend on a strategy: clues_brt, cands, cands_brt, log2,
            log2_brt, unit_max, unit_var, digit_min, redundant, te_depth, b, backdoor, backdoors; or "all".
        morphs: with the scale "tiers", the number of random isomorphs of each puzzle on which every strategy proves that there is
            one solution; None for none.
        seed: the seed of the random isomorphs; the same seed gives those of the command line.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A table of n rows, with nulls for rows that are not puzzles:

        - clues: int64, the number of givens
        - technique: the hardest technique that is needed; null without exactly one solution
        - NAME_status, and int64 NAME_solutions, NAME_guesses, NAME_nodes, NAME_backtracks: of each strategy, with
          underscores for hyphens in its name

        - the facts: int64, but float64 log2, log2_brt and unit_var; null if the puzzle does not have them
        - float64 NAME_proof_mean, and int64 NAME_proof_median, NAME_proof_q95: with morphs, of the backtracks of each strategy,
          or of the guesses of lanes

        With the scale "se", the columns after clues are:

        - se_status: "rated", "above-limit", "full", "several-solutions" or "no-solution"
        - se_rating, se_pearl, se_diamond: float64, the ratings (ER, EP, ED); null if they are not known
        - se_technique, and int64 se_steps: the hardest technique, and the number of steps

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if a strategy or fact is unknown or is there twice, a strategy is incomplete or does not solve the shape, the shape
            has no such ratings, or a number is out of range.

    Example:
        >>> rated = sudoku_bench.rate(sudoku_bench.generate(3, clues=30)["puzzle"], strategies=["dlx"])
        >>> rated["clues"].to_pylist(), rated["dlx_status"].to_pylist()
        ([30, 30, 30], ['solved', 'solved', 'solved'])
    """
def read_corpus(
    path: str | PathLike[str],
    *,
    puzzle_column: str | int | None = None,
    solution_column: str | int | None = None,
    layout: _Layout | None = None,
    batch_size: int = 65_536,
    shape: _Shape | None = None,
    alphabet: _Alphabet | None = None,
) -> RecordBatchReader:
    """Read a corpus in any layout, also compressed, in bounded memory.

    Args:
        path: the file.
        puzzle_column: the column of the puzzles, a name or a number from 1; None finds it by its name, or by its content.
        solution_column: the column of the solutions, likewise.
        layout: one of `sudoku-bench dataset layouts`; None detects it.
        batch_size: the most puzzles in a batch.
        shape, alphabet: how grids are written, if the first rows do not show it; see the module.

    Returns:
        A reader of record batches:

        - line: int64, the line on which the row begins, from 1
        - puzzle: written as in the file, a character or number for each cell, with dots for blanks; null for a row that is not a puzzle
        - solution: written in the same way; null if there is none, or if it is malformed
        - the other columns of the file, as strings; null for a row that is not a puzzle

    Raises:
        ValueError: if there is no such layout or column, several alphabets fit the grids, or a number is out of range.
        RuntimeError: if the file cannot be read, or has no puzzle.

    Example:
        >>> reader = sudoku_bench.read_corpus("datasets/classics.csv")
        >>> reader.schema.names[:3], reader.read_next_batch()["line"][0].as_py()
        (['line', 'puzzle', 'solution'], 2)
    """
def to_numpy(puzzles: _Grids, *, shape: _ArrayShape = "flat", offset: int = 0, dtype: _Dtype = "uint8") -> Any:
    """Return grids as an array of NumPy.

    Args:
        puzzles: n grids of one side; of any side from 4 to 25.
        shape: "flat" for an array of shape (n, cells), "square" for (n, side, side).
        offset: the number of a blank; values follow it. 1 for the tokens of HRM and TRM, -1 for Jumanji.
        dtype: the type of the numbers, as NumPy names it.

    Returns:
        An array, whose memory belongs to it.

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if a row is not a grid of the side of the first, for another shape, or for negative numbers of an unsigned
            type.

    Example:
        >>> sudoku_bench.to_numpy(["3102200002100320"], shape="square")[0].tolist()
        [[3, 1, 0, 2], [2, 0, 0, 0], [0, 2, 1, 0], [0, 3, 2, 0]]
    """
def from_numpy(array: _Grids, *, offset: int = 0, blank: str = ".") -> Column:
    """Return an array of integers as strings.

    Args:
        array: n grids: an array of shape (n, cells) or (n, side, side).
        offset: the number of a blank; values follow it.
        blank: the character of a blank. Grids with values above 9 are lists in JSON, with 0 for a blank.

    Returns:
        An array of n strings of cells; null for a row with a number that is neither a value nor a blank.

    Raises:
        TypeError: if array does not hold grids, or holds floating-point numbers.
        ValueError: for an array of another shape, or if blank is not one of 0 . * _ - x X ?

    Example:
        >>> array = sudoku_bench.to_numpy(["3102200002100320"], offset=1)
        >>> sudoku_bench.from_numpy(array, offset=1).to_pylist()
        ['31.22....21..32.']
    """
def save_hrm(
    directory: str | PathLike[str],
    *,
    train: tuple[_Corpus, _Grids | None],
    test: tuple[_Corpus, _Grids | None],
    copies: int = 0,
    seed: int = 0,
    threads: int | None = None,
) -> None:
    """Write the directory that the loaders of HRM and TRM read, the same as `dataset export hrm` writes.

    Args:
        directory: the directory, which must not exist or be empty. It appears when it is complete.
        train: the training set: a tuple of puzzles and solutions, each n grids of 9×9, or a path in place of the puzzles. The solutions may be None, or have
            nulls, where puzzles have exactly one.
        test: the test set, likewise. It gets no isomorphs.
        copies: the number of random isomorphs of each puzzle of the training set, after the puzzle itself.
        seed: the seed of the random numbers.
        threads: the number of threads; None for one per processor.

    Raises:
        TypeError: if a set is not a tuple of grids.
        ValueError: if a row is not a puzzle, or has no known solution; rows in messages are numbered from 1. If there are not
            as many solutions as puzzles, or a number is out of range.
        RuntimeError: if the directory cannot be written.

    Example:
        >>> train, test = (sudoku_bench.generate(20, clues=30, seed=seed) for seed in [1, 2])
        >>> sets = {"train": (train["puzzle"], train["solution"]), "test": (test["puzzle"], None)}
        >>> sudoku_bench.save_hrm(directory, **sets, copies=9)
    """
def compare(a: Scores, b: Scores, *, threads: int | None = None) -> dict[str, Any]:
    """Compare two models on the same puzzles.

    Args:
        a: the scores of the first model.
        b: the scores of the other model, on the same puzzles in the same order.
        threads: the number of threads; None for one per processor.

    Returns:
        A dict:

        - puzzles, units: the number of puzzles, and of classes of isomorphic puzzles
        - only_a, only_b: the puzzles that only this model solves
        - p: the two-sided p-value of McNemar's exact test
        - difference: the share that b solves minus the share that a solves
        - low, high: the 95 % interval of the difference; classes of isomorphs are resampled
        - change: better, worse or not_shown, of b

    Raises:
        ValueError: if the puzzles differ.

    Example:
        >>> a = sudoku_bench.score(["1" * 16, "3142243142131324"], puzzles=["3102200002100320"] * 2)
        >>> b = sudoku_bench.score(["3142243142131324"] * 2, puzzles=["3102200002100320"] * 2)
        >>> sudoku_bench.compare(a, b)["only_b"]
        1
    """
def pass_at_k(right: _Counts, samples: _Counts, k: int) -> float:
    """Estimate the chance that at least one of k samples solves a puzzle, without bias.

    Args:
        right: how many samples solve the puzzle; or an array of n such numbers.
        samples: how many samples there are; or an array of n such numbers.
        k: the number of samples to draw.

    Returns:
        The chance, or its mean over n puzzles.

    Raises:
        ValueError: if lengths differ, or a puzzle has fewer than k samples, or fewer than are right.

    Example:
        >>> round(sudoku_bench.pass_at_k([3, 0], 10, 5), 6)
        0.458333
    """
def score(
    predictions: _Grids,
    *,
    puzzles: _Grids,
    solutions: _Grids | None = None,
    preset: _Preset = "neutral",
    offset: int = 0,
    confidence: float = 0.95,
    extract: str = "cells",
    shape: _Shape | None = None,
    threads: int | None = None,
) -> Scores:
    """Score predictions of puzzles, of any side from 4 to 25, as the command `score` does.

    Args:
        predictions: n grids, or n texts such as the responses of a language model.
        puzzles: n puzzles.
        solutions: n labels or nulls; None to score by the rules alone. Where a label is missing, the only solution of the
            puzzle is the label. A row of an array in which every label is -100 is padding: it is not scored.
        preset: the scorer of which the values are, such as "hrm", "d1" or "reasoning-gym"; "neutral" for whether the puzzle
            is solved.
        offset: what the numbers of arrays have in addition to the digit; 1 for the tokens of HRM and TRM.
        confidence: that of the intervals in the summary.
        extract: how the answer is taken from a text: "cells" (the whole text), "answer", "boxed", "code-block", "last-grid",
            or a regular expression whose first group is the answer.
        shape: the side of the grids, or the rows and columns of a box, such as "2x3"; None for that of the first puzzle.
        threads: the number of threads; None for one per processor.

    Returns:
        The verdict of every prediction, and their summary.

    Raises:
        TypeError: if an argument does not hold grids, or holds floating-point numbers.
        ValueError: if lengths differ, for arrays of another shape, unknown presets, or numbers out of range.

    Example:
        >>> puzzle, label = "3102200002100320", "3142243142131324"
        >>> scores = sudoku_bench.score([label, puzzle], puzzles=[puzzle] * 2, solutions=[label] * 2)
        >>> scores["verdict"].to_pylist(), scores.summary["solved"]["rate"]
        (['exact', 'incomplete'], 0.5)
    """
def generate(
    count: int,
    *,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    unbiased_minimal: bool = False,
    shape: _Shape | None = None,
    holes: int | tuple[int, int] | None = None,
    balanced: bool = False,
    alphabet: _Alphabet | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Table:
    """Generate random puzzles, each with exactly one solution unless holes are asked for.

    The same arguments generate the same puzzles on every machine, with any number of threads, and on the command line. Of 9×9, exactly
    one of clues, minimal, unbiased_minimal and holes says which. Of other shapes, every given is needed; above 16×16, a given also
    stays if to prove that it is not needed takes over 10,000 nodes.

    Args:
        count: the number of puzzles, n.
        clues: the number of givens, from 20, or the smallest and the largest number, such as (22, 28). For 9×9 only.
        minimal: True for puzzles in which every given is needed. Those with few givens are too frequent.
        unbiased_minimal: True for minimal puzzles that are all equally likely. Takes a thousand times as long. For 9×9 only.
        shape: the side of the grids, such as 16, or the rows and columns of a box, such as "2x3". Boxes of one row, as in "1x9", make
            Latin squares. None for 9×9.
        holes: the number of cells to blank in a random full grid, or the smallest and the largest number. The puzzles may have several
            solutions.
        balanced: True to blank as many cells in every row, in every column and in every box, up to one; with holes.
        alphabet: how values are written in other shapes than 9×9, and with holes; None for "1-9A".
        seed: the seed of the random numbers.
        threads: the number of threads; None for one per processor.

    Returns:
        A table of n rows:

        - puzzle: a character or number for each cell, with dots for blanks
        - solution: likewise; with holes, the full grid that the puzzle was made from

    Raises:
        ValueError: if no puzzle has so many givens, if not exactly one kind is chosen, or if a number is out of range.

    Example:
        >>> made = sudoku_bench.generate(3, shape=4)
        >>> {len(puzzle) for puzzle in made["puzzle"].to_pylist()}
        {16}
    """
def strategies() -> list[Strategy]:
    """Return every strategy, from the simplest to the fastest."""
@final
class Column:
    """A column of a result: numbers, strings or booleans, or None where there is no value.

    It is an Arrow array: `pyarrow.array(column)`, `polars.Series(column)`, `pandas.Series(column)` and `numpy.asarray(column)` take it,
    and so do all functions of this package. In NumPy, strings are objects, and numbers with nulls are floats with NaN.
    """
    @property
    def null_count(self) -> int:
        """The number of nulls."""
    def to_pylist(self) -> list[Any]:
        """Return the values as a list."""
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> Column: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...

@disjoint_base
class Table:
    """A table: `table["name"]` is a column, `table[0]` a row, `table[:5]` a table of some rows.

    Rows are named tuples, and a loop over the table is a loop over its rows. The table is an Arrow record batch without a copy:
    `polars.DataFrame(table)`, `pandas.DataFrame.from_arrow(table)`, `pyarrow.table(table)`, `duckdb.sql("FROM table")`. Also
    `pandas.DataFrame(table)`, which is slower, as it reads row by row, and `dict(table)`, which has the columns.
    """
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    @property
    def num_rows(self) -> int:
        """The number of rows."""
    @property
    def num_columns(self) -> int:
        """The number of columns."""
    def keys(self) -> list[str]:
        """Return the names of the columns, so that `dict(table)` has the columns."""
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    @overload
    def __getitem__(self, key: str, /) -> Column: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> Table: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

@final
class Results(Table):
    """What `run` measured: a table with the columns that `solve` describes, one row for each puzzle and strategy."""
    @property
    def summary(self) -> Table:
        """A table with a row for each strategy: strategy; puzzles, the number of rows that are puzzles; solved; nodes, guesses and
        backtracks, which are sums; and float64 latency_mean_ns.
        """
    @property
    def histograms(self) -> dict[str, str]:
        """For each strategy, the latencies of the searches that ended by themselves, in nanoseconds: an HdrHistogram in version 2 of
        the compressed encoding, in base64. `hdrh.histogram.HdrHistogram.decode` of the package `hdrhistogram` reads it.
        """

@final
class Scores(Table):
    """The scores of the predictions of a model: a table with a row for each prediction, with nulls for padding and for rows that are not
    puzzles.

    Its columns are:

    - verdict: missing, malformed, incomplete, givens_changed, conflict, exact or valid_other
    - cells_right, blanks_right: int64, the cells with the value of the label; null without a label
    - cells, blanks: int64, the number of cells, and of those that are blank in the puzzle
    - changed: int64, the givens that have another value; null if the prediction is missing or malformed
    - dup: int64, the values that a row, column or box has twice; null likewise
    - solutions: int64, the number of solutions of the puzzle, 2 for several
    - label_wrong: whether the label is no solution
    - value: float64, 1 if the puzzle is solved, else 0; or what the prediction adds to the last measure of the preset
    """
    @property
    def summary(self) -> dict[str, Any]:
        """The summary of all rows, a dict with keys of `score --json`: rows, verdicts, solved and exact (each with count, rate,
        low and high), cells and blanks (right, of, micro, macro), mean_dup, presets, side and puzzles. Rows in it are
        numbered from 1.
        """
    def by(self, keys: Iterable[object]) -> Table:
        """Count the predictions apart for each of some keys.

        Args:
            keys: n numbers, strings or nulls, such as ratings.

        Returns:
            A table with a row for each key: key, rows, the number of each verdict, solved with its interval
            (solved_low, solved_high), exact, cells_accuracy, blanks_accuracy, mean_dup, and the numbers of the preset.

        Raises:
            ValueError: if there are not as many keys as predictions.
        """

@final
class Strategy:
    """A solving algorithm."""
    @property
    def name(self) -> _StrategyName:
        """The name that `solve` and `run` take."""
    @property
    def about(self) -> str:
        """The algorithm's rule in a line."""
    @property
    def complete(self) -> bool:
        """True if the algorithm finds every solution; an incomplete one may end with the status `stalled`."""
    @property
    def default(self) -> bool:
        """True if `run` uses the strategy when none is named."""
