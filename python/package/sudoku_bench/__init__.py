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

from __future__ import annotations

import sudoku_bench._native as _native
from sudoku_bench._results import NO_PREDICTIONS, PickledScores, Results, Scores, Strategy
from sudoku_bench._samples import numbers_of, samples_of
from sudoku_bench._table import Column, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike
    from typing import Any

    from arro3.core import RecordBatchReader

    from sudoku_bench._types import (
        Alphabet,
        Array,
        ArrayShape,
        Corpus,
        Counts,
        Dtype,
        DtypeObject,
        Equality,
        Fact,
        Grids,
        Ids,
        Layout,
        Notion,
        Predictions,
        Preset,
        Scale,
        Section,
        Shape,
        StrategyName,
    )

__all__ = [
    "Column",
    "Results",
    "Scores",
    "Strategy",
    "Table",
    "__version__",
    "augment",
    "candidates",
    "canon",
    "compare",
    "conflicts",
    "dedup",
    "explain",
    "from_numpy",
    "generate",
    "inspect",
    "is_minimal",
    "is_solvable",
    "overlap",
    "pass_at_k",
    "rate",
    "read_corpus",
    "run",
    "save_hrm",
    "score",
    "solve",
    "split",
    "status",
    "strategies",
    "to_numpy",
    "transform",
]

__version__: str = _native.__version__


def solve(
    puzzles: Corpus,
    solutions: Grids | None = None,
    *,
    ids: Ids | None = None,
    strategy: StrategyName | None = None,
    max_solutions: int | None = 1,
    node_limit: int | None = None,
    profile: bool = False,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
    threads: int | None = None,
) -> Table:
    """Solve every puzzle with a strategy.

    Args:
        puzzles: n grids, or a path.
        solutions: n grids or nulls, to compare the answers with. A warning names those that do not solve their puzzles.
        ids: n strings or integers, which the column puzzle has in place of the numbers of the rows.
        strategy: one of `strategies()`; None for the fastest, which is `lanes` for 9×9, and otherwise `dlx`. For up to 1,000 solutions,
            it is `norvig` up to 8×8 and `learning` from 12×12 on.
        max_solutions: the number of solutions at which a search stops: 1 finds one, 2 proves that there is no other, None
            counts them all.
        node_limit: the largest number of nodes of a search; None for no limit.
        profile: True to add the columns of the wrong turns of each search. They are null for strategies that keep no profile, such
            as `lanes` and `sat`.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A table of n rows with the columns of `puzzles.csv` and the solution. The status is solved, unsolvable, invalid (the givens
        conflict), stalled, node-limit, wrong (the answer failed a check), or rejected (the row is not a puzzle; all columns after it are
        null). The four columns after latency_ns are there with profile, and null if the search found no solution.

        - puzzle: int64, its id, or the number of the row
        - line: int64, the number of the row, from 1
        - clues: int64, number of givens
        - strategy: name of the strategy
        - status: how the strategy ended
        - solutions: int64, solutions found, at most `max_solutions`
        - nodes: int64, values assigned to blanks by the search
        - guesses: int64, nodes chosen while an untried alternative was left at the same choice point
        - backtracks: int64, assignments undone
        - max_depth: int64, most assignments on one path
        - latency_ns: int64, wall time of the call in nanoseconds, the smallest of all rounds; 0 if no strategy was run
        - first_wrong_depth: int64, the smallest depth of a wrong turn before the first solution; null if there is none
        - largest_refuted: int64, most nodes refuted at one wrong turn
        - wrong_turns: int64, number of wrong turns
        - first_backtracks: int64, backtracks before the first solution; with `max_solutions 1`, all of them
        - solution: the first solution, written as the puzzles are; null if there is none

    Raises:
        TypeError: if an argument does not hold grids.
        ValueError: if there are not as many solutions as puzzles, no strategy has the name or it does not solve the shape, several
            alphabets fit the grids, or a number is out of range.
    """
    batch = _native.solve(
        (puzzles, solutions, shape, alphabet), ids, strategy, max_solutions, node_limit, profile, threads
    )
    return Table(batch)


def run(
    puzzles: Corpus,
    solutions: Grids | None = None,
    *,
    ids: Ids | None = None,
    strategies: Sequence[StrategyName] | list[str] | None = None,
    max_solutions: int | None = 1,
    node_limit: int | None = None,
    profile: bool = False,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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
        profile: True to add the columns of the wrong turns of each search. They are null for strategies that keep no profile, such
            as `lanes` and `sat`.
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
    batches = _native.run(
        (puzzles, solutions, shape, alphabet), ids, strategies, max_solutions, node_limit, profile, threads
    )
    return Results(*batches)


def canon(
    puzzles: Corpus,
    *,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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

        - canonical: the minlex form, the same for all isomorphs of the puzzle; blanks are dots
        - automorphisms: int64, number of symmetries that map the puzzle to itself

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if grids of the shape have no canonical form, or the number of threads is out of range.
    """
    return Table(_native.canon((puzzles, None, shape, alphabet), threads))


def is_minimal(
    puzzles: Corpus,
    *,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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
    return Column(_native.is_minimal((puzzles, None, shape, alphabet), threads))


def augment(
    puzzles: Corpus,
    solutions: Grids | None = None,
    *,
    copies: int,
    seed: int = 0,
    keep_original: bool = True,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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
        - transform: makes the row of the puzzle; see `transform`

    Raises:
        TypeError: if an argument does not hold grids.
        ValueError: if there are not as many solutions as puzzles, the puzzles are candidates, or a number is out of range.

    Example:
        >>> made = sudoku_bench.augment(["." * 80 + "1"], copies=2)
        >>> made["source"].to_pylist(), sum(puzzle.count(".") for puzzle in made["puzzle"].to_pylist())
        ([0, 0, 0], 240)
    """
    return Table(_native.augment((puzzles, solutions, shape, alphabet), copies, seed, keep_original, threads))


def transform(
    grids: Corpus,
    transforms: Ids,
    *,
    inverse: bool = False,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
) -> Column:
    """Apply transforms to grids, or undo them.

    Args:
        grids: n grids, such as predictions for isomorphs, or a path.
        transforms: n texts or nulls, such as the column of `augment`: ROWS/COLUMNS/VALUES, followed by /T if the grid is transposed first. Each
            part has a character for each row, column or value, from 1: for each row of the image, the row of the grid that it is;
            for each column, the column; and for each value, its new name.
        inverse: whether the grids are images, of which the originals are wanted.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.

    Returns:
        The images as strings; null for a row that is not a grid or has no transform.

    Raises:
        TypeError: if an argument does not hold grids or texts.
        ValueError: if lengths differ, a text is no transform, or the grids are candidates.

    Example:
        >>> image = sudoku_bench.transform(["3102200002100320"], ["2143/1234/4321/T"])
        >>> image.to_pylist(), sudoku_bench.transform(image, ["2143/1234/4321/T"], inverse=True).to_pylist()
        (['4.3223..3.....43'], ['31.22....21..32.'])
    """
    return Column(_native.transform((grids, None, shape, alphabet), transforms, inverse))


def split(
    puzzles: Corpus,
    shares: dict[str, float],
    *,
    by: Equality = "class",
    seed: int = 0,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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
    return Column(_native.split((puzzles, None, shape, alphabet), shares, by, seed, threads))


def dedup(
    puzzles: Corpus,
    *,
    by: Equality = "puzzle",
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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

        - keep: bool, whether no earlier puzzle is equal
        - group: int64, the row of the first puzzle that is equal, from 0

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if by or the number of threads is wrong, or there are no classes of the shape.

    Example:
        >>> puzzle = "." * 80 + "1"
        >>> sudoku_bench.dedup([puzzle, puzzle[::-1]], by="class")["group"].to_pylist()
        [0, 0]
    """
    return Table(_native.dedup((puzzles, None, shape, alphabet), by, threads))


def overlap(
    train: Corpus,
    test: Corpus,
    *,
    by: Notion = "class",
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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
    sets = [(puzzles, None, shape, alphabet) for puzzles in (train, test)]
    return Table(_native.overlap(*sets, by, threads))


def inspect(
    puzzles: Corpus,
    solutions: Grids | None = None,
    *,
    ratings: float | None = None,
    skip: Sequence[Section] | list[str] = (),
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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
    return _native.inspect((puzzles, solutions, shape, alphabet), ratings, skip, threads)


def rate(
    puzzles: Corpus,
    *,
    scale: Scale = "tiers",
    up_to: float | None = None,
    strategies: Sequence[StrategyName] | list[str] | None = None,
    max_solutions: int = 1,
    facts: Sequence[Fact] | list[str] = (),
    morphs: int | None = None,
    seed: int = 0,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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
        A table of n rows, with nulls for rows that are not puzzles. NAME is each strategy, with underscores for hyphens. The facts are
        those that are asked for, and null if the puzzle does not have them; the last three columns are there with morphs:

        - clues: int64, number of givens
        - technique: `none` for a grid without blanks, `naked-single`, `hidden-single`, `locked-candidates` or `search`:
          the most advanced that is needed; null for a puzzle without exactly one solution
        - NAME_status: how the strategy ended
        - NAME_solutions: int64, solutions found
        - NAME_guesses: int64, guesses of the search
        - NAME_nodes: int64, nodes of the search
        - NAME_backtracks: int64, backtracks of the search
        - clues_brt: int64, filled cells after naked and hidden singles (BRT)
        - cands: int64, candidates of the blanks
        - cands_brt: int64, candidates of the open cells after singles
        - log2: float64, sum of log2 of the number of candidates of each blank
        - log2_brt: float64, the same after singles
        - unit_max: int64, most givens in a row, column or box
        - unit_var: float64, sum over the 27 units of (givens - clues / 9) squared
        - digit_min: int64, fewest givens of a digit
        - redundant: int64, givens, each of which alone can be left out with one solution
        - te_depth: int64, depth of trial and error with singles, 0 to 3; 4 = more
        - b: int64, B rating: length of the braids needed, 0 to 8; 9 = more; null if te_depth > 1
        - backdoor: int64, cells of the smallest weak backdoors
        - backdoors: int64, number of the smallest weak backdoors
        - NAME_proof_mean: float64, mean of the backtracks (`lanes`: guesses) of the search for two solutions, over K
          random isomorphs
        - NAME_proof_median: int64, median of these backtracks
        - NAME_proof_q95: int64, 95th percentile of these backtracks

        With the scale "se", the columns are:

        - clues: int64, number of givens
        - se_status: `rated`, `above-limit`, `full` (no blanks), `several-solutions` or `no-solution`
        - se_rating: float64, rating of the hardest step (ER of Sudoku Explainer 1.2.1)
        - se_pearl: float64, rating of the hardest step up to the first filled cell (EP)
        - se_diamond: float64, rating of the first step (ED)
        - se_technique: technique of the first step with the highest rating
        - se_steps: int64, number of steps
        - se_techniques: uses of each technique, such as `last-cell:18 pointing:2`

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if a strategy or fact is unknown or is there twice, a strategy is incomplete or does not solve the shape, the shape
            has no such ratings, or a number is out of range.

    Example:
        >>> rated = sudoku_bench.rate(sudoku_bench.generate(3, clues=30)["puzzle"], strategies=["dlx"])
        >>> rated["clues"].to_pylist(), rated["dlx_status"].to_pylist()
        ([30, 30, 30], ['solved', 'solved', 'solved'])
    """
    batch = _native.rate(
        (puzzles, None, shape, alphabet), scale, up_to, strategies, max_solutions, facts, morphs, seed, threads
    )
    return Table(batch)


def read_corpus(
    path: str | PathLike[str],
    *,
    puzzle_column: str | int | None = None,
    solution_column: str | int | None = None,
    layout: Layout | None = None,
    batch_size: int = 65_536,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
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
        - puzzle: written as in the file, a character or number for each cell, with dots for blanks; null for a row that
          is not a puzzle
        - solution: written in the same way; null if there is none, or if it is malformed

        Then the other columns of the file, as strings; null for a row that is not a puzzle.

    Raises:
        ValueError: if there is no such layout or column, several alphabets fit the grids, or a number is out of range.
        OSError: if the file cannot be read, such as FileNotFoundError.
        RuntimeError: if the file has no puzzle.

    Example:
        >>> reader = sudoku_bench.read_corpus("datasets/classics.csv")
        >>> reader.schema.names[:3], reader.read_next_batch()["line"][0].as_py()
        (['line', 'puzzle', 'solution'], 2)
    """
    return _native.read_corpus(path, puzzle_column, solution_column, layout, batch_size, shape, alphabet)


def explain(
    puzzles: Corpus,
    *,
    up_to: float | None = None,
    strategy: StrategyName | None = None,
    node_limit: int = 1_000_000,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
    threads: int | None = None,
) -> Table:
    """Return the steps that solve puzzles: those of a person, or those of the search of a strategy, as the command `explain` does.

    Args:
        puzzles: n puzzles, or a path. The steps of a person are for 9×9.
        up_to: the highest rating of a step of a person, from 1.0 to 20.0; the steps end before a harder one.
        strategy: None for the steps of a person. Or the strategy whose search for the first solution is told: each assignment in the
            order in which it is made, and each that is taken back.
        node_limit: the largest number of nodes of a search.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        A table with a row for each step. A row with a status and without a step stands in place of the steps, or after them if they end
        early. The columns of the steps of a person, which are placings and eliminations in the order of Sudoku Explainer, are:

        - line: int64, the number of the puzzle's row, from 1
        - step: int64, the number of the step, from 1
        - technique: its name
        - rating: float64, its rating on Sudoku Explainer's scale
        - conclusion: what the step places or removes, such as `r4c5 = 3` or `r4c56 ≠ 3`
        - reason: why, as a sentence
        - cell: the cell that gets a value; null if none does
        - value: int64, its value
        - cells: the cells of the pattern, as a list in JSON
        - values: the values of the pattern, as a list in JSON
        - eliminations: what it removes: `cell` and `values` of each, in JSON
        - chains: the links of chains, in JSON, as the command line has them
        - grid: the cells after the step
        - candidates: the candidates after the step, as a list of texts in JSON
        - status: null for a step; else why there are no more: `above-limit` or `stuck`, or no steps: `no-solution`,
          `several-solutions`, `full` or `rejected`

        Those of a strategy are as follows. There are as many guesses as the `guesses` of `solve` with this strategy, as many guesses and
        assignments as its nodes, and as many undoings as its backtracks.

        - line: int64, the number of the puzzle's row, from 1
        - step: int64, the number of the step, from 1
        - action: `guess` (a node while an untried alternative is left), `assign` (any other node), `single` (follows
          from the assignments before, and is no node) or `undo` (takes back a node, with the singles that followed from
          it)
        - cell: the cell, as `r4c5`
        - value: int64, its value
        - depth: int64, the number of nodes on the path, with this one
        - status: null for a step; else why there is none: `unsolvable`, `invalid`, `node-limit`, `solved` (no blanks)
          or `rejected`

    Raises:
        TypeError: if puzzles does not hold grids.
        ValueError: if the puzzles have no such steps, the strategy does not tell its steps, or a number is out of range.

    Example:
        >>> steps = sudoku_bench.explain(["3102200002100320"], strategy="norvig")
        >>> [(step.action, step.cell, step.value) for step in steps][:3]
        [('single', 'r1c3', 4), ('single', 'r2c2', 4), ('single', 'r2c3', 3)]
    """
    return Table(_native.explain((puzzles, None, shape, alphabet), up_to, strategy, node_limit, threads))


def candidates(
    grids: Corpus,
    *,
    booleans: bool = False,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
) -> Any:
    """Return the candidates of every cell of partial grids: for a blank, the values that no other cell of its row, column and box has.

    Args:
        grids: n grids, or a path.
        booleans: True for a boolean for each cell and value, as in a mask of actions, in place of the bits of an integer.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.

    Returns:
        An array of NumPy of shape (n, cells), or (n, side, side) if the grids are such an array, in which bit v - 1 stands for
        value v: uint8 up to 8×8, uint16 up to 16×16, uint32 above. With booleans, an array of bool with one more dimension, in
        which index v - 1 stands for value v. A filled cell has no candidates.

    Raises:
        TypeError: if grids does not hold grids.
        ValueError: if a row is not a grid, or several alphabets fit the grids.

    Example:
        >>> sudoku_bench.candidates(["3102200002100320"])[0].tolist()
        [0, 0, 8, 0, 0, 8, 12, 13, 8, 0, 0, 12, 9, 0, 0, 8]
    """
    return _like(grids, _native.candidates((grids, None, shape, alphabet), booleans))


def conflicts(grids: Corpus, *, shape: Shape | None = None, alphabet: Alphabet | None = None) -> Any:
    """Return for every cell of partial grids whether another cell of its row, column or box has its value.

    Args:
        grids: n grids, or a path.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.

    Returns:
        An array of bool of NumPy of shape (n, cells), or (n, side, side) if the grids are such an array. A blank has no conflict.

    Raises:
        TypeError: if grids does not hold grids.
        ValueError: if a row is not a grid, or several alphabets fit the grids.

    Example:
        >>> sudoku_bench.conflicts(["33..............", "3..............3"]).sum(axis=1).tolist()
        [2, 0]
    """
    return _like(grids, _native.conflicts((grids, None, shape, alphabet)))


def _like(grids: Any, array: Any) -> Any:
    """Return an array of rows of cells in the dimensions of the grids."""
    dimensions = getattr(grids, "shape", ())
    return array.reshape(*dimensions, *array.shape[2:]) if len(dimensions) == 3 else array


def status(
    grids: Corpus,
    *,
    several: bool = False,
    node_limit: int | None = None,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
    threads: int | None = None,
) -> Any:
    """Return the status of partial grids: whether cells conflict, and whether the blanks can still be filled.

    A move is right if the grid after it can still be solved. The filter `dataset filter` of the command line has the same facts as
    `conflicting` and `solutions`.

    Args:
        grids: n grids, or a path.
        several: True to tell grids with several solutions apart, which needs a longer search.
        node_limit: the largest number of nodes of a search; None for no limit. Grids above 16×16 may take long.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        An array of n strings of NumPy:

        - `solved`: all cells are filled, without a conflict
        - `solvable`: there is a solution; with several, exactly one
        - `several`: there is more than one solution; only with several
        - `unsolvable`: there is no solution, and no conflict
        - `conflict`: a row, column or box has a value twice
        - `node-limit`: the search reached the limit
        - `rejected`: the row is not a grid
        - `wrong`: the answer failed a check

    Raises:
        TypeError: if grids does not hold grids.
        ValueError: if several alphabets fit the grids, or a number is out of range.

    Example:
        >>> sudoku_bench.status(["3142243142131324", "31.22....21..32.", "33" + "." * 14, "123....4........"]).tolist()
        ['solved', 'solvable', 'conflict', 'unsolvable']
    """
    indices, names = _native.status((grids, None, shape, alphabet), several, node_limit, threads)
    import numpy

    return numpy.array(names)[indices]


def is_solvable(
    grids: Corpus,
    *,
    shape: Shape | None = None,
    alphabet: Alphabet | None = None,
    threads: int | None = None,
) -> Any:
    """Return whether partial grids can still be solved: their `status` is `solved` or `solvable`.

    Args:
        grids: n grids, or a path.
        shape, alphabet: how grids are written, if the grids do not show it; see the module.
        threads: the number of threads; None for one per processor.

    Returns:
        An array of n booleans of NumPy; False for a row that is not a grid.

    Raises:
        TypeError: if grids does not hold grids.
        ValueError: if several alphabets fit the grids, or the number of threads is out of range.

    Example:
        >>> sudoku_bench.is_solvable(["31.22....21..32.", "33" + "." * 14]).tolist()
        [True, False]
    """
    indices, names = _native.status((grids, None, shape, alphabet), False, None, threads)
    return (indices == names.index("solved")) | (indices == names.index("solvable"))


def to_numpy(puzzles: Grids, *, shape: ArrayShape = "flat", offset: int = 0, dtype: Dtype | DtypeObject | type = "uint8") -> Any:
    """Return grids as an array of NumPy.

    Args:
        puzzles: n grids of one side; of any side from 4 to 25.
        shape: "flat" for an array of shape (n, cells), "square" for (n, side, side).
        offset: the number of a blank; values follow it. 1 for the tokens of HRM and TRM, -1 for Jumanji.
        dtype: the type of the numbers, as NumPy names it, such as "int64" or numpy.int64.

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
    return _native.to_numpy(puzzles, shape, offset, dtype)


def from_numpy(array: Grids, *, offset: int = 0, blank: str = ".") -> Column:
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
    return Column(_native.from_numpy(array, offset, blank))


def save_hrm(
    directory: str | PathLike[str],
    *,
    train: tuple[Corpus, Grids | None],
    test: tuple[Corpus, Grids | None],
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
        OSError: if the directory cannot be written.

    Example:
        >>> train, test = (sudoku_bench.generate(20, clues=30, seed=seed) for seed in [1, 2])
        >>> sets = {"train": (train["puzzle"], train["solution"]), "test": (test["puzzle"], None)}
        >>> sudoku_bench.save_hrm(directory, **sets, copies=9)
    """
    _native.save_hrm(directory, (*train, None, None), (*test, None, None), copies, seed, threads)


def compare(a: Scores, b: Scores, *, threads: int | None = None) -> dict[str, Any]:
    """Compare two models on the same puzzles.

    Args:
        a: the scores of the first model.
        b: the scores of the other model, on the same puzzles in the same order.
        threads: the number of threads; None for one per processor.

    Returns:
        A dict:

        - puzzles, units: the number of puzzles, and of classes of isomorphic puzzles
        - only_a, only_b: the classes of which this model solves more than the other
        - p: the two-sided p-value of McNemar's exact test
        - difference: the share that b solves minus the share that a solves
        - low, high: the 95 % interval of the difference; classes of isomorphs are resampled
        - change: better, worse or not_shown, of b; or too_few, if there are fewer than six classes

    Raises:
        ValueError: if the puzzles differ.

    Example:
        >>> a = sudoku_bench.score(["1" * 16, "3142243142131324"], puzzles=["3102200002100320"] * 2)
        >>> b = sudoku_bench.score(["3142243142131324"] * 2, puzzles=["3102200002100320"] * 2)
        >>> sudoku_bench.compare(a, b)["only_b"]
        1
    """
    for scores in (a, b):
        if isinstance(getattr(scores, "_scores", None), PickledScores):
            raise TypeError(NO_PREDICTIONS)
    return _native.compare(getattr(a, "_scores", a), getattr(b, "_scores", b), threads)


def pass_at_k(right: Counts, samples: Counts, k: int) -> float:
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
    return _native.pass_at_k(right, samples, k)


def score(
    predictions: Predictions,
    *,
    puzzles: Grids,
    solutions: Grids | None = None,
    preset: Preset = "neutral",
    offset: int = 0,
    confidence: float = 0.95,
    extract: str = "cells",
    steps: Sequence[Any] | Array | None = None,
    compute: Sequence[Any] | Array | None = None,
    q_halt: Sequence[Any] | Array | None = None,
    at_step: int | None = None,
    at_compute: float | None = None,
    shape: Shape | None = None,
    threads: int | None = None,
) -> Scores:
    """Score predictions of puzzles, of any side from 4 to 25, as the command `score` does.

    Args:
        predictions: n grids, or n texts such as the responses of a language model; or n lists of these, or an array (n, k, cells), the
            samples of each puzzle; with `steps`, its predictions at each step, or those of each sample, as in an array (n, k, steps, cells).
        puzzles: n puzzles.
        solutions: n labels or nulls; None to score by the rules alone. Where a label is missing, the only solution of the
            puzzle is the label. A row of an array in which every label is -100 is padding: it is not scored. A cell whose
            label is -100 does not count in the presets "hrm", "rrn" and "blank-cells".
        preset: the scorer of which the values are, such as "hrm", "d1" or "reasoning-gym"; "neutral" for whether the puzzle
            is solved.
        offset: what the numbers of arrays have in addition to the digit; 1 for the tokens of HRM and TRM.
        confidence: that of the intervals in the summary.
        extract: how the answer is taken from a text: "cells" (the whole text), "answer", "boxed", "code-block", "last-grid",
            "first-grid", several of these with commas between them, each applied to what the one before finds, or a regular
            expression whose first group is the answer.
        steps: the step of each prediction: a list for all puzzles, such as range(1, 17), or one for each. Predictions of a puzzle at the same
            step are samples. The last step of each sample counts; the summary tells what is solved at the others.
        compute: the compute up to each step, as lists like those of the steps.
        q_halt: the logits by which a model halts, at 0 or more, as lists like those of the steps.
        at_step: the last step that counts; None for all.
        at_compute: the most compute that counts; None for any.
        shape: the side of the grids, or the rows and columns of a box, such as "2x3"; None for that of the first puzzle.
        threads: the number of threads; None for one per processor.

    Returns:
        The verdict of every prediction, of each sample at its last step, and their summary.

    Raises:
        TypeError: if an argument does not hold grids, or holds floating-point numbers.
        ValueError: if lengths differ, if no row is a puzzle, for arrays of another shape, unknown presets, or numbers out of range.

    Warns:
        UserWarning: of rows without a puzzle, of labels that are no solutions, of puzzles without a solution, and if most predictions
            are missing or malformed.

    Example:
        >>> puzzle, label = "3102200002100320", "3142243142131324"
        >>> scores = sudoku_bench.score([label, puzzle], puzzles=[puzzle] * 2, solutions=[label] * 2)
        >>> scores["verdict"].to_pylist(), scores.summary["solved"]["rate"]
        (['exact', 'incomplete'], 0.5)
    """
    samples = samples_of(predictions, puzzles)
    rows: Any = predictions
    rows, counts = samples or (rows, None)
    if steps is None and any(given is not None for given in (compute, q_halt, at_step, at_compute)):
        raise ValueError("steps: compute, q_halt, at_step and at_compute need the steps of the predictions")
    if at_compute is not None and compute is None:
        raise ValueError("compute: at_compute needs the compute of the predictions")
    places = {"steps": steps, "compute": compute, "q_halt": q_halt}
    of_each = counts or [1] * (0 if steps is None else len(rows))
    numbers = [None if given is None else numbers_of(name, given, of_each) for name, given in places.items()]
    answers = (counts, *numbers, at_step, at_compute)
    return Scores(_native.score(rows, puzzles, solutions, preset, offset, confidence, extract, shape, threads, answers))


def generate(
    count: int,
    *,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    unbiased_minimal: bool = False,
    shape: Shape | None = None,
    holes: int | tuple[int, int] | None = None,
    balanced: bool = False,
    alphabet: Alphabet | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Table:
    """Generate random puzzles, each with exactly one solution unless holes are asked for.

    The same arguments generate the same puzzles on every machine, with any number of threads, and on the command line. Of 9×9, exactly
    one of clues, minimal, unbiased_minimal and holes says which. Of other shapes, every given is needed; above 16×16, a given also
    stays if the proof that it is not needed takes over 10,000 nodes.

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
        alphabet: how values are written; None for "1-9A".
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
    batch = _native.generate(
        count,
        clues=clues,
        minimal=minimal,
        unbiased_minimal=unbiased_minimal,
        shape=shape,
        holes=holes,
        balanced=balanced,
        alphabet=alphabet,
        seed=seed,
        threads=threads,
    )
    return Table(batch)


def strategies() -> list[Strategy]:
    """Return every strategy, in the order of `sudoku-bench strategies`."""
    return [Strategy(*strategy) for strategy in _native.strategies()]
