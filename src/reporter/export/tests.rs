//! What the tests of all formats start from, and the tests of what they have in common.

use std::{collections::BTreeSet, fs, sync::LazyLock, time::Duration};

use super::*;
use crate::{
    reader::FileSummary,
    record::{LimitsManifest, More, SCHEMA_VERSION, StrategySummary, Tool, VirtualBest},
};

/// A run on these files.
pub fn manifest(files: &[&str]) -> Manifest {
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
        threads: 1,
        simd: "scalar".into(),
        corpora: files.iter().map(file).collect(),
        puzzle_column: None,
        solution_column: None,
        sample: None,
        block_size: None,
        strategies: Vec::new(),
        control: String::new(),
        blocks_sha256: String::new(),
        limits: LimitsManifest { max_solutions: None, nodes: None, time_ns: None },
        rounds: 2,
        rounds_complete: 2,
        started: String::new(),
        finished: String::new(),
        interrupted: false,
    }
}

/// Of five puzzles, one is invalid, one ran into a limit, one has no solution.
pub fn summary() -> Summary {
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
        let more = More { finished: 3, ..More::default() };
        StrategySummary { row, more }
    };
    let strategies = vec![strategy("dlx", [130, 7, 65, 900]), strategy("naive", [1000, 0, 500, 1800])];
    let virtual_best = VirtualBest { answered: 3, par2_ns: None, par10_ns: None };
    Summary { schema_version: SCHEMA_VERSION, strategies, virtual_best }
}

/// The first so many of two rounds, in which the second strategy takes twice as long as the first.
pub fn rounds(n: usize) -> Rounds {
    let round = |latency_ns, cpu, median| Round {
        puzzles: 4,
        latency_ns,
        cpu: Duration::from_micros(cpu),
        median_ns: Some(median),
    };
    let both =
        |latency_ns, cpu, median| vec![round(latency_ns, cpu, median), round(2 * latency_ns, 2 * cpu, 2 * median)];
    Rounds::of_complete([both(8000, 10, 1000), both(12000, 14, 1200)].into_iter().take(n).collect())
}

/// All of it.
pub fn export(manifest: &Manifest) -> Export<'_> {
    static SUMMARY: LazyLock<Summary> = LazyLock::new(summary);
    Export::new("out".into(), manifest, &SUMMARY, &rounds(2))
}

#[test]
fn a_corpus_is_named_by_its_files() {
    let name = |paths: &[&str]| corpus(paths.iter().copied());
    assert_eq!(name(&["data/17clue.csv.gz"]), "17clue");
    assert_eq!(name(&["a/hard.TXT", "b.v2.csv", "plain"]), "hard+b.v2+plain");
    assert_eq!(name(&["-"]), "stdin");
    assert_eq!((name(&[".csv"]), name(&["csv"])), (".csv".into(), "csv".into()));
    assert_eq!(name(&["a\nb\t .csv"]), "a_b_");
    assert_eq!(name(&["🀄.csv"; 500]).chars().count(), LONGEST);
}

/// All files are written, by names that a results directory knows, and none where there is nothing to write.
#[test]
fn files_are_those_of_a_results_directory() {
    let temporary = tempfile::tempdir().unwrap();
    let directory = Directory::create(temporary.path(), false).unwrap();
    let (manifest, summary) = (manifest(&["17clue.csv"]), summary());
    directory.publish(write(&directory, &manifest, &summary, &rounds(2)).unwrap()).unwrap();
    let names = || -> BTreeSet<_> {
        let entries = fs::read_dir(temporary.path().join("export")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    assert_eq!(names().len(), 7, "{:?}", names());
    assert!(Directory::create(temporary.path(), true).is_ok(), "they are not taken for a user's");
    // An interrupted run leaves nothing of them.
    directory.publish(write(&directory, &manifest, &summary, &rounds(0)).unwrap()).unwrap();
    assert!(!temporary.path().join("export").exists());
}

/// Nothing is divided by nothing.
#[test]
fn what_took_no_time_has_no_series() {
    let (manifest, summary) = (manifest(&["17clue.csv"]), summary());
    let nothing = |round: &mut Round| (round.puzzles, round.latency_ns) = (0, 0);
    for (strategies, left) in [(1, vec!["naive/17clue"]), (2, vec![])] {
        let mut complete: Vec<Vec<Round>> =
            (0..2).map(|n| (0..2).map(|s| rounds(2).of(s).nth(n).unwrap()).collect()).collect();
        complete.iter_mut().for_each(|round| round[..strategies].iter_mut().for_each(nothing));
        let rounds = Rounds::of_complete(complete);
        let export = Export::new("out".into(), &manifest, &summary, &rounds);
        assert_eq!(export.series.iter().map(|series| series.name.as_str()).collect::<Vec<_>>(), left);
    }
}
