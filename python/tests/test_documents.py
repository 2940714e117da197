"""What the sources say that the module knows: the columns of results in docstrings, and the names in the types of arguments.

`UPDATE=1` writes both into the sources instead of comparing them.
"""

import os
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sudoku_bench
import sudoku_bench._native as _native

# The longest line.
LINE = 121
PACKAGE = Path(__file__).parents[1] / "package/sudoku_bench"
TYPES = PACKAGE / "_types.py"
PUZZLES: Any = ["." * 81]


def is_updated(path: Path, expected: str) -> None:
    if os.environ.get("UPDATE"):
        path.write_text(expected)
    else:
        assert path.read_text() == expected, "run this test with UPDATE=1"


def test_everything_public_is_documented() -> None:
    public = [getattr(sudoku_bench, name) for name in sudoku_bench.__all__ if not name.startswith("_")]
    members = [value for item in public if isinstance(item, type) for name, value in vars(item).items() if name[0] != "_"]
    assert all(item.__doc__ for item in [sudoku_bench, *public, *members])


def list_item(name: str, kind: str, about: str, indent: str) -> str:
    """Returns the item of a column in the list of a docstring, in the words of Python."""
    about = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", about)
    about = re.sub(r"--([\w-]+)", lambda option: option[1].replace("-", "_"), about)
    about = re.sub(r"\bempty\b", "null", about)
    text = f"- {name}: {kind}{', ' * bool(kind)}{about}"
    return textwrap.fill(text, LINE - 1, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False) + "\n"


def with_columns(text: str) -> str:
    """Returns a source with the columns of the module in its docstrings: the lists of a definition, in their order."""
    columns: dict[str, list[Any]] = {}
    for name, described in _native.documents():
        columns.setdefault(name, []).append(described)
    for name, lists in columns.items():
        if found := re.search(rf"^(def {name}\(.*?|class {name}\b.*?)(?=^def |^class |\Z)", text, re.DOTALL | re.MULTILINE):
            definition = found[1]

            def list_of(items: re.Match[str]) -> str:
                return "".join(list_item(name, kind, about, items[1]) for name, kind, about in lists.pop(0))

            definition = re.sub(r"^( +)- \w+: .*\n(?:\1(?:- |  ).*\n)*", list_of, definition, count=len(lists), flags=re.MULTILINE)
            assert not lists, name
            text = text.replace(found[1], definition)
    return text


@pytest.mark.parametrize("source", ["__init__.py", "_results.py"])
def test_columns_are_documented(source: str) -> None:
    path = PACKAGE / source
    is_updated(path, with_columns(path.read_text()))


# Each call has a wrong name, and its error lists all that there are.
CALLS: dict[str, Callable[[Any], object]] = {
    "StrategyName": lambda wrong: sudoku_bench.solve(PUZZLES, strategy=wrong),
    "Alphabet": lambda wrong: sudoku_bench.solve(PUZZLES, alphabet=wrong),
    "VoteRule": lambda wrong: sudoku_bench.score(PUZZLES, puzzles=PUZZLES).vote(wrong),
    "Equality": lambda wrong: sudoku_bench.dedup(PUZZLES, by=wrong),
    "Notion": lambda wrong: sudoku_bench.overlap(PUZZLES, PUZZLES, by=wrong),
    "Section": lambda wrong: sudoku_bench.inspect(PUZZLES, skip=[wrong]),
    "Scale": lambda wrong: sudoku_bench.rate(PUZZLES, scale=wrong),
    "Fact": lambda wrong: sudoku_bench.rate(PUZZLES, facts=[wrong]),
    "Layout": lambda wrong: sudoku_bench.read_corpus("none", layout=wrong),
    "Preset": lambda wrong: sudoku_bench.score(PUZZLES, puzzles=PUZZLES, preset=wrong),
    "ArrayShape": lambda wrong: sudoku_bench.to_numpy(PUZZLES, shape=wrong),
}


DTYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"]


def names_of_module(call: Callable[[Any], object]) -> list[str]:
    with pytest.raises(ValueError) as error:
        call("wrong")
    listed = re.split(r"there are|is none of|layouts are|is neither", str(error.value))[-1]
    return [word.strip(' "') for word in re.split(r",| nor ", listed)]


def with_names(text: str) -> str:
    """Returns the source with the names of the module in its literal types."""
    for name, names in [*((name, names_of_module(call)) for name, call in CALLS.items()), ("Dtype", DTYPES)]:
        words = [f'"{word}"' for word in names]
        line = f"{name} = Literal[{', '.join(words)}]\n"
        if len(line) > LINE:
            line = f"{name} = Literal[\n" + "".join(f"    {word},\n" for word in words) + "]\n"
        text, found = re.subn(rf"^{name} = Literal\[[^]]*\]\n", line, text, flags=re.MULTILINE)
        assert found == 1, name
    return text


def test_names_are_those_of_the_module() -> None:
    is_updated(TYPES, with_names(TYPES.read_text()))


def test_every_literal_type_is_compared() -> None:
    assert set(re.findall(r"^(\w+) = Literal", TYPES.read_text(), flags=re.MULTILINE)) == {*CALLS, "Dtype"}


@pytest.mark.parametrize("dtype", DTYPES)
def test_numbers_have_the_types_of_numpy(dtype: Any) -> None:
    assert sudoku_bench.to_numpy(PUZZLES, dtype=dtype).dtype == np.dtype(dtype)


def test_strategies_are_those_of_the_type() -> None:
    assert [strategy.name for strategy in sudoku_bench.strategies()] == names_of_module(CALLS["StrategyName"])
