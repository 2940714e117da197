"""Exports puzzles for HRM and TRM, reads the result as their loaders do, and says what in it is not as they expect: arrays, indices,
metadata, the order of rows, and that each copy is an image of its puzzle. A puzzle has one solution, so a label that solves an image
is the image of the label."""

import csv
import json
from pathlib import Path
from random import Random

import numpy as np

from scoring.grids import is_solution, text
from scoring.tool import corpus_record

COPIES = 5

ARRAYS = ["inputs", "labels", "puzzle_indices", "group_indices", "puzzle_identifiers"]
# TRM requires `total_puzzles`, which is the number of groups; HRM ignores it.
FIXED = {"pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 11, "seq_len": 81,
         "num_puzzle_identifiers": 1, "mean_puzzle_examples": 1.0, "sets": ["all"]}
IGNORED = -100


class Split:
    """`train` or `test`."""

    def __init__(self, directory):
        self.directory = directory
        self.metadata = json.loads((directory / "dataset.json").read_text())
        (name,) = self.metadata["sets"]
        self.arrays = {array: np.load(directory / f"{name}__{array}.npy", mmap_mode="r") for array in ARRAYS}
        self.inputs, self.labels = self.arrays["inputs"], self.arrays["labels"]
        self.groups = self.arrays["group_indices"]

    def epoch(self, random):
        """One row of each group, the groups in random order, as a training epoch draws them."""
        puzzles = [random.randrange(self.groups[group], self.groups[group + 1])
                   for group in random.sample(range(len(self.groups) - 1), len(self.groups) - 1)]
        indices = self.arrays["puzzle_indices"]
        return [random.randrange(indices[puzzle], indices[puzzle + 1]) for puzzle in puzzles]

    def batches(self, size):
        """All rows in order as int32, the last batch filled up with padding; ignored labels are IGNORED."""
        for start in range(0, len(self.inputs), size):
            inputs = self.inputs[start:start + size].astype(np.int32)
            labels = self.labels[start:start + size].astype(np.int32)
            labels[labels == self.metadata["ignore_label_id"]] = IGNORED
            missing = ((0, size - len(inputs)), (0, 0))
            yield (np.pad(inputs, missing, constant_values=self.metadata["pad_id"]),
                   np.pad(labels, missing, constant_values=IGNORED))


def layout_differences(split, copies):
    """What differs from the layout of groups of a puzzle and its copies."""
    rows = len(split.inputs)
    size = 1 + copies
    groups = rows // size
    wanted = {
        "inputs": ((rows, 81), (np.uint8, np.int64), None),
        "labels": ((rows, 81), (np.uint8, np.int64), None),
        "puzzle_indices": ((rows + 1,), (np.int32,), np.arange(rows + 1)),
        "group_indices": ((groups + 1,), (np.int32,), np.arange(0, rows + 1, size)),
        "puzzle_identifiers": ((rows,), (np.int32,), np.zeros(rows)),
    }
    found = [f"{rows} rows are no whole groups of {size}"] if rows % size else []
    for name, (shape, types, values) in wanted.items():
        array = split.arrays[name]
        if array.shape != shape or array.dtype not in types or not array.flags.c_contiguous:
            found.append(f"{name}: {array.dtype}{array.shape}, expected {shape}")
        elif values is not None and not np.array_equal(array, values):
            found.append(f"{name}: {array[:5]}…, expected {values[:5]}…")
        if (split.directory / f"all__{name}.npy").read_bytes()[:8] != np.lib.format.magic(1, 0):
            found.append(f"{name}: another version of npy than 1.0")
    expected = FIXED | {"total_groups": groups, "total_puzzles": groups}
    return found + [f"dataset.json: {name} is {split.metadata.get(name)!r}, expected {value!r}"
                    for name, value in expected.items() if split.metadata.get(name) != value]


def rows_differences(tool, split, puzzles, copies):
    """Groups that do not begin with their puzzle, and copies that are no images of it or are all alike.

    `puzzles`: (puzzle, label) of the corpus, as arrays of 81 values, 0 for a blank."""
    found, forms = [], canonical(tool, split.inputs.astype(int) - 1)
    for group, (puzzle, label) in enumerate(puzzles):
        first, end = group * (1 + copies), (group + 1) * (1 + copies)
        if not np.array_equal(split.inputs[first] - 1, puzzle) or not np.array_equal(split.labels[first] - 1, label):
            found.append(f"row {first} is not puzzle {group} of the corpus")
        found += [f"row {row} is no image of puzzle {group}" for row in range(first, end) if forms[row] != forms[first]]
        images = {split.inputs[row].tobytes() for row in range(first, end)}
        if copies > 1 and len(images) < 1 + copies // 2:
            found.append(f"puzzle {group} has only {len(images)} images")
    return found


def canonical(tool, puzzles):
    """The canonical forms, which scripts/check/overlap checks."""
    path = tool.write("puzzles.csv", [{"puzzle": text(puzzle)} for puzzle in puzzles])
    return [row["canonical"] for row in csv.DictReader(tool.run("dataset", "canon", path, "--to", "csv").splitlines())]


def differences(tool):
    puzzles = {"train": tool.generate(40, 1), "test": tool.generate(25, 2)}
    directory = export(tool, puzzles, COPIES, seed=7, name="hrm")
    found = []
    for name, copies in (("train", COPIES), ("test", 0)):
        split = Split(directory / name)
        arrays = [(np.array(puzzle), np.array(label)) for puzzle, label in puzzles[name]]
        found += [f"{name}: {line}" for line in
                  layout_differences(split, copies) + rows_differences(tool, split, arrays, copies) + loader_differences(split)]
    if json.loads((directory / "identifiers.json").read_text()) != ["<blank>"]:
        found.append("identifiers.json is not [\"<blank>\"]")
    return found + seed_differences(tool, puzzles, directory)


def export(tool, puzzles, copies, seed, name):
    files = {split: tool.write(f"{split}.csv", [corpus_record(*pair) for pair in pairs]) for split, pairs in puzzles.items()}
    directory = tool.directory / name
    tool.run("dataset", "export", "hrm", directory, "--train", files["train"], "--test", files["test"],
             "--copies", copies, "--seed", seed)
    return directory


def loader_differences(split):
    """What a learner would get: an epoch, and all rows in batches."""
    found = []
    epoch = split.epoch(Random(1))
    groups = np.searchsorted(split.groups, epoch, side="right") - 1
    if sorted(groups) != list(range(len(split.groups) - 1)):
        found.append("an epoch has not one row of each group")
    inputs, labels = map(np.concatenate, zip(*split.batches(16)))
    padding = (labels == IGNORED).all(axis=1)
    if padding.sum() != -len(split.inputs) % 16 or not (inputs[padding] == 0).all():
        found.append(f"{padding.sum()} rows of padding")
    for row, (puzzle, label) in enumerate(zip(inputs[~padding] - 1, labels[~padding] - 1)):
        if not is_solution(puzzle.tolist(), label.tolist()):
            found.append(f"the label of row {row} does not solve its puzzle")
    return found


def seed_differences(tool, puzzles, directory):
    """The same seed gives the same files, another one other copies."""
    same, other = (export(tool, puzzles, COPIES, seed, f"seed-{seed}") for seed in (7, 8))
    files = [path.relative_to(directory) for path in directory.rglob("*") if path.is_file()]
    found = [f"{file} differs between two exports" for file in files
             if (directory / file).read_bytes() != (same / file).read_bytes()]
    copies = Path("train/all__inputs.npy")
    if (directory / copies).read_bytes() == (other / copies).read_bytes():
        found.append("another seed gives the same copies")
    return found
