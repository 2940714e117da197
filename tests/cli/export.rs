//! The files of `export/`. Their formats and numbers are tested beside their code; `scripts/check/exports` checks them against
//! the schemas of their readers.

use super::*;

/// The puzzles end as solved, unsolvable, invalid, stalled and at a limit.
#[test]
fn exports_have_the_rounds_of_the_run() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("my edges.csv", read(Path::new("datasets/edge-cases.csv")));
    let strategies = ["dlx", "elimination", "lanes"];
    let ran =
        scratch.run(&[&corpus, "--strategy", &strategies.join(","), "--rounds", "3", "--node-limit", "500"]).exits(0);
    let series = ran.json("export/bencher.json");
    assert_eq!(series.as_object().unwrap().len(), strategies.len());
    for summary in ran.rows("summary.csv") {
        let strategy = summary.get("strategy");
        let metrics = &series[format!("{strategy}/my edges")];
        assert_eq!(metrics["nodes"]["value"], summary.number("nodes") as f64);
        let mut times = [0; 3];
        for row in ran.rows("blocks.csv").iter().filter(|row| row.get("strategy") == strategy) {
            times[row.number("round") as usize] += row.number("sum_ns");
        }
        let puzzles = (summary.number("puzzles") - summary.number("invalid")) as f64;
        let latency = |end: &str| (metrics["latency"][end].as_f64().unwrap() * puzzles).round() as u64;
        assert_eq!(Some(&latency("lower_value")), times.iter().min());
        assert_eq!(Some(&latency("upper_value")), times.iter().max());
    }
}

/// Some of these tools treat an empty file as a failure.
#[test]
fn a_run_without_valid_puzzles_has_no_exports() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let exports = |ran: &Ran| files(&ran.out).into_iter().filter(|file| file.starts_with("export/")).count();
    assert_eq!(exports(&scratch.run(&[&corpus]).exits(0)), benchmark::reporter::export::names().len());
    let invalid = scratch.corpus("invalid.txt", format!("11{}\n", ".".repeat(79)));
    let ran = scratch.run(&[&invalid, "--force"]).exits(4);
    assert!(!ran.out.join("export").exists(), "exports of the earlier run remain");
}
