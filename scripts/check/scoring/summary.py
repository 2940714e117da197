"""Averages over rows, in the shape of `sudoku-bench score --json`. A row is (puzzle, label, prediction)."""

from collections import Counter
from math import comb, sqrt
from statistics import NormalDist, fmean

from scipy.stats import binomtest

from scoring import literal
from scoring.grids import grouped, solutions

VERDICTS = ["exact", "valid_other", "conflict", "givens_changed", "incomplete", "malformed", "missing"]
SOLVED = ("exact", "valid_other")
Z = NormalDist().inv_cdf(0.975)


def share(values):
    return fmean(map(float, values))


def rrn(rows):
    """Share of boards solved by number of givens."""
    by_givens = grouped(rows, key=lambda row: len(row[0]) - row[0].count(0))
    return {str(givens): share(literal.hrm(*row)[1] for row in boards) for givens, boards in by_givens.items()}


def right_blanks(rows, scorer):
    """Right blanks of all blanks."""
    return sum(scorer(*row) for row in rows) / max(1, sum(puzzle.count(0) for puzzle, _, _ in rows))


PRESETS = {
    "hrm": lambda rows: {
        "accuracy": share(literal.hrm(*row)[0] / len(row[0]) for row in rows),
        "exact_accuracy": share(literal.hrm(*row)[1] for row in rows),
    },
    "rrn": rrn,
    "blank-cells": lambda rows: {
        "accuracy": right_blanks(rows, lambda *row: literal.blank_cells(*row)[0]),
        "solved": share(literal.blank_cells(*row)[1] for row in rows),
    },
    "d1": lambda rows: {"accuracy": 100 * right_blanks(rows, literal.d1)},
    "d1-reward": lambda rows: {"reward": share(literal.d1_reward(*row) for row in rows)},
    "reasoning-gym": lambda rows: {"score": share(literal.reasoning_gym(label, text) for _, label, text in rows)},
    "sakana": lambda rows: {"solved": share(literal.sakana(label, text) for _, label, text in rows)},
    "satnet": lambda rows: {"solved": share(literal.satnet(puzzle, text) for puzzle, _, text in rows)},
    "enigmata": lambda rows: {"solved": share(literal.enigmata(puzzle, text) for puzzle, _, text in rows)},
    "synlogic": lambda rows: {"solved": share(literal.synlogic(puzzle, text) for puzzle, _, text in rows)},
    "dream": lambda rows: {"solved": share(literal.dream(puzzle, text) for puzzle, _, text in rows)},
    "shah": lambda rows: {
        "cells": right_blanks(rows, lambda *row: literal.shah(*row)[0]),
        "solved": share(literal.shah(*row)[1] for row in rows),
    },
    "mdm": lambda rows: {"exact": share(literal.mdm(label, text) for _, label, text in rows)},
}


def wilson(count, rows):
    interval = binomtest(count, rows).proportion_ci(method="wilson")
    return {"count": count, "rate": count / rows, "low": float(interval.low), "high": float(interval.high)}


def interval(hits, units):
    """Wilson's interval of a share whose rows of a unit depend on each other: of as many independent rows as vary as much."""
    of_unit = grouped(zip(units, hits), key=lambda pair: pair[0])
    count, rows = sum(hits), len(hits)
    if len(of_unit) == rows:
        return wilson(count, rows)
    rate = count / rows
    spread = sum((sum(hit for _, hit in unit) - rate * len(unit)) ** 2 for unit in of_unit.values())
    independent = rows * rate * (1 - rate)
    n = len(of_unit) if len(of_unit) == 1 or independent == 0 else min(rows, rows * independent / max(spread, 1e-300))
    centre, half = (rate + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n), Z / (1 + Z ** 2 / n) * sqrt(
        rate * (1 - rate) / n + Z ** 2 / (4 * n ** 2))
    return {"count": count, "rate": rate, "low": max(0.0, centre - half), "high": min(1.0, centre + half)}


def ratio(neutral, right, of):
    """Micro and macro average. A row without such cells adds nothing to either."""
    counted = [row for row in neutral if row[of] > 0]
    hits, total = sum(row[right] for row in counted), sum(row[of] for row in counted)
    return {"right": hits, "of": total, "micro": hits / total, "macro": fmean(row[right] / row[of] for row in counted)}


def counts(neutral, units):
    """The part of the summary that every stratum has, too. `units`: for each row, what its puzzle is known by."""
    verdicts = Counter(row["verdict"] for row in neutral)
    # Of the rows whose cells can be read.
    dups = [row["dup"] for row in neutral if row["dup"] is not None]
    return {
        "rows": len(neutral),
        "verdicts": {name: verdicts[name] for name in VERDICTS},
        "solved": interval([row["verdict"] in SOLVED for row in neutral], units),
        "exact": interval([row["verdict"] == "exact" for row in neutral], units),
        "valid": interval([row["dup"] == 0 and row["verdict"] != "incomplete" for row in neutral], units),
        "cells": ratio(neutral, "cells_right", "cells"),
        "blanks": ratio(neutral, "blanks_right", "blanks"),
        "mean_dup": fmean(dups) if dups else None,
    }


def several_solutions(rows):
    """Rows whose puzzle has more than one solution."""
    several = {puzzle: len(solutions(list(puzzle), 2)) > 1 for puzzle in {tuple(puzzle) for puzzle, _, _ in rows}}
    return sum(several[tuple(puzzle)] for puzzle, _, _ in rows)


def by_clues(rows, neutral):
    """The counts of each number of givens, as text."""
    pairs = grouped(zip(rows, neutral), key=lambda pair: len(pair[0][0]) - pair[0][0].count(0))
    return {str(givens): counts([row for _, row in pair], [tuple(row[0]) for row, _ in pair]) for givens, pair in pairs.items()}


def pass_at(k, samples):
    """Mean over puzzles of the chance that k of a puzzle's samples hold a right one. `samples`: (number, right ones)."""
    return fmean(1 - comb(m - c, k) / comb(m, k) for m, c in samples)


def vote(rule, grids):
    """The majority of grids as text; the earliest of equally many."""
    if rule == "grid":
        return max(grids, key=grids.count, default=None)
    cells = ([value for value in cell if value != "0"] for cell in zip(*grids))
    return "".join(max(values, key=values.count, default="0") for values in cells) or None


def halting(answers):
    """Share of answers that halt if and only if they are the label."""
    return fmean(float((answer["q_halt"] >= 0) == (answer["verdict"] == "exact")) for answer in answers)


def at_steps(samples, units):
    """What is solved at each step. `samples`: for each sample, its answers by step: {step: {verdict, q_halt, compute}}."""
    found = []
    for step in sorted({step for answers in samples for step in answers}):
        upto = [[answers[at] for at in sorted(answers) if at <= step] for answers in samples]
        solved = [[answer["verdict"] in SOLVED for answer in answers] for answers in upto]
        first = [hits and hits[-1] and not any(hits[:-1]) and step in answers for hits, answers in zip(solved, samples)]
        last = [answers[-1] for answers in upto if answers]
        found.append({
            "step": float(step),
            "solved": interval([bool(hits) and hits[-1] for hits in solved], units),
            "first": sum(map(bool, first)),
            "lost": sum(any(hits) and not hits[-1] for hits in solved),
            "halting_accuracy": halting(last),
            "mean_compute": fmean(answer["compute"] for answer in last),
        })
    return found


def halted(samples, units):
    """What is solved at the first step that halts, or else at the last."""
    steps = [next((at for at in sorted(answers) if answers[at]["q_halt"] >= 0), max(answers)) for answers in samples]
    answers = [answers[step] for answers, step in zip(samples, steps)]
    return {
        "solved": interval([answer["verdict"] in SOLVED for answer in answers], units),
        "step": fmean(steps),
        "mean_compute": fmean(answer["compute"] for answer in answers),
    }
