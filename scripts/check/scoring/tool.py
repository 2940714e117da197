"""Runs sudoku-bench on files of predictions, and compares what it says with what was expected."""

import csv
import json
import subprocess
import sys

from scoring.grids import cells, text

csv.field_size_limit(sys.maxsize)
TOLERANCE = 1e-12
WORSE = 3


class Failure(AssertionError):
    """The program ended with another exit code than 0."""

    def __init__(self, command, code, message):
        super().__init__(f"exit code {code} of {command}:\n{message}")
        self.code = code


class Tool:
    """A build, and a directory for its files."""

    def __init__(self, build, directory):
        self.build, self.directory = build, directory

    def run(self, *arguments):
        done = subprocess.run([self.build, *map(str, arguments)], capture_output=True, stdin=subprocess.DEVNULL, timeout=600)
        if done.returncode not in (0, WORSE):
            raise Failure(" ".join(map(str, arguments)), done.returncode, done.stderr.decode(errors="replace")[:500])
        return done.stdout.decode()

    def generate(self, count, seed):
        """(puzzle, label) of 9×9 puzzles with one solution."""
        out = self.run("dataset", "generate", "--count", count, "--clues", "22..34", "--seed", seed, "--to", "csv")
        return [(cells(row["puzzle"]), cells(row["solution"])) for row in csv.DictReader(out.splitlines())]

    def write(self, name, records):
        """Writes dictionaries as CSV or JSON Lines, by the ending of the name."""
        path = self.directory / name
        with path.open("w", newline="", encoding="utf-8") as file:
            if path.suffix == ".jsonl":
                file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
            else:
                writer = csv.DictWriter(file, records[0].keys())
                writer.writeheader()
                writer.writerows(records)
        return path

    def score(self, *arguments):
        """What `--json` prints, and the rows of the scored file."""
        scored = self.directory / "scored.csv"
        scored.unlink(missing_ok=True)
        printed = json.loads(self.run("score", *arguments, "--json", "-o", scored))
        with scored.open(newline="", encoding="utf-8") as file:
            return printed, list(csv.DictReader(file))

    def score_rows(self, rows, presets, layout="csv", *options):
        """Scores (puzzle, label, prediction) from one file."""
        path = self.write(f"predictions.{layout}", [record(*row) for row in rows])
        selected = ["--preset", ",".join(presets)] if presets else []
        return self.score(path, *selected, *options)


def corpus_record(puzzle, label):
    return {"puzzle": text(puzzle)} | ({} if label is None else {"solution": text(label)})


def record(puzzle, label, prediction):
    return corpus_record(puzzle, label) | {"prediction": prediction}


def differences(expected, got, path=""):
    """The places in which `got` has not what `expected` has. `got` may have more."""
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return [f"{path}: {got}, expected an object"]
        return [line for key, value in expected.items() for line in differences(value, got.get(key), f"{path}.{key}")]
    if isinstance(expected, float) and isinstance(got, (int, float)):
        return [] if abs(expected - got) <= TOLERANCE else [f"{path}: {got!r}, expected {expected!r}"]
    return [] if expected == got else [f"{path}: {got!r}, expected {expected!r}"]


def as_field(value):
    """A value of a row as it stands in CSV."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def row_differences(rows, neutral, scored, columns=None):
    """The rows of which the scored file has another verdict or another count."""
    if len(rows) != len(scored):
        return [f"{len(scored)} rows, expected {len(rows)}"]
    found = []
    for (puzzle, label, prediction), expected, got in zip(rows, neutral, scored):
        wrong = {name: got.get(name) for name in columns or expected if got.get(name) != as_field(expected[name])}
        if wrong:
            wanted = {name: as_field(expected[name]) for name in wrong}
            found.append(f"{wrong}, expected {wanted}: {text(puzzle)} {text(label or [])} {shown(prediction)}")
    return found


def shown(prediction):
    written = ascii(prediction)
    return written if len(written) <= 200 else f"{written[:150]}… ({len(written)} characters)"
