"""`explain` against the command line and the counts of `solve`."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import sudoku_bench
from conftest import Tool


def as_json(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def test_steps_are_those_of_the_command_line(tool: Tool, tmp_path: Path) -> None:
    puzzles = [*sudoku_bench.generate(10, minimal=True, seed=1)["puzzle"], "." * 81, "1" * 81]
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(puzzles) + "\n")
    for up_to in [None, 2.0]:
        options = [] if up_to is None else ["--up-to", str(up_to)]
        expected = [json.loads(line) for line in tool("explain", path, "--to", "jsonl", *options).splitlines()]
        found = sudoku_bench.explain(puzzles, up_to=up_to)
        for row, step in zip(found, expected, strict=True):
            for name in ["line", "step", "technique", "rating", "conclusion", "reason", "grid", "status"]:
                assert getattr(row, name) == step.get(name)
            for name in ["cells", "values", "eliminations", "chains", "candidates"]:
                assert as_json(getattr(row, name)) == step.get(name)
            assert (row.cell, row.value) == tuple((step.get("placed") or {"cell": None, "value": None}).values())
    assert len(found) < len(sudoku_bench.explain(puzzles)) and found[-1].status == "no-solution"


TRACED: list[Any] = ["naive", "forward-checking", "mac", "norvig", "dlx"]


@pytest.mark.parametrize("strategy", TRACED)
def test_searches_have_the_counts_of_solve(tool: Tool, tmp_path: Path, strategy: Any) -> None:
    cases: list[tuple[Any, dict[str, Any]]] = [({"clues": 26}, {}), ({"shape": 6}, {}), ({"shape": 16, "holes": 60}, {"shape": 16})]
    for kind, keywords in cases:
        puzzles = sudoku_bench.generate(10, seed=2, **kind)["puzzle"]
        solved = sudoku_bench.solve(puzzles, strategy=strategy, node_limit=10_000)
        steps = sudoku_bench.explain(puzzles, strategy=strategy, node_limit=10_000, **keywords)
        counts = Counter((step.line, step.action) for step in steps)
        for row in solved:
            guess, assign, undo = (counts[row.line, action] for action in ["guess", "assign", "undo"])
            assert (guess, guess + assign, undo) == (row.guesses, row.nodes, row.backtracks)
        assert steps["status"].to_pylist().count("node-limit") == solved["status"].to_pylist().count("node-limit")
    path = tmp_path / "puzzles.txt"
    texts = sudoku_bench.generate(3, clues=26, seed=3)["puzzle"].to_pylist()
    path.write_text("\n".join(texts) + "\n")
    lines = tool("explain", path, "--strategy", strategy, "--to", "jsonl").splitlines()
    names = ["line", "step", "action", "cell", "value", "depth", "status"]
    expected = [tuple(json.loads(line).get(name) for name in names) for line in lines]
    assert [tuple(step) for step in sudoku_bench.explain(texts, strategy=strategy)] == expected


def test_refusals() -> None:
    with pytest.raises(ValueError, match="strategy: lanes does not tell its steps; choose one of naive, "):
        sudoku_bench.explain(["." * 81], strategy="lanes")
    with pytest.raises(ValueError, match="explain without a strategy is for 9×9, and the puzzles are 4×4"):
        sudoku_bench.explain(["." * 16])
    rejected = sudoku_bench.explain(["no", "." * 80 + "1"], strategy="dlx", node_limit=0)
    assert rejected["status"].to_pylist() == ["rejected", "node-limit"]
