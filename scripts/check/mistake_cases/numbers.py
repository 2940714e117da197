"""Numbers that were wrong: comparisons of nothing, verdicts of few puzzles, shares with two denominators, plots beside tables."""

import json

from .case import P, S, WRONG, both, file, never, refuses, says

RATED = file("r.csv", f"puzzle,solution,rating\n{P},{S},5\n{P},{S},2")
CANDIDATES = file("c.txt", "".join("123456789" if cell == "." else "." * (int(cell) - 1) + cell + "." * (9 - int(cell)) for cell in P))


def samples(name, rows):
    """Writes predictions: for each puzzle its id, and for each sample whether it is right."""
    lines = [f"{puzzle},{S if right else WRONG}" for puzzle, rights in rows for right in rights]
    return file(name, "\n".join(["id,prediction", *lines]))


def corpus(count):
    """Writes distinct puzzles that have the solution S: one given less each."""
    given = [cell for cell in range(81) if P[cell] != "."]
    rows = [f"{index},{S[:given[index]]}.{S[given[index] + 1:]},{S}" for index in range(count)]
    return file("t.csv", "\n".join(["id,puzzle,solution", *rows]))


def compared(puzzles, samples_each, right_a, right_b):
    """Two models on these puzzles, each with so many samples of each, of which so many are right."""
    made = corpus(puzzles)
    for name, right in (("a", right_a), ("b", right_b)):
        made += samples(f"{name}.csv", [(index, [n < right for n in range(samples_each)]) for index in range(puzzles)])
    return made + "sb score --model a=a.csv --model b=b.csv t.csv --id id"


UNEQUAL = corpus(9) + samples("a.csv", [(index, [index < 8]) for index in range(9)]) + samples(
    "b.csv", [(index, [True] if index > 4 else [False, True]) for index in range(9)])

ENGINE = file("half.py", """import sys
for index, line in enumerate(sys.stdin):
    if index % 3 == 2:
        sys.exit(1)
    print(sys.argv[1], flush=True)""") + file("engines.toml", f"""[[engine]]
name = "half"
version = ["echo", "1"]
run = ["python3", "half.py", "{S}"]
""")


def ranks_alike(done):
    """The median in the data of the picture is that of the summary."""
    overview = next(line for line in done.out.splitlines() if line.startswith("engine:half,"))
    summary = json.loads(done.out[done.out.index("{"):])
    median = next(s["latency_p50_ns"] for s in summary["strategies"] if s["strategy"] == "engine:half")
    drawn = overview.split(",")[1]
    return (drawn == "" and median is None) or (median is not None and abs(float(drawn) / median - 1) < 0.002)


GROUPS = [
    ("Comparisons of nothing", [
        ("filter '\"rating\" > 3'", RATED + "sb dataset filter '\"rating\" > 3' r.csv", refuses("backquotes")),
        ("filter '1 > 3'", RATED + "sb dataset filter '1 > 3' r.csv", refuses("column")),
        ("score --by '\"rating\" > 3'", file("p.csv", f"puzzle,solution,rating,prediction\n{P},{S},5,{S}\n{P},{S},2,{S}")
         + "sb score p.csv --by '\"rating\" > 3'", refuses("backquotes")),
        ("automorphisms of candidates", CANDIDATES + "sb dataset filter 'automorphisms >= 0' c.txt", refuses("automorphisms")),
        ("technique of another shape", "sb dataset generate --shape 4 --count 2 -o f.csv; sb dataset filter 'technique == \"search\"' f.csv",
         refuses("technique")),
        ("te_depth of candidates", CANDIDATES + "sb dataset filter 'te_depth >= 0' c.txt", refuses("te_depth")),
    ]),
    ("Verdicts of few puzzles", [
        *[(f"{puzzles} puzzles with 20 samples", compared(puzzles, 20, 20, 10),
           both(lambda done: done.code == 0, says("puzzles"), never("is worse"))) for puzzles in (1, 2, 3)],
        ("40 isomorphs of one", f"echo $P,$S | sed '1i puzzle,solution' | sb dataset augment 40 - --only-images --seed 1 -o t.csv; "
         "sb dataset convert t.csv -o a.csv; sed -i '1s/.*/puzzle,prediction/' a.csv; sed 's/,.*/,/;1s/.*/puzzle,prediction/' a.csv > b.csv; "
         "sb score --model a=a.csv --model b=b.csv t.csv", both(lambda done: done.code == 0, never("is worse"))),
        ("different numbers of samples", UNEQUAL + "sb score --model a=a.csv --model b=b.csv t.csv --id id --json",
         lambda done: abs(done.json()["comparisons"][0]["difference"]
                          - (done.json()["models"][1]["solved"]["rate"] - done.json()["models"][0]["solved"]["rate"])) < 0.001),
    ]),
    ("Plots and tables", [
        ("engine errors rank last in the picture", ENGINE + file("p.txt", f"{P}\n" * 30)
         + "sb run p.txt --strategy dlx,engine:half --rounds 1 --threads 1 -o r > /dev/null; sb report r --svg figures; "
         "cat figures/latency-overview*.csv r/summary.json", ranks_alike),
    ]),
]
