"""Runs the examples of README.md and compares what they print. `UPDATE=1` writes it into the file instead."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

README = Path(__file__).parents[1] / "README.md"
EXAMPLE = re.compile(r"```python\n(.*?)```\n(\n```text\n(.*?)```\n)?", re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLE.findall(README.read_text()))))
def test_example(number: int) -> None:
    text = README.read_text()
    example = list(EXAMPLE.finditer(text))[number]
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    printed = subprocess.run(
        [sys.executable, "-c", example[1]], check=True, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ).stdout
    printed = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())
    if os.environ.get("UPDATE"):
        shown = f"```python\n{example[1]}```\n\n```text\n{printed}```\n"
        README.write_text(text[: example.start()] + shown + text[example.end() :])
    else:
        assert example[3] == printed
