//! Lock files of counts.

use super::*;

/// Returns the lock file and the results of a run.
fn locked(scratch: &Scratch, name: &str, arguments: &[&str]) -> [PathBuf; 2] {
    let lock = scratch.path(&format!("{name}.lock.json"));
    let out = results(scratch, name, &[arguments, &["--lock", lock.to_str().unwrap()]].concat());
    [lock, out]
}

fn locked_baseline(scratch: &Scratch, name: &str) -> [PathBuf; 2] {
    locked(scratch, name, &[&corpus(scratch, "corpus.txt"), "--strategy", STRATEGIES])
}

fn bless(lock: &Path, current: &Path, code: i32) -> Ran {
    let ran = compare(lock, current, &["--bless"], code);
    assert!(!files(lock.parent().unwrap()).iter().any(|file| file.ends_with(".part")));
    ran
}

#[test]
fn lock_files_are_deterministic() {
    let scratch = Scratch::new();
    let six =
        ["datasets/edge-cases.csv", "--strategy", "dlx,fc-mrv,fc-static,naive,lanes,elimination", "--node-limit", "99"];
    let [first, _] = locked(&scratch, "first", &six);
    let [second, _] = locked(&scratch, "second", &[&six[..], &["--rounds", "2", "--block-size", "3"]].concat());
    assert_eq!(read(&first), read(&second));
    let bytes = read(&first).len();
    assert!((500..2000).contains(&bytes), "{bytes} bytes");
    assert!(read(&first).lines().filter(|line| line.contains("\"guesses\":")).count() == 6, "one line per strategy");
}

#[test]
fn results_are_compared_with_a_lock_file() {
    let scratch = Scratch::new();
    let [lock, results] = locked_baseline(&scratch, "base");
    let ran = compare(&lock, &results, &["--counters", "exact"], 0);
    says(&ran, "latencies are not compared: a lock file has counts only");
    compare(&results, &lock, &["--counters", "exact"], 0);
    compare(&lock, &lock, &["--counters", "exact"], 0);
    let worse = copy(&scratch, &results, "worse", |row| row.add("backtracks", i64::from(row.is("dlx", 1))));
    let ran = compare(&lock, &worse, &[], 3);
    says(&ran, "dlx: a lock file does not record which puzzles changed");
    assert_eq!(ran.json("compare.json")["strategies"][0]["moves"], serde_json::Value::Null);
    compare(&worse, &lock, &[], 0);
    let moved = copy(&scratch, &results, "moved", |row| match row.number("line") {
        1 => row.add("nodes", 1),
        2 => row.add("nodes", -1),
        _ => {}
    });
    compare(&lock, &moved, &[], 0);
    says(&compare(&lock, &moved, &["--counters", "exact"], 3), "rows changed with the same sums");
}

#[test]
fn answers_are_compared_with_a_lock_file() {
    let scratch = Scratch::new();
    let [lock, results] = locked_baseline(&scratch, "base");
    let edited = |name: &str, status: &str, solutions: u64| {
        copy(&scratch, &results, name, |row| {
            if row.is("dlx", 1) {
                row.set("status", status);
                row.set("solutions", solutions);
            }
        })
    };
    says(&compare(&lock, &edited("lost", "stalled", 0), &[], 5), "dlx: 1 puzzle no longer answered");
    compare(&lock, &edited("wrong", "wrong", 1), &["--advisory"], 5);
    says(&compare(&lock, &edited("other", "unsolvable", 0), &[], 5), "dlx: 1 puzzle answered differently");
    refuses(&lock, &edited("late", "time-limit", 0), &[], 4, "a time limit was hit");
}

#[test]
fn bless_creates_and_updates_a_lock_file() {
    let scratch = Scratch::new();
    let [lock, results] = locked_baseline(&scratch, "base");
    let mine = scratch.path("mine.json");
    let ran = bless(&mine, &results, 0);
    assert!(ran.stderr().contains("wrote ") && ran.stdout().is_empty(), "{}{}", ran.stdout(), ran.stderr());
    assert_eq!(read(&mine), read(&lock));
    let worse = copy(&scratch, &results, "worse", |row| row.add("nodes", i64::from(row.is("dlx", 1))));
    compare(&mine, &worse, &[], 3);
    says(&bless(&mine, &worse, 0), "regressed: dlx: more nodes\n");
    compare(&mine, &worse, &["--counters", "exact"], 0);
    let changed = read(&mine).lines().zip(read(&lock).lines()).filter(|(new, old)| new != old).count();
    assert_eq!(changed, 1, "a change of one strategy changes one line");
}

#[test]
fn bless_replaces_what_is_guarded_only_if_asked() {
    let scratch = Scratch::new();
    let [lock, results] = locked_baseline(&scratch, "base");
    let before = read(&lock);
    let refuses = |current: &Path, wanted: &str, value: &str| {
        let ran = bless(&lock, current, 4);
        assert!(ran.stderr().contains(wanted) && ran.stderr().contains(value), "{}", ran.stderr());
        assert!(!ran.stdout().contains("pass"), "{}", ran.stdout());
        assert_eq!(read(&lock), before);
    };
    let base = &results.join("manifest.json");
    let corpus = serde_json::from_str::<serde_json::Value>(&read(base)).unwrap()["corpora"][0]["path"].clone();
    let corpus = corpus.as_str().unwrap();
    let fewer = self::results(&scratch, "fewer", &[corpus, "--strategy", "dlx", "--max-solutions", "2"]);
    refuses(&fewer, "strategies are dropped: ", "--bless=drop,limits");
    let other = self::results(&scratch, "other", &[&scratch.corpus("other.txt", EASY), "--strategy", "dlx"]);
    refuses(&other, "corpora differ: ", "--bless=drop,corpus");
    compare(&lock, &other, &["--bless=drop"], 4);
    let ran = compare(&lock, &other, &["--bless=corpus,drop"], 0);
    assert!(ran.stderr().contains("strategies are dropped: "), "{}", ran.stderr());
    compare(&lock, &other, &["--counters", "exact"], 0);
}

#[test]
fn bless_rejects_wrong_answers_and_unusable_counts() {
    let scratch = Scratch::new();
    let [lock, results] = locked_baseline(&scratch, "base");
    let old = read(&lock);
    let edited = |name: &str, status: &str| {
        copy(&scratch, &results, name, |row| {
            if row.is("dlx", 1) {
                row.set("status", status);
            }
        })
    };
    let wrong = edited("wrong", "wrong");
    let lost = edited("lost", "stalled");
    let new = scratch.path("new.json");
    for (lock, current) in [(&lock, &wrong), (&lock, &lost), (&new, &wrong)] {
        let ran = bless(lock, current, 5);
        assert!(ran.stderr().contains("the lock file is not updated"), "{}", ran.stderr());
    }
    let late = edited("late", "time-limit");
    refuses(&new, &late, &["--bless"], 4, "a time limit was hit, which depends on the machine");
    let cut = Edited::copy(&results, scratch.path("cut")).manifest(|manifest| manifest["rounds_complete"] = 0.into());
    refuses(&new, &cut.0, &["--bless"], 4, "the run was cut short");
    refuses(&new, &lock, &["--bless"], 2, "CURRENT is a lock file");
    refuses(&results, &late, &["--bless"], 2, "BASE is a directory");
    refuses(&scratch.path("no/such.json"), &results, &["--bless"], 1, "no: does not exist");
    assert_eq!(read(&lock), old);
    assert!(!new.exists());
}

/// A directory is not replaced; a link is written through.
#[test]
fn a_lock_file_does_not_replace_directories_or_links() {
    let scratch = Scratch::new();
    let [lock, results] = locked_baseline(&scratch, "base");
    let device = scratch.path("directory");
    fs::create_dir(&device).unwrap();
    let corpus = corpus(&scratch, "corpus.txt");
    let run = [&*corpus, "--strategy", "dlx", "--lock", device.to_str().unwrap()];
    let ran = scratch.run(&run).exits(1);
    assert!(ran.stderr().contains("directory: is a directory; name a file"), "{}", ran.stderr());
    assert!(!ran.out.exists(), "the run does not begin");
    #[cfg(unix)]
    {
        let link = scratch.path("link.json");
        std::os::unix::fs::symlink(&lock, &link).unwrap();
        bless(&link, &results, 0);
        assert!(link.is_symlink(), "the target of the link is replaced");
    }
    assert!(!files(scratch.0.path()).iter().any(|file| file.ends_with(".part")));
}

#[test]
fn malformed_lock_files_are_errors() {
    let scratch = Scratch::new();
    let [lock, results] = locked_baseline(&scratch, "base");
    let good = read(&lock);
    let refused = |text: &str, code, reason: &str| refuses_text(&lock, text, &results, code, reason);
    let edited = |from, to| replaced(&good, from, to);
    refused("", 1, "base.lock.json: is neither a results directory nor a lock file");
    refused("puzzle,id\n", 1, "base.lock.json: is neither a results directory nor a lock file");
    refused(&good[..good.len() - 5], 1, "changed by hand, or cut short: EOF");
    refused(&good[..good.len() / 2], 1, "changed by hand, or cut short: EOF");
    refused("{}", 4, "schema version null");
    refused(&edited("\"schema_version\": 1", "\"schema_version\": 7"), 4, "schema version 7, but this program reads");
    refused(&edited("\"strategy\":\"fc-mrv\"", "\"strategy\":\"dlx\""), 1, "strategy dlx occurs twice");
    refused(
        &edited("\"strategy\":\"dlx\"", "\"strategy\":\"\\u001b]0;x\\n::error::y\""),
        1,
        "is not a valid name of a strategy",
    );
    let none = good.split("\"strategies\": ").next().unwrap();
    refused(&format!("{none}\"strategies\": []\n}}\n"), 4, "it has no strategies");
    refused(&edited("\"puzzles\":30", "\"puzzles\":0"), 4, "it has no puzzles");
}

#[test]
fn impossible_sums_are_errors() {
    let scratch = Scratch::new();
    let [lock, results] = locked_baseline(&scratch, "base");
    let good = read(&lock);
    let refused = |text: &str, code, reason: &str| refuses_text(&lock, text, &results, code, reason);
    let edited = |from: &str, to: &str| replaced(&good, from, to);
    let line = good.lines().position(|line| line.contains("\"dlx\"")).unwrap() + 1;
    let nodes = good.lines().nth(line - 1).unwrap().split("\"nodes\":").nth(1).unwrap().split(',').next().unwrap();
    let nodes = format!("\"nodes\":{nodes},");
    for (number, reason) in [("-5", "invalid value"), ("1e30", "invalid type"), ("99999999999999999999", "invalid")] {
        refused(
            &edited(&nodes, &format!("\"nodes\":{number},")),
            1,
            &format!("base.lock.json:{line}: changed by hand, or cut short: {reason}"),
        );
    }
    refused(
        &edited(&nodes, ""),
        1,
        &format!("base.lock.json:{line}: changed by hand, or cut short: missing field `nodes`"),
    );
    // The digest is unchanged, so the sums must be the same.
    refused(&edited(&nodes, "\"nodes\":18446744073709551615,"), 1, "base.lock.json: the sums of dlx do not match");
    refused(&edited("\"solved\":30", "\"solved\":18446744073709551615"), 1, "do not add up");
    refused(&edited("\"solved\":30", "\"solved\":29"), 1, "do not add up");
}

fn refuses_text(lock: &Path, text: &str, results: &Path, code: i32, reason: &str) {
    fs::write(lock, text).unwrap();
    refuses(lock, results, &[], code, reason);
    refuses(lock, results, &["--common-only"], code, reason);
}

fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}\n{text}");
    text.replacen(from, to, 1)
}

/// `git show main:counters.lock.json | sudoku-bench compare /dev/stdin results/mine`
#[test]
#[cfg(unix)]
fn a_lock_file_can_be_read_from_a_pipe() {
    let scratch = Scratch::new();
    let [lock, results] = locked_baseline(&scratch, "base");
    let mut command = sudoku_bench(&["compare", "/dev/stdin", results.to_str().unwrap()]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(read(&lock).as_bytes()).unwrap();
    let ran = Ran { output: child.wait_with_output().unwrap(), out: results }.exits(0);
    says(&ran, "every count is the same");
}
