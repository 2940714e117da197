"""Numbers in filters, solutions and labels of the corpus, counts, and error messages."""

from .case import EASY, EASY_SOLVED, HARD, HARD_SOLVED, both, prints, refused, rows

EMPTY = "." * 81
CONFLICT = "1" + EMPTY[1:8] + "1" + EMPTY[9:]
UNSOLVABLE = HARD[:-3] + "4.3"
PREDICTION = HARD_SOLVED[:18] + "9" * 63


def file(name, *lines):
    """A command that writes the lines to a file."""
    return f"printf '%s\\n' {' '.join(repr(line) for line in lines)} > {name}"


def keeps(expression, *lines):
    """A case whose filter keeps only the row with the id k."""
    return (f"{file('f.csv', *lines)}; sudoku-bench dataset filter {expression!r} f.csv --columns id",
            lambda done: done.code == 0 and rows(done.out) == ["k"])


# Groups of cases: each case has a name, its commands, and a check of the result.
CASES = [
    ("Numbers in filters", [
        ("grids of digits alone", *keeps("prediction == solution", "id,puzzle,solution,prediction",
         f"1,{HARD},{HARD_SOLVED},{PREDICTION}", f"k,{HARD},{HARD_SOLVED},{HARD_SOLVED}")),
        ("grids in a list", *keeps("not prediction in (solution)", "id,puzzle,solution,prediction",
         f"k,{HARD},{HARD_SOLVED},{PREDICTION}", f"2,{HARD},{HARD_SOLVED},{HARD_SOLVED}")),
        ("integers beyond a double", *keeps("a != b", "id,puzzle,a,b", f"k,{HARD},9007199254740993,9007199254740992",
         f"2,{HARD},9007199254740993,9007199254740993")),
        ("identifiers with an e", *keeps("a != b", "id,puzzle,a,b", f"k,{HARD},0e12345,0e99999", f"2,{HARD},0e12345,0e12345")),
        ("numbers beyond a double", *keeps("a != b", "id,puzzle,a,b", f"k,{HARD},1e400,2e400", f"2,{HARD},1e400,1e400")),
        ("literals beyond a double", *keeps("id == 'k' and 9007199254740993 != 9007199254740992", "id,puzzle", f"k,{HARD}")),
    ]),
    ("Outputs that are joined by line", [
        ("a rejected row in --solutions-only", f"{file('p.txt', HARD, '12345', EASY)}; sudoku-bench solve p.txt --solutions-only",
         lambda done: done.code == 0 and done.out.split() == [HARD_SOLVED, "rejected", EASY_SOLVED]),
        ("a rejected row before the first puzzle", f"{file('p.txt', 'puzzle', '12345', HARD)}; "
         "sudoku-bench solve p.txt --solutions-only", lambda done: done.out.split() == ["rejected", HARD_SOLVED]),
    ]),
    ("Solutions of the corpus", [
        ("a malformed value in the first row", f"{file('p.csv', 'puzzle,own', f'{EASY},12', f'{HARD},{HARD_SOLVED}', f'{HARD},')}; "
         "sudoku-bench solve p.csv --check --solution-column own -o x.csv",
         prints("checked 2 solutions", "1 right, 1 malformed, 1 missing", code=5)),
        ("one of several solutions", f"{file('p.csv', 'puzzle,solution', f'{EMPTY},{EASY_SOLVED}', f'{EASY},{EASY_SOLVED}')}; "
         "sudoku-bench solve p.csv --check -m 2 -o x.csv", prints("1 right, 1 one of several")),
        ("a malformed value in inspect", f"{file('p.csv', 'puzzle,solution', f'{EASY},12', f'{HARD},{HARD_SOLVED}')}; "
         "sudoku-bench dataset inspect p.csv", prints("1 right, 1 malformed")),
        ("a column that holds no solutions", "sudoku-bench solve c.csv --check --solution-column rating -o x.csv",
         refused("holds \"3\"", "no solution", code=1)),
    ]),
    ("Several solutions", [
        ("solve -m 2", f"{file('p.txt', HARD, EMPTY)}; sudoku-bench solve -m 2 p.txt -o x.csv",
         prints("1 with one solution, 1 with several", "several solutions: line 2")),
        ("solve -m all with a limit", f"{file('p.txt', HARD, EMPTY)}; sudoku-bench solve -s dlx -m all --node-limit 1e6 p.txt -o x.csv",
         prints("1 with one solution, 1 with several (1 node-limit)", "several solutions: line 2")),
        ("solve -m 5 with a limit", f"{file('p.txt', EMPTY)}; sudoku-bench solve -s dlx -m 5 --node-limit 95 p.txt -o x.csv",
         prints("0 with one solution, 1 with several (1 node-limit)")),
        ("inspect names the lines", f"{file('p.txt', HARD, EMPTY)}; sudoku-bench dataset inspect p.txt", prints("first: line 2")),
        ("rate", f"{file('p.csv', 'id,puzzle', f'a,{EMPTY}', f'b,{HARD}')}; "
         "sudoku-bench dataset rate p.csv --columns id,technique",
         both(prints("without exactly one solution", "line 2"), lambda done: rows(done.out) == ["a,", "b,search"])),
        ("rate of a full grid", f"{file('p.csv', 'id,puzzle', f'a,{EASY_SOLVED}', f'b,{HARD}')}; "
         "sudoku-bench dataset rate p.csv --columns id,technique", prints("a,none")),
    ]),
    ("Rare defects", [
        ("one of two thousand and one", f"{{ echo {EMPTY}; yes {HARD} | head -2000; }} > p.txt; "
         "sudoku-bench dataset inspect p.txt --skip classes,minimal", prints("< 0.1 %", "> 99.9 %")),
    ]),
    ("What is wrong with a puzzle", [
        ("conflicting givens in inspect", f"{file('p.txt', CONFLICT, HARD)}; sudoku-bench dataset inspect p.txt",
         prints("line 1: r1c1 and r1c9 are both 1")),
        ("conflicting givens in failures.csv", f"{file('p.txt', CONFLICT, HARD)}; sudoku-bench run p.txt -s dlx -o out >&2; "
         "cat out/failures.csv", prints("r1c1 and r1c9 are both 1")),
        ("invalid or unsolvable", *keeps("solutions == 0 and not conflicting", "id,puzzle", f"1,{CONFLICT}", f"k,{UNSOLVABLE}",
                                         f"3,{HARD}")),
        ("a column that hides a property", f"{file('p.csv', 'id,puzzle,clues', f'k,{HARD},99')}; "
         "sudoku-bench dataset filter 'clues > 80' p.csv", prints("clues is read from the column")),
        ("a column that states a property", f"{file('p.csv', 'puzzle,clues', f'{HARD},99', f'{EASY},{81 - EASY.count(chr(46))}')}; "
         "sudoku-bench dataset inspect p.csv", prints("1 right, 1 wrong; first wrong: line 2")),
    ]),
    ("Messages", [
        ("a puzzle as a file", f"sudoku-bench solve {HARD}", refused("is a puzzle, not a file")),
        ("the file before the expression", "sudoku-bench dataset filter c.csv 'rating > 3'", refused("the expression comes first")),
        ("a corpus as a lock", "sudoku-bench run c.csv -s dlx -o new >&2; sudoku-bench compare c.csv new",
         refused("neither a results directory nor a lock file", code=1)),
        ("few clues", "sudoku-bench dataset generate --count 1 --clues 10", refused("at least 20")),
        ("one row", "echo 12345 > p.txt; sudoku-bench solve p.txt", both(refused("in 1 row:", code=1))),
        ("all of the test set", "cp c.csv train.csv; sudoku-bench dataset overlap train.csv c.csv",
         prints("all of c.csv", "is in train.csv", code=3)),
    ]),
]
