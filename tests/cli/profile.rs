//! `run --profile`: where the nodes are.

use super::*;

const OPTIONS: [&str; 6] = ["--strategy", "dlx,lanes,naive", "--node-limit", "3000", "--block-size", "7"];

/// Puzzles that are solved, puzzles that hit the limit, and one whose givens conflict.
fn corpus(scratch: &Scratch) -> String {
    let puzzle = |n: usize| match n % 5 {
        _ if n == 14 => format!("11{}", &EASY[2..]),
        0 => INKALA.into(),
        _ => String::from(EASY),
    };
    scratch.corpus("corpus.txt", (0..60).map(|n| puzzle(n) + "\n").collect::<String>())
}

/// Returns the columns of profiles.
fn profile_columns(text: &str) -> Vec<Vec<String>> {
    let fields = |row: &str| row.split(',').skip(11).map(String::from).collect();
    text.lines().map(fields).collect()
}

#[test]
fn the_columns_and_the_file_agree_with_the_counts() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let plain = scratch.run(&[&[&*corpus][..], &OPTIONS].concat()).exits(0).read("puzzles.csv");
    let ran = scratch.run(&[&[&*corpus, "--profile", "--with-grids", "--force"][..], &OPTIONS].concat()).exits(0);
    assert_eq!(without_latencies(&ran.read("puzzles.csv")), without_latencies(&plain));
    let header = ran.read("puzzles.csv").lines().next().unwrap().to_string();
    let columns = ",first_wrong_depth,largest_refuted,wrong_turns,first_backtracks,givens";
    assert!(header.contains(",latency_ns,") && header.ends_with(columns), "{header}");
    for row in ran.rows("puzzles.csv") {
        if row.get("status") == "solved" && row.get("strategy") != "lanes" {
            assert_eq!(row.get("first_backtracks"), row.get("backtracks"));
            assert_eq!(row.get("first_wrong_depth").is_empty(), row.number("wrong_turns") == 0);
            assert!(row.number("largest_refuted") <= row.number("backtracks"));
        } else {
            assert_eq!(row.get("wrong_turns"), "");
        }
    }
    let profile = ran.rows("profile.csv");
    assert!(profile.iter().all(|row| row.get("strategy") != "lanes"));
    for summary in ran.rows("summary.csv").iter().filter(|row| row.get("strategy") != "lanes") {
        let own = || profile.iter().filter(|row| row.get("strategy") == summary.get("strategy"));
        assert_eq!(own().map(|row| row.number("nodes")).sum::<u64>(), summary.number("nodes"));
        assert!(own().zip(1..).all(|(row, depth)| row.number("depth") == depth));
        assert!(own().all(|row| row.number("p50") <= row.number("p90") && row.number("p90") <= row.number("p99")));
    }
}

#[test]
fn a_run_without_profiles_has_none() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let ran = scratch.run(&[&[&*corpus][..], &OPTIONS].concat()).exits(0);
    assert!(!ran.out.join("profile.csv").exists());
    let manifest = ran.read("manifest.json");
    assert!(!manifest.contains("profile_sha256") && !manifest.contains("--profile"), "{manifest}");
}

#[test]
fn shards_and_rounds_have_the_profile_of_the_whole_run() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let options = [&[&*corpus, "--profile"][..], &OPTIONS].concat();
    let whole = scratch.run(&[&options[..], &["--rounds", "2"]].concat()).exits(0);
    let parts: Vec<String> = (0..4).map(|n| scratch.path(&format!("part-{n}")).display().to_string()).collect();
    for (n, part) in parts.iter().enumerate() {
        let shard = ["1/2", "2/2"][n % 2];
        let output = scratch.command(&[&options[..], &["--shard", shard, "-o", part]].concat()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let merged = scratch.path("merged").display().to_string();
    let arguments = [vec!["merge"], parts.iter().map(String::as_str).collect(), vec!["-o", &merged]].concat();
    assert!(sudoku_bench(&arguments).output().unwrap().status.success());
    let merged = scratch.path("merged");
    assert_eq!(read(&merged.join("profile.csv")), whole.read("profile.csv"));
    assert_eq!(profile_columns(&read(&merged.join("puzzles.csv"))), profile_columns(&whole.read("puzzles.csv")));
    assert!(sudoku_bench(&["show", merged.to_str().unwrap()]).output().unwrap().status.success());
}

#[test]
fn a_resumed_run_has_the_profile_of_an_uninterrupted_one() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let options = [&[&*corpus, "--profile", "--rounds", "200"][..], &OPTIONS].concat();
    let whole = scratch.run(&[&options[..], &["--no-report"]].concat()).exits(0);
    let (profile, columns) = (whole.read("profile.csv"), profile_columns(&whole.read("puzzles.csv")));
    fs::remove_dir_all(&whole.out).unwrap();
    let out = whole.out.display().to_string();
    let resumed = [&options[..], &["--no-report", "--resume", &out]].concat();
    let mut child = scratch.command(&resumed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let journal = whole.out.join("run.journal");
    while child.try_wait().unwrap().is_none() && fs::metadata(&journal).map_or(0, |file| file.len()) < 5_000 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!whole.out.join("manifest.json").exists(), "the run ended too early");
    let without: Vec<&str> = resumed.iter().copied().filter(|argument| *argument != "--profile").collect();
    let other = scratch.run(&without).exits(2);
    assert!(other.stderr().contains("--profile was true and is now none"), "{}", other.stderr());
    let ran = scratch.run(&resumed).exits(0);
    assert_eq!(ran.read("profile.csv"), profile);
    assert_eq!(profile_columns(&ran.read("puzzles.csv")), columns);
}

#[test]
fn a_changed_profile_is_noticed() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let ran = scratch.run(&[&[&*corpus, "--profile", "--no-report"][..], &OPTIONS].concat()).exits(0);
    let path = ran.out.join("profile.csv");
    fs::write(&path, read(&path).replacen("dlx,1,", "dlx,1,1", 1)).unwrap();
    let output = sudoku_bench(&["report", ran.out.to_str().unwrap()]).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("profile.csv") && stderr.contains("does not match the digest"), "{stderr}");
}
