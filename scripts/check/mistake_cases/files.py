"""Files of other people: lists in lists, headers of digits, dashes, words after a grid, tags, arrays, and what is no corpus."""

import json

from .case import P, S, Z, both, either, file, never, numbers, refuses, rows_of, says, solves

FOUR = "1.3...12.1.33..."  # 4×4
SOLVE = "sb solve {} --solutions-only"
ROWS = [list(row) for row in rows_of(P, blank="0").split()]
SPLIT = json.dumps({"columns": ["puzzle", "solution"], "index": [0, 1], "data": [[Z, S], [Z, S]]})
SIX = ["".join(row) for row in ["12345-", "------", "2-1---", "------", "------", "------"]]


def reads(name, text, *solutions, options=""):
    """The file is read, with these solutions."""
    return file(name, text) + f"sb solve {name} --solutions-only {options}", solves(*solutions)


def read_or_refused(name, text, *solutions, options=""):
    """The file is read, or nothing is."""
    commands, is_read = reads(name, text, *solutions, options=options)
    return commands, either(is_read, refuses())


def named(name, text, *words):
    """The file is no corpus, and the error names what it is."""
    return file(name, text) + SOLVE.format(name), refuses(*words)


def table(header, rows):
    return "\n".join([header, *(",".join(row) for row in rows)]) + "\n"


def spaced(grid):
    """A grid as NumPy prints it."""
    rows = [" ".join(row) for row in rows_of(grid, blank="0").split()]
    return "[[" + "]\n [".join(rows) + "]]"


BYTES = "import sys; sys.stdout.buffer.write({})"


def binary(name, expression, *words):
    return f'python3 -c "{BYTES.format(expression)}" > {name}; {SOLVE.format(name)}', refuses(*words)


def npy(values):
    """An expression for the bytes of an array of bytes."""
    count = len(values) // 81
    header = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({count}, 81), }}"
    header += " " * (117 - len(header)) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(values)


def archive(**arrays):
    """A command that writes a.npz with arrays of bytes."""
    items = ", ".join(f"'{name}.npy': bytes.fromhex('{data.hex()}')" for name, data in arrays.items())
    return f'python3 -c "import zipfile; a = zipfile.ZipFile(\'a.npz\', \'w\'); [a.writestr(*i) for i in {{{items}}}.items()]"; '


GRID, LABEL = ([int(cell) for cell in grid] for grid in (Z, S))
FLOATS = npy(GRID).replace(b"'|u1'", b"'<f4'").replace(b"(1, 81)", b"(1, 20)")

GROUPS = [
    ("A list of grids is no grid", [
        ("pandas orient=split", *read_or_refused("f.json", SPLIT, S, S)),
        ("four texts in a list of lists", *read_or_refused("f.json", json.dumps([[Z, Z, Z, Z]]), S, S, S, S)),
        ("four texts a line", *read_or_refused("f.jsonl", json.dumps([Z, Z, Z, Z]), S, S, S, S)),
        ("nested (4, 9, 9)", *read_or_refused("f.json", f"[[{', '.join([numbers(P)] * 4)}]]", S, S, S, S)),
        ("4×4 to 8×8", file("f.jsonl", json.dumps({"puzzle": [FOUR] * 4})) + SOLVE.format("f.jsonl"),
         lambda done: done.code != 0 or all(len(line) == 16 for line in done.out.split())),
        ("6×6 to 12×12", file("f.jsonl", json.dumps({"puzzle": ["." * 36] * 4})) + SOLVE.format("f.jsonl"),
         lambda done: done.code != 0 or all(len(line) == 36 for line in done.out.split())),
    ]),
    ("A header of digits", [
        ("0 to 8 above rows", *reads("f.csv", table("0,1,2,3,4,5,6,7,8", ROWS), S)),
        ("1 to 9 above rows", *reads("f.csv", table("1,2,3,4,5,6,7,8,9", ROWS), S)),
        ("123456789 above lines", *reads("f.txt", "123456789\n" + rows_of(P, blank="0"), S)),
        ("0 to 3 above 4×4", file("f.csv", table("0,1,2,3", [list("1030"), list("0012"), list("0103"), list("3000")]))
         + SOLVE.format("f.csv"), lambda done: done.code == 0 and len(done.out.split()) == 1 and done.out.startswith("1")),
        ("a row too many", file("f.txt", rows_of(P) + "53..7....\n") + SOLVE.format("f.txt"), lambda done: done.code == 1 and "the last grid" in done.err),
    ]),
    ("Dashes and letters", [
        ("a row of dashes in 6×6", file("f.txt", "\n\n".join(["\n".join(SIX)] * 3)) + "sb dataset inspect f.txt",
         both(says("3 puzzles"), never("reject"))),
        ("dashes with spaces", file("f.txt", "\n\n".join(["\n".join(" ".join(row) for row in SIX)] * 3)) + "sb dataset inspect f.txt",
         both(says("3 puzzles"), never("reject"))),
        ("a first puzzle of letters", file("f.txt", "___B_D_____A_C__\n" * 2) + SOLVE.format("f.txt") + " --alphabet A-Z",
         lambda done: done.code == 0 and len(done.out.split()) == 2),
        ("letters without --alphabet", file("f.txt", "___B_D_____A_C__\n" * 2) + SOLVE.format("f.txt"),
         either(says("--alphabet A-Z"), lambda done: len(done.out.split()) == 2)),
        ("values 0 to 3", file("f.txt", "0...2..1..2..1..\n0..............3\n") + SOLVE.format("f.txt"), says("--alphabet")),
    ]),
    ("Words after a grid", [
        ("a word after a solution", file("f.csv", f'puzzle,solution\n{P},"{S} extra"') + "sb solve f.csv --check -o x.csv",
         says("malformed", code=5)),
        ("a puzzle after a solution", file("f.csv", f'puzzle,solution\n{P},"{S} {P}"') + "sb solve f.csv --check -o x.csv",
         says("malformed", code=5)),
        ("two puzzles in a field", file("f.csv", f'id,puzzle\n1,"{P} {P}"\n2,{P}') + "sb dataset convert f.csv", says("reject")),
        ("a rating after a puzzle", file("f.csv", f'id,puzzle\n1,"{P} 4.5 hard"\n2,{P}') + "sb dataset convert f.csv", says("reject")),
        ("a word after a label", file("f.csv", f'puzzle,solution,prediction\n{P},"{S} extra",{S}') + "sb score f.csv --json",
         lambda done: done.json()["puzzles"]["labelled"] == 0 or done.json()["puzzles"]["label_wrong"]["count"] == 1),
    ]),
    ("Text files", [
        ("NumPy arrays written by pandas", *reads("f.csv", f'puzzle,solution\n"{spaced(P)}","{spaced(S)}"\n' * 1, S)),
        ("sep=; of Excel", file("f.csv", f"sep=;\npuzzle;solution\n{P};{S}") + "sb solve f.csv --columns solution",
         lambda done: done.code == 0 and S in done.out and "column_" not in done.out),
        ("#Sudoku 2", file("f.txt", f"#Sudoku 2\n{rows_of(P)}\n#Difficulty: hard\n{rows_of(P)}") + "sb dataset convert f.txt --to csv",
         both(never("udoku 2", "ifficulty: hard,"), lambda done: done.out.count("53") >= 2)),
        ("blanks of a full list", file("f.txt", f"{S}\n{S}\n") + "sb dataset inspect f.txt", never("' ' in", "blanks                ' '")),
        ("a sheet with empty cells", *reads("f.csv", "\n".join(";".join(cell.replace("0", "") for cell in row) for row in ROWS), S)),
        ("a sheet with tabs", *reads("f.tsv", "\n".join("\t".join(cell.replace("0", "") for cell in row) for row in ROWS), S)),
    ]),
    ("JSON", [
        ("one grid over several lines", *reads("f.json", json.dumps(json.loads(numbers(P)), indent=1), S)),
        *[(f"one grid under {key}", *reads("f.json", json.dumps({key: json.loads(numbers(P))}, indent=1), S))
          for key in ("values", "given", "grid")],
        ("a map of puzzles", *reads("f.json", json.dumps({"a": P, "b": P}, indent=1), S, S)),
        ("pandas orient=columns", *read_or_refused("f.json", json.dumps({"puzzle": {"0": P, "1": P}}), S, S)),
        ("pandas orient=index", *read_or_refused("f.json", json.dumps({"0": {"puzzle": P}, "1": {"puzzle": P}}), S, S)),
        ("pandas orient=values", *read_or_refused("f.json", json.dumps([[P, S], [P, S]]), S, S)),
    ]),
    ("Named for what they are", [
        ("a Git LFS pointer", *named("f.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12", "LFS")),
        ("a page", *named("f.csv", "<!DOCTYPE html>\n<html><body>Sign in</body></html>", "HTML")),
        ("404", *named("f.csv", "404: Not Found", "server")),
        ("SQLite", *binary("f.db", "b'SQLite format 3' + bytes(100)", "SQLite")),
        ("an Arrow stream", *binary("f.arrow", "b'\\xff\\xff\\xff\\xff' + bytes([200, 0, 0, 0, 16, 0, 0, 0]) + bytes(200)", "Arrow")),
        ("a file of PyTorch", "python3 -c \"import zipfile; a = zipfile.ZipFile('f.pt', 'w'); a.writestr('f/data.pkl', b'x'); "
         "a.writestr('f/version', b'3')\"; sb solve f.pt", refuses("PyTorch")),
    ]),
    ("Arrays", [
        ("a float array is left out", archive(puzzles=npy(GRID * 3), scores=FLOATS) + "sb dataset inspect a.npz", says("scores")),
        ("labels alone", archive(labels=npy(LABEL * 3)) + "sb dataset inspect a.npz", says("no blanks")),
        ("a list of full grids", file("f.txt", f"{S}\n{S}\n{S}\n") + "sb solve f.txt -o x.csv", says("no blanks")),
        ("a damaged label array", archive(puzzles=npy(GRID * 3), labels=npy(LABEL * 3)[:-40]) + "sb dataset inspect a.npz",
         says("labels", code=1)),
        ("two tar.gz in one", f"echo {P} > a.txt; tar czf a.tgz a.txt; cat a.tgz a.tgz > b.tgz; {SOLVE.format('b.tgz')}",
         either(solves(S), refuses("b.tgz"))),
    ]),
]
