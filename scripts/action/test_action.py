"""Tests of action.yml: each runs all of its steps in a new directory, as a runner does. scripts/check/action calls this file."""

import hashlib, io, json, os, re, shutil, subprocess, tarfile, tempfile, unittest
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["SUDOKU_BENCH"]
METADATA = yaml.safe_load((ROOT / "action.yml").read_text())
VERSION = METADATA["inputs"]["version"]["default"]
ARCHIVE = "sudoku-bench-x86_64-unknown-linux-musl.tar.gz"
RELEASE = f"https://github.com/sudoku-bench/sudoku-bench/releases/download/v{VERSION}"
MARK = "<!-- sudoku-bench action: counts.lock.json -->"

# Serves the files of $FAKE/release, and notes the addresses.
CURL = """#!/usr/bin/env bash
while (($# > 1)); do [[ $1 == --output ]] && output=$2; shift; done
echo "$1" >> "$FAKE/curl.log"
cp "$FAKE/release/${1##*/}" "$output" 2> /dev/null || { echo "curl: (22) 404" >&2; exit 22; }
"""
# Answers from $FAKE/comments.json, and notes what is written.
GH = """#!/usr/bin/env bash
[[ ! -e $FAKE/forbidden ]] || { echo "gh: Resource not accessible by integration (HTTP 403)" >&2; exit 1; }
for argument; do
    [[ ${previous:-} != --jq ]] || { exec jq --raw-output "$argument" "$FAKE/comments.json"; }
    [[ $argument != body=@* ]] || cp "${argument#body=@}" "$FAKE/comment.md"
    previous=$argument
done
echo "$*" >> "$FAKE/gh.log"
"""
CARGO = """#!/usr/bin/env bash
echo "$*" >> "$FAKE/cargo.log"
[[ -n ${NO_BUILD:-} ]] && exit 101
mkdir bin && cp "$SUDOKU_BENCH" bin/sudoku-bench
"""


class Job:
    """A directory as work tree, with a corpus and its lock file, and the environment of a runner."""

    def __init__(self, directory):
        self.fake, self.work, self.temp = (Path(directory, name) for name in ("fake", "work tree", "temp"))
        for path in (self.fake / "bin", self.fake / "release", self.work, self.temp):
            path.mkdir(parents=True)
        for name, text in (("curl", CURL), ("gh", GH), ("cargo", CARGO)):
            path = self.fake / "bin" / name
            path.write_text(text)
            path.chmod(0o755)
        self.comments([])
        corpus = (ROOT / "datasets/classics.csv").read_text().splitlines(keepends=True)
        (self.work / "my corpus.csv").write_text("".join(corpus[:20]))
        lock = ["run", "my corpus.csv", "--strategy", "dlx", "--lock", "counts.lock.json", "-o", "locked"]
        subprocess.run([PROGRAM, *lock], cwd=self.work, check=True, capture_output=True)
        self.github = {"token": "secret", "event": {"pull_request": {"number": 7}}}
        self.runner = {"RUNNER_OS": "Linux", "RUNNER_ARCH": "X64"}

    def comments(self, comments):
        (self.fake / "comments.json").write_text(json.dumps(comments))

    def release(self, checksum=None):
        """Puts an archive of the program, as scripts/release makes it, where the fake `curl` finds it."""
        archive = self.fake / "release" / ARCHIVE
        directory = ARCHIVE.removesuffix(".tar.gz")
        with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
            tar.add(PROGRAM, f"{directory}/sudoku-bench")
            # A file of the same name: the completions for bash.
            tar.addfile(tarfile.TarInfo(f"{directory}/completions/sudoku-bench"), io.BytesIO())
        checksum = checksum or hashlib.sha256(archive.read_bytes()).hexdigest()
        (self.fake / "release" / f"{ARCHIVE}.sha256").write_text(f"{checksum}  {ARCHIVE}\n")

    def lower_lock(self):
        """Makes the lock file that of a strategy with fewer nodes."""
        path = self.work / "counts.lock.json"
        text, nodes = re.subn(r'"nodes":\d+,"guesses"', '"nodes":1,"guesses"', path.read_text())
        text, digests = re.subn(r'"digest":"\w+"', f'"digest":"{"0" * 64}"', text)
        assert (nodes, digests) == (1, 1)
        path.write_text(text)

    def lower_history(self, history):
        """Edits the only run of a history: its strategy needs a single node, and its rows have another digest."""
        (entry,) = (history / "runs").iterdir()
        text = re.sub(r'"nodes":\d+,"guesses"', '"nodes":1,"guesses"', entry.read_text())
        text = re.sub(r'"digest":"\w+"', f'"digest":"{"0" * 64}"', text)
        entry.rename(entry.with_name(f"{entry.stem[:-8]}{hashlib.sha256(text.encode()).hexdigest()[:8]}.json")).write_text(text)

    def log(self, name):
        path = self.fake / f"{name}.log"
        return path.read_text().splitlines() if path.exists() else []

    def comment(self):
        return (self.fake / "comment.md").read_text()

    def run(self, **inputs):
        """Runs the steps, and returns self with the exit code of the first that failed, the log, outputs, summary and path."""
        given = {"corpus": "my corpus.csv", "lock": "counts.lock.json", "run-args": "--strategy dlx"}
        given |= {name.replace("_", "-"): value for name, value in inputs.items()}
        unknown = set(given) - set(METADATA["inputs"])
        assert not unknown, unknown
        values = {name: str(entry.get("default", "")) for name, entry in METADATA["inputs"].items()} | given
        self.steps, self.code, self.text, self.summary, self.path = {}, 0, "", "", []
        context = {"inputs": values, "github": self.github, "steps": self.steps}
        for step in METADATA["runs"]["steps"]:
            if self.code == 0 or step.get("if") == "${{ !cancelled() }}":
                code = self.run_step(step, context)
                self.code = self.code or code
        outputs = METADATA["outputs"].items()
        self.outputs = {name: evaluate(entry["value"], context) for name, entry in outputs}
        return self

    def run_step(self, step, context):
        files = {name: self.temp / f"{step['id']}-{name}" for name in ("OUTPUT", "PATH", "STEP_SUMMARY")}
        environment = {
            "PATH": f"{self.fake}/bin:{os.environ['PATH']}", "HOME": str(self.temp), "FAKE": str(self.fake),
            "SUDOKU_BENCH": PROGRAM, "RUNNER_TEMP": str(self.temp), "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(ROOT), "GITHUB_REPOSITORY": "some/repository", "GITHUB_RUN_ID": "42",
            "GITHUB_SERVER_URL": "https://github.example",
        }
        environment |= {f"GITHUB_{name}": str(path) for name, path in files.items()} | self.runner
        environment |= {name: evaluate(value, context) for name, value in step["env"].items()}
        for path in files.values():
            path.write_text("")
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        done = subprocess.run(command, cwd=self.work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        self.text += done.stdout
        self.summary += files["STEP_SUMMARY"].read_text()
        self.path += files["PATH"].read_text().splitlines()
        lines = files["OUTPUT"].read_text().splitlines()
        self.steps[step["id"]] = {"outputs": dict(line.split("=", 1) for line in lines)}
        return done.returncode


def evaluate(text, context):
    """Replaces the only kind of expression that action.yml has: the path of a value, which is empty if there is none."""

    def look_up(match):
        value = context
        for key in match[1].split("."):
            value = value.get(key, {})
        return str(value or "")

    replaced = re.sub(r"\$\{\{ ([a-z_.-]+) \}\}", look_up, str(text))
    assert "${{" not in replaced, replaced
    return replaced


class ActionTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.job = Job(directory.name)

    def test_the_binary_of_the_release_is_installed_and_the_gate_passes(self):
        self.job.release()
        job = self.job.run()
        self.assertEqual(job.code, 0, job.text)
        self.assertEqual(job.outputs["verdict"], "pass")
        self.assertEqual(job.log("curl"), [f"{RELEASE}/{ARCHIVE}", f"{RELEASE}/{ARCHIVE}.sha256"])
        self.assertTrue(job.outputs["program"].startswith(str(job.temp)), job.outputs)
        self.assertTrue(Path(job.outputs["results"], "puzzles.csv").is_file())
        self.assertIn("**pass: every count is the same", job.summary)
        self.assertEqual(job.path, [str(Path(job.outputs["program"]).parent)])
        self.assertEqual((job.log("cargo"), job.log("gh")), ([], []))

    def test_archives_of_other_systems_are_installed(self):
        self.job.release()
        systems = (("macOS", "ARM64", "aarch64-apple-darwin", "sudoku-bench"),
                   ("Windows", "X64", "x86_64-pc-windows-msvc", "sudoku-bench.exe"))
        for system, processor, target, name in systems:
            program = self.job.fake / name
            shutil.copy(PROGRAM, program)
            arguments = [self.job.fake / "release", target, program]
            subprocess.run([ROOT / "scripts/packages/add-archive", *arguments], check=True)
            self.job.runner = {"RUNNER_OS": system, "RUNNER_ARCH": processor}
            # A job may use the action twice.
            for _ in range(2):
                job = self.job.run()
                self.assertEqual((job.code, job.log("cargo")), (0, []), job.text)
            self.assertEqual(Path(job.outputs["program"]).parts[-2:], (f"sudoku-bench-{target}", name))

    def test_an_archive_with_another_checksum_is_not_used(self):
        self.job.release(checksum="0" * 64)
        job = self.job.run()
        self.assertEqual(job.code, 1)
        self.assertIn(f"::error title=sudoku-bench::{ARCHIVE} of release {VERSION} does not match its checksum", job.text)
        self.assertEqual(job.outputs["results"], "")

    def test_cargo_builds_what_has_no_binary(self):
        self.job.runner["RUNNER_ARCH"] = "RISCV64"
        job = self.job.run(version="v9.8.7")
        self.assertEqual(job.code, 0, job.text)
        self.assertEqual(job.log("cargo"), ["install --quiet --locked --root . sudoku-bench@9.8.7"])
        self.assertEqual((job.log("curl"), job.outputs["verdict"]), ([], "pass"))

    def test_cargo_builds_a_release_without_the_archive(self):
        job = self.job.run()
        self.assertEqual((job.code, len(job.log("cargo"))), (0, 1), job.text)

    def test_a_failed_build_says_so(self):
        self.job.runner["NO_BUILD"] = "1"
        job = self.job.run()
        self.assertEqual(job.code, 1)
        self.assertIn(f"::error title=sudoku-bench::cargo could not build sudoku-bench {VERSION}", job.text)

    def test_a_version_is_not_a_path(self):
        job = self.job.run(version="../1.0.0")
        self.assertEqual((job.code, job.log("curl"), job.log("cargo")), (1, [], []))
        self.assertIn("'../1.0.0' is no version", job.text)

    def test_a_program_of_the_job_is_used_as_it_is(self):
        job = self.job.run(program=PROGRAM)
        self.assertEqual((job.code, job.log("curl"), job.log("cargo")), (0, [], []), job.text)
        self.assertEqual((job.outputs["program"], job.path), (PROGRAM, []))

    def test_a_regression_fails_the_job_and_is_commented(self):
        self.job.lower_lock()
        self.job.comments([{"id": 11, "body": f"{MARK}\nby a person", "user": {"type": "User"}}])
        job = self.job.run(program=PROGRAM, comment="true")
        self.assertEqual((job.code, job.outputs["verdict"]), (3, "regressed"), job.text)
        post = ["api --silent --method POST repos/some/repository/issues/7/comments --field body=@"]
        self.assertEqual([line.split("@")[0] + "@" for line in job.log("gh")], post)
        self.assertTrue(job.comment().startswith(MARK + "\n"))
        self.assertIn(Path(job.outputs["report"]).read_text(), job.comment())
        self.assertIn("https://github.example/some/repository/actions/runs/42", job.comment())

    def test_the_comment_of_an_earlier_run_is_updated(self):
        other = {"id": 12, "body": "another gate", "user": {"type": "Bot"}}
        own = {"id": 13, "body": f"{MARK}\nold", "user": {"type": "Bot"}}
        self.job.comments([other, own, own | {"id": 14}])
        job = self.job.run(program=PROGRAM, comment="true")
        self.assertEqual(job.code, 0, job.text)
        patch = ["api --silent --method PATCH repos/some/repository/issues/comments/13 --field body=@"]
        self.assertEqual([line.split("@")[0] + "@" for line in job.log("gh")], patch)
        self.assertIn("**pass: every count is the same", job.comment())

    def test_without_a_pull_request_there_is_no_comment(self):
        self.job.github["event"] = {}
        job = self.job.run(program=PROGRAM, comment="true")
        self.assertEqual((job.code, job.log("gh")), (0, []), job.text)

    def test_a_comment_that_is_forbidden_is_a_warning(self):
        (self.job.fake / "forbidden").touch()
        job = self.job.run(program=PROGRAM, comment="true")
        self.assertEqual(job.code, 0, job.text)
        self.assertIn("::warning title=sudoku-bench::no comment on the pull request", job.text)

    def test_a_failed_run_replaces_the_comment_of_an_earlier_run(self):
        self.job.comments([{"id": 13, "body": f"{MARK}\n**pass**", "user": {"type": "Bot"}}])
        job = self.job.run(program=PROGRAM, comment="true", corpus="missing.csv")
        self.assertEqual((job.code, job.outputs["verdict"]), (1, ""), job.text)
        self.assertIn("`run` failed with exit code 1", job.text)
        self.assertIn("Nothing was compared", job.comment())

    def test_strategies_that_are_not_in_the_lock_cannot_be_compared(self):
        job = self.job.run(program=PROGRAM, run_args="--strategy dlx,naive")
        self.assertEqual((job.code, job.outputs["verdict"], job.outputs["report"]), (4, "incomparable", ""), job.text)

    def test_several_corpora_and_options_of_compare(self):
        self.job.lower_lock()
        job = self.job.run(program=PROGRAM, corpus="my corpus.csv\n", compare_args="--limit dlx.*=9000000 --advisory")
        self.assertEqual((job.code, job.outputs["verdict"]), (0, "pass"), job.text)
        job = self.job.run(program=PROGRAM, corpus="my corpus.csv\nmy corpus.csv\n")
        self.assertIn("my corpus.csv", job.text)
        self.assertNotEqual(job.outputs["verdict"], "pass")

    def test_a_run_is_added_to_the_history_and_a_new_change_for_the_worse_fails(self):
        def commit():
            identity = ["-c", "user.name=a", "-c", "user.email=a@localhost"]
            subprocess.run(["git", *identity, "commit", "--quiet", "--allow-empty", "--message", "a"], cwd=self.job.work, check=True)

        subprocess.run(["git", "init", "--quiet"], cwd=self.job.work, check=True)
        commit()
        # The name is never code.
        name = "my $(touch pwned) history"
        history = self.job.work / name
        job = self.job.run(program=PROGRAM, history=name)
        self.assertEqual((job.code, job.outputs["history-verdict"]), (0, "pass"), job.text)
        self.assertIn("added runs/", job.text)
        self.assertEqual(list(self.job.work.rglob("pwned")), [])
        self.job.lower_history(history)
        commit()
        job = self.job.run(program=PROGRAM, history=name)
        outputs = (job.code, job.outputs["verdict"], job.outputs["history-verdict"])
        self.assertEqual(outputs, (3, "pass", "regressed"), job.text)
        job = self.job.run(program=PROGRAM, history=name, corpus="missing.csv")
        self.assertEqual((job.code, job.outputs["history-verdict"]), (1, ""), job.text)
        self.assertEqual(len(list((history / "runs").iterdir())), 2)

    def test_missing_inputs_are_named(self):
        for name in ("corpus", "lock"):
            job = self.job.run(program=PROGRAM, **{name: ""})
            self.assertEqual(job.code, 2)
            self.assertIn(f"the input `{name}` is missing", job.text)

    def test_inputs_are_never_code(self):
        hostile = "$(touch pwned)`touch pwned`;touch pwned"
        for name in ("corpus", "lock", "run_args", "compare_args", "version"):
            job = self.job.run(**({"program": PROGRAM} if name != "version" else {}), **{name: hostile}, comment="true")
            self.assertNotEqual(job.code, 0)
        self.assertEqual(list(self.job.work.rglob("pwned")) + list(self.job.temp.rglob("pwned")), [])

    def test_line_ends_around_inputs_do_not_count(self):
        inputs = {"program": f"{PROGRAM}\n", "corpus": "my corpus.csv\r\n", "lock": "counts.lock.json\n", "comment": "true\n"}
        job = self.job.run(**inputs)
        self.assertEqual((job.code, job.outputs["verdict"]), (0, "pass"), job.text)
        self.assertTrue(job.comment().startswith(MARK), job.comment())

    def test_several_lines_in_an_input_are_an_error_and_no_command_of_the_runner(self):
        for name in ("program", "version", "lock", "history"):
            program = {} if name == "version" else {"program": PROGRAM}
            job = self.job.run(**program | {name: "a\n::warning::b"})
            self.assertNotEqual(job.code, 0)
            self.assertIn(f"the input `{name}` has several lines", job.text)
            self.assertNotIn("\n::warning", job.text)

    def test_a_lock_with_a_strange_name_does_not_end_the_mark(self):
        lock = self.job.work / "a --> b.json"
        lock.write_text((self.job.work / "counts.lock.json").read_text())
        job = self.job.run(program=PROGRAM, comment="true", lock=lock.name)
        self.assertEqual(job.code, 0, job.text)
        self.assertTrue(job.comment().startswith("<!-- sudoku-bench action: a_____b.json -->\n"), job.comment())


if __name__ == "__main__":
    unittest.main()
