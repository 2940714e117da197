"""Layouts of corpora, puzzles that a spreadsheet changed, names of columns, and joins."""

from .case import EASY, EASY_SOLVED, HARD, HARD_SOLVED, both, prints, refused

ROW = "| 8 1 35 | 7 5 25 | 6 4 9 |\n"
CANDIDATES = ".--------.\n" + ":----+----:\n".join([ROW * 3] * 3) + "'--------'\n"
SDX = ROW.replace("| ", "").replace(" |", "") * 9
LISTS = "[%s]" % ", ".join(["[8, 1, 35, 7, 5, 25, 6, 4, 9]"] * 9)
LISTS_OF_LISTS = "[%s]" % ", ".join(["[[8], [1], [3, 5], [7], [5], [2, 5], [6], [4], [9]]"] * 9)
DIGITS = EASY.replace(".", "0")
INTEGER = DIGITS[1:]
INTEGER_2 = HARD.replace(".", "0")


def rows_of(grid):
    return "".join(grid[9 * row : 9 * row + 9] + "\n" for row in range(9))


EASY_ROWS = rows_of(EASY)
CANDIDATE_GRID = "a grid of candidates"
NUMBERS = "the column was taken for numbers"
STATE = "version: 3&#10;" + "".join("7|0|1|" if cell == "." else f"{cell}|0|0|" for cell in EASY)
OPEN_SUDOKU = f'<opensudoku version="2"><folder name="Easy"><game created="1" data="{STATE}" /></folder></opensudoku>'


def made(name, text, *commands):
    """Writes a file, then runs commands."""
    quoted = text.replace("\\", "\\\\").replace("%", "%%").replace("\n", "\\n").replace("'", "'\\''")
    return "; ".join([f"printf '{quoted}' > {name}", *(f"sudoku-bench {command}" for command in commands)])


def solves(*solutions):
    """The output is exactly these solutions, and no row is rejected."""
    return lambda done: done.code == 0 and done.out.split() == list(solutions) and "reject" not in done.err


def reads(name, text, *solutions, options=""):
    return made(name, text, f"solve {name} --solutions-only {options}"), solves(*solutions)


def rejects(reason, *solutions, code=0):
    """The output is these solutions, and a row is rejected for this reason."""
    def is_right(done):
        found = [line for line in done.out.split() if line != "rejected"]
        return done.code == code and found == list(solutions) and reason in done.err
    return is_right


BOTH = (EASY_SOLVED, HARD_SOLVED)

CASES = [
    ("Grids of candidates", [
        ("a framed grid", made("g.txt", CANDIDATES, "solve g.txt --solutions-only"), rejects(CANDIDATE_GRID, code=1)),
        (".sdx", made("g.sdx", f"[Puzzle]\n{EASY_ROWS}[Puzzle]\n{SDX}", "solve g.sdx --solutions-only"),
         rejects(CANDIDATE_GRID, EASY_SOLVED)),
        ("a field of CSV", made("g.csv", f'id,puzzle\n1,{EASY}\n2,"{CANDIDATES}"\n', "solve g.csv --columns solution"),
         lambda done: CANDIDATE_GRID in done.err),
        ("a text of JSON", made("g.jsonl", '{"puzzle":"%s"}\n{"puzzle":"%s"}\n' % (EASY, SDX.replace("\n", " ")),
                                "solve g.jsonl --solutions-only --to lines"), rejects(CANDIDATE_GRID, EASY_SOLVED)),
    ]),
    ("Grids of candidates in lists", [
        (name, made(file, text, f"solve {file} --solutions-only"), rejects(CANDIDATE_GRID, code=1))
        for name, file, text in [
            ("rows of numbers", "g.json", f"[{LISTS}, {LISTS}]\n"), ("lists in lists", "g.json", f"[{LISTS_OF_LISTS}]\n"),
            ("lists in JSON Lines", "g.jsonl", f'{{"puzzle": {LISTS_OF_LISTS}}}\n'), ("bars", "g.txt", "|".join(SDX.split()) + "\n"),
        ]
    ]),
    ("Puzzles that became numbers", [
        ("nine of ten rows lost zeros", made("z.csv", f"puzzle\n{EASY}\n" + f"{INTEGER}\n" * 9, "solve z.csv -o x.csv"),
         prints(NUMBERS, "leading zeros", "--pad-zeros", code=1)),
        ("all rows lost zeros", made("z.csv", "puzzle\n" + f"{INTEGER}\n" * 12, "solve z.csv -o x.csv"),
         prints(NUMBERS, "--pad-zeros", code=1)),
        ("floats", made("z.csv", "id,puzzle\n1,4.3e78\n2,4.3e78\n", "solve z.csv -o x.csv"), prints("floating-point", code=1)),
        ("a float of 81 characters", made("z.csv", f"puzzle\n{'4300' * 19}805.0\n", "solve z.csv -o x.csv"),
         prints("floating-point", code=1)),
        ("an integer of JSON", made("z.jsonl", f'{{"puzzle":{INTEGER}}}\n', "solve z.jsonl -o x.csv"),
         lambda done: done.code == 1 and NUMBERS in done.err and "'e'" not in done.err),
        *[(f"lost zeros, {kind}", *reads("z.txt", text, EASY_SOLVED, HARD_SOLVED, options="--pad-zeros"))
          for kind, text in [
              ("words after them", f"{INTEGER} 1.2\n{HARD} 1.3\n"), ("a number before them", f"1 {INTEGER}\n2 {INTEGER_2}\n"),
              ("HoDoKu", f":0000:x:{INTEGER}:::\n:0000:x:{INTEGER_2}:::\n"), ("a JSON array", f"[{INTEGER},{INTEGER_2}]\n"),
              ("OpenSudoku", f'<opensudoku><game data="{INTEGER}"/>\n<game data="{HARD}"/></opensudoku>\n')]],
        ("lost zeros before solutions", made("z.csv", f"{INTEGER},{EASY_SOLVED}\n", "solve z.csv --solutions-only"),
         prints(NUMBERS, "--pad-zeros", code=1)),
        ("lost zeros without a header", made("z.csv", f"1,{INTEGER},x\n", "solve z.csv -o x.csv"), prints(NUMBERS, code=1)),
        ("no --pad-zeros for floats", made("z.csv", "id,puzzle\n1,4.3e78\n2,4.3e78\n", "solve z.csv -o x.csv"),
         lambda done: done.code == 1 and NUMBERS in done.err and "--pad-zeros" not in done.err),
        ("no --pad-zeros if it is set", made("z.csv", f"puzzle\n{HARD}\n4{INTEGER[4:]}\n4{INTEGER[4:]}\n", "solve z.csv -o x.csv --pad-zeros"),
         lambda done: done.code == 1 and NUMBERS in done.err and "--pad-zeros" not in done.err),
        ("texts of Excel", made("z.csv", f'id,puzzle\n1,="{DIGITS}"\n2,\'{DIGITS}\n', "solve z.csv --columns id,status"),
         lambda done: done.out.split() == ["id,status", "1,solved", "2,solved"]),
        ("--pad-zeros", made("z.csv", f"id,puzzle\n1,{INTEGER}\n2,{HARD}\n", "dataset convert z.csv --pad-zeros"),
         lambda done: done.code == 0 and f"1,{DIGITS}\n2,{HARD}\n" in done.out),
    ]),
    ("Comments and names", [
        ("ids that begin with a hash", made("h.csv", f"id,puzzle\n#1,{EASY}\n#2,{HARD}\n", "solve h.csv --columns id"),
         lambda done: done.out.replace('"', "") == "id\n#1\n#2\n"),
        ("comments are counted", made("h.csv", f"id,puzzle\n# a note\n1,{EASY}\n", "solve h.csv -o x.csv"), prints("1 comment line")),
        ("an exact name comes first", made("n.csv", f"Puzzle,puzzle\n{HARD},{EASY}\n",
                                           "solve n.csv --puzzle-column puzzle --columns solution"), prints(EASY_SOLVED)),
        ("exact names in --columns", made("n.csv", f"N,n,puzzle\n1,2,{EASY}\n", "solve n.csv --columns n"),
         lambda done: done.out == "n\n2\n"),
        ("exact names in filter", made("n.csv", f"N,n,puzzle\n1,2,{EASY}\n", "dataset filter 'n == 2' n.csv"), prints(EASY)),
        ("--puzzle-column 2", *reads("n.txt", "1 bad\n" * 6 + f"2 {EASY}\n", EASY_SOLVED, options="--puzzle-column 2 --max-rejects 9")
         [:1], prints(EASY_SOLVED)),
        ("--puzzle-column 2 after a count", *reads("n.txt", f"99480 {EASY} x\n", EASY_SOLVED, options="--puzzle-column 2")),
    ]),
    ("Columns by name and content", [
        ("a number of solutions is a property, not a solution",
         "sudoku-bench solve c.txt -m 2 --columns puzzle,solutions -o n.csv; sudoku-bench dataset inspect n.csv",
         prints("column solutions      2 right, 0 wrong")),
        ("augment keeps the number of solutions",
         "sudoku-bench solve c.txt -m 2 --columns puzzle,solutions -o n.csv; sudoku-bench dataset augment 1 n.csv --columns solutions",
         lambda done: done.out == "solutions\n" + "1\n" * 4),
        ("an answer that is a number", made("n.csv", f"puzzle,answer\n{EASY},1\n", "solve --check n.csv -o x.csv"),
         refused("1 malformed", code=5)),
        ("a puzzle that is a name", *reads("n.csv", f"puzzle,givens\nEasy 1,{EASY}\nHard 1,{HARD}\n", *BOTH)),
        ("quizzes by number", *reads("n.csv", f"quizzes,cells,solution\n1,{EASY},{EASY_SOLVED}\n", EASY_SOLVED)),
    ]),
    ("Layouts that people have", [
        ("HoDoKu's library", *reads("l.txt", f":0000:x:{EASY}:::\n:0300:4:8+1{HARD[2:]}:412:r1c1<>4::\n", *BOTH)),
        *[(f"a number before the puzzle, {number!r}", *reads("l.txt", f"{number} {EASY}\n", EASY_SOLVED))
          for number in ("1", "1.", "1:", "99480")],
        ("a JSON array of strings", *reads("l.json", f'["{EASY}", "{HARD}"]\n', *BOTH)),
        ("a JSON array of grids", *reads("l.json", "[[%s],\n[%s]]\n" % (",".join(DIGITS), ",".join(HARD.replace(".", "0"))), *BOTH)),
        ("a JSON object with puzzles", *reads("l.json", f'{{"name": "x", "puzzles": ["{EASY}", "{HARD}"]}}\n', *BOTH)),
        ("a JSON object that is cut", made("l.json", f'{{"puzzles": ["{EASY}"]\n', "solve l.json -o x.csv"),
         refused("cut short", code=1)),
        ("solutions beside puzzles in JSON", made("l.json", f'{{"solutions": ["{EASY_SOLVED}"], "puzzles": ["{EASY}"]}}\n',
                                                  "solve l.json -o x.csv"), refused("another list", code=1)),
        ("OpenSudoku 2", *reads("l.opensudoku", OPEN_SUDOKU, EASY_SOLVED)),
        ("puzzle and solution in turn", *reads("l.txt", f"{EASY}\n{EASY_SOLVED}\n{HARD}\n{HARD_SOLVED}\n", *BOTH)),
        ("a puzzle without a solution before the pairs",
         *reads("l.txt", f"{HARD}\n{EASY}\n{EASY_SOLVED}\n", HARD_SOLVED, EASY_SOLVED)),
        ("a full grid among puzzles", *reads("l.txt", f"{HARD}\n" * 4 + f"{EASY}\n{EASY_SOLVED}\n",
                                             *[HARD_SOLVED] * 4, EASY_SOLVED, EASY_SOLVED)),
        ("titles of 25 letters and digits", made("l.txt", f"Daily Sudoku Monday Evening 2\n{EASY_ROWS}", "dataset convert l.txt --to csv"),
         prints("Daily Sudoku Monday Evening 2")),
        ("two columns of cells", made("l.txt", f"{EASY} {EASY_SOLVED}\n{HARD} {HARD_SOLVED}\n", "solve --check l.txt -o x.csv"),
         prints("checked 2 solutions")),
        *[(kind, f"printf '{first}' > l; sudoku-bench solve l -o x.csv", prints("which is not read", word, code=1))
          for kind, first, word in [
              ("pickle", "\\x80\\x04\\x95\\x10", "pandas.read_pickle"),
              ("Feather", "ARROW1\\0\\0", "pandas.read_feather"),
              (".xls", "\\xd0\\xcf\\x11\\xe0\\xa1\\xb1\\x1a\\xe1", "save the sheet as CSV")]],
        *[(kind, f"printf '{first}' > l; sudoku-bench solve l -o x.csv", prints("which is not read", "unpack it", code=1))
          for kind, first in [(".lzma", "\\x5d\\0\\0\\x80\\0\\xff"), ("lzip", "LZIP\\x01\\x0c"), ("7z", "7z\\xbc\\xaf\\x27\\x1c"),
                              ("RAR", "Rar!\\x1a\\x07"), (".Z", "\\x1f\\x9d\\x90\\x70\\xea\\xe8")]],
        (".xlsx", "python3 -c \"import zipfile; z = zipfile.ZipFile('l', 'w'); z.writestr('[Content_Types].xml', 'x'); "
         "z.writestr('xl/workbook.xml', 'x')\"; sudoku-bench solve l -o x.csv", prints("save the sheet as CSV", code=1)),
        *[(f"a grid of {size}×{size}", made("l.txt", f"{EASY}\n{grid}\n", "solve l.txt --solutions-only"),
           rejects(f"(a {size}×{size} grid?", EASY_SOLVED))
          for size, grid in [(4, "1234" * 4), (6, "1 2 3 4 5 6 " * 6), (8, "." * 64), (10, "0" * 100), (12, "0123456789AB" * 12),
                             (16, "0123456789abcdef" * 16), (25, "." * 625)]],
    ]),
    ("Other sizes, a row in each line", [
        (f"{size}×{size}", made("l.txt", grid, "solve l.txt -o x.csv"),
         lambda done, size=size: done.code == 1 and f"(a {size}×{size} grid?" in done.err and "in 1 row" in done.err)
        for size, grid in [
            (16, "0123456789ABCDEF\n" * 16), (16, (" ".join(str(value) for value in range(1, 17)) + "\n") * 16), (6, "12..56\n" * 6)]
    ] + [
        ("sixteen lines that may be 4×4 grids", made("l.txt", "1...2...3...4...\n" * 16, "solve l.txt -o x.csv"),
         lambda done: done.code == 1 and "×" not in done.err.replace("Only 9×9", "")),
        ("between grids of nine lines", made("l.txt", f"{EASY_ROWS}\n" + ".1..5.\n" * 6 + f"\n{rows_of(HARD)}", "solve l.txt --solutions-only"),
         rejects("(a 6×6 grid?", *BOTH)),
    ]),
    ("Join", [
        ("JSON Lines are values", made("s.jsonl", '{"a":1,"b":2}\n{"a":3,"b":4}\n', "dataset join c.csv s.jsonl --columns id,s"),
         lambda done: done.out.count('""a""') == 2),
        ("ids in another order", made("s.csv", "id,ser\np1,11\np0,3\n", "dataset join c.csv s.csv -o x.csv"),
         prints("2 rows differ", "--by")),
        ("a row that lacks a field", made("s.csv", "id,ser\np0,3\np1\n", "dataset join c.csv s.csv"),
         both(refused("s.csv:3", "1 field", code=1), lambda done: not done.out)),
        ("a header in a file of values", made("SER.txt", "ser\n3\n11\n", "dataset join c.csv SER.txt --columns id,ser"),
         lambda done: done.out == "id,ser\np0,3\np1,11\n"),
        ("a header that only the number of rows shows", made("s.txt", "a\nb\nc\n", "dataset join c.csv s.txt --columns id,a"),
         both(prints("s.txt: has one row more"), lambda done: done.out == "id,a\np0,b\np1,c\n")),
        ("Parquet", made("s.parquet", "PAR1....", "dataset join c.csv s.parquet"), refused("is Parquet", "read_parquet", code=1)),
        ("CSV", made("s.csv", "n,ser\n1,3\n2,11\n", "dataset join c.csv s.csv --columns id,ser"),
         lambda done: done.out == "id,ser\np0,3\np1,11\n"),
        ("nothing is written before an error", made("s.txt", "1\n2\n3\n", "dataset join c.csv s.txt"),
         both(refused("has 3 values", "2 rows", code=1), lambda done: not done.out)),
        ("--by", made("s.csv", "ser,id\n11,p1\n3,p0\n", "dataset join c.csv s.csv --by id --columns id,ser"),
         lambda done: done.out == "id,ser\np0,3\np1,11\n"),
        ("--by with a surplus id", made("s.csv", "ser,id\n11,p1\n3,p0\n4,p9\n", "dataset join c.csv s.csv --by id"),
         both(refused('"p9"', "s.csv:4", code=1), lambda done: not done.out)),
    ]),
    ("Several files are looked at first", [
        *[(command, f"sudoku-bench {command} rows.csv text.csv -o x.csv; code=$?; ls x.csv.part 2> /dev/null; exit $code",
           both(refused("text.csv: has the columns", code=2), lambda done: not done.out and not done.read("x.csv")))
          for command in ("solve", "dataset convert", "dataset canon", "dataset filter 'clues > 0'")],
        ("run", "sudoku-bench run slow.txt header.csv mangled.csv text.csv empty.csv -s naive --out out",
         lambda done: done.code == 1 and "empty.csv: no rows" in done.err and done.seconds < 5),
    ]),
]
