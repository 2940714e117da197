"""The cases of scripts/check-mistakes: their corpora, the run of a case, and checks of its result."""

import json
import os
import signal
import subprocess
import time

PATIENCE = 20  # seconds after which a case is ended
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
EASY = ".4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3."
EASY_SOLVED = "248617593679253418153948726961534872735826149824791365516379284397482651482165937"
SLOW = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"  # for `naive`
WRONG = HARD_SOLVED[1:] + HARD_SOLVED[0]
LOST_ZEROS = "40610090070050000103948000" + "1" * 40  # a puzzle without its leading zeros

FILES = {
    "c.csv": f"puzzle,solution,rating,id\n{EASY},{EASY_SOLVED},3,p0\n{HARD},{HARD_SOLVED},11,p1\n",
    "c.txt": f"{EASY}\n{HARD}\n",
    "text.csv": f"puzzle,id\n{EASY},a\n{HARD},b\n",
    "wrong.csv": f"puzzle,solution\n{EASY},{EASY_SOLVED}\n{HARD},{WRONG}\n",
    "malformed.csv": f"puzzle,solution\n{EASY},{EASY_SOLVED}\n{HARD},12\n",
    "long-row.csv": f"puzzle,rating\n{EASY},1\n{HARD},2,3\n",
    "mangled.csv": "puzzle,solution\n" + f"{EASY},{EASY_SOLVED}\n" * 8 + f"{LOST_ZEROS},{HARD_SOLVED}\n" * 12,
    "first.tsv": f"{EASY}\t{EASY_SOLVED}\tx\n{HARD}\t{WRONG}\ty\n",
    "zeros.txt": f"{EASY.replace('.', '0')}\n{HARD.replace('.', '0')}\n{EASY.replace('.', '0')}\n",
    "empty.txt": "." * 81 + "\n",
    "empty.csv": "",
    "header.csv": "puzzle,rating\n",
    "slow.txt": f"{SLOW}\n" * 30_000,
    "rows.csv": "puzzle\n" + f"{EASY}\n" * 20_000,
    "few.txt": f"{HARD}\n{EASY}\n{HARD}\n",
    "conflict.json": '<<<<<<< ours\n{"a": 1}\n=======\n{"a": 2}\n>>>>>>> theirs\n',
}


class Done:
    """The result of a case: the exit code and the messages of its last command, its output, and its directory."""

    def __init__(self, build, commands, directory):
        self.directory = directory
        for name, text in FILES.items():
            (directory / name).write_text(text)
        tools = directory.parent / f"{directory.name}-tools"
        tools.mkdir()
        (tools / "sudoku-bench").symlink_to(build)
        environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        started = time.monotonic()
        # `wait` in `commands` needs the shell to outlive a signal to the program; a group can be ended at once.
        process = subprocess.Popen(["bash", "-c", commands], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(timeout=PATIENCE)
            self.code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            self.code = None
        self.seconds = time.monotonic() - started
        self.out, self.err = (text.decode(errors="replace") for text in (out, err))
        self.lost = [name for name, text in FILES.items() if (directory / name).read_text(errors="replace") != text]

    def read(self, name):
        path = self.directory / name
        return path.read_text(errors="replace") if path.exists() else ""

    def bytes(self, name):
        path = self.directory / name
        return path.read_bytes() if path.exists() else b""

    def json(self, name):
        return json.loads(self.read(name) or "{}")

    def described(self):
        if self.lost:
            return f"exit {self.code}, {', '.join(self.lost)} replaced"
        code = f"still running after {PATIENCE} s" if self.code is None else f"exit {self.code}"
        lines = [line for line in (self.err + self.out).splitlines() if line.strip() and ": csv, puzzles in" not in line]
        first = next((line for line in lines if line.startswith("error")), lines[0] if lines else "no message")
        return f"{code}, {first}"


def refused(*words, code=2):
    """The command ends with this code, prints these words on standard error, and changes none of the corpora."""
    return lambda done: done.code == code and all(word in done.err for word in words) and not done.lost


def short_error(*words, code=1):
    return lambda done: refused(*words, code=code)(done) and len(done.err.strip()) <= 200 + len(str(done.directory))


def prints(*words, code=0):
    return lambda done: done.code == code and all(word in done.out + done.err for word in words)


def rows(text):
    return text.splitlines()[1:]


def both(*checks):
    return lambda done: all(check(done) for check in checks)
