"""Engines without counts, without an end, and without a version."""

from .case import P, S, both, file, never, says


def engine(body, settings=False, version='["echo", "1"]'):
    """Writes an engine, and three puzzles."""
    lines = ["[[engine]]", 'name = "mine"', f"version = {version}", 'run = ["python3", "mine.py"]']
    lines += ["settings = true"] if settings else []
    return file("mine.py", f"import sys, time\nfor line in sys.stdin:\n    {body}") + file("engines.toml", "\n".join(lines)) + file(
        "p.txt", f"{P}\n" * 8)


RIGHT = engine(f"print('{S}', flush=True)")
SLEEPS = engine("time.sleep(30)")
RUN = "sb run p.txt --strategy dlx,engine:mine --no-report -o r "

GROUPS = [
    ("Limits of engines", [
        ("a node limit that the engine does not read", RIGHT + RUN + "--node-limit 100",
         says("node", "--time-limit", "settings", code=2)),
        ("a time limit ends the engine", SLEEPS + RUN + "--time-limit 300ms; code=$?; cut -d, -f4,5 r/puzzles.csv | sort | uniq -c; exit $code",
         both(says("8 engine:mine,time-limit", code=0), never("engine-error"))),
        ("a program that prints no version", engine(f"print('{S}', flush=True)", version='"1.0"') + RUN, says("engine:mine", code=0)),
    ]),
]
