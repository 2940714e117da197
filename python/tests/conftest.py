"""What the tests share: the command line tool to compare with, and corpora."""

import csv
import os
import signal
import subprocess
from pathlib import Path
from typing import Protocol

import pytest

ROOT = Path(__file__).parents[2]

# A script in the background passes on that SIGINT is ignored; a test interrupts itself.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Tool(Protocol):
    """The command line tool."""

    def __call__(self, *arguments: str | Path) -> str: ...


@pytest.fixture(scope="session")
def tool() -> Tool:
    program = os.environ.get("SUDOKU_BENCH", str(ROOT / "target" / "release" / "sudoku-bench"))

    def run(*arguments: str | Path) -> str:
        command = [program, *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    return run


def column(file: str, name: str) -> list[str]:
    """Returns a column of a data set of the repository."""
    with open(ROOT / "datasets" / file, newline="") as rows:
        return [row[name] for row in csv.DictReader(rows)]


@pytest.fixture(scope="session")
def classics() -> list[str]:
    return column("classics.csv", "puzzle")


@pytest.fixture(scope="session")
def minimal() -> list[str]:
    return column("minimal.csv", "puzzle")
