//! `run`: the files and the table of a run.

use super::*;

/// Computes totals of `summary.csv` and the digests again from `puzzles.csv`. The scores are tested beside their code.
#[test]
fn the_summary_agrees_with_the_rows() {
    use sha2::Digest;
    let scratch = Scratch::new();
    let arguments =
        ["datasets/edge-cases.csv", "--node-limit", "2000", "--rounds", "2", "--strategy", "dlx,fc-mrv,naive"];
    let ran = scratch.run(&arguments).exits(0);
    let rows = ran.rows("puzzles.csv");
    for summary in ran.rows("summary.csv") {
        let name = summary.get("strategy");
        let own = || rows.iter().filter(|row| row.get("strategy") == name);
        let count = |status: &str| own().filter(|row| row.get("status") == status).count() as u64;
        let sum = |column: &str| own().map(|row| row.number(column)).sum::<u64>();
        assert_eq!(summary.number("puzzles"), own().count() as u64);
        for status in ["solved", "unsolvable", "invalid", "stalled", "node-limit", "time-limit", "wrong"] {
            assert_eq!(summary.number(&status.replace('-', "_")), count(status), "{name} {status}");
        }
        for column in ["nodes", "guesses", "backtracks"] {
            assert_eq!(summary.number(column), sum(column), "{name} {column}");
        }
        let finished: Vec<u64> = own()
            .filter(|row| ["solved", "unsolvable"].contains(&row.get("status")))
            .map(|row| row.number("latency_ns"))
            .collect();
        let mean = finished.iter().sum::<u64>() as f64 / finished.len() as f64;
        assert!((summary.get("latency_mean_ns").parse::<f64>().unwrap() - mean).abs() <= 0.05);
        let run = own().count() as u64 - count("invalid");
        let longest = *finished.iter().max().unwrap() as f64;
        match summary.get("latency_max_ns").parse::<f64>() {
            Ok(shown) => {
                assert!(shown >= longest && shown <= longest * 1.001, "more than a bin of 0.1 %: {shown} {longest}")
            }
            Err(_) => assert!((finished.len() as u64) < run, "puzzles without an answer rank last"),
        }
        let per_second = run as f64 / (sum("latency_ns") as f64 * 1e-9);
        assert!((summary.get("puzzles_per_second").parse::<f64>().unwrap() / per_second - 1.0).abs() < 1e-3);

        let mut digest = sha2::Sha256::new();
        let text = without_latencies(&ran.read("puzzles.csv"));
        for line in text.split_inclusive('\n').filter(|line| line.split(',').nth(3) == Some(name)) {
            digest.update(line);
        }
        let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let manifest = ran.json("manifest.json");
        let listed = manifest["strategies"].as_array().unwrap();
        let listed = listed.iter().find(|strategy| strategy["name"] == name).unwrap();
        assert_eq!(listed["digest"], digest);
    }
    assert!(count_of(&rows, "node-limit") > 0, "no puzzle reached the limit");
    let json = ran.json("summary.json");
    assert_eq!(json["schema_version"], 1);
    assert_eq!(json["strategies"].as_array().unwrap().len(), 3);
    for (row, strategy) in ran.rows("summary.csv").iter().zip(json["strategies"].as_array().unwrap()) {
        for column in row.header.iter().skip(1) {
            assert_eq!(strategy[column].as_f64(), row.get(column).parse().ok(), "{column}");
        }
    }
}

fn count_of(rows: &[Row], status: &str) -> usize {
    rows.iter().filter(|row| row.get("status") == status).count()
}
