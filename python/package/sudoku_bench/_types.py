"""The types of arguments. The literal types list what the module knows; `tests/test_documents.py` compares them."""

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, Literal, Protocol

from arro3.core.types import ArrowArrayExportable, ArrowStreamExportable

StrategyName = Literal[
    "naive",
    "forward-checking",
    "fc-mrv",
    "fc-static",
    "mac",
    "mac-static",
    "norvig",
    "dlx",
    "dancing-cells",
    "sat",
    "learning",
    "lanes",
    "elimination",
]
Alphabet = Literal["1-9A", "0-9A", "A-Z", "numbers", "candidates"]
Equality = Literal["puzzle", "class", "solution", "solution_class"]
Notion = Literal["puzzle", "class", "solution", "solution_class", "superset"]
VoteRule = Literal["cells", "grid"]
Section = Literal["minimal", "classes"]
Scale = Literal["tiers", "se"]
Fact = Literal[
    "all",
    "clues_brt",
    "cands",
    "cands_brt",
    "log2",
    "log2_brt",
    "unit_max",
    "unit_var",
    "digit_min",
    "redundant",
    "te_depth",
    "b",
    "backdoor",
    "backdoors",
]
Layout = Literal[
    "csv",
    "tsv",
    "grids",
    "cells",
    "lines",
    "pairs",
    "exchange-bank",
    "sdk",
    "jsonl",
    "json",
    "opensudoku",
    "npy",
    "npz",
    "parquet",
    "hodoku",
]
Preset = Literal[
    "neutral",
    "hrm",
    "rrn",
    "blank-cells",
    "d1",
    "d1-reward",
    "reasoning-gym",
    "sakana",
    "satnet",
    "enigmata",
    "synlogic",
    "dream",
    "shah",
    "mdm",
]
ArrayShape = Literal["flat", "square"]
Dtype = Literal[
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
]

# A side, or the rows and columns of a box, such as "2x3".
Shape = int | str
Counts = int | Iterable[int]


class Array(Protocol):
    def __array__(self) -> Any: ...


class DtypeObject(Protocol):
    """A type of NumPy, such as `numpy.dtype("int64")`."""

    @property
    def kind(self) -> str: ...


Grids = (
    ArrowArrayExportable
    | ArrowStreamExportable
    | Sequence[str | None]
    | Sequence[int]
    | Sequence[Sequence[int]]
    | Sequence[Sequence[Sequence[int]]]
    | Sequence[Array]
    | Array
)
# One prediction a puzzle, or a list of samples.
Predictions = Grids | Sequence[Sequence[str | None]] | Sequence[Sequence[Array]] | Sequence[Sequence[Sequence[Sequence[int]]]]
Corpus = Grids | PathLike[str]
Ids = ArrowArrayExportable | ArrowStreamExportable | Sequence[str | None] | Array
