//! What has to be the same whatever the threads, blocks and rounds are.

use super::*;

/// `puzzles.csv` without its last column.
fn counts(ran: &Ran) -> String {
    let text = ran.read("puzzles.csv");
    text.lines().map(|line| format!("{}\n", &line[..line.rfind(',').unwrap()])).collect()
}

/// A corpus of 600 puzzles: the classics with clues taken away, so that some have many solutions.
fn corpus(scratch: &Scratch) -> String {
    let classics = rows(Path::new("datasets/classics.csv"));
    let mut text = String::from("id,puzzle\n");
    for n in 0..600usize {
        let row = &classics[n % classics.len()];
        // From the solution, so that every strategy is quick: two of three cells are kept.
        let puzzle: String =
            row.get("solution").char_indices().map(|(i, c)| if (i * 7 + n) % 3 == 0 { '.' } else { c }).collect();
        text += &format!("{n}-{},{puzzle}\n", row.get("id"));
    }
    scratch.corpus("corpus.csv", text)
}

#[test]
fn counts_do_not_depend_on_threads_blocks_or_rounds() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let mut first = None;
    for threads in ["1", "2", "8"] {
        for more in [&["--block-size", "1"][..], &["--block-size", "37"], &["--rounds", "3"], &[]] {
            let fixed = [&*corpus, "--strategy", "all", "--max-solutions", "3", "--force", "--threads", threads];
            let ran = scratch.run(&[&fixed, more].concat()).exits(0);
            let digests: Vec<_> = ran.json("manifest.json")["strategies"]
                .as_array()
                .unwrap()
                .iter()
                .map(|s| s["digest"].clone())
                .collect();
            let found = (counts(&ran), ran.read("failures.csv"), digests);
            let first = first.get_or_insert_with(|| found.clone());
            assert!(*first == found, "{threads} threads, {more:?}");
        }
    }
}

/// A corpus that loses puzzles between the rounds is no corpus to report on.
#[test]
fn a_corpus_that_changes_is_an_error() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{INKALA}\n").repeat(3000));
    let arguments =
        [&*corpus, "--strategy", "naive", "--max-solutions", "2", "--rounds", "2", "--node-limit", "300000"];
    let child = scratch.command(&arguments).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // So small a corpus is read at once, and solved for a second or two.
    wait_for(&scratch.path("out/puzzles.csv.part"));
    thread::sleep(Duration::from_millis(300));
    fs::write(&corpus, format!("{INKALA}\n").repeat(2999)).unwrap();
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(1);
    assert!(ran.stderr().contains("fewer puzzles than in the round before"), "{}", ran.stderr());
    assert!(!ran.out.exists());
}

#[test]
fn the_same_seed_draws_the_same_sample() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let draw = |sample: &str, seed: &str, threads: &str| {
        let arguments =
            [&*corpus, "--strategy", "dlx", "--force", "--sample", sample, "--seed", seed, "--threads", threads];
        let ran = scratch.run(&arguments).exits(0);
        let rows = ran.rows("puzzles.csv");
        let lines: Vec<_> = rows.iter().map(|row| row.number("line")).collect();
        assert!(lines.is_sorted(), "a sample keeps the order of the corpus");
        lines
    };
    let lines = draw("50", "7", "1");
    assert_eq!(lines.len(), 50);
    assert_eq!(draw("50", "7", "2"), lines);
    assert_ne!(draw("50", "8", "1"), lines);
    assert_eq!(draw("9999", "0", "1"), (2..602).collect::<Vec<_>>());
}

#[test]
fn every_round_keeps_the_smallest_latency() {
    let scratch = Scratch::new();
    let corpus = corpus(&scratch);
    let ran = scratch.run(&[&corpus, "--strategy", "dlx", "--rounds", "4", "--block-size", "600"]).exits(0);
    assert!(ran.stderr().contains("fewer than 1,000 puzzles"), "{}", ran.stderr());
    let smallest: u64 = ran.rows("puzzles.csv").iter().map(|row| row.number("latency_ns")).sum();
    let mut blocks = ran.rows("blocks.csv");
    blocks.retain(|row| row.get("strategy") == "dlx");
    assert_eq!(blocks.len(), 4);
    assert!(blocks.iter().all(|block| block.number("sum_ns") >= smallest));
    assert_eq!(ran.read("histograms/latency.hlog").lines().filter(|line| line.starts_with("Tag=dlx,")).count(), 4);
    assert!(ran.read("histograms/dlx.hgrm").contains("Total count    =         2400]"));
}
