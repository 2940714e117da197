"""The command `sudoku-bench` of the package is the program: its arguments, its exit codes, its signals and its messages."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sudoku_bench

COMMAND = str(Path(sys.executable).with_name("sudoku-bench"))
ROOT = Path(__file__).parents[2]
CLASSICS = str(ROOT / "datasets/classics.csv")
PROGRAM = os.environ.get("SUDOKU_BENCH", str(ROOT / "target/release/sudoku-bench"))


def call(*arguments: str, program: str = COMMAND) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *arguments], capture_output=True, text=True)


def test_the_command_has_the_version_of_the_module() -> None:
    assert call("-V").stdout == f"sudoku-bench {sudoku_bench.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("run", "--bogus"), ("strategies",), ("solve", "missing.csv"), ("solve", CLASSICS), ("dataset", "layouts")],
)
def test_it_does_what_the_program_does(arguments: tuple[str, ...]) -> None:
    package, program = call(*arguments), call(*arguments, program=PROGRAM)
    assert (package.returncode, package.stdout, package.stderr) == (program.returncode, program.stdout, program.stderr)


def test_results_record_the_arguments_of_the_command(tmp_path: Path) -> None:
    arguments = ["run", CLASSICS, "--strategy", "lanes", "-o", str(tmp_path / "out")]
    assert call(*arguments).returncode == 0
    assert json.loads((tmp_path / "out/manifest.json").read_text())["command_line"] == arguments


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_as_it_ends_the_program(stop: signal.Signals, tmp_path: Path) -> None:
    # Makes puzzles for minutes, and says so at once when it is stopped.
    arguments = ["dataset", "generate", "--minimal", "--count", "10000000", "-o", str(tmp_path / "made.csv")]
    with subprocess.Popen([COMMAND, *arguments], stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1.5)
        process.send_signal(stop)
        _, messages = process.communicate(timeout=30)
    assert process.returncode == 130
    assert messages.startswith("interrupted: ")
    assert "Traceback" not in messages


def test_ctrl_c_ends_a_command_without_a_handler() -> None:
    # Waits for a line of standard input.
    with subprocess.Popen([COMMAND, "engine-echo"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == -signal.SIGINT
        assert process.stderr is not None and process.stderr.read() == ""


def test_a_closed_pipe_and_a_closed_output() -> None:
    closed = subprocess.run(["sh", "-c", f"'{COMMAND}' solve '{CLASSICS}' >&-"], capture_output=True, text=True)
    assert (closed.returncode, closed.stderr.count("\n")) == (1, 1)
    assert "standard output" in closed.stderr
    piped = subprocess.run(["bash", "-c", f"'{COMMAND}' solve '{CLASSICS}' --quiet | head -n 1; exit ${{PIPESTATUS[0]}}"],
                           capture_output=True, text=True)
    assert (piped.returncode, piped.stderr) == (0, "")
