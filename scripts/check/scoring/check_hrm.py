"""Exports puzzles for HRM and TRM, and reads the result as their loaders do.

    scripts/check/scores BUILD runs it.

Checks arrays, indices, metadata, the order of rows, and that each copy is an image of its puzzle, with the matching label.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from scoring.grids import duplicates, is_solution
from scoring.hrm import IGNORED, Split, layout_differences, rows_differences
from scoring.tool import Tool, corpus_record

COPIES = 5


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        found = differences(Tool(arguments.build.resolve(), Path(made)))
    print(f"export hrm: {f'{len(found)} differences' if found else 'passed'}")
    for line in found[:10]:
        print(f"    {line}")
    sys.exit(len(found) > 0)


def differences(tool):
    puzzles = {"train": tool.generate(40, 1), "test": tool.generate(25, 2)}
    directory = export(tool, puzzles, COPIES, seed=7, name="hrm")
    found = []
    for name, copies in (("train", COPIES), ("test", 0)):
        split = Split(directory / name)
        arrays = [(np.array(puzzle), np.array(label)) for puzzle, label in puzzles[name]]
        found += [f"{name}: {line}" for line in
                  layout_differences(split, copies) + rows_differences(split, arrays, copies) + loader_differences(split)]
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
        if not is_solution(puzzle.tolist(), label.tolist()) or duplicates(label.tolist()):
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


if __name__ == "__main__":
    main()
