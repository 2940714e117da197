//! `ab`: compares the build with itself and with scripts that replace a build.

use super::*;

const BUILD: &str = env!("CARGO_BIN_EXE_sudoku-bench");

fn corpus(scratch: &Scratch, puzzles: usize) -> String {
    let classics = rows(Path::new("datasets/classics.csv"));
    scratch.corpus(
        "corpus.txt",
        classics.iter().take(puzzles).map(|row| format!("{}\n", row.get("puzzle"))).collect::<String>(),
    )
}

fn ab(scratch: &Scratch, old: &str, corpus: &str, more: &[&str]) -> Ran {
    let out = scratch.path("out");
    let arguments = ["ab", old, BUILD, corpus, "--strategy", "dlx,fc-mrv", "--out", out.to_str().unwrap()];
    Ran { output: sudoku_bench(&[&arguments, more].concat()).output().unwrap(), out }
}

#[test]
fn a_build_is_compared_with_itself() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch, 20);
    let judged = ["--rounds", "3", "--block-size", "5", "--counters", "exact", "--noise", "1000"];
    let ran = ab(&scratch, BUILD, &corpus, &judged).exits(0);
    // Three rounds of a millisecond may say nothing about latencies.
    let verdict = ran.stdout().split(':').next().unwrap().to_string();
    assert!(["pass", "inconclusive"].contains(&&*verdict), "{}", ran.stdout());
    let json = ran.json("compare.json");
    assert_eq!(json["strategies"][1]["moves"], serde_json::json!({"up": 0, "down": 0, "other": 0, "same": 20}));
    assert_eq!((&json["base"], &json["corpora"][0]), (&BUILD.into(), &(*corpus).into()));
    assert_eq!(ran.rows("compare.csv").len(), 0);
    // With few rounds, latencies are not compared. Counts are of one round.
    let ran = ab(&scratch, BUILD, &corpus, &["--rounds", "2", "--fail-on-inconclusive"]).exits(0);
    assert!(ran.stdout().contains("latencies are not compared: an interval needs 3 rounds"), "{}", ran.stdout());
    assert_eq!(ran.json("compare.json")["strategies"][0]["base"]["puzzles"], 20);
}

#[test]
fn a_corpus_without_valid_puzzles_is_an_error() {
    let scratch = Scratch::new();
    let conflicts = scratch.corpus("conflicts.txt", format!("11{}\n", ".".repeat(79)));
    let ran = ab(&scratch, BUILD, &conflicts, &["--rounds", "1"]).exits(4);
    assert!(ran.stderr().contains("nothing to compare"), "{}", ran.stderr());
    assert_eq!(files(&ran.out), [""; 0]);
    let ran = ab(&scratch, BUILD, "no-such-corpus.csv", &[]).exits(1);
    assert!(ran.stderr().contains("no-such-corpus.csv"), "{}", ran.stderr());
    // Arguments are checked before the measurement.
    let ran = ab(&scratch, "no-such-build", &conflicts, &["--limit", "lanes.nodes=1%"]).exits(2);
    assert!(ran.stderr().contains("no strategy lanes is compared"), "{}", ran.stderr());
}

#[cfg(unix)]
mod stand_ins {
    use std::os::unix::fs::PermissionsExt;

    use pass::{Sample, Status};

    use super::*;

    /// A loop that reads line by line, because other tools wait for a full buffer.
    const LINES: &str = "while IFS= read -r line; do";

    /// Writes a shell script that appends its process id to `$0.log`. Another process creates the executable file: a file
    /// that this process has open for writing may be inherited by the process of another test, and then it cannot be run.
    fn script(scratch: &Scratch, name: &str, text: &str) -> String {
        let path = scratch.path(name).display().to_string();
        let draft = scratch.corpus(&format!("{name}.draft"), format!("#!/bin/sh\necho $$ >> \"$0.log\"\n{text}"));
        assert!(Command::new("cp").args([&draft, &path]).status().unwrap().success());
        fs::remove_file(draft).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A build may start programs of its own, and wait for none of them.
    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_build_has_started_ends_with_it() {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 5);
        let text = format!("sleep 600 <&- >&- 2>&- & echo $! >> \"$0.children\"\nexec '{BUILD}' \"$@\"\n");
        let build = script(&scratch, "build", &text);
        ab(&scratch, &build, &corpus, &["--rounds", "1"]).exits(0);
        for child in read(&scratch.path("build.children")).lines() {
            // A process that was killed is a zombie until the system has seen it.
            let status = || fs::read_to_string(format!("/proc/{child}/status")).unwrap_or_default();
            wait_until("the child of the build to end", || !status().contains("(sleeping)"));
        }
    }

    /// Writes a script that runs the build and sets the node count of the first strategy to `nodes` in some lines of
    /// its output. The shell condition `selected` on the line number `n` selects the lines.
    fn altered(scratch: &Scratch, selected: &str, nodes: &str) -> String {
        let text = format!(
            "'{BUILD}' \"$@\" | {{ n=0; {LINES} n=$((n + 1)); if {selected}; then \
             status=${{line%%,*}}; line=${{line#*,}}; solutions=${{line%%,*}}; line=${{line#*,}}; nodes=${{line%%,*}}; \
             line=\"$status,$solutions,{nodes},${{line#*,}}\"; fi; echo \"$line\"; done; }}\n"
        );
        script(scratch, "old", &text)
    }

    #[track_caller]
    fn has_ended(script: &str) {
        for id in read(Path::new(&format!("{script}.log"))).lines() {
            let alive = Command::new("kill").args(["-0", id]).stderr(Stdio::null()).status().unwrap().success();
            assert!(!alive, "{script}: {id}");
        }
    }

    #[track_caller]
    fn fails(text: &str, reason: &str) {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 6);
        let old = script(&scratch, "old", text);
        let ran = ab(&scratch, &old, &corpus, &["--rounds", "1", "--block-size", "2"]).exits(1);
        let reason = format!("error: {old}: {reason}");
        assert!(ran.stderr().contains(&reason), "{reason}\n{}", ran.stderr());
        assert_eq!((ran.stdout(), files(&ran.out)), (String::new(), Vec::new()));
        has_ended(&old);
    }

    /// The old build counts one node less for dlx on the third puzzle.
    #[test]
    fn a_changed_count_is_reported_with_its_puzzle() {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 6);
        // Line 4 is the first answer to the second block, after the greeting and two answers.
        let old = altered(&scratch, "[ $n = 4 ]", "$((nodes - 1))");
        let ran = ab(&scratch, &old, &corpus, &["--rounds", "2", "--block-size", "2"]).exits(3);
        let text = read(Path::new(&corpus)).lines().nth(2).unwrap().to_string();
        let line = ran.stdout().lines().find(|line| line.contains("line 3:")).unwrap().to_string();
        assert!(line.ends_with(&text), "{line}");
        let json = ran.json("compare.json");
        assert_eq!(json["strategies"][0]["moves"], serde_json::json!({"up": 1, "down": 0, "other": 0, "same": 5}));
        assert_eq!(json["strategies"][1]["counters"], "same");
        let rows = ran.rows("compare.csv");
        assert_eq!((rows.len(), rows[0].get("strategy"), rows[0].number("line")), (1, "dlx", 3));
        assert_eq!(rows[0].number("current_nodes"), rows[0].number("base_nodes") + 1);
    }

    /// The order of the builds is old new, new old in the first round, and new old, old new in the second.
    #[test]
    fn the_first_build_alternates() {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 8);
        let log = scratch.path("turns");
        // Both scripts append each request to a shared file.
        let build = |name: &str| {
            let note = format!("case $line in block*) set -- $line; echo \"{name}$2\" >> '{}' ;; esac", log.display());
            script(&scratch, name, &format!("{LINES} {note}; echo \"$line\"; done | '{BUILD}' \"$@\"\n"))
        };
        let old = build("a");
        let new = build("b");
        let arguments = ["ab", &old, &new, &corpus, "--strategy", "dlx", "--rounds", "2", "--block-size", "2"];
        let output = sudoku_bench(&arguments).current_dir(&scratch.0).output().unwrap();
        Ran { output, out: scratch.path("out") }.exits(0);
        let inputs = ["a", "a.log", "b", "b.log", "corpus.txt", "turns"];
        assert_eq!(files(scratch.0.path()), inputs, "without --output, no file is written");
        let turns = read(&log).lines().map(String::from).collect::<Vec<_>>().join(" ");
        assert_eq!(turns, "a0 b0 b1 a1 a2 b2 b3 a3 b0 a0 a1 b1 b2 a2 a3 b3");
    }

    /// Returns the answer of a build to a puzzle that a strategy solves.
    fn solved() -> String {
        let mut text = Vec::new();
        Sample { status: Status::Solved, solutions: 1, latency_ns: 5, ..Sample::INVALID }.push_fields(&mut text);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn programs_that_are_not_builds_are_errors() {
        fails("exit 7\n", "ended without an answer (exit status: 7); does it have the `worker` command?");
        fails("echo 'Usage: old'\n", "is not a build to compare: it sent \"Usage: old\"");
        fails("echo sudoku-bench worker 2\ncat > /dev/null\n", "is not a build to compare");
        fails(
            "echo sudoku-bench worker 1\nread line\necho solved,1\nexec cat > /dev/null\n",
            "sent a malformed answer",
        );
        let answer = solved();
        let more = format!("{answer} {answer} and more");
        fails(
            &format!("echo sudoku-bench worker 1\nread line\necho '{more}'\nexec cat > /dev/null\n"),
            "sent a malformed answer",
        );
        fails("printf '\\377\\n'\nexec cat > /dev/null\n", "cannot read the output of");
        // This script exits after a block.
        let one = format!("read word index n\nfor i in $(seq $n); do read -r line; echo '{answer} {answer}'; done\n");
        fails(&format!("echo sudoku-bench worker 1\n{one}"), "ended without an answer (exit status: 0)");
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 2);
        // A name without a directory is not looked up in PATH.
        for missing in ["./no-such-build", "sh"] {
            let ran = ab(&scratch, missing, &corpus, &[]).exits(1);
            assert!(ran.stderr().contains(&format!("{missing}: cannot run: No such file")), "{}", ran.stderr());
        }
        let ran = ab(&scratch, &corpus, &corpus, &[]).exits(1);
        assert!(ran.stderr().contains("cannot run: Permission denied"), "{}", ran.stderr());
        assert_eq!(files(&ran.out), [""; 0]);
    }

    /// A surplus answer would be taken for the answer to the next puzzle.
    #[test]
    fn surplus_answers_are_errors() {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 6);
        // After the greeting, there are two answers to each of three blocks.
        for at in [1, 3, 7] {
            let answer = solved();
            let text = format!(
                "'{BUILD}' \"$@\" | {{ n=0; {LINES} n=$((n + 1)); echo \"$line\"; \
                 if [ $n = {at} ]; then echo {answer} {answer}; fi; done; }}\n"
            );
            let old = script(&scratch, &format!("surplus-{at}"), &text);
            let ran = ab(&scratch, &old, &corpus, &["--rounds", "1", "--block-size", "2"]).exits(1);
            let reason = format!("error: {old}: sent a line that was not requested: \"solved,1,");
            assert!(ran.stderr().contains(&reason), "{at}: {}", ran.stderr());
            assert_eq!((ran.stdout(), files(&ran.out)), (String::new(), Vec::new()));
            has_ended(&old);
        }
    }

    #[test]
    fn an_endless_line_is_an_error() {
        fails("exec tr '\\000' x < /dev/zero\n", "cannot read the output of: a line is longer than 65536 bytes");
    }

    #[test]
    fn an_error_quotes_the_last_messages_of_the_build() {
        let messages = "for n in 1 2 3 4 5; do echo \"  message $n\" >&2; done\n";
        let last = "its last messages: message 3 | message 4 | message 5\n";
        fails(
            &format!("{messages}exit 7\n"),
            &format!(
                "ended without an answer (exit status: 7); does it have the \
             `worker` command?; {last}"
            ),
        );
        fails(
            &format!("{messages}echo Hello\n"),
            &format!(
                "is not a build to compare: it sent \"Hello\", not \
             \"sudoku-bench worker 1\"; {last}"
            ),
        );
        fails(
            &format!("'{BUILD}' \"$@\"\n{messages}exit 3\n"),
            &format!("ended with an error (exit status: 3); {last}"),
        );
    }

    #[test]
    fn the_user_sets_the_longest_time_of_a_block() {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 2);
        let old = script(&scratch, "old", "echo sudoku-bench worker 1\nread -r line\necho busy >&2\nexec sed d\n");
        let ran = ab(&scratch, &old, &corpus, &["--timeout", "50ms"]).exits(1);
        let reason = "sent no answer to block 0 within 50ms and was killed; its last messages: busy; --timeout gives it more time\n";
        assert!(ran.stderr().ends_with(&format!("error: {old}: {reason}")), "{}", ran.stderr());
        has_ended(&old);
    }

    /// Ctrl-C ends the wait for a build, kills both builds and leaves no files.
    #[test]
    fn an_interrupt_kills_the_builds() {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 6);
        let requested = scratch.path("requested");
        let wait = format!("read -r line\n: > '{}'\nexec sed d\n", requested.display());
        let [old, new] =
            ["old", "new"].map(|name| script(&scratch, name, &format!("echo sudoku-bench worker 1\n{wait}")));
        let out = scratch.path("out");
        let arguments = ["ab", &old, &new, &corpus, "--strategy", "dlx", "-o", out.to_str().unwrap()];
        let child = sudoku_bench(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for(&requested);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let ran = Ran { output: child.wait_with_output().unwrap(), out }.exits(130);
        assert!(ran.stderr().contains("interrupted"), "{}", ran.stderr());
        assert_eq!((ran.stdout(), files(&ran.out)), (String::new(), Vec::new()));
        has_ended(&old);
        has_ended(&new);
    }
}
