"""Predictions: symbols of other shapes, columns that are guessed, escapes, and answers in texts of language models."""

import json

from .case import P, S, WRONG, both, file, never, refuses, rows_of, says

ROWS = rows_of(S).split()
QUESTION = rows_of(P, blank="0")
MARKDOWN = "\n".join(["| " + " | ".join("ABCDEFGHI") + " |", "|" + "---|" * 9, *("| " + " | ".join(row) + " |" for row in ROWS)])
ROW_NAMES = "\n".join(["|   | " + " | ".join("123456789") + " |", "|" + "---|" * 10,
                       *(f"| **R{index}** | " + " | ".join(row) + " |" for index, row in enumerate(ROWS, 1))])
BOXES = "\n".join("".join(f"| {' '.join(row[start : start + 3])} " for start in (0, 3, 6)) + "|"
                  + ("\n+-------+-------+-------+" if index in (2, 5) else "") for index, row in enumerate(ROWS))
LATEX = "\\begin{array}{ccccccccc}\n" + " \\\\\n".join(" & ".join(row) for row in ROWS) + "\n\\end{array}"
HTML = "<table>" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in ROWS) + "</table>"
BOLD = "\n".join(" ".join(f"**{cell}**" for cell in row) for row in ROWS)
QUOTE = "\n".join("> " + " ".join(row) for row in ROWS)
AS_JSON = json.dumps([[int(cell) for cell in row] for row in ROWS])


def labelled(label):
    return "\n".join(label.format(index) + " " + " ".join(row) for index, row in enumerate(ROWS, 1))


FORMS = {"a Markdown table": MARKDOWN, "a table with names of rows": ROW_NAMES, "a box grid in a fence": f"```\n{BOXES}\n```",
         "Row 1:": labelled("Row {}:"), "R1": labelled("R{}"), "1.": labelled("{}."), "a LaTeX array": LATEX, "an HTML table": HTML,
         "bold cells": BOLD, "a block quote": QUOTE, "JSON": AS_JSON}


def scored(text, options, more=""):
    """Scores one response, as JSON."""
    row = json.dumps({"puzzle": P, "solution": S, "response": text})
    return file("r.jsonl", row) + f"sb score r.jsonl --prediction-column response {options} --json {more}"


def verdict(name):
    return lambda done: done.json()["models"][0]["verdicts"].get(name) == 1


SOLVED = verdict("exact")


def shape(name, alphabet):
    """Predictions of generated puzzles in an alphabet: the solutions."""
    return (f"sb dataset generate --shape {name} --count 5 --seed 1 -o g.csv; sb dataset convert g.csv --to-alphabet {alphabet} -o p.csv; "
            "awk -F, 'NR==1{print \"puzzle,solution,prediction\"} NR>1{print $1\",\"$2\",\"$2}' p.csv > q.csv; "
            f"sb score q.csv --alphabet {alphabet} --json")


ALL_SOLVED = lambda done: done.json()["models"][0]["solved"]["rate"] == 1  # noqa: E731

GROUPS = [
    ("Symbols and columns of score", [
        *[(f"10×10 in {alphabet}", shape("2x5", alphabet), ALL_SOLVED) for alphabet in ("1-9A", "0-9A", "A-Z")],
        ("16×16 in 0-9A", shape("16", "0-9A"), ALL_SOLVED),
        ("solutions that are counts", file("c.csv", f"puzzle,prediction,solutions\n{P},{S},1\n{P},{WRONG},1") + "sb score c.csv --json",
         lambda done: done.json()["puzzles"]["labelled"] == 0 and done.json()["models"][0]["solved"]["count"] == 1),
        ("an escape in a group", "printf 'puzzle,solution,prediction,g\\n%s,%s,%s,a\\033[31mb\\n' $P $S $S > c.csv; sb score c.csv --by g",
         both(lambda done: done.code == 0, never("\x1b[31mb"))),
        ("a bell in a name", "printf 'puzzle,solution,a\\n%s,%s,%s\\n' $P $S $S > c.csv; sb score --model $'x\\a'=c.csv c.csv "
         "--prediction-column a", never("\a")),
        ("right to left in a group", "printf 'puzzle,solution,prediction,g\\n%s,%s,%s,a\\u202eb\\n' $P $S $S > c.csv; sb score c.csv --by g",
         never("\u202e")),
        ("explain --shape 4", "sb explain $P --shape 4", refuses("shape")),
    ]),
    ("--extract answer", [(name, *(scored(f"Here it is.\n<answer>\n{text}\n</answer>", "--extract answer"), SOLVED))
                          for name, text in FORMS.items()]),
    ("--extract last-grid", [(name, *(scored(f"The puzzle is\n{QUESTION}\nand the solution\n\n{text}\n", "--extract last-grid"), SOLVED))
                             for name, text in FORMS.items()]),
    ("Rules of --extract", [
        ("the last opening tag", scored(f"I will use <answer> tags. <answer>{S}</answer>", "--extract answer"), SOLVED),
        ("the last grid in an answer", scored(f"<answer>It is\n{rows_of(S)}I am sure.</answer>", "--extract answer,last-grid"), SOLVED),
        ("the question is no prediction", scored(f"The puzzle is\n{QUESTION}\nI cannot solve it.", "--extract last-grid"), verdict("missing")),
        ("a prediction that is the puzzle", file("c.csv", f"puzzle,solution,prediction\n{P},{S},{P}") + "sb score c.csv",
         says("the puzzle itself")),
        ("a column extracted", scored(f"<answer>{S}</answer>", "--extract answer", "-o o.csv > /dev/null; head -1 o.csv"), says("extracted")),
        ("a rule with a typing error", scored(f"<answer>{S}</answer>", "--extract anwser"), refuses("answer")),
        ("texts with tags", scored(f"So <answer>{S}</answer>", ""), says("--extract answer")),
        ("lines of missing ones", file("c.jsonl", "\n".join(json.dumps({"puzzle": P, "solution": S, "response": text})
                                                         for text in (f"<answer>{S}</answer>", "I do not know")))
         + "sb score c.jsonl --prediction-column response --extract answer", says("missing", "line 2")),
    ]),
]
