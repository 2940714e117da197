"""Mistakes and unusual commands."""

import gzip

from .case import EASY, EASY_SOLVED, HARD, HARD_SOLVED, PATIENCE, SLOW, both, prints, refused, rows, short_error

LOCK = "sudoku-bench run c.csv --strategy dlx,lanes --out base --lock lock.json >&2"
TWO_RUNS = "sudoku-bench run c.csv --strategy dlx --out base && sudoku-bench run c.csv --strategy dlx --out new >&2"
# Stops a program after one second with the signal, and returns its exit code.
AFTER_A_SECOND = "timeout --preserve-status --signal"

# Groups of cases: each case has a name, its commands, and a check of the result.
CASES = [
    ("An output is an input", [
        ("rejects over the corpus", "sudoku-bench solve c.csv -o x.csv --rejects c.csv", refused("is the input")),
        ("lock over the corpus", "sudoku-bench run c.csv --strategy dlx --out out --lock c.csv", refused("is the input")),
        ("split over the corpus", "sudoku-bench dataset split 0.1/0.9 c.csv -o c.csv,b.csv", refused("is the input")),
        ("a hard link", "ln c.csv h.csv; sudoku-bench solve c.csv -o h.csv", refused("is the input")),
        ("a symbolic link", "ln -s c.csv s.csv; sudoku-bench dataset convert c.csv -o s.csv", refused("is the input")),
        ("groups over the corpus", "sudoku-bench dataset dedup c.csv -o x.csv --groups c.csv", refused("is the input")),
        ("appended standard output", "sudoku-bench solve c.csv >> c.csv", refused("is the input")),
    ]),
    ("Nothing is lost", [
        ("bless drops a strategy", f"{LOCK}; sudoku-bench run c.csv --strategy dlx --out new >&2; cp lock.json before; "
         "sudoku-bench compare lock.json new --bless; code=$?; cmp lock.json before && exit $code",
         refused("lanes", "--bless=drop", code=4)),
        ("bless another corpus", f"{LOCK}; sudoku-bench run few.txt --strategy dlx,lanes --out new >&2; cp lock.json before; "
         "sudoku-bench compare lock.json new --bless; code=$?; cmp lock.json before && exit $code",
         refused("--bless=corpus", code=4)),
        ("bless by name", f"{LOCK}; sudoku-bench run few.txt --strategy dlx --out new >&2; "
         "sudoku-bench compare lock.json new --bless=drop,corpus", prints("wrote lock.json")),
        ("a file of mode 600", "touch x.csv; chmod 600 x.csv; sudoku-bench solve c.csv -o x.csv; stat -c %a x.csv",
         prints("600")),
        ("a full disk", "trap '' XFSZ; ulimit -f 2000; sudoku-bench solve rows.csv -o x.csv",
         lambda done: done.code == 1 and done.bytes("x.csv.part").endswith(b",1\n")),
        ("two runs in one second", "sudoku-bench run c.txt --strategy dlx >&2 & sudoku-bench run c.txt --strategy dlx >&2; "
         "wait; ls results | wc -l", prints("2\n")),
    ]),
    ("Everything stops", [
        *[(f"SIG{name} stops a search of {command}",
           f"{AFTER_A_SECOND} {name} 1 sudoku-bench {command} empty.txt -m all {more}",
           lambda done: done.code == 130 and done.seconds < 2)
          for name in ("INT", "TERM") for command, more in [("solve", "-o x.csv"), ("run", "--strategy naive --out out")]],
        ("a run after an interrupted one", f"{AFTER_A_SECOND} INT 1 sudoku-bench run slow.txt --strategy naive --out out; "
         "sudoku-bench run c.txt --strategy dlx --out out", prints("dlx")),
        ("a run that takes long", f"{AFTER_A_SECOND} INT 13 sudoku-bench run slow.txt --strategy naive --out out",
         lambda done: done.code == 130 and "--node-limit" in done.err and "--sample" in done.err),
        ("generation to a pipe", f"({AFTER_A_SECOND} INT 5 sudoku-bench dataset generate --count 1e6 --clues 20 "
         "| head -n 1 && echo early) | head -c 200", lambda done: done.out.endswith("early\n") and done.seconds < 6),
    ]),
    ("Files are looked at first", [
        ("a second corpus is missing", "sudoku-bench run slow.txt nosuch.csv --strategy naive --out out",
         lambda done: done.code == 1 and "nosuch.csv" in done.err and done.seconds < 1),
        ("the directory of the lock is missing", "sudoku-bench run c.txt --strategy dlx --out out --lock nodir/x.json",
         lambda done: refused("nodir: does not exist", code=1)(done) and not (done.directory / "out").exists()),
        ("rounds over a pipe", "mkfifo p; sudoku-bench run p --strategy dlx --rounds 2 --out out", refused("p can be read only once")),
        ("rounds over a substitution", "sudoku-bench run <(cat c.txt) --strategy dlx --rounds 2 --out out",
         refused("can be read only once")),
        *[(f"{command} -o -", f"sudoku-bench {command} -o -", refused("cannot go to standard output"))
          for command in ("run c.txt --strategy dlx", "merge a b", "compare a b")],
        ("split -o x.csv,-", "sudoku-bench dataset split 0.5/0.5 c.txt -o x.csv,-", refused("cannot go to standard output")),
        ("a strategy of rate twice", "sudoku-bench dataset rate c.txt --strategy lanes,lanes", refused("named twice")),
        ("strategies with a space", "sudoku-bench run c.txt -s dlx naive", refused("commas without spaces")),
    ]),
    ("Layouts of outputs", [
        ("solve -o x.csv.gz", "sudoku-bench solve c.csv -o x.csv.gz",
         lambda done: done.bytes("x.csv.gz")[:2] == b"\x1f\x8b" and gzip.decompress(done.bytes("x.csv.gz")).startswith(b"puzzle")),
        ("solve -o x.parquet", "sudoku-bench solve c.csv -o x.parquet", lambda done: done.bytes("x.parquet")[:4] == b"PAR1"),
        ("solve -o x.jsonl", "sudoku-bench solve c.csv -o x.jsonl", lambda done: done.read("x.jsonl").startswith("{")),
        *[(f"convert -o x.{ending}", f"sudoku-bench dataset convert c.csv -o x.{ending}", refused(".jsonl", ".parquet"))
          for ending in ("json", "xlsx", "feather")],
        ("convert -o x.parquet.gz", "sudoku-bench dataset convert c.csv -o x.parquet.gz", refused("x.parquet.gz")),
        ("a tar archive", "tar cf x.tar c.csv; sudoku-bench solve x.tar", prints(HARD_SOLVED)),
        ("types of Parquet", "sudoku-bench dataset convert c.csv -o x.parquet; sudoku-bench dataset convert x.parquet --to jsonl",
         prints('"rating":11', '"id":"p0"')),
        ("convert --strings", "sudoku-bench dataset convert c.csv --strings -o x.parquet; "
         "sudoku-bench dataset convert x.parquet --to jsonl", prints('"rating":"11"')),
        ("a name that is not UTF-8", "cp c.csv $'\\xff.csv'; sudoku-bench dataset split 0.5/0.5 $'\\xff.csv'; ls --quoting-style=c",
         prints('"\\377.train.csv"', '"\\377.test.csv"')),
        ("groups of dedup", "sudoku-bench dataset dedup zeros.txt -o x.txt --groups g.csv; cat g.csv",
         lambda done: done.out.startswith("group,line,puzzle\n") and "." not in done.out),
    ]),
    ("Checks", [
        ("most rows are rejected", "sudoku-bench solve --check mangled.csv -o x.csv", prints("leading zeros", code=1)),
        ("--max-rejects", "sudoku-bench solve --check mangled.csv -o x.csv --max-rejects 90%", prints(code=0)),
        ("a wrong solution of the corpus", "sudoku-bench run wrong.csv --strategy all --node-limit 1e5 --out out",
         lambda done: done.code == 0 and done.err.count("line 3") == 1 and "1 wrong solution" in done.err),
        ("nothing is checked", "sudoku-bench solve --check text.csv -o x.csv", short_error("--solution-column", code=4)),
        ("run --with-grids", "sudoku-bench run c.csv --strategy dlx --out out --with-grids",
         lambda done: HARD in done.read("out/puzzles.csv")),
        ("a puzzle as the first column of TSV", "sudoku-bench dataset convert first.tsv --to csv", prints(",x\n", ",y\n")),
        ("the solutions of that TSV", "sudoku-bench solve --check first.tsv -o x.csv", prints("1 wrong", code=5)),
        *[(f"a malformed solution in {command}", f"sudoku-bench {command} malformed.csv", lambda done, code=code:
           done.code == code and "rejected" not in done.err) for command, code in [
               ("solve -o x.csv", 0), ("solve --check -o x.csv", 5), ("run --strategy dlx --out out", 0)]],
        *[(f"a row longer than the header in {command}", f"sudoku-bench {command} long-row.csv",
           lambda done: "1 row rejected" in done.err)
          for command in ("solve -o x.csv", "run --strategy dlx --out out", "dataset convert -o x.csv")],
    ]),
    ("The right data", [
        ("isomorphs after duplicates", "sudoku-bench dataset augment 1 c.txt -o x.txt; cat c.txt >> x.txt; "
         "sudoku-bench dataset inspect x.txt", prints("isomorph")),
        ("an id survives grids", "sudoku-bench dataset convert c.csv -o x.grids; sudoku-bench dataset convert x.grids --to csv",
         lambda done: "p0" in done.out and "Grid" not in done.out),
        ("dedup keeps groups together", "cat c.txt c.txt > x.txt; sudoku-bench dataset dedup x.txt -o y.txt --groups g.csv; "
         "cut -d, -f1 g.csv", lambda done: done.out.split() == ["group", "1", "1", "2", "2"]),
        ("an expression that begins with a minus", "sudoku-bench dataset filter '-5 < rating' c.csv", prints(HARD)),
        ("rate --strategy elimination", "sudoku-bench dataset rate --help", prints("elimination")),
        ("ratios of any size", "sudoku-bench run few.txt --strategy naive,dlx --out out",
         lambda done: '"geomean_low":0.0,' not in done.read("out/summary.json").replace(" ", "") and done.code == 0),
        ("split goes by the puzzle", "tail -n +3 rows.csv > /dev/null; sudoku-bench dataset augment 50 c.txt --seed 1 -o x.txt; "
         "sudoku-bench dataset split 0.5/0.5 x.txt -o a.txt,b.txt; tail -n +2 x.txt > y.txt; "
         "sudoku-bench dataset split 0.5/0.5 y.txt -o c1.txt,d.txt; comm -12 <(sort a.txt) <(sort d.txt) | wc -l",
         lambda done: done.out.strip() == "0"),
        ("inspect --skip", "sudoku-bench dataset inspect c.csv --skip minimal,classes", prints()),
        ("unbiased generation says how long", f"{AFTER_A_SECOND} INT 3 sudoku-bench dataset generate --unbiased-minimal "
         "--count 100 -o x.csv", lambda done: "about" in done.err),
    ]),
    ("The terminal", [
        ("the same run twice", "sudoku-bench run c.csv --strategy dlx --out base >&2; sudoku-bench compare base base",
         prints("same run")),
        ("swapped arguments of compare", f"{TWO_RUNS}; sleep 1.1; sudoku-bench run c.csv --strategy dlx --out newest >&2; "
         "sudoku-bench compare newest base", prints("swapped")),
        ("--version", "sudoku-bench --version", prints("git revision", "instruction sets")),
        ("numbers", "sudoku-bench dataset generate --count 1_0 --clues 30 --seed 10k -o x.csv && "
         "sudoku-bench run c.csv -s dlx --node-limit 1e6 --out out", prints()),
        ("a wrong number", "sudoku-bench run c.csv --node-limit 1x6", refused("1e6")),
        ("a dataset command without dataset", "sudoku-bench inspect c.csv", refused("sudoku-bench dataset inspect")),
        ("--quiet", "sudoku-bench solve c.csv -o x.csv --quiet", lambda done: done.code == 0 and not done.err),
        ("a summary of rows", "sudoku-bench dataset convert c.csv -o x.csv", lambda done: "2" in done.err and "x.csv" in done.err),
        ("a usage error names the help", "sudoku-bench dataset split c.csv", refused("sudoku-bench dataset split --help")),
    ]),
    ("Messages", [
        ("an empty corpus", "sudoku-bench solve empty.csv", short_error("empty.csv: no rows")),
        ("a header alone", "sudoku-bench solve header.csv", prints("puzzle,")),
        ("filter without a match", "sudoku-bench dataset filter 'rating > 99' c.csv -o x.csv && sudoku-bench solve x.csv", prints()),
        ("swapped column names", "sudoku-bench solve --check c.csv --puzzle-column solution --solution-column puzzle",
         refused("column 1 (puzzle)", EASY[:20], code=1)),
        ("another column", "sudoku-bench solve c.csv --puzzle-column rating", short_error("(rating)", '"3"', "c.csv:2")),
        ("a directory is missing", "sudoku-bench solve c.csv -o nodir/x.csv", short_error("nodir: does not exist")),
        ("ab with directories", f"{TWO_RUNS}; sudoku-bench ab base new c.csv", refused("compare")),
        ("a lock with conflict markers", "sudoku-bench run c.csv -s dlx --out out >&2; sudoku-bench compare conflict.json out",
         lambda done: done.code != 0 and "conflict" in done.err.splitlines()[-1].replace("conflict.json", "")),
        ("a technique that is none", "sudoku-bench dataset filter 'technique == \"hard\"' c.csv", refused("naked-single")),
        ("text compared with a number", "sudoku-bench dataset filter 'id < 5' text.csv", refused("id", '"a"')),
        ("and, or, not", "sudoku-bench dataset filter 'not clues < 20 and rating > 5 or clues < 5' c.csv", prints(HARD)),
    ]),
]
