"""The values that the original scorers give to cases of every kind. Run by scripts/check/scores, by itself, or by pytest."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scoring import literal, summary
from scoring.grids import cells, is_solution, rows, solutions, text

A = "3102200002100320", "3142243142131324"
B = "3040413004000304", "3241413224131324"
B_OTHER = "3241413214232314"
C = ("5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..",
     "583427169974136528216859374792364851351298746648715293865971432137642985429583617")


def change(grid, cell, digit):
    return grid[:cell] + digit + grid[cell + 1:]


def exchange_digits(grid):
    return grid.translate(str.maketrans("12", "21"))


# Name, puzzle and label, prediction, verdict, changed/dup, right cells, right blanks, then the values of `hrm`, `blank-cells`,
# `d1`, `reasoning-gym`, `sakana`, `rules`, `dream` and `satnet`; None where the scorer cannot be given the prediction.
CASES = [
    ("A1", A, A[1], "exact", (0, 0), 16, 8, 1, 1, 8, 1, 1, 1, 1, 1),
    ("A2", A, change(A[1], 2, "3"), "conflict", (0, 3), 15, 7, 0, 0, 7, 0.8438, 0, 0, 0, 0),
    ("A3", A, change(A[1], 0, "1"), "givens_changed", (1, 3), 15, 8, 0, 1, 8, 0.8438, 0, 0, 0, 0),
    ("A4", A, A[0], "incomplete", (0, 0), 8, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ("A5", A, change(A[1], 15, "0"), "incomplete", (0, 0), 15, 7, 0, 0, 7, 0.675, 0, 0, 0, 0),
    ("A6", A, A[1][:-1], "malformed", None, None, None, None, None, 7, 0.675, 0, 0, 0, None),
    ("A7", A, A[1] + "1", "malformed", None, None, None, None, None, 8, 0.8455, 0, 0, 1, None),
    ("A8", A, exchange_digits(A[1]), "givens_changed", (6, 0), 8, 6, 0, 0, 6, 0.45, 0, 0, 0, 1),
    ("A9", A, "1144441111444411", "givens_changed", (7, 24), 4, 3, 0, 0, 3, 0.225, 0, 0, 0, 1),
    ("A10", A, change(A[1], 5, "9"), "malformed", None, 15, 7, 0, 0, 7, 0.8438, 0, 0, 0, 0),
    ("A11", A, "", "missing", None, None, None, None, None, 0, 0, 0, 0, 0, None),
    ("B1", B, B[1], "exact", (0, 0), 16, 8, 1, 1, 8, 1, 1, 1, 1, 1),
    ("B2", B, B_OTHER, "valid_other", (0, 0), 12, 4, 0, 0, 4, 0.675, 0, 1, 1, 1),
    ("B3", B, change(B_OTHER, 15, "1"), "givens_changed", (1, 3), 11, 4, 0, 0, 4, 0.6188, 0, 0, 0, 0),
    ("C1", C, C[1], "exact", (0, 0), 81, 55, 1, 1, None, 1, 1, 1, None, 1),
    ("C2", C, change(C[1], 1, "3"), "conflict", (0, 3), 80, 54, 0, 0, None, 0.8889, 0, 0, None, 0),
    ("C3", C, change(C[1], 0, "8"), "givens_changed", (1, 3), 80, 55, 0, 1, None, 0.8889, 0, 0, None, 0),
    ("C5", C, exchange_digits(C[1]), "givens_changed", (6, 0), 63, 43, 0, 0, None, 0.7, 0, 0, None, 1),
    ("C6", C, C[1][:-1], "malformed", None, None, None, None, None, None, 0.8, 0, 0, None, None),
]


def lines(prediction, side, between):
    """The prediction as lines of `side` cells."""
    return "\n".join(between.join(prediction[start:start + side]) for start in range(0, len(prediction), side))


def equal(name, what, got, wanted):
    assert wanted is None or abs(got - wanted) < 5.1e-5, f"{name}: {what} is {got}, not {wanted}"


def test_cases():
    for name, (puzzle_text, label_text), prediction, verdict, changes, all_right, blanks_right, *values in CASES:
        puzzle, label = cells(puzzle_text), cells(label_text)
        side = {16: 4, 81: 9}[len(puzzle)]
        row = literal.neutral(puzzle, label, prediction)
        assert row["verdict"] == verdict, (name, row)
        assert (row["changed"], row["dup"]) == (changes or (None, None)), (name, row)
        assert row["cells"] == len(puzzle) and row["blanks"] == puzzle.count(0) and not row["label_wrong"], (name, row)
        assert row["cells_right"] == (all_right or 0) and row["blanks_right"] == (blanks_right or 0), (name, row)
        spaced = lines(prediction, side, " ")
        scorers = {
            "hrm": literal.hrm(puzzle, label, prediction)[1],
            "blank-cells": literal.blank_cells(puzzle, label, prediction)[1],
            "d1": literal.d1(puzzle, label, f"<answer>{prediction}</answer>"),
            "reasoning-gym": literal.reasoning_gym(label, spaced),
            "sakana": literal.sakana(label, f"<ANSWER>{prediction}</ANSWER>"),
            "rules": literal.rules(puzzle, f"```\n{spaced}\n```"),
            "dream": literal.dream(puzzle, lines(prediction, side, "")),
            "satnet": literal.satnet(puzzle, prediction),
        }
        for (what, got), wanted in zip(scorers.items(), values, strict=True):
            equal(name, what, got, wanted)


def test_texts():
    """Puzzle A for `d1` and `sakana`."""
    answer = A[1]
    wrong = A[0]
    cases = [
        ("no tag", answer, 8, 0),
        ("dashes", f"<answer>{'-'.join(answer)}</answer>", 0, 1),
        ("rows with spaces", f"<answer>\n{lines(answer, 4, ' ')}\n</answer>", 8, 1),
        ("wrong, then right", f"<answer>{wrong}</answer> no: <answer>{answer}</answer>", 0, 1),
        ("brackets", f"<answer>[{answer}]</answer>", 0, 1),
        ("fenced", f"<answer>\n```\n{answer}\n```\n</answer>", 8, 1),
        ("words", f"<answer>My solution: {answer}</answer>", 2, 1),
        ("tag not closed", f"<answer>{answer}", 8, 0),
    ]
    puzzle, label = cells(A[0]), cells(A[1])
    for name, prediction, d1, sakana in cases:
        equal(name, "d1", literal.d1(puzzle, label, prediction), d1)
        equal(name, "sakana", literal.sakana(label, prediction), sakana)


def test_reasoning_gym():
    """The label of puzzle A in other forms."""
    answer = lines(A[1], 4, " ")
    first, second, *others = answer.split("\n")
    cases = [
        ("rows without spaces", lines(A[1], 4, ""), 0.9),
        ("one line", A[1], 0),
        ("final newline", answer + "\n", 0.8719),
        ("space after row 1", "\n".join([first + " ", second, *others]), 0.9688),
        ("answer before", "Answer:\n" + answer, 0.7154),
        ("commas", lines(A[1], 4, ","), 0.9),
        ("three rows", "\n".join([first, second, others[0]]), 0.675),
        ("rows 1 and 2 exchanged", "\n".join([second, first, *others]), 0.45),
        ("twice", f"{answer}\n{answer}", 0.4429),
    ]
    for name, prediction, wanted in cases:
        equal(name, "reasoning-gym", literal.reasoning_gym(cells(A[1]), prediction), wanted)


def test_labels():
    assert [text(grid) for grid in solutions(cells(A[0]), 2)] == [A[1]]
    assert sorted(text(grid) for grid in solutions(cells(B[0]), 3)) == sorted([B[1], B_OTHER])
    assert [text(grid) for grid in solutions(cells(C[0]), 2)] == [C[1]]


def test_six_by_six():
    """Boxes have two rows and three columns."""
    grid = cells("123456456123231564564231312645645312")
    assert is_solution([0] * 36, grid)
    assert literal.neutral([0] * 36, None, rows(grid))["verdict"] == "exact"
    assert literal.satnet([0] * 36, text(grid)) and literal.rules([0] * 36, f"```\n{rows(grid)}\n```")


def test_statistics():
    interval = summary.wilson(87, 100)
    equal("87 of 100", "low", interval["low"], 0.7902)
    equal("87 of 100", "high", interval["high"], 0.9224)
    equal("3 of 10 samples", "pass@5", summary.pass_at(5, [(10, 3)]), 0.916667)


if __name__ == "__main__":
    for test in [value for name, value in list(globals().items()) if name.startswith("test_")]:
        test()
        print(f"{test.__name__}: passed")
