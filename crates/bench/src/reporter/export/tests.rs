//! The record that the tests of all formats use, and the tests of what the formats share.

use corpus::{reader::FileSummary, tool::Tool};

use super::*;
use crate::record::{
    BlockRow, LimitsManifest, Manifest, Rounds, SCHEMA_VERSION, StrategySummary, Summary, SummaryExtras, VirtualBest,
    strategies_named,
};

/// A run on these files with one or two rounds, in which the second strategy takes twice as long as the first.
pub fn record(files: &[&str], rounds: u32) -> Record {
    let both = |round, latency_ns, cpu_ns| {
        let row = |(strategy, times): (&'static str, u64)| BlockRow {
            round,
            strategy: strategy.into(),
            sum_ns: times * latency_ns,
            cpu_ns: times * cpu_ns,
            ..BlockRow::default()
        };
        [("dlx", 1), ("naive", 2)].map(row)
    };
    let rows = [both(0, 8000, 10_000), both(1, 12_000, 14_000)];
    let medians = [[1000, 2000], [1200, 2400]];
    Record { manifest: manifest(files), summary: summary(), rounds: added(&rows[..rounds as usize], &medians) }
}

fn added(rows: &[[BlockRow<'static>; 2]], medians: &[[u64; 2]]) -> Rounds {
    let mut rounds = Rounds::default();
    let strategies = strategies_named(&["dlx", "naive"]);
    rows.iter().flatten().for_each(|row| rounds.add(row, &strategies));
    for (round, medians) in (0..).zip(medians) {
        rounds.set_medians(round, medians.iter().copied().map(Some));
    }
    rounds
}

/// What the files of a record in the directory `out` are rendered from.
pub fn export(record: &Record) -> Export<'_> {
    Export::new("out".into(), record)
}

fn manifest(files: &[&str]) -> Manifest {
    let file = |path: &&str| FileSummary { path: path.to_string(), puzzles: 5, ..FileSummary::default() };
    Manifest {
        schema_version: SCHEMA_VERSION,
        tool: Tool::this(),
        command_line: Vec::new(),
        machine: Machine {
            cpu: Some("Some CPU @ 3 GHz".into()),
            cpu_id: None,
            cpus: 1,
            os: "linux".into(),
            arch: "x86_64".into(),
        },
        load_per_processor: None,
        threads: 1,
        simd: "scalar".into(),
        corpora: files.iter().map(file).collect(),
        notation: None,
        puzzle_column: None,
        solution_column: None,
        sample: None,
        shard: None,
        block_size: None,
        strategies: Vec::new(),
        control: 0,
        blocks_sha256: String::new(),
        profile_sha256: None,
        corpus_form: None,
        reference: None,
        limits: LimitsManifest { max_solutions: None, nodes: None, time_ns: None },
        options: serde_json::Map::new(),
        rounds: 2,
        rounds_complete: 2,
        started: String::new(),
        finished: String::new(),
        interrupted: false,
        sessions: Vec::new(),
    }
}

/// Five puzzles: two solved, one without a solution, one invalid, one at the node limit.
fn summary() -> Summary {
    let strategy = |name: &str, [nodes, guesses, backtracks, median]: [u64; 4]| {
        let row = SummaryRow {
            strategy: name.into(),
            puzzles: 5,
            solved: 2,
            unsolvable: 1,
            invalid: 1,
            node_limit: 1,
            nodes,
            guesses,
            backtracks,
            latency_p50_ns: Some(median),
            ..SummaryRow::default()
        };
        let extras = SummaryExtras { answered: 3, ..SummaryExtras::default() };
        StrategySummary { row, extras }
    };
    let strategies = vec![strategy("dlx", [130, 7, 65, 900]), strategy("naive", [1000, 0, 500, 1800])];
    let virtual_best = VirtualBest { answered: 3, par2_ns: None, par10_ns: None };
    Summary { schema_version: SCHEMA_VERSION, reference: None, fastest: None, strategies, virtual_best }
}

#[test]
fn a_corpus_is_named_by_its_files() {
    let name = |paths: &[&str]| corpus(paths.iter().copied());
    assert_eq!(name(&["data/17clue.csv.gz"]), "17clue");
    assert_eq!(name(&["a/hard.TXT", "b.v2.csv", "plain"]), "hard+b.v2+plain");
    assert_eq!(name(&["-"]), "stdin");
    assert_eq!((name(&[".csv"]), name(&["csv"])), (".csv".into(), "csv".into()));
    assert_eq!(name(&["a\nb\t .csv"]), "a_b_");
    assert_eq!(name(&["🀄.csv"; 500]).chars().count(), MAX_CORPUS_NAME_CHARS);
}

#[test]
fn every_file_is_rendered_unless_nothing_was_measured() {
    let paths = |record: &Record| -> Vec<String> {
        files(record, Path::new("results/out")).into_iter().map(|(path, _)| path).collect()
    };
    let all: Vec<_> = names().iter().map(|name| format!("export/{name}")).collect();
    assert_eq!(paths(&record(&["17clue.csv"], 2)), all);
    assert!(paths(&record(&["17clue.csv"], 0)).is_empty(), "no round is complete");
}

#[test]
fn a_strategy_that_took_no_time_has_no_series() {
    let mut record = record(&["17clue.csv"], 2);
    let row = |round, strategy: &'static str, sum_ns| BlockRow {
        round,
        strategy: strategy.into(),
        sum_ns,
        ..BlockRow::default()
    };
    for (dlx, left) in [(0, vec!["naive/17clue"]), (5, vec!["dlx/17clue", "naive/17clue"])] {
        let rows = [0, 1].map(|round| [row(round, "dlx", dlx), row(round, "naive", 7)]);
        record.rounds = added(&rows, &[]);
        assert_eq!(export(&record).series.iter().map(|series| series.name.as_str()).collect::<Vec<_>>(), left);
    }
}

#[test]
fn the_baseline_is_named_by_the_directory() {
    let record = record(&["17clue.csv"], 1);
    let name = |path: &str| {
        let files = files(&record, Path::new(path));
        let (_, critcmp) = files.iter().find(|(name, _)| name.ends_with("critcmp.json")).unwrap();
        serde_json::from_slice::<serde_json::Value>(critcmp).unwrap()["name"].as_str().unwrap().to_string()
    };
    assert_eq!(name("results/mine/"), "mine");
    let here = std::env::current_dir().unwrap();
    assert_eq!(name("."), here.file_name().unwrap().to_str().unwrap());
    assert_eq!(name("/"), "sudoku-bench");
}
