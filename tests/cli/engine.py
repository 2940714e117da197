"""An engine for tests, which misbehaves at one puzzle: engine.py MODE PUZZLE. With the mode "says TEXT", it answers with the text, in
which SOLUTION stands for the solution."""

import os
import signal
import sys
import time

VALUES = "123456789ABCDEFGHIJKLMNOP"
mode, target = sys.argv[1], sys.argv[2]
side = 9


def solve(cells):
    """Fills a row of blanks from the values that are missing in their columns."""
    return "".join(
        next(value for value in VALUES[:side] if value not in cells[i % side :: side]) if cell == "." else cell
        for i, cell in enumerate(cells)
    )


def send(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def misbehave():
    if mode.startswith("says "):
        send(mode.removeprefix("says ").replace("SOLUTION", solve(puzzle)) + "\n")
    if mode == "die":
        sys.exit("I give up, at once")
    if mode == "sleep":
        time.sleep(600)
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        while True:
            time.sleep(600)
    if mode == "garbage":
        send('{"answer": 42, "sure": "no"}\n')
    if mode == "binary":
        sys.stdout.buffer.write(b"\xff\xfe\x00\n")
        sys.stdout.flush()
    if mode == "wrong":
        send("123456789" * 9 + "\n")
    if mode == "early":
        send(2 * (solve(target) + "\n"))
    if mode == "half":
        send("12345")
        time.sleep(600)
    if mode == "long":
        for _ in range(1 << 14):
            send("1" * (1 << 16))
    if mode == "fork" and os.fork() == 0:
        while True:
            time.sleep(600)
    if mode == "fork":
        os._exit(1)


for line in sys.stdin:
    puzzle = line.strip()
    if puzzle.startswith("settings"):
        if mode == "settings":
            sys.exit(puzzle)
        continue
    if puzzle.startswith("shape"):
        side = int(puzzle.split()[1].removeprefix("side="))
        continue
    if mode == "flood":
        sys.stderr.write("noise, noise, noise\n" * 100_000)
    if target in (puzzle, "all"):
        misbehave()
        if mode not in ("flood", "good"):
            continue
    send(solve(puzzle) + " nodes=1\n")
