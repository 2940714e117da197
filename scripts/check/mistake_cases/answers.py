"""Answers that people look for: groups of a run, tables for papers, pages to print, and puzzles on the command line."""

from .case import P, S, both, file, never, numbers, refuses, rows_of, says

RUN = file("p.csv", "id,puzzle,level\n" + "\n".join(f"{index},{P},{'hard' if index % 2 else 'easy'}" for index in range(12)))
RUN += "sb run p.csv --strategy naive,dlx --no-report -o r > /dev/null 2>&1; "
OTHER = f"echo $P > q.txt; sb run q.txt --strategy dlx --no-report -o q > /dev/null 2>&1; "
LEVELS = """sb dataset generate --count 12 --clues 30 --seed 1 2> /dev/null | awk -F, '
NR == 1 {print "puzzle,level"} NR > 1 {print $1 "," (NR % 2 ? "hard" : "easy")}' > p.csv; """
DOTS = ".".join(rows_of(P, blank="0").split())
SIXTEEN = "sb dataset generate --shape 16 --count 2 --seed 1 -o g.csv; "

SOLVED = says(S)


def argument(text):
    return f"sb solve '{text}' --solutions-only", SOLVED


GROUPS = [
    ("Groups and tables of a run", [
        ("show --by COLUMN", RUN + "sb show r --by level", says("hard", "easy", code=0)),
        ("run --by EXPRESSION", RUN + "sb run p.csv --strategy dlx --by 'clues > 20' --no-report -o s", says("clues > 20", code=0)),
        ("show --to md", RUN + "sb show r --to md", says("| strategy", code=0)),
        ("show --to latex", RUN + "sb show r --to latex", says("tabular", code=0)),
        ("show --to csv", RUN + "sb show r --to csv", says("strategy,", code=0)),
        ("report of two corpora", RUN + OTHER + "sb report r q -o two.html", lambda done: done.code == 0),
        ("report --plot", RUN + "sb report r --svg figures --plot survival; ls figures", says("survival", code=0)),
    ]),
    ("What a file holds, on the command line", [
        ("lists of numbers", *argument(numbers(P).replace(" ", ""))),
        ("nine rows with dots", *argument(DOTS)),
        ("a line of HoDoKu", *argument(f":0000:x:{P}:::")),
        ("letters", "sb solve ___B_D_____A_C__ --alphabet A-Z", lambda done: done.code == 0 and "CADB" in done.out),
        ("an address", "sb solve https://sudokupad.app/abc123", refuses("address")),
        ("f-puzzles", "sb solve 'N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssX0QAA='", refuses("f-puzzles")),
    ]),
    ("Files to print and to split", [
        ("convert --to html", RUN + "sb dataset convert p.csv --to html -o p.html; cat p.html", says("<html", code=0)),
        ("convert to .svg", RUN + "sb dataset convert p.csv --to svg -o p.svg; grep -c '<svg' p*.svg", says("1", code=0)),
        ("grids of 16×16", SIXTEEN + "sb dataset convert g.csv --to grids", lambda done: done.code == 0 and len(done.out.splitlines()) >= 32),
        ("split --stratify", LEVELS + "sb dataset split 0.5/0.5 p.csv --stratify level --seed 1 -o a.csv,b.csv; grep -c hard a.csv",
         says("3", code=0)),
        ("completions", "sb completions bash > c; code=$?; grep sudoku-bench c | head -1; exit $code", says("sudoku-bench", code=0)),
    ]),
    ("Small ones", [
        ("keys of inspect --json", "sb dataset generate --shape 4 --count 3 -o f.csv; sb dataset inspect f.csv --json > f.json; "
         "echo $P > n.txt; sb dataset inspect n.txt --json > n.json; "
         "python3 -c \"import json; keys = [sorted(json.load(open(f))) for f in ('f.json', 'n.json')]; print(keys[0] == keys[1])\"",
         says("True")),
        ("blanks of augment --to-alphabet", SIXTEEN + "sed -i '2,$s/\\./_/g' g.csv; sb dataset augment 1 g.csv --to-alphabet 0-9A --only-images",
         both(says("_"), lambda done: "." not in done.out)),
        ("1 class", "echo $P > n.txt; sb dataset inspect n.txt; sb dataset dedup --isomorphic n.txt n.txt -o x.txt",
         never("1 classes")),
    ]),
]
