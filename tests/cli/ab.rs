//! `ab`: two builds that take turns, of which one may be no build at all.

use super::*;

const BUILD: &str = env!("CARGO_BIN_EXE_sudoku-bench");

/// A corpus of so many puzzles.
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
fn a_build_counts_as_itself() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch, 20);
    let judged = ["--rounds", "3", "--block-size", "5", "--counters", "exact", "--noise", "1000"];
    let ran = ab(&scratch, BUILD, &corpus, &judged).exits(0);
    assert!(ran.stdout().starts_with("pass: every count is the same, no latency is worse\n"), "{}", ran.stdout());
    let json = ran.json("compare.json");
    assert_eq!(json["strategies"][1]["moves"], serde_json::json!({"up": 0, "down": 0, "other": 0, "same": 20}));
    assert_eq!((&json["base"], &json["corpora"][0]), (&BUILD.into(), &(*corpus).into()));
    assert_eq!(ran.rows("compare.csv").len(), 0);
    // With few rounds, latencies only advise; and what is counted is counted once.
    let ran = ab(&scratch, BUILD, &corpus, &["--rounds", "2", "--strict"]).exits(0);
    assert!(ran.stdout().contains("latencies only advise: fewer than 3 rounds"), "{}", ran.stdout());
    assert_eq!(ran.json("compare.json")["strategies"][0]["base"]["puzzles"], 20);
}

#[test]
fn a_contest_about_nothing() {
    let scratch = Scratch::new();
    let conflicts = scratch.corpus("conflicts.txt", format!("11{}\n", ".".repeat(79)));
    let ran = ab(&scratch, BUILD, &conflicts, &["--rounds", "1"]).exits(4);
    assert!(ran.stderr().contains("nothing to compare"), "{}", ran.stderr());
    assert_eq!(files(&ran.out), [""; 0]);
    let ran = ab(&scratch, BUILD, "no-such-corpus.csv", &[]).exits(1);
    assert!(ran.stderr().contains("no-such-corpus.csv"), "{}", ran.stderr());
    // Before anything is measured.
    let ran = ab(&scratch, "no-such-build", &conflicts, &["--limit", "lanes.nodes=1%"]).exits(2);
    assert!(ran.stderr().contains("no such strategy is compared"), "{}", ran.stderr());
}

/// Programs that stand in for an old build.
#[cfg(unix)]
mod stand_ins {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Line by line; other tools wait for a buffer to be full.
    const LINES: &str = "while IFS= read -r line; do";

    /// A shell script; `$0.log` is its own.
    fn script(scratch: &Scratch, name: &str, text: &str) -> String {
        let path = scratch.corpus(name, format!("#!/bin/sh\necho $$ >> \"$0.log\"\n{text}"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// The build, but what `nodes` says as the nodes of the first strategy in the lines of its output of which `such` is
    /// so; they are counted in `n`.
    fn altered(scratch: &Scratch, such: &str, nodes: &str) -> String {
        let text = format!(
            "'{BUILD}' \"$@\" | {{ n=0; {LINES} n=$((n + 1)); if {such}; then \
             status=${{line%%,*}}; line=${{line#*,}}; solutions=${{line%%,*}}; line=${{line#*,}}; nodes=${{line%%,*}}; \
             line=\"$status,$solutions,{nodes},${{line#*,}}\"; fi; echo \"$line\"; done; }}\n"
        );
        script(scratch, "old", &text)
    }

    /// None of its processes is left.
    #[track_caller]
    fn is_gone(script: &str) {
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
        is_gone(&old);
    }

    /// The old build's node count of the third puzzle by dlx is one less than the new one's.
    #[test]
    fn a_changed_count_is_told_with_its_puzzle() {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 6);
        // The second block's first answer: lines are the greeting and six answers.
        let old = altered(&scratch, "[ $n = 4 ]", "$((nodes - 1))");
        let ran = ab(&scratch, &old, &corpus, &["--rounds", "2", "--block-size", "2"]).exits(3);
        let text = read(Path::new(&corpus)).lines().nth(2).unwrap().to_string();
        let told = ran.stdout().lines().find(|line| line.contains("line 3:")).unwrap().to_string();
        assert!(told.ends_with(&text), "{told}");
        let json = ran.json("compare.json");
        assert_eq!(json["strategies"][0]["moves"], serde_json::json!({"up": 1, "down": 0, "other": 0, "same": 5}));
        assert_eq!(json["strategies"][1]["counters"], "same");
        let rows = ran.rows("compare.csv");
        assert_eq!((rows.len(), rows[0].get("strategy"), rows[0].number("line")), (1, "dlx", 3));
        assert_eq!(rows[0].number("current_nodes"), rows[0].number("base_nodes") + 1);
    }

    /// Old new, new old; and the other way about in the next round.
    #[test]
    fn who_is_first_changes_with_every_block() {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 8);
        let log = scratch.path("turns");
        // Both say when a block was asked for, in a file that they share.
        let build = |name: &str| {
            let note = format!("case $line in block*) set -- $line; echo \"{name}$2\" >> '{}' ;; esac", log.display());
            script(&scratch, name, &format!("{LINES} {note}; echo \"$line\"; done | '{BUILD}' \"$@\"\n"))
        };
        let (old, new) = (build("a"), build("b"));
        let arguments = ["ab", &old, &new, &corpus, "--strategy", "dlx", "--rounds", "2", "--block-size", "2"];
        let ran = Ran { output: sudoku_bench(&arguments).output().unwrap(), out: scratch.path("out") }.exits(0);
        assert!(!ran.out.exists(), "nothing is written where nobody said where");
        let turns = read(&log).lines().map(String::from).collect::<Vec<_>>().join(" ");
        assert_eq!(turns, "a0 b0 b1 a1 a2 b2 b3 a3 b0 a0 a1 b1 b2 a2 a3 b3");
    }

    #[test]
    fn what_is_no_build() {
        fails("exit 7\n", "ended when it should have answered (exit status: 7); can it run `worker`?");
        fails("echo 'Usage: old'\n", "is no build that can take turns with another: it said \"Usage: old\"");
        fails("echo sudoku-bench worker 2\ncat > /dev/null\n", "is no build that can take turns with another");
        fails(
            "echo sudoku-bench worker 1\nread line\necho solved,1\nexec cat > /dev/null\n",
            "gave no answer that can be read",
        );
        let more = "solved,1,1,0,0,1,5 solved,1,1,0,0,1,5 and more";
        fails(
            &format!("echo sudoku-bench worker 1\nread line\necho '{more}'\nexec cat > /dev/null\n"),
            "gave no answer that can be read",
        );
        fails("printf '\\377\\n'\nexec cat > /dev/null\n", "cannot listen to");
        // Dies after a block.
        let answer = "solved,1,1,0,0,1,5 solved,1,1,0,0,1,5";
        let one = format!("read word index n\nfor i in $(seq $n); do read -r line; echo '{answer}'; done\n");
        fails(&format!("echo sudoku-bench worker 1\n{one}"), "");
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 2);
        let ran = ab(&scratch, "./no-such-build", &corpus, &[]).exits(1);
        assert!(ran.stderr().contains("./no-such-build: cannot run: No such file"), "{}", ran.stderr());
        let ran = ab(&scratch, &corpus, &corpus, &[]).exits(1);
        assert!(ran.stderr().contains("cannot run: Permission denied"), "{}", ran.stderr());
        assert_eq!(files(&ran.out), [""; 0]);
    }

    /// A build that does not count the same twice is none to compare with.
    #[test]
    fn a_build_that_contradicts_itself() {
        let scratch = Scratch::new();
        let corpus = corpus(&scratch, 4);
        // One node more in each round: as many as there are lines in its log.
        let old = altered(&scratch, "[ $n = 2 ]", "$((nodes + $(wc -l < \"$0.log\")))");
        let ran = ab(&scratch, &old, &corpus, &["--rounds", "2"]).exits(1);
        assert!(ran.stderr().contains("did not count the same as in the round before"), "{}", ran.stderr());
    }
}
