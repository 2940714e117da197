"""Compares the verdicts, counts, presets and statistics of `sudoku-bench score` with literal.py, scipy and statsmodels.

    scripts/check/scores BUILD [--puzzles N] [--seed N] [--only CASE]

Each case makes random and hostile predictions. With few puzzles and another seed, a difference is narrowed down to some rows.
"""

import csv
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from random import Random

import numpy as np
from statsmodels.stats.contingency_tables import mcnemar

sys.path[:0] = [str(Path(__file__).parents[level]) for level in (1, 2)]

from common import arguments
from scoring import hrm, literal, summary
from scoring.grids import cells, class_of, grouped, image, text
from scoring.predictions import grid_texts, small_puzzles, table, with_changes
from scoring.tool import Failure, Tool, corpus_record, differences, record, row_differences

SHOWN = 5  # differences of a case that are printed
# `rrn` has 17 to 34 givens; the scorers of texts of 4×4 have no rule for more cells.
PRESETS = {4: [name for name in summary.PRESETS if name != "rrn"],
           9: [name for name in summary.PRESETS if name not in ("d1", "d1-reward", "dream")]}


def main():
    given = arguments(__doc__, "build", puzzles=100, seed=1, only="")
    failed = 0
    with tempfile.TemporaryDirectory() as made:
        tool = Tool(given.build, Path(made))
        for name, case in CASES.items():
            if given.only in ("", name):
                failed += not passes(name, case, tool, Random(f"{given.seed} {name}"), given.puzzles)
    sys.exit(failed > 0)


def passes(name, case, tool, random, count):
    try:
        found = case(tool, random, count)
    except AssertionError as error:
        found = [str(error)]
    print(f"{name}: {f'{len(found)} differences' if found else 'passed'}", flush=True)
    for line in found[:SHOWN]:
        print(f"    {line}")
    return not found


def puzzles_of(tool, random, n, count):
    return tool.generate(count, random.randrange(1 << 30)) if n == 9 else small_puzzles(random, n, count)


def whole(tool, rows, n, layout, *options):
    """Everything that one file of predictions tells, against the literal values."""
    neutral = [literal.neutral(*row) for row in rows]
    printed, scored = tool.score_rows(rows, PRESETS[n], layout, *options)
    model = printed["models"][0]
    found = row_differences(rows, neutral, scored) + differences(summary.counts(neutral, puzzles_in(rows)), model)
    several = {"several_solutions": {"count": summary.several_solutions(rows)},
               "label_wrong": {"count": sum(row["label_wrong"] for row in neutral)}}
    found += differences(several, printed["puzzles"], "puzzles")
    return found + preset_differences(rows, PRESETS[n], model["presets"])


def puzzles_in(rows):
    return [tuple(row[0]) for row in rows]


def preset_differences(rows, presets, got):
    return [line for name in presets for line in differences(summary.PRESETS[name](rows), got.get(name), name)]


def of_file(n, layout, *kinds):
    """Predictions in one file: of all kinds, or of these."""
    return lambda tool, random, count: whole(tool, table(random, puzzles_of(tool, random, n, count), *kinds), n, layout)


def full_puzzles(tool, random, count):
    """Some puzzles have no blank."""
    return whole(tool, table(random, small_puzzles(random, 4, 30, fewest_blanks=0), grid_texts), 4, "csv")


def without_labels(tool, random, count):
    """Every solution is exact."""
    rows = [(puzzle, None, text) for puzzle, _, text in table(random, small_puzzles(random, 4, count), grid_texts)]
    _, scored = tool.score_rows(rows, [])
    return row_differences(rows, [literal.neutral(*row) for row in rows], scored, ["verdict", "changed", "dup"])


def strata(tool, random, count):
    """The counts by number of givens."""
    rows = table(random, small_puzzles(random, 4, count), grid_texts)
    printed, _ = tool.score_rows(rows, [], "csv", "--by", "clues")
    got = {stratum["value"]: stratum for stratum in printed["models"][0]["strata"] if stratum["by"] == "clues"}
    expected = summary.by_clues(rows, [literal.neutral(*row) for row in rows])
    surplus = [f"a stratum of {value} givens" for value in got.keys() - expected.keys()]
    return surplus + differences(expected, got)


def one_each(random, puzzles):
    """(puzzle, label, prediction), one prediction for each puzzle, right for about half."""
    return [(puzzle, label, text(with_changes(random, label, random.choice([0, 0, 0, 1, 3])))) for puzzle, label in puzzles]


def corpus_of(puzzles):
    return [{"id": f"p{index}"} | corpus_record(*puzzle) for index, puzzle in enumerate(puzzles)]


def by_row(tool, random, count):
    """Predictions without puzzles, in the order of the corpus."""
    puzzles = small_puzzles(random, 4, count)
    rows = one_each(random, puzzles)
    corpus = tool.write("corpus.csv", corpus_of(puzzles))
    predictions = tool.write("predictions.csv", [{"row": index, "prediction": row[2]} for index, row in enumerate(rows)])
    printed, scored = tool.score(predictions, corpus)
    neutral = [literal.neutral(*row) for row in rows]
    return row_differences(rows, neutral, scored) + differences(summary.counts(neutral, puzzles_in(rows)), printed["models"][0])


def by_id(tool, random, count):
    """Predictions in another order, some puzzles without one, and predictions for puzzles that the corpus has not."""
    puzzles = small_puzzles(random, 4, count)
    rows = one_each(random, puzzles)
    rows = [(*row[:2], row[2] if random.random() < 0.9 else None) for row in rows]
    corpus = tool.write("corpus.csv", corpus_of(puzzles))
    given = [{"id": f"p{index}", "prediction": row[2]} for index, row in enumerate(rows) if row[2] is not None]
    given += [{"id": f"q{index}", "prediction": "1234341221434321"} for index in range(5)]
    random.shuffle(given)
    printed, scored = tool.score(tool.write("predictions.csv", given), corpus, "--id", "id")
    neutral = [literal.neutral(*row) for row in rows]
    verdicts = {row.get("id"): row.get("verdict") for row in scored}
    expected = {f"p{index}": row["verdict"] for index, row in enumerate(neutral) if row["verdict"] != "missing"}
    return differences(summary.counts(neutral, range(len(rows))), printed["models"][0]) + differences(expected, verdicts, "verdict")


def samples(tool, random, count):
    """pass@k of 10 predictions for each puzzle."""
    puzzles = small_puzzles(random, 4, count)
    rows = [(index, *row) for index, row in enumerate(one_each(random, [puzzle for puzzle in puzzles for _ in range(10)]))]
    corpus = tool.write("corpus.csv", corpus_of(puzzles))
    given = [{"id": f"p{index // 10}", "prediction": prediction} for index, _, _, prediction in rows]
    solved = [(index // 10, literal.neutral(*row)["verdict"] in summary.SOLVED) for index, *row in rows]
    right = [sum(hit for _, hit in group) for _, group in groupby(solved, key=lambda pair: pair[0])]
    random.shuffle(given)
    printed, _ = tool.score(tool.write("predictions.csv", given), corpus, "--id", "id", "--pass-at", "1,2,5,10")
    expected = {str(k): summary.pass_at(k, [(10, c) for c in right]) for k in (1, 2, 5, 10)}
    got = {str(pass_at["k"]): pass_at["value"] for pass_at in printed["models"][0]["pass_at"]}
    return differences(expected, got, "pass_at")


def votes(tool, random, count):
    """The votes of 5 samples of each puzzle, some of which do not vote."""
    puzzles = small_puzzles(random, 4, count)
    rows = [(index, *puzzle, prediction) for index, puzzle in enumerate(puzzles)
            for prediction in (random.choice(grid_texts(random, *puzzle)) for _ in range(5))]
    corpus = tool.write("corpus.csv", corpus_of(puzzles))
    given = [{"id": f"p{index}", "prediction": prediction or ""} for index, _, _, prediction in rows]
    printed, _ = tool.score(tool.write("predictions.csv", given), corpus, "--id", "id", "--vote")
    return vote_differences(rows, printed)


def vote_differences(rows, printed):
    """`rows`: (unit, puzzle, label, prediction)."""
    found = []
    for votes in printed["models"][0]["votes"]:
        neutral = []
        for _, samples in groupby(rows, key=lambda row: row[0]):
            samples = list(samples)
            puzzle, label = samples[0][1:3]
            voting = [as_digits(prediction) for *_, prediction in samples
                      if literal.neutral(puzzle, label, prediction)["verdict"] not in ("malformed", "missing")]
            neutral.append(literal.neutral(puzzle, label, summary.vote(votes["rule"], voting)))
        found += differences(summary.counts(neutral, range(len(neutral))), votes, votes["rule"])
    return found


def as_digits(prediction):
    return "".join("0" if symbol in "._*-?xX" else symbol for symbol in prediction)


def steps(tool, random, count):
    """Three samples of up to five steps, in any order."""
    given, samples, units = [], [], []
    for unit, (puzzle, label) in enumerate(small_puzzles(random, 4, count)):
        for sample in range(1, 4):
            answers = {}
            for step in sorted(random.sample(range(1, 8), random.randint(1, 5))):
                prediction = text(with_changes(random, label, random.choice([0, 0, 1])))
                place = {"sample": sample, "step": step, "compute": 10 * step + sample, "q_halt": round(random.gauss(0, 1), 2)}
                given.append({"id": f"p{unit}"} | record(puzzle, label, prediction) | place)
                answers[step] = place | literal.neutral(puzzle, label, prediction)
            samples.append(answers)
            units.append(unit)
    random.shuffle(given)
    path = tool.write("predictions.csv", given)
    found = []
    for options, counts in (([], lambda place: True), (["--at-step", "4"], lambda place: place["step"] <= 4),
                            (["--at-compute", "41.5"], lambda place: place["compute"] <= 41.5)):
        kept = [{step: answer for step, answer in answers.items() if counts(answer)} for answers in samples]
        missing = literal.neutral(*small_puzzles(random, 4, 1)[0], None)
        last = [answers[max(answers)] if answers else missing for answers in kept]
        model = tool.score(path, "--id", "id", *options)[0]["models"][0]
        expected = {"solved": summary.interval([answer["verdict"] in summary.SOLVED for answer in last], units)}
        found += differences(expected, model) + step_differences(kept, units, model["steps"])
    return found


def step_differences(samples, units, got):
    by_step = dict(enumerate(summary.at_steps(samples, units)))
    found = differences(by_step, dict(enumerate(got["by_step"])), "steps")
    return found if any(not answers for answers in samples) else found + differences(summary.halted(samples, units), got["halted"])


def isomorphs(tool, random, count):
    """Predictions for isomorphs, mapped back and voted."""
    puzzles = small_puzzles(random, 4, count)
    path = tool.write("test.csv", corpus_of(puzzles))
    out = tool.run("dataset", "augment", 4, path, "--seed", random.randrange(1 << 30), "--transform", "--to", "csv")
    found, given, rows = [], [], []
    for index, row in enumerate(csv.DictReader(out.splitlines())):
        puzzle, label = puzzles[index // 5]
        if [text(image(grid, row["transform"])) for grid in (puzzle, label)] != [text(cells(row[name])) for name in ("puzzle", "solution")]:
            found.append(f"{row['transform']}: {row['puzzle']} is no image of {text(puzzle)}")
        prediction = with_changes(random, label, random.choice([0, 1, 3]))
        rows.append((index // 5, puzzle, label, text(prediction)))
        given.append(row | {"prediction": text(image(prediction, row["transform"]))})
    printed, _ = tool.score(tool.write("images.csv", given), "--id", "id", "--inverse", "transform", "--vote")
    neutral = [literal.neutral(*row[1:]) for row in rows]
    found += differences(summary.counts(neutral, [row[0] for row in rows]), printed["models"][0])
    return found + vote_differences(rows, printed)


def two_models(tool, random, count):
    """McNemar's test, and the interval of the difference, of two models on the same puzzles."""
    puzzles = small_puzzles(random, 4, count)
    models = [one_each(random, puzzles), one_each(random, puzzles)]
    one, other = (tool.write(f"{name}.csv", [record(*row) for row in rows]) for name, rows in zip("ab", models))
    printed, _ = tool.score("--model", f"base={one}", "--model", f"other={other}")
    hits = np.array([[literal.neutral(*row)["verdict"] in summary.SOLVED for row in rows] for rows in models])
    classes = grouped(zip(map(class_of, puzzles_in(models[0])), *hits.astype(int)), key=lambda row: row[0]).values()
    change = np.array([[sum(b - a for _, a, b in rows), len(rows)] for rows in classes])
    only_a, only_b = int((change[:, 0] < 0).sum()), int((change[:, 0] > 0).sum())
    p = mcnemar([[0, only_a], [only_b, 0]], exact=True).pvalue
    got = printed["comparisons"][0]
    found = differences({"only_base": only_a, "only_other": only_b, "p": float(p)}, got, "comparison")
    return found + interval_differences(change, got)


def interval_differences(change, got):
    """The bootstrap's interval against another bootstrap, whose ends vary by some percent of the width. `change`: for each class of
    isomorphs, the sum of the differences, and the number of puzzles."""
    difference = change[:, 0].sum() / change[:, 1].sum()
    sums = np.random.default_rng(1).choice(change, (4000, len(change))).sum(axis=1)
    low, high = np.quantile(sums[:, 0] / sums[:, 1], [0.025, 0.975])
    near = 0.12 * (high - low) + 1 / len(change)
    found = differences({"difference": float(difference), "units": len(change)}, got, "comparison")
    if abs(got["low"] - low) > near or abs(got["high"] - high) > near:
        found.append(f"interval {got['low']} to {got['high']}, expected about {low} to {high}")
    return found


def all_or_none(tool, random, count):
    """Wilson's interval where no row is solved, or every row."""
    found = []
    for n in (1, 7, count):
        for solved in (0, n):
            rows = [(puzzle, label, text(label) if solved else "") for puzzle, label in small_puzzles(random, 4, n)]
            printed, _ = tool.score_rows(rows, [])
            found += differences({"solved": summary.wilson(solved, n)}, printed["models"][0], f"{solved} of {n}")
    return found


def json_lists(tool, random, count):
    """Predictions that are lists of JSON, not texts."""
    rows = [(puzzle, label, with_changes(random, label, random.choice([0, 0, 1]))) for puzzle, label in
            puzzles_of(tool, random, 9, 20)]
    _, scored = tool.score_rows(rows, [], "jsonl")
    neutral = [literal.neutral(puzzle, label, text(prediction)) for puzzle, label, prediction in rows]
    return row_differences(rows, neutral, scored)


def any_bytes(tool, random, count):
    """Bytes that are no text: the program may refuse them, and must not panic."""
    puzzle, label = small_puzzles(random, 4, 1)[0]
    found = []
    for _ in range(20):
        noise = random.randbytes(random.choice([1, 30, 3000]))
        path = tool.directory / "noise.csv"
        path.write_bytes(f"puzzle,solution,prediction\n{text(puzzle)},{text(label)},".encode() + noise + b"\n")
        try:
            tool.run("score", path, "--preset", ",".join(PRESETS[4]))
        except Failure as error:
            if error.code not in (1, 2):
                found.append(f"{error}: {noise[:50]}")
    return found


CASES = {f"{name}-{n}x{n}-{layout}": of_file(n, layout, *kinds) for n in (4, 9) for layout in ("csv", "jsonl")
         for name, kinds in {"plain": [grid_texts], "wild": []}.items()} | {
    "full-puzzles": full_puzzles, "without-labels": without_labels, "strata": strata, "by-row": by_row, "by-id": by_id,
    "samples": samples, "votes": votes, "steps": steps, "isomorphs": isomorphs, "two-models": two_models, "all-or-none": all_or_none, "json-lists": json_lists, "any-bytes": any_bytes,
    "export-hrm": lambda tool, *_: hrm.differences(tool),
}

if __name__ == "__main__":
    main()
