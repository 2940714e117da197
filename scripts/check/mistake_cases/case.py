"""What the cases of scripts/check/mistakes share: the puzzle of the examples, the run of a case, and checks of its result.

In the commands, `sb` is the program, $P a puzzle, $Z the same with 0 for blanks, and $S its solution."""

import json
import os
import signal
import subprocess

PATIENCE = 60  # seconds after which a case is ended
P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
S = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
Z = P.replace(".", "0")
WRONG = S[:-2] + S[-1] + S[-2]


class Done:
    """The result of a case: the exit code of its last command, the output and the messages of all, and the directory."""

    def __init__(self, build, commands, directory):
        self.directory = directory
        tools = directory / ".tools"
        tools.mkdir()
        (tools / "sb").symlink_to(build)
        path = f"{tools}:{os.environ['PATH']}"
        environment = os.environ | {"PATH": path, "LC_ALL": "C.UTF-8", "P": P, "S": S, "Z": Z}
        # A group can be ended at once, with what an engine has started.
        process = subprocess.Popen(["bash", "-c", commands], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(timeout=PATIENCE)
            self.code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            self.code = None
        self.out, self.err = (text.decode(errors="replace") for text in (out, err))
        self.said = self.out + self.err

    def read(self, name):
        return (self.directory / name).read_text(errors="replace")

    def json(self):
        return json.loads(self.out)

    def described(self):
        code = f"still running after {PATIENCE} s" if self.code is None else f"exit {self.code}"
        lines = [line for line in (self.err + self.out).splitlines() if line.strip() and " in column " not in line]
        first = next((line for line in lines if line.startswith("error")), lines[0] if lines else "no message")
        return f"{code}: {first}"


def file(name, text):
    """Commands that write a file."""
    return f"cat > {name} <<'END_OF_FILE'\n{text.rstrip(chr(10))}\nEND_OF_FILE\n"


def says(*words, code=None):
    """The output or the messages have all words, in any case."""
    return lambda done: all(word.lower() in done.said.lower() for word in words) and code in (None, done.code)


def never(*words):
    return lambda done: not any(word in done.said for word in words)


def refuses(*words):
    """An error with all words, and no output."""
    return lambda done: done.code in (1, 2) and not done.out.strip() and all(word.lower() in done.err.lower() for word in words)


def both(*checks):
    return lambda done: all(check(done) for check in checks)


def either(*checks):
    return lambda done: any(check(done) for check in checks)


def solves(*solutions):
    """The output is exactly these solutions."""
    return lambda done: done.code == 0 and done.out.split() == list(solutions)


def rows_of(grid, side=9, blank=None):
    """The rows of a grid, one a line."""
    grid = grid.replace(".", blank) if blank else grid
    return "\n".join(grid[start : start + side] for start in range(0, len(grid), side)) + "\n"


def numbers(grid, side=9):
    """A grid as a list of lists of numbers, as JSON."""
    rows = rows_of(grid, side, "0").split()
    return json.dumps([[int(cell, 36) for cell in row] for row in rows])
