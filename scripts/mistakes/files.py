"""Damaged files, read errors in the middle of a file, .part files of killed commands, and outputs that nobody reads."""

from pathlib import Path

from .case import HARD, both, prints, refused

FAULT = Path(__file__).resolve().parent.parent.parent / "tests/faults/fault.c"


def edited(program):
    """A command that applies a Python program to the bytes `b` of the file `f`."""
    return f"python3 -c \"import bz2, gzip; b = open('f', 'rb').read(); {program}; open('f', 'wb').write(b)\""


# Replaces a digit of the puzzle in an archive.
DAMAGE = "b.replace(b'8..........36', b'9..........36')"
TAR = "tail -1 c.txt > p.txt; tar cf f p.txt; "
ZIP = "python3 -c \"import zipfile; zipfile.ZipFile('f', 'w').write('few.txt')\"; "
# 4,000 rows in long.txt, and their solutions in right.csv.
LONG = "sudoku-bench dataset augment 2000 c.txt --seed 1 -o long.txt; sudoku-bench solve long.txt > right.csv; "


def fails_to_read(compress):
    """Commands that make each of the first reads of a compressed file fail, and print "wrong" if a run succeeds with other
    rows."""
    return (f"{LONG} cc -shared -fPIC -o fault.so {FAULT} -ldl; {compress}; export FAULT_FAMILY=read; "
            "for n in 1 2 3 4 5 6; do for error in 11 5 110; do "
            "FAULT_NTH=$n FAULT_ERRNO=$error LD_PRELOAD=$PWD/fault.so sudoku-bench solve f > out.csv 2> out.err && "
            "! cmp -s out.csv right.csv && echo wrong: errno $error at read $n; done; done; true")


def finds_nothing_wrong(done):
    return done.code == 0 and "wrong" not in done.out


# Runs the command in sys.argv with a non-blocking pipe on standard input, which gets the corpus after a moment.
NON_BLOCKING = ("python3 -c \"import os, subprocess, sys, time; r, w = os.pipe(); os.set_blocking(r, False); "
                "p = subprocess.Popen(sys.argv[1:], stdin=r); os.close(r); time.sleep(0.5); "
                "os.write(w, open('c.csv', 'rb').read()); os.close(w); sys.exit(p.wait())\"")

# Three commands with the same output, each killed in its first second.
KILLED = "for n in 1 2 3; do (cat rows.csv; sleep 1) | timeout -s KILL 0.6 sudoku-bench solve - -o {out}; done"
# A command that has written 20,000 rows, and gets a signal while it waits for more.
INTERRUPTED = "(cat rows.csv; sleep 2) | timeout -s {signal} 0.9 sudoku-bench solve - -o x.csv;"
# Resumes this command with all rows, and prints "same" if the result is right.
RESUMED = ("cat rows.csv | sudoku-bench solve - -o x.csv --resume >&2; sudoku-bench solve rows.csv > right.csv; "
           "cmp -s x.csv right.csv && echo same")
# Gets one SIGTERM after a second, and SIGKILL four seconds later.
STOPPED = "timeout --foreground --preserve-status -k 4 -s TERM 1 sudoku-bench"

# Gets one SIGTERM while it waits for the writer of a pipe.
WAITING = "mkfifo p; timeout --foreground --preserve-status -s TERM 1 sudoku-bench"

# Groups of cases: each case has a name, its commands, and a check of the result.
CASES = [
    ("Damaged archives", [
        ("damage in a tar.gz", f"{TAR} {edited(f'b = gzip.compress(b, 0); b = {DAMAGE}')}; sudoku-bench solve f",
         refused("damaged", code=1)),
        ("a tar.gz that is cut after its file", f"{TAR} {edited('b = gzip.compress(b, 0)[:1200]')}; sudoku-bench solve f",
         refused("damaged", code=1)),
        ("a tar that is cut after its first file", "tar cf f c.txt few.txt; " + edited("b = b[:1024]") + "; sudoku-bench solve f",
         refused("damaged", code=1)),
        ("damage in the header of a tar", TAR + edited("b = b'x' + b[1:]") + "; sudoku-bench solve f --solutions-only",
         refused("nor an intact archive", code=1)),
        ("damage in the first byte of a zip", ZIP + edited("b = b'x' + b[1:]") + "; sudoku-bench solve f --solutions-only",
         refused("nor an intact archive", code=1)),
        ("damage in a zst of our own", "sudoku-bench dataset convert c.txt -o f.zst; mv f.zst f; "
         + edited("b = b[:-1] + bytes([b[-1] ^ 1])") + "; sudoku-bench solve f", refused("damaged", code=1)),
    ]),
    ("Errors in the middle of a file", [
        ("read fails in a gz", fails_to_read("gzip -c long.txt > f"), finds_nothing_wrong),
        ("read fails in a bz2", fails_to_read("bzip2 -c long.txt > f"), finds_nothing_wrong),
        ("read fails in an xz", fails_to_read("xz -c long.txt > f"), finds_nothing_wrong),
        ("read fails in a zst", fails_to_read("sudoku-bench dataset convert long.txt -o f.zst; mv f.zst f"), finds_nothing_wrong),
        ("read fails in a tar.gz", fails_to_read("tar czf f long.txt"), finds_nothing_wrong),
        ("dedup of a non-blocking pipe", f"{NON_BLOCKING} sudoku-bench dataset dedup -", prints(HARD)),
        ("solve of a non-blocking pipe", f"{NON_BLOCKING} sudoku-bench solve -", prints(HARD)),
    ]),
    ("Compressed files", [
        ("a zst that begins with a skippable frame", "sudoku-bench dataset convert c.txt -o f.zst; mv f.zst f; "
         + edited(r"b = bytes.fromhex('502a4d1804000000') + b'size' + b") + "; sudoku-bench solve f", prints(HARD)),
        ("zeros behind a gz", "gzip -c c.txt > f; " + edited("b += bytes(5000)") + "; sudoku-bench solve f", prints(HARD)),
        ("zeros between two gz", "gzip -c c.txt > f; " + edited("b = b + bytes(500) + b") + "; sudoku-bench solve f | wc -l",
         lambda done: done.out.split() == ["5"]),
        ("empty members of a bz2", "bzip2 -c c.txt > f; " + edited("b = bz2.compress(b'') * 400000 + b") + "; sudoku-bench solve f",
         both(prints(HARD), lambda done: done.seconds < 8)),
    ]),
    ("Files of killed commands", [
        ("parts of killed commands", f"{KILLED.format(out='x.csv')}; ls | grep -c part", lambda done: done.out.split() == ["1"]),
        ("parts of killed commands, gzip", f"{KILLED.format(out='x.csv.gz')}; ls | grep -c part",
         lambda done: done.out.split() == ["1"]),
        ("parts of killed commands, Parquet", f"{KILLED.format(out='x.parquet')}; ls | grep -c part",
         lambda done: done.out.split() == ["1"]),
        ("parts after a command that succeeds", f"{KILLED.format(out='x.csv')}; sudoku-bench solve c.csv -o x.csv; ls | grep part; true",
         lambda done: done.code == 0 and not done.out),
        ("a part that is damaged in the middle", f"{INTERRUPTED.format(signal='TERM')} cp x.csv.part f; "
         + edited("b = b[:5000] + b'#' + b[5001:]") + "; cp f x.csv.part; " + RESUMED, lambda done: "same" in done.out.split()),
        ("--resume after a kill in the first second", f"{INTERRUPTED.format(signal='KILL')} {RESUMED}",
         both(prints("begins again"), lambda done: "same" in done.out.split())),
    ]),
    ("Several inputs", [
        ("an empty device after a file", "sudoku-bench solve rows.csv /dev/null >x.csv; code=$?; wc -l <x.csv; exit $code",
         both(refused("/dev/null: no rows", code=1), lambda done: done.out.split() == ["0"])),
        ("an empty standard input after a file", "sudoku-bench solve rows.csv - >x.csv; code=$?; wc -l <x.csv; exit $code",
         both(refused("-: no rows", code=1), lambda done: done.out.split() == ["0"])),
        ("inspect of different columns", "sudoku-bench dataset inspect c.txt text.csv c.csv", prints("all 3 files", "puzzle, id")),
        *[(f"a copy of a stream: {command}", f"{begin} | sudoku-bench {command}",
           lambda done, word=word: word in done.err and "/tmp" not in done.err + done.read("g.csv"))
          for command, begin, word in [
              ("dataset dedup -", "(cat c.txt; echo 12)", "-:3:3: 2 cells"),
              ("dataset dedup - few.txt --groups g.csv -o x.txt", "cat c.txt", "rows in"),
              ("dataset join - few.txt", "(cat c.txt; echo 12)", "-:3:3: 2 cells"),
              ("dataset join c.txt -", "printf 'n\\n1\\n\\n2\\n'", "-:3: is empty")]],
        *[(f"a pipe without a writer: {command}", f"{WAITING} {command}", lambda done: done.code == 130)
          for command in ("dataset join c.txt p", "dataset join p c.txt", "dataset dedup p", "dataset overlap c.txt p", "solve c.txt p")],
    ]),
    ("Outputs that nobody reads", [
        ("a pipe without a reader: solve", f"mkfifo p; {STOPPED} solve c.csv -o p", lambda done: done.code == 130),
        ("a pipe without a reader: convert", f"mkfifo p; {STOPPED} dataset convert c.csv -o p", lambda done: done.code == 130),
        ("a pipe without a reader: generate", f"mkfifo p; {STOPPED} dataset generate --count 2 --clues 30 -o p",
         lambda done: done.code == 130),
        ("a pipe without a reader: --rejects", f"mkfifo p; {STOPPED} solve c.csv --rejects p", lambda done: done.code == 130),
        ("a pipe without a reader: --groups", f"mkfifo p; {STOPPED} dataset dedup c.csv -o x.csv --groups p",
         lambda done: done.code == 130),
        ("a pipe without a reader: --lock", f"mkfifo p; {STOPPED} run c.csv -s dlx -o out --lock p", lambda done: done.code == 130),
        ("a pipe without a reader: report", f"mkfifo p; sudoku-bench run c.csv -s dlx -o out >&2; {STOPPED} report out -o p",
         lambda done: done.code == 130),
        ("a pipe that is full", f"{STOPPED} solve rows.csv | sleep 7; exit ${{PIPESTATUS[0]}}", lambda done: done.code == 130),
        ("a manifest that names a device", "sudoku-bench run c.csv -s dlx -o out >&2; sed -i 's|\"path\": \"c.csv\"|\"path\": "
         "\"/proc/kmsg\"|' out/manifest.json; timeout 5 sudoku-bench report out -o r.html", prints("wrote r.html")),
        ("a limit on the size of files", "ulimit -f 100; sudoku-bench solve rows.csv -o x.csv",
         refused("x.csv.part: cannot write: File too large", code=1)),
        ("a link to a file that is not there", "mkdir d; ln -s d/x.csv l.csv; sudoku-bench solve c.csv -o l.csv; readlink l.csv; ls d",
         lambda done: done.out.split() == ["d/x.csv", "x.csv"]),
    ]),
]
