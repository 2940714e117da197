"""Runs the examples in docstrings."""

import doctest
from pathlib import Path

import pytest

import sudoku_bench
from conftest import ROOT

EXAMPLES = [name for name in sudoku_bench.__all__ if ">>>" in (getattr(sudoku_bench, name).__doc__ or "")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    text = getattr(sudoku_bench, name).__doc__
    names = {"sudoku_bench": sudoku_bench, "directory": tmp_path / "hrm"}
    parsed = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    printed: list[str] = []
    result = doctest.DocTestRunner().run(parsed, out=printed.append)
    assert result.failed == 0, "".join(printed)
