"""What scripts in Python share: calls of programs and what they cost, corpora, and tables in Markdown."""

import argparse
import bz2
import contextlib
import csv
import gzip
import lzma
import os
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The build that a study measures.
TOOL = Path(os.environ.get("TOOL", ROOT / "target/release/sudoku-bench")).resolve()
EASY = ".4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def fail(message):
    sys.exit(f"{os.path.relpath(sys.argv[0])}: {message}")


def arguments(description, *paths, **options):
    """Reads the command line of a script: paths, and options with their defaults."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for path in paths:
        parser.add_argument(path, type=lambda given: Path(given).resolve())
    for name, default in options.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default)
    return parser.parse_args()


def words(command):
    return [str(word) for word in command]


def call(*command, codes=(0,), **options):
    """Runs a command to its end, and returns its standard output. The script ends if the exit code is another."""
    done = subprocess.run(words(command), capture_output=True, text=True, **options)
    if done.returncode not in codes:
        fail(f"{' '.join(words(command))}: exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr}")
    return done.stdout


def tool(*arguments, **options):
    return call(TOOL, *arguments, **options)


def build():
    """Builds the program, unless TOOL names a build."""
    if "TOOL" not in os.environ:
        call("cargo", "build", "--quiet", "--release", cwd=ROOT)


@dataclass
class Cost:
    wall: float  # seconds
    processor: float  # seconds
    megabytes: float  # of memory, at the peak


def cost(*command, **options):
    """Runs a command, whose output is thrown away, and returns what it costs."""
    began = time.monotonic()
    process = subprocess.Popen(words(command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        fail(f"{' '.join(words(command))}: exit code {process.returncode}")
    return Cost(time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3)


@contextlib.contextmanager
def scratch():
    """An empty directory, which is the working directory of the block and gone after it."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        try:
            yield Path(directory)
        finally:
            os.chdir(before)


def write_lines(path, lines):
    with open(path, "w") as file:
        file.writelines(f"{line}\n" for line in lines)
    return path


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def pack(path):
    """Writes a file in every compression and archive of the standard library, beside it."""
    content = path.read_bytes()
    for kind, library in (("gz", gzip), ("bz2", bz2), ("xz", lzma)):
        path.with_name(f"{path.name}.{kind}").write_bytes(library.compress(content))
    with zipfile.ZipFile(f"{path}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, path.name)
    for kind, mode in (("tar", "w"), ("tar.gz", "w:gz")):
        with tarfile.open(f"{path}.{kind}", mode, dereference=True) as archive:
            archive.add(path, path.name)


def rows_without_latencies(results):
    """Returns the rows of puzzles.csv without their last column, which is the latency."""
    return [line.rsplit(",", 1)[0] for line in (Path(results) / "puzzles.csv").read_text().splitlines()]


def head(*names):
    """Prints the head of a table. A column whose name ends with a colon has numbers, at the right."""
    row(*(name.removesuffix(":") for name in names))
    print("|", " | ".join("---:" if name.endswith(":") else "---" for name in names), "|", flush=True)


def row(*cells):
    print("|", " | ".join(map(str, cells)), "|", flush=True)
