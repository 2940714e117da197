"""Runs the examples in docstrings."""

import doctest

import pytest

import sudoku_bench
from conftest import ROOT

EXAMPLES = [name for name in sudoku_bench.__all__ if ">>>" in (getattr(sudoku_bench, name).__doc__ or "")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = getattr(sudoku_bench, name).__doc__
    parsed = doctest.DocTestParser().get_doctest(text, {"sudoku_bench": sudoku_bench}, name, None, 0)
    printed: list[str] = []
    result = doctest.DocTestRunner().run(parsed, out=printed.append)
    assert result.failed == 0, "".join(printed)
