//! Checks the files of `export/` against the formats of the tools that read them. `scripts/check-exports` runs the
//! tools.

mod critcmp;

use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;

const STRATEGIES: [&str; 3] = ["dlx", "elimination", "lanes"];
const ROUNDS: usize = 3;

/// Runs puzzles that end as solved, unsolvable, invalid, stalled and at a limit.
fn run(scratch: &Scratch) -> Ran {
    let edges = read(Path::new("datasets/edge-cases.csv"));
    let corpus = scratch.corpus("my edges.csv", edges);
    let strategies = STRATEGIES.join(",");
    scratch.run(&[&corpus, "--strategy", &strategies, "--rounds", "3", "--node-limit", "500"]).exits(0)
}

/// Returns the sum of a column of `blocks.csv` over a strategy's rows, for each round.
fn sums(ran: &Ran, strategy: &str, column: &str) -> Vec<f64> {
    let mut sums = vec![0; ROUNDS];
    for row in ran.rows("blocks.csv").iter().filter(|row| row.get("strategy") == strategy) {
        sums[row.number("round") as usize] += row.number(column);
    }
    sums.into_iter().map(|sum| sum as f64).collect()
}

/// Returns the number of puzzles that a strategy ran on.
fn puzzles(ran: &Ran) -> f64 {
    let row = &ran.rows("summary.csv")[0];
    (row.number("puzzles") - row.number("invalid")) as f64
}

fn summary(ran: &Ran, strategy: &str) -> Row {
    ran.rows("summary.csv").into_iter().find(|row| row.get("strategy") == strategy).unwrap()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the standard deviation of a sample.
fn deviation(values: &[f64]) -> f64 {
    let squares: f64 = values.iter().map(|value| (value - mean(values)).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

/// Asserts that two numbers are equal up to rounding.
#[track_caller]
fn assert_same(found: f64, expected: f64) {
    assert!((found - expected).abs() <= expected.abs() * 1e-6 + 1e-12, "{found} is not {expected}");
}

/// Asserts that a number is another, rounded to six significant digits.
#[track_caller]
fn assert_six_digits(found: f64, expected: f64) {
    assert!((found - expected).abs() <= expected.abs() * 5.1e-6, "{found} is not {expected}");
}

/// Bencher's schema: benchmark → measure → object of numbers, of which `value` is required.
#[test]
fn bencher_reads_benchmarks_and_measures() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Metric {
        value: f64,
        lower_value: Option<f64>,
        upper_value: Option<f64>,
    }
    let scratch = Scratch::new();
    let ran = run(&scratch);
    let text = ran.read("export/bencher.json");
    assert!(!text.contains("null"), "an unknown bound must be absent: {text}");
    let benchmarks: BTreeMap<String, BTreeMap<String, Metric>> = serde_json::from_str(&text).unwrap();
    assert!(benchmarks.keys().eq(&STRATEGIES.map(|strategy| format!("{strategy}/my edges"))));
    for strategy in STRATEGIES {
        let measures = &benchmarks[&format!("{strategy}/my edges")];
        assert!(measures.keys().all(|measure| measure.len() <= 64));
        let latency: Vec<f64> = sums(&ran, strategy, "sum_ns").iter().map(|sum| sum / puzzles(&ran)).collect();
        let found = &measures["latency"];
        assert_same(found.value, mean(&latency));
        assert_same(found.lower_value.unwrap(), latency.iter().copied().reduce(f64::min).unwrap());
        assert_same(found.upper_value.unwrap(), latency.iter().copied().reduce(f64::max).unwrap());
        let found = &measures["throughput"];
        assert_six_digits(found.value, 1e9 / mean(&latency));
        assert!(found.lower_value.unwrap() <= found.value && found.value <= found.upper_value.unwrap());
        let summary = summary(&ran, strategy);
        for count in ["nodes", "guesses", "backtracks"] {
            assert_eq!(measures[count].value, summary.number(count) as f64);
        }
        let unsolved = ["stalled", "node_limit", "time_limit", "wrong"].map(|status| summary.number(status));
        assert_eq!(measures["unsolved"].value, unsolved.iter().sum::<u64>() as f64);
    }
    assert!(benchmarks["elimination/my edges"]["unsolved"].value > 0.0);
}

/// The format of github-action-benchmark: a non-empty array of objects with exactly these fields.
#[test]
fn github_action_benchmark_reads_entries() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Entry {
        name: String,
        value: f64,
        unit: String,
        range: Option<String>,
        extra: Option<String>,
    }
    let scratch = Scratch::new();
    let ran = run(&scratch);
    let units = [("nodes", "nodes"), ("guesses", "guesses"), ("backtracks", "backtracks"), ("p50", "ns")];
    for (file, units) in [("gab-smaller.json", &units[..]), ("gab-bigger.json", &[("throughput", "puzzles/s")])] {
        let text = ran.read(&format!("export/{file}"));
        assert!(!text.contains("null"), "{text}");
        let entries: Vec<Entry> = serde_json::from_str(&text).unwrap();
        assert_eq!(entries.len(), STRATEGIES.len() * units.len());
        for entry in &entries {
            let (strategy, measure) = entry.name.split_once("/my edges ").unwrap();
            assert!(units.contains(&(measure, &entry.unit)), "{}: {}", entry.name, entry.unit);
            assert!(entry.extra.as_ref().unwrap().ends_with("\nrounds=3"));
            // The tool parses the text after the sign as one number.
            let range: f64 = entry.range.as_ref().unwrap().strip_prefix("± ").unwrap().parse().unwrap();
            assert!(range >= 0.0);
            let summary = summary(&ran, strategy);
            match measure {
                "p50" => assert_eq!(entry.value, summary.number("latency_p50_ns") as f64),
                "throughput" => {
                    let sums = sums(&ran, strategy, "sum_ns");
                    let rounds: Vec<f64> = sums.iter().map(|sum| puzzles(&ran) * 1e9 / sum).collect();
                    assert_six_digits(entry.value, puzzles(&ran) * 1e9 / mean(&sums));
                    assert_six_digits(range, deviation(&rounds));
                }
                count => assert_eq!((entry.value, range), (summary.number(count) as f64, 0.0)),
            }
        }
    }
}

/// The fields and columns of hyperfine, in seconds; Bencher's adapter requires `exit_codes`.
#[test]
fn hyperfine_files_have_a_command_per_strategy_and_a_run_per_round() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Results {
        results: Vec<Command>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Command {
        command: String,
        mean: f64,
        stddev: Option<f64>,
        median: f64,
        user: f64,
        system: f64,
        min: f64,
        max: f64,
        times: Vec<f64>,
        exit_codes: Vec<Option<i32>>,
    }
    let scratch = Scratch::new();
    let ran = run(&scratch);
    let Results { results } = serde_json::from_str(&ran.read("export/hyperfine.json")).unwrap();
    let csv = ran.read("export/hyperfine.csv");
    assert_eq!(csv.lines().next().unwrap(), "command,mean,stddev,median,user,system,min,max");
    let rows = ran.rows("export/hyperfine.csv");
    assert_eq!((results.len(), rows.len()), (STRATEGIES.len(), STRATEGIES.len()));
    for ((strategy, found), row) in STRATEGIES.iter().zip(&results).zip(&rows) {
        assert_eq!(found.command, format!("{strategy}/my edges"));
        let times: Vec<f64> = sums(&ran, strategy, "sum_ns").iter().map(|sum| sum / 1e9).collect();
        assert_eq!(found.times, times);
        assert_eq!(found.exit_codes, [Some(0); ROUNDS]);
        let mut sorted = times.clone();
        sorted.sort_by(f64::total_cmp);
        assert_eq!((found.min, found.median, found.max), (sorted[0], sorted[1], sorted[2]));
        assert_same(found.mean, mean(&times));
        let stddev = found.stddev.unwrap();
        assert!((stddev - deviation(&times)).abs() < 1e-9);
        assert_same(found.user, mean(&sums(&ran, strategy, "cpu_ns")) / 1e9);
        assert_eq!(found.system, 0.0);
        let columns = [found.mean, stddev, found.median, found.user, found.system, found.min, found.max];
        let numbers: Vec<f64> = row.fields.iter().skip(1).map(|field| field.parse().unwrap()).collect();
        assert_eq!((row.get("command"), &numbers[..]), (found.command.as_str(), &columns[..]));
        assert!(!row.fields.iter().skip(1).any(|field| field.contains('e')), "the CSV has an exponent");
    }
}

/// The Go benchmark format: lines `key: value`, `Unit UNIT KEY=VALUE` and `BenchmarkNAME N VALUE UNIT…`; the last has
/// an even number of fields separated by spaces.
#[test]
fn benchstat_reads_a_line_per_round_and_strategy() {
    let scratch = Scratch::new();
    let ran = run(&scratch);
    let (mut keys, mut exact, mut results) = (BTreeMap::new(), Vec::new(), BTreeMap::<_, Vec<_>>::new());
    let text = ran.read("export/go-bench.txt");
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if fields[0].starts_with("Benchmark") {
            assert!(fields.len() >= 4 && fields.len().is_multiple_of(2), "{line}");
            assert!(line.is_ascii() && !line.contains("  "), "{line}");
            let strategy = fields[0].strip_prefix("BenchmarkSolve/strategy=").unwrap();
            assert_eq!(fields[1].parse::<u64>().unwrap() as f64, puzzles(&ran));
            let values = fields[2..].chunks(2).map(|pair| (pair[1], pair[0].parse::<f64>().unwrap()));
            results.entry(strategy).or_default().push(values.collect::<BTreeMap<_, _>>());
        } else if fields[0] == "Unit" {
            assert_eq!(fields[2..], ["assume=exact"]);
            exact.push(fields[1]);
        } else {
            let (key, value) = line.split_once(": ").unwrap();
            assert!(!value.trim().is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase()), "{line}");
            assert!(results.is_empty(), "a key applies to the lines after it");
            keys.insert(key, value);
        }
    }
    assert_eq!(keys["pkg"], "sudoku/my_edges");
    assert!(!keys["goos"].is_empty() && !keys["goarch"].is_empty() && keys["goarch"] != "x86_64");
    assert_eq!(exact, ["nodes/op", "guesses/op", "backtracks/op"]);
    assert_eq!(results.len(), STRATEGIES.len());
    for (strategy, rounds) in results {
        let latencies = sums(&ran, strategy, "sum_ns");
        assert_eq!(rounds.len(), ROUNDS);
        for (round, latency) in rounds.iter().zip(latencies) {
            assert!((round["ns/op"] - latency / puzzles(&ran)).abs() <= 0.0005);
            for count in ["nodes", "guesses", "backtracks"] {
                let total = summary(&ran, strategy).number(count) as f64;
                assert_eq!(round[&*format!("{count}/op")], total / puzzles(&ran), "{strategy}: {count} is rounded");
            }
        }
    }
}

/// Some of these tools treat an empty file as a failure.
#[test]
fn a_run_without_valid_puzzles_has_no_exports() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let exports = |ran: &Ran| files(&ran.out).into_iter().filter(|file| file.starts_with("export/")).count();
    assert_eq!(exports(&scratch.run(&[&corpus]).exits(0)), 7);
    let invalid = scratch.corpus("invalid.txt", format!("11{}\n", ".".repeat(79)));
    let ran = scratch.run(&[&invalid, "--force"]).exits(4);
    assert!(!ran.out.join("export").exists(), "exports of the earlier run remain");
}

#[test]
fn unrelated_files_are_not_replaced() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    scratch.run(&[&corpus]).exits(0);
    fs::write(scratch.path("out/export/report.html"), "mine").unwrap();
    let refused = scratch.run(&[&corpus, "--force"]).exits(1);
    assert!(refused.stderr().contains("is not a file of a run"), "{}", refused.stderr());
    assert_eq!(read(&scratch.path("out/export/report.html")), "mine");
}
