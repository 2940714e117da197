"""Results that are more than a table."""

from __future__ import annotations

from sudoku_bench._native import pass_at_k
from sudoku_bench._table import ShownColumn, Table, batch_of, described

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from arro3.core import RecordBatch

    from sudoku_bench._types import StrategyName, VoteRule


class Results(Table):
    """What `run` measured: a table with the columns that `solve` describes, one row for each puzzle and strategy."""

    def __init__(self, batch: RecordBatch, summary: RecordBatch, histograms: dict[str, str]) -> None:
        super().__init__(batch)
        self._summary = Table(summary)
        self._histograms = histograms

    def __reduce__(self) -> Any:
        return results_of, (described(self), described(self._summary), self._histograms)

    @property
    def summary(self) -> Table:
        """A table with a row for each strategy:

        - strategy: its name
        - puzzles: int64, rows that are puzzles
        - solved: int64, rows with the status solved
        - nodes: int64, sum of the nodes
        - guesses: int64, sum of the guesses
        - backtracks: int64, sum of the backtracks
        - latency_mean_ns: float64, mean of the latencies
        """
        return self._summary

    @property
    def histograms(self) -> dict[str, str]:
        """For each strategy, the latencies of the searches that ended by themselves, in nanoseconds: an HdrHistogram in version 2 of
        the compressed encoding, in base64. `hdrh.histogram.HdrHistogram.decode` of the package `hdrhistogram` reads it.
        """
        return self._histograms

    def _shown(self) -> tuple[list[ShownColumn], str]:
        strategies = len(self.summary)
        return self.summary._shown()[0], f"{len(self) // strategies:,} rows by {strategies} strategies"


def results_of(columns: dict[str, Any], summary: dict[str, Any], histograms: dict[str, str]) -> Results:
    return Results(batch_of(columns), batch_of(summary), histograms)


NO_PREDICTIONS = "scores that were pickled have no predictions: call `by`, `vote` and `compare` in the process that scored"


class PickledScores:
    """The rows and the summary of scores that were pickled; `by`, `vote` and `compare` need the predictions, too."""

    def __init__(self, columns: dict[str, Any], summary: dict[str, Any]) -> None:
        self._columns = columns
        self._summary = summary

    def rows(self) -> RecordBatch:
        return batch_of(self._columns)

    def summary(self) -> dict[str, Any]:
        return self._summary

    def verdicts(self) -> list[tuple[str, int]]:
        return list(self._summary["verdicts"].items())

    def by(self, keys: Iterable[object]) -> RecordBatch:
        raise TypeError(NO_PREDICTIONS)

    def vote(self, rule: str) -> Scores:
        raise TypeError(NO_PREDICTIONS)


class Scores(Table):
    """The scores of the predictions of a model: a table with a row for each prediction, with nulls for padding and for rows that are not
    puzzles.

    Its columns are:

    - sample: int64, the number of the sample of its puzzle, from 1
    - verdict: `missing`, `malformed`, `incomplete`, `givens_changed`, `conflict`, `exact` or `valid_other`
    - cells_right: int64, cells with the value of the label; null without a label
    - cells: int64, all cells
    - blanks_right: int64, blanks of the puzzle with the value of the label; null without a label
    - blanks: int64, blanks of the puzzle
    - changed: int64, givens that have another value; null for `malformed` and `missing`
    - dup: int64, values that a row, column or box has twice; null for `malformed` and `missing`
    - solutions: int64, 0, 1, or 2 for several; null if they were not counted
    - label_wrong: bool, whether the label is no solution of the puzzle
    - value: float64, 1 if the puzzle is solved, else 0; or what the prediction adds to the last measure of the preset
    """

    def __init__(self, scores: Any) -> None:
        super().__init__(scores.rows())
        self._scores = scores

    def __reduce__(self) -> Any:
        return Scores, (PickledScores(described(self), self.summary),)

    @property
    def summary(self) -> dict[str, Any]:
        """The summary of all rows, a dict with keys of `score --json`: rows, verdicts, solved, valid and exact (each with count, rate,
        low and high), cells and blanks (right, of, micro, macro), mean_dup, presets, steps, side and puzzles. Rows in it are
        numbered from 1.
        """
        return self._scores.summary()

    def pass_at(self, k: int) -> dict[str, Any]:
        """Estimate the chance that at least one of k samples solves a puzzle, as `score --pass-at` does.

        Args:
            k: the number of samples to draw.

        Returns:
            A dict with k, the value (None if no puzzle has k samples), the number of puzzles with at least k samples, and too_few, the
            number of puzzles with fewer.
        """
        samples: list[list[bool]] = []
        for number, verdict in zip(self["sample"].to_pylist(), self["verdict"].to_pylist(), strict=True):
            if number == 1:
                samples.append([])
            if number is not None:
                samples[-1].append(verdict in ("exact", "valid_other"))
        # Sums of floating-point numbers depend on their order; this one is that of the command line.
        enough = sorted((sum(right), len(right)) for right in samples if len(right) >= k)
        value = pass_at_k([right for right, _ in enough], [number for _, number in enough], k) if enough else None
        return {"k": k, "value": value, "puzzles": len(enough), "too_few": len(samples) - len(enough)}

    def vote(self, rule: VoteRule) -> Scores:
        """Let the samples of each puzzle vote, as `score --vote` does.

        Args:
            rule: "cells" for the value that most samples have in each cell, or "grid" for the grid that most samples are.

        Returns:
            The scores of the votes, a prediction for each puzzle. Those of one sample are its own.

        Raises:
            ValueError: if there is no such rule.
        """
        return Scores(self._scores.vote(rule))

    def by(self, keys: Iterable[object]) -> Table:
        """Count the predictions apart for each of some keys.

        Args:
            keys: a number, a string or None for each puzzle, such as its rating.

        Returns:
            A table with a row for each key: key, rows, the number of each verdict, solved with its interval
            (solved_low, solved_high), valid, cells_accuracy, blanks_accuracy, mean_dup, and the numbers of the preset.

        Raises:
            ValueError: if there are not as many keys as puzzles.
        """
        return Table(self._scores.by(keys))

    def _shown(self) -> tuple[list[ShownColumn], str]:
        verdicts: list[tuple[str, int]] = self._scores.verdicts()
        counts = [(name, f"{count:,}") for name, count in verdicts if count > 0]
        columns = [("verdict", False, [name for name, _ in counts]), ("predictions", True, [count for _, count in counts])]
        return columns, f"{self.summary['solved']['count']:,} of {len(self):,} solved"


class Strategy:
    """A solving algorithm."""

    def __init__(self, name: StrategyName, about: str, complete: bool, default: bool) -> None:
        self._values = name, about, complete, default

    @property
    def name(self) -> StrategyName:
        """The name that `solve` and `run` take."""
        return self._values[0]

    @property
    def about(self) -> str:
        """The algorithm's rule in a line."""
        return self._values[1]

    @property
    def complete(self) -> bool:
        """True if the algorithm finds every solution; an incomplete one may end with the status `stalled`."""
        return self._values[2]

    @property
    def default(self) -> bool:
        """True if `run` uses the strategy when none is named."""
        return self._values[3]

    def __repr__(self) -> str:
        return f"<Strategy {self.name}: {self.about}>"
