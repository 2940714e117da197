"""Damaged files, errors in the middle of a stream, parts that a kill left, and outputs that nobody reads."""

from pathlib import Path

from .case import HARD, both, prints, refused

FAULT = Path(__file__).resolve().parent.parent.parent / "tests/faults/fault.c"


def edited(program):
    """A command that changes the bytes `b` of the file `f` by a Python program."""
    return f"python3 -c \"import bz2, gzip; b = open('f', 'rb').read(); {program}; open('f', 'wb').write(b)\""


# Replaces a digit of the puzzle in an archive.
DAMAGE = "b.replace(b'8..........36', b'9..........36')"
TAR = "tail -1 c.txt > p.txt; tar cf f p.txt; "
ZIP = "python3 -c \"import zipfile; zipfile.ZipFile('f', 'w').write('few.txt')\"; "
# 4,000 rows in a compressed file, and every solution of them.
LONG = "sudoku-bench dataset augment 2000 c.txt --seed 1 -o long.txt; sudoku-bench solve long.txt > right.csv; "


def fails_to_read(compress):
    """Commands that make the first reads of a compressed file fail, one after the other, and count the runs that succeed
    with other rows."""
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

# Group, name, commands, and what is right.
CASES = [
    ("Damaged archives", [
        ("damage in a tar.gz", f"{TAR} {edited(f'b = gzip.compress(b, 0); b = {DAMAGE}')}; sudoku-bench solve f",
         refused("damaged", code=1)),
        ("a tar.gz that is cut after its file", f"{TAR} {edited('b = gzip.compress(b, 0)[:1200]')}; sudoku-bench solve f",
         refused("damaged", code=1)),
        ("a tar that is cut after its first file", "tar cf f c.txt few.txt; " + edited("b = b[:1024]") + "; sudoku-bench solve f",
         refused("damaged", code=1)),
        ("damage in the header of a tar", TAR + edited("b = b'x' + b[1:]") + "; sudoku-bench solve f --solutions-only",
         refused("damaged", code=1)),
        ("damage in the first byte of a zip", ZIP + edited("b = b'x' + b[1:]") + "; sudoku-bench solve f --solutions-only",
         refused("damaged", code=1)),
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
]
