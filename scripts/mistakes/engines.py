"""Engines that lie, searches without an end, wrong clocks, many shards, and systems without threads or memory."""

from pathlib import Path

from .case import EASY, EASY_SOLVED, both, prints, refused

FAULTS = Path(__file__).parents[2] / "tests/faults"

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


def shim(name):
    """The beginning of a command that compiles a shim and preloads it."""
    return f"cc -shared -fPIC -o $PWD.so {FAULTS / name}.c -ldl; LD_PRELOAD=$PWD.so"


def without_threads(command):
    """Runs the command twelve times: the first, second, … start of a thread fails. Prints the exit codes."""
    environment = shim("threads").split("; ")
    run = f"{environment[1]} FAULT_NTH=$n sudoku-bench {command} <c.csv >&2; echo $?"
    return f"{environment[0]}; sudoku-bench run c.csv -s dlx -o out >&2; for n in $(seq 12); do {run}; done"


# Groups of cases: each case has a name, its commands, and a check of the result.
CASES = [
    ("Engines that lie", [
        ("an engine that reports a limit that is not set", liar("?", ""), refused("engine-error", "no node limit", code=1)),
        ("an engine above the node limit", liar(f"{EASY_SOLVED} nodes=5000", "--node-limit 100"),
         refused("engine-error", "but the limit is 100", code=1)),
        ("an engine that finds no solution", liar("-", ""), refused("wrong", "fewer solutions", code=5)),
        ("an engine that claims two solutions", liar(f"{EASY_SOLVED} solutions=2", "-m 2"),
         refused("wrong", "more solutions", code=5)),
        *[(f"an engine that claims {claim}", liar(claim.replace("SOLUTION", EASY_SOLVED), "--node-limit 100"),
           refused("engine-error", reason, code=1))
          for claim, reason in [
              ("SOLUTION nodes=3 guesses=4", "guesses is 4, but nodes is 3"),
              ("SOLUTION nodes=3 backtracks=4", "backtracks is 4, but nodes is 3"),
              ("SOLUTION nodes=3 max_depth=4", "max_depth is 4, but nodes is 3"),
              ("SOLUTION max_depth=100", "at most 81 blanks"),
              ("SOLUTION nodes=3 nodes=4", "nodes is reported twice"),
              ("? nodes=3", "the limit is not reached: nodes is 3"),
              ("? solutions=1", "solutions, but none is given")]],
        ("an engine that claims one solution", liar(f"{EASY_SOLVED} solutions=1", "-m 2"), prints()),
    ]),
    ("Searches without an end", [
        ("a search that goes on for ten seconds", f"echo {'.' * 81} >s.txt; timeout --preserve-status -s INT 13 "
         "sudoku-bench run s.txt -s naive -m all --out out", lambda done: done.code == 130
         and "naive has searched line 1 for 10 s; --node-limit" in done.err and "naive had searched line 1 for" in done.err),
        ("a stop in the second search", f"(echo {EASY}; echo {'.' * 81}) >s.txt; timeout --preserve-status -s INT 3 "
         "sudoku-bench run s.txt -s naive -m all --out out", lambda done: done.code == 130
         and "note: naive had searched line 2 for" in done.err),
        *[(f"a stop of {command.split()[-1] if command.startswith('dataset') else command.split()[0]}",
           f"(echo {EASY}; echo {'.' * 81}) >s.txt; {setup} timeout --preserve-status -s INT 3 sudoku-bench {command} {arguments}",
           refused(note, advice, code=130))
          for setup, command, arguments, note, advice in [
              ("", "solve", "s.txt -s naive -m all", "naive had searched line 2 for", "--node-limit"),
              ("", "dataset rate", "s.txt --strategy naive -m all", "naive had searched line 2 for", "--node-limit"),
              ("", "dataset generate", "--count 1 --clues 20", "generate had searched for puzzle 1 for", "--clues"),
              ("", "ab", "$(which sudoku-bench) $(which sudoku-bench) s.txt -s naive -m all -o v",
               "had worked on a block from line 2 for", "--node-limit"),
              ("printf '[[engine]]\nname = \"slow\"\nversion = [\"echo\", \"1\"]\nrun = [\"sleep\", \"60\"]\n' >engines.toml;",
               "engines test", "", "engine:slow had searched puzzle 1 of the test for", "timeout")]],
        ("a solve that goes on for ten seconds", f"echo {'.' * 81} >s.txt; timeout --preserve-status -s INT 13 "
         "sudoku-bench solve s.txt -s naive -m all",
         refused("naive has searched line 1 for 10 s; --node-limit", "naive had searched line 1 for", code=130)),
        ("no results after a stop", f"echo {'.' * 81} >s.txt; timeout --preserve-status -s INT 1 "
         "sudoku-bench run s.txt -s naive -m all --out out", lambda done: done.code == 130
         and "no results are written: stopped before a block" in done.err and "searched line 1 for" in done.err),
    ]),
    ("Clocks and other runs", [
        *[(f"a clock at {seconds}", f"{shim('clock')} FAULT_SECONDS={seconds} sudoku-bench run c.csv -s dlx --out out", prints())
          for seconds in ("-86400", "999999999999")],
        # The manifest is replaced while the report waits for the corpus of the first run.
        ("results that are replaced while they are read", "sudoku-bench run c.csv -s dlx --out out >&2; "
         "sudoku-bench run few.txt -s dlx --out new >&2; rm out/puzzles.csv; mkfifo out/puzzles.csv; "
         "sudoku-bench show out & sleep 0.5; cp new/manifest.json out; cat new/puzzles.csv >out/puzzles.csv; wait $!",
         refused("another run replaced the results", code=1)),
        ("children of a build are killed", "printf '#!/bin/bash\\nsleep 61 <&- >&- 2>&- &\\necho $! >>children\\nexec sudoku-bench "
         "\"$@\"\\n' >build; chmod +x build; sudoku-bench ab ./build $(which sudoku-bench) c.csv -s dlx --rounds 1 -o v >&2; "
         "sleep 0.2; for c in $(cat children); do grep -s sleeping /proc/$c/status; done; wc -l <children",
         lambda done: done.code == 0 and "1\n" == done.out),
        ("a negative seed", "sudoku-bench run c.csv -s dlx --sample 1 --seed -1", refused("invalid value '-1' for '--seed")),
        ("a report without the corpus' grids", "sudoku-bench run c.csv -s dlx,naive --out out >&2; cp c.csv kept; "
         "head -c 100 /dev/zero >c.csv; sudoku-bench report out; code=$?; cp kept c.csv; exit $code",
         prints("the report has no grids")),
        ("--strict and --max-rejects", "sudoku-bench solve c.csv --strict --max-rejects 5",
         refused("cannot be used with '--max-rejects")),
        ("an engine without answers", liar("rubbish", "--strategy dlx").replace("code=$?", "code=1; sudoku-bench show out >&2"),
         lambda done: done.code == 1 and "ENGINE" not in done.err and "≥ 0.0" not in done.err and "engine:liar" in done.err),
    ]),
    ("Many shards", [
        ("more shards than open files", "for n in $(seq 20); do sudoku-bench run rows.csv --sample 40 --no-report -s lanes --shard $n/20 "
         "--block-size 1 --out part$n >&2; done; ulimit -n 32; sudoku-bench merge part* -o all", prints("lanes")),
    ]),
    ("Systems without threads or memory", [
        *[(f"{command.split(' c.csv')[0]} without threads", without_threads(command), both(prints(), lambda done: "101" not in done.out))
          for command in ("run c.csv -s dlx,lanes --threads 2 --force -o new", "solve c.csv -o x.csv --threads 2",
                          "ab $(which sudoku-bench) $(which sudoku-bench) c.csv -s dlx --rounds 1 -o v$n", "report out -o x.html",
                          "merge out -o m$n", "dataset inspect - --threads 2", "dataset dedup - -o x.csv --threads 2")],
        ("a pool of threads that cannot start", f"{shim('threads')} FAULT_NTH=2 sudoku-bench solve c.csv -o x.csv --threads 2",
         refused("no thread", code=1)),
        ("a large buffer that does not fit", f"{shim('memory')} FAULT_BYTES=4000000 sudoku-bench strategies", prints("dlx")),
        ("groups that do not fit", f"yes {EASY} | head -n 120000 >y.txt; {shim('memory')} FAULT_BYTES=4000000 "
         "sudoku-bench dataset dedup y.txt -o x.txt --groups g.csv", refused("in memory", code=1)),
    ]),
]
