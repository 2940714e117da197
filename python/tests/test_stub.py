"""The stub `sudoku_bench.pyi` against the module: its docstrings, and the names in its types.

`UPDATE=1` writes the docstrings and the names of the module into the stub instead of comparing them.
"""

import ast
import inspect
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sudoku_bench

# The longest line of a type.
LINE = 121
STUB = Path(__file__).parents[1] / "sudoku_bench.pyi"
Documented = ast.FunctionDef | ast.ClassDef
PUZZLES: Any = ["." * 81]


def documented(parent: Any, nodes: list[ast.stmt]) -> Iterator[tuple[Documented, str]]:
    """Yields the public definitions with a docstring in the module, in the order of the stub."""
    for node in nodes:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            found = inspect.getattr_static(parent, node.name)
            if text := inspect.getdoc(found):
                yield node, text
            if isinstance(node, ast.ClassDef):
                yield from documented(found, node.body)


def with_docstrings(text: str) -> str:
    """Returns the stub with the docstrings of the module."""
    lines = text.splitlines(keepends=True)
    doc_of_module = ast.parse(text).body[0]
    assert doc_of_module.end_lineno and sudoku_bench.__doc__
    for node, doc in sorted(documented(sudoku_bench, ast.parse(text).body), key=lambda found: -found[0].lineno):
        first = node.body[0]
        indent = " " * (node.col_offset + 4)
        shown = "\n".join(f"{indent}{line}".rstrip() for line in f'"""{doc}'.splitlines())
        shown += f'\n{indent}"""\n' if "\n" in doc else '"""\n'
        is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        is_ellipsis = is_docstring and first.value.value is ...  # type: ignore[attr-defined]
        assert first.end_lineno
        if is_ellipsis:
            head = lines[first.lineno - 1][: first.col_offset].rstrip()
            lines[first.lineno - 1 : first.end_lineno] = [f"{head}\n", shown]
        elif is_docstring:
            lines[first.lineno - 1 : first.end_lineno] = [shown]
        else:
            begin = min([first.lineno, *(item.lineno for item in getattr(first, "decorator_list", []))])
            lines[begin - 1 : begin - 1] = [shown]
    lines[: doc_of_module.end_lineno] = [f'"""{inspect.cleandoc(sudoku_bench.__doc__)}\n"""\n']
    return "".join(lines)


def test_everything_public_is_documented() -> None:
    found = {node.name for node, _ in documented(sudoku_bench, ast.parse(STUB.read_text()).body)}
    assert {name for name in sudoku_bench.__all__ if not name.startswith("_")} <= found


# Each call has a wrong name, and its error lists all that there are.
CALLS: dict[str, Callable[[Any], object]] = {
    "_StrategyName": lambda wrong: sudoku_bench.solve(PUZZLES, strategy=wrong),
    "_Alphabet": lambda wrong: sudoku_bench.solve(PUZZLES, alphabet=wrong),
    "_Equality": lambda wrong: sudoku_bench.dedup(PUZZLES, by=wrong),
    "_Notion": lambda wrong: sudoku_bench.overlap(PUZZLES, PUZZLES, by=wrong),
    "_Section": lambda wrong: sudoku_bench.inspect(PUZZLES, skip=[wrong]),
    "_Scale": lambda wrong: sudoku_bench.rate(PUZZLES, scale=wrong),
    "_Fact": lambda wrong: sudoku_bench.rate(PUZZLES, facts=[wrong]),
    "_Layout": lambda wrong: sudoku_bench.read_corpus("none", layout=wrong),
    "_Preset": lambda wrong: sudoku_bench.score(PUZZLES, puzzles=PUZZLES, preset=wrong),
    "_ArrayShape": lambda wrong: sudoku_bench.to_numpy(PUZZLES, shape=wrong),
}


DTYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"]


def names_of_module(call: Callable[[Any], object]) -> list[str]:
    with pytest.raises(ValueError) as error:
        call("wrong")
    listed = re.split(r"there are|is none of|layouts are|is neither", str(error.value))[-1]
    return [word.strip(' "') for word in re.split(r",| nor ", listed)]


def with_names(text: str) -> str:
    """Returns the stub with the names of the module in its literal types."""
    for name, names in [*((name, names_of_module(call)) for name, call in CALLS.items()), ("_Dtype", DTYPES)]:
        words = [f'"{word}"' for word in names]
        line = f"{name} = Literal[{', '.join(words)}]\n"
        if len(line) > LINE:
            line = f"{name} = Literal[\n" + "".join(f"    {word},\n" for word in words) + "]\n"
        text, found = re.subn(rf"^{name} = Literal\[[^]]*\]\n", line, text, flags=re.MULTILINE)
        assert found == 1, name
    return text


def test_the_stub_is_that_of_the_module() -> None:
    text = STUB.read_text()
    expected = with_docstrings(with_names(text))
    if os.environ.get("UPDATE"):
        STUB.write_text(expected)
    else:
        assert text == expected, "run this test with UPDATE=1"


def test_every_literal_type_is_compared() -> None:
    assert set(re.findall(r"^(\w+) = Literal", STUB.read_text(), flags=re.MULTILINE)) == {*CALLS, "_Dtype"}


@pytest.mark.parametrize("dtype", DTYPES)
def test_numbers_have_the_types_of_numpy(dtype: Any) -> None:
    assert sudoku_bench.to_numpy(PUZZLES, dtype=dtype).dtype == np.dtype(dtype)


def test_strategies_are_those_of_the_type() -> None:
    assert [strategy.name for strategy in sudoku_bench.strategies()] == names_of_module(CALLS["_StrategyName"])
