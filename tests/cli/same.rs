//! Rounds over a corpus that shrinks, and the latencies of several rounds.

use super::*;

/// Writes a corpus of 600 puzzles: solutions of the classics with every third cell blank. Some have many solutions.
fn corpus(scratch: &Scratch) -> String {
    let classics = rows(Path::new("datasets/classics.csv"));
    let mut text = String::from("id,puzzle\n");
    for n in 0..600usize {
        let row = &classics[n % classics.len()];
        // Two of three cells are givens, to keep every strategy fast.
        let puzzle: String =
            row.get("solution").char_indices().map(|(i, c)| if (i * 7 + n) % 3 == 0 { '.' } else { c }).collect();
        text += &format!("{n}-{},{puzzle}\n", row.get("id"));
    }
    scratch.corpus("corpus.csv", text)
}

#[test]
fn a_corpus_that_shrinks_between_rounds_is_an_error() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n").repeat(60));
    let arguments = [&*corpus, "--strategy", "dlx", "--block-size", "2", "--rounds", "1000000"];
    let child = scratch.command(&arguments).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // A row of round 1 shows that round 0 is complete.
    wait_for_text(&scratch.path("out/blocks.csv.part"), "\n1,");
    let shorter = scratch.corpus("shorter.txt", format!("{EASY}\n").repeat(59));
    fs::rename(shorter, corpus).unwrap();
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(1);
    assert!(ran.stderr().contains("fewer puzzles than in the round before"), "{}", ran.stderr());
    assert_eq!(files(&ran.out), ["run.journal"], "what can be resumed with the corpus as it was");
}

#[test]
fn the_smallest_latency_of_all_rounds_is_reported() {
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
