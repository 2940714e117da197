"""External engines that lie, processes without threads or memory, and clocks that are wrong."""

from .case import EASY, EASY_SOLVED, refused, prints

# Writes an engine that answers every puzzle with the same line.
LIAR = """cat >liar.py <<'END'
import sys
for line in sys.stdin:
    if not line.startswith('settings'):
        print(sys.argv[1], flush=True)
END
cat >engines.toml <<END
[[engine]]
name = "liar"
version = ["echo", "1"]
settings = true
run = ["python3", "liar.py", "%s"]
END
echo %s >one.txt; """


def liar(answer, arguments):
    """Runs the engine alone on a puzzle with one solution."""
    run = f"sudoku-bench run one.txt --strategy engine:liar --no-report --out out {arguments}; code=$?; "
    return LIAR % (answer, EASY) + run + "cat out/failures.csv >&2; exit $code"


# Group, name, commands, and what is right.
CASES = [
    ("Engines that lie", [
        ("an engine at a limit that nobody set", liar("?", ""), refused("engine-error", "no node limit", code=1)),
        ("an engine above the node limit", liar(f"{EASY_SOLVED} nodes=5000", "--node-limit 100"),
         refused("engine-error", "where the limit is 100", code=1)),
        ("an engine that finds no solution", liar("-", ""), refused("wrong", "fewer solutions", code=5)),
        ("an engine that claims two solutions", liar(f"{EASY_SOLVED} solutions=2", "-m 2"),
         refused("wrong", "more solutions", code=5)),
        ("an engine that claims one solution", liar(f"{EASY_SOLVED} solutions=1", "-m 2"), prints()),
    ]),
]
