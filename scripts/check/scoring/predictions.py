"""Puzzles, and right, wrong and hostile predictions for them, from one seed."""

import json

from scoring.grids import rows, side, solutions, text, units


def solution(random, n):
    """A random solution: the first one of an empty grid with a random first box and random values."""
    box = units(n)[2 * n]
    puzzle = [0] * (n * n)
    for cell, digit in zip(box, random.sample(range(1, n + 1), n)):
        puzzle[cell] = digit
    return random.choice(solutions(puzzle, 12))


def small_puzzles(random, n, count, fewest_blanks=1):
    """(puzzle, label); many puzzles have several solutions, of which the label is one."""
    made = []
    for _ in range(count):
        label = solution(random, n)
        blanks = set(random.sample(range(n * n), random.randint(fewest_blanks, n * n * 3 // 4)))
        made.append(([0 if cell in blanks else digit for cell, digit in enumerate(label)], label))
    return made


def with_changes(random, label, count):
    grid = list(label)
    for cell in random.sample(range(len(grid)), count):
        grid[cell] = random.randint(1, side(grid))
    return grid


def exchanged(random, label):
    """Two digits change places everywhere."""
    one, other = random.sample(range(1, side(label) + 1), 2)
    return [{one: other, other: one}.get(digit, digit) for digit in label]


def with_blanks(random, grid):
    return "".join(random.choice("0._*-?xX") if random.random() < 0.2 else str(digit) for digit in grid)


def grid_texts(random, puzzle, label):
    """Predictions as n² symbols, or nearly: what a model of arrays writes."""
    n = side(label)
    other = random.choice(solutions(puzzle, 4))
    changed = with_changes(random, label, random.randint(1, 4))
    blank = random.choice([cell for cell, given in enumerate(puzzle) if given == 0] or [0])
    return [
        text(label), text(other), text(changed), text(exchanged(random, label)), text(puzzle),
        with_blanks(random, label), with_blanks(random, changed),
        text(label)[:blank] + "0" + text(label)[blank + 1:],
        text(label)[:blank] + random.choice("9aA#٣²") + text(label)[blank + 1:],
        text([given or random.randint(1, n) for given in puzzle]),
        text(label)[:random.randrange(n * n)], text(label) + "1" * random.randint(1, 5), "", None, text(label) * 2,
        # Units with the minimum, maximum and sum of a solution, and other values.
        {4: "1144441111444411", 6: "123456" * 6, 9: "122556789" * 9}[n],
    ]


def notations(random, grid):
    """The grid as a person or a program would write it."""
    n = side(grid)
    square = [grid[start:start + n] for start in range(0, n * n, n)]
    return random.choice([
        text(grid), rows(grid), rows(grid, ""), rows(grid, ","), rows(grid, ", "), rows(grid) + "\n", json.dumps(grid),
        json.dumps(square), str(tuple(map(tuple, square))), rows(grid).replace("\n", " \t\n"),
        rows(grid).replace("\n", "\r\n"),
        "-".join(text(grid)), "\n" + rows(grid, ""), rows(grid, "") + "\n\nIt is done.", " ".join(text(grid)),
    ])


def framed(random, body, wrong):
    """What a model of texts writes around its answer."""
    fence, name = "```", random.choice(["", "text", "python"])
    return random.choice([
        body, f"<answer>{body}</answer>", f"<answer>\n{body}\n</answer>", f"<ANSWER>{body}</Answer>",
        f"{fence}\n{body}\n{fence}",
        f"{fence}{name}\n{body}\n{fence}", f"{fence}{body}{fence}", f"<answer>{fence}\n{body}\n{fence}</answer>",
        f"<answer>{body}", f"{body}</answer>", f"</answer>{body}<answer>", f"</answer> {body}<|endoftext|> and more",
        f"<answer><answer>{body}</answer></answer>", f"<answer>{wrong}</answer> no, <answer>{body}</answer>",
        f"{fence}\n{wrong}\n{fence}\nno:\n{fence}\n{body}\n{fence}", f"<answer>My solution: {body}</answer>",
        f"<answer></answer> {body}", f"<answer>{body}<|eot_id|></answer>", f"Answer:\n{body}", f"{body}\n{wrong}",
        f"{fence}\n{body}", f"{body}\n\n\n", f"{fence}\n{body}\n{fence}\n{fence}{fence}", f"<answer>[{body}]</answer>",
    ])


def hostile(random, body):
    """What breaks a careless reader of files or of text."""
    return random.choice([
        body.replace("1", "１"), body.replace("2", "٢"), body.replace("3", "³"), f"\0{body}", f"{body}\0",
        f"\x1b[1m{body}\x1b[0m", f"\ufeff{body}", f"{body}\u00a0", f"{body}\x1c\n", f"{body}\u2028", f'"{body}"',
        f'""{body}', f'{body},"', f"'{body}", f"# {body}", f"={body}", body.replace("\n", "\r"), f"{body}\r",
        " " * 1000, "9" * 100_000, "<answer>" * 500,
        "```" * 501, f"{body}{'é' * 500}", "(" * 60 + body + ")" * 60, "null", "NaN", "true", "[]", "\\n", "\t", "\n", "{}",
    ])


def predictions(random, puzzle, label):
    """The predictions for one puzzle: some of each kind."""
    body = notations(random, with_changes(random, label, random.choice([0, 0, 0, 1, 3])))
    wrong = notations(random, with_changes(random, label, 2))
    return [
        *random.sample(grid_texts(random, puzzle, label), 4), framed(random, body, wrong), framed(random, body, wrong),
        hostile(random, body), hostile(random, framed(random, body, wrong)),
    ]


def table(random, puzzles, kinds=predictions):
    """(puzzle, label, prediction) of all puzzles. One label in thirty is no solution."""
    made = []
    for puzzle, label in puzzles:
        shown = with_changes(random, label, 2) if random.random() < 1 / 30 else label
        made += [(puzzle, shown, prediction) for prediction in kinds(random, puzzle, label)]
    return made
