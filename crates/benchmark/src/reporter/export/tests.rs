use pass::Counts;
use serde_json::json;
use stats::RunValue;

use super::{series::MAX_CORPUS_NAME_CHARS, *};
use crate::record::{Round, StrategySummary};

/// Five puzzles: two solved, one without a solution, one invalid, one at the node limit.
fn summary() -> StrategySummary {
    let counts = Counts { puzzles: 5, solved: 2, unsolvable: 1, invalid: 1, node_limit: 1, ..Counts::default() };
    StrategySummary {
        name: "dlx".into(),
        counts: Counts { nodes: 130, guesses: 7, backtracks: 65, ..counts },
        latency_p50_ns: Some(900),
        ..StrategySummary::default()
    }
}

fn file(name: &str, summary: &StrategySummary, rounds: usize) -> serde_json::Value {
    let round = |latency_ns, median_ns| Round { latency_ns, median_ns: Some(median_ns), ..Round::default() };
    let all = [round(8000, 1000), round(12_000, 1200)];
    let series = Series::of(summary, all[..rounds].to_vec(), "17clue").unwrap();
    let value = summary.latency_p50_ns.map(|_| RunValue { ln_ratio: 2f64.ln(), ln_control: 8.0 });
    let series = Series { value, ..series };
    let (_, render) = EXPORTS.iter().find(|(file, _)| *file == name).unwrap();
    serde_json::from_slice(&render(name, &[series])).unwrap()
}

#[test]
fn bencher_has_values_between_those_of_the_rounds() {
    let expected = json!({ "dlx/17clue": {
        "latency": { "value": 2500.0, "lower_value": 2000.0, "upper_value": 3000.0 },
        "throughput": { "value": 400_000.0, "lower_value": 333_333.0, "upper_value": 500_000.0 },
        "nodes": { "value": 130.0 },
        "guesses": { "value": 7.0 },
        "backtracks": { "value": 65.0 },
        "unsolved": { "value": 1.0 },
        "relative-latency": { "value": 2.0 },
    } });
    assert_eq!(file("bencher.json", &summary(), 2), expected);
}

#[test]
fn github_action_benchmark_has_a_unit_and_a_range() {
    let entry = |name: &str, value: f64, unit: &str, range: &str| {
        let extra = "puzzles=4\nunsolved=1\nrounds=2";
        json!({ "name": format!("dlx/17clue {name}"), "value": value, "unit": unit, "range": range, "extra": extra })
    };
    let counts = [("nodes", 130.0), ("guesses", 7.0), ("backtracks", 65.0)];
    let mut smaller = counts.map(|(unit, count)| entry(unit, count, unit, "± 0")).to_vec();
    smaller.push(entry("p50", 900.0, "ns", "± 141.421"));
    smaller.push(entry("relative-latency", 2.0, "× control", ""));
    smaller[4].as_object_mut().unwrap().remove("range");
    assert_eq!(file("gab-smaller.json", &summary(), 2), json!(smaller));
    // 500,000 and 333,333.333 a second, with a deviation of 117,851.13.
    let bigger = json!([entry("throughput", 400_000.0, "puzzles/s", "± 117851")]);
    assert_eq!(file("gab-bigger.json", &summary(), 2), bigger);
}

/// One round says nothing about the next, and nothing finished has no median.
#[test]
fn unknown_values_are_left_out() {
    let none_finished = StrategySummary { latency_p50_ns: None, ..summary() };
    assert_eq!(file("gab-smaller.json", &none_finished, 2).as_array().unwrap().len(), 3);
    assert_eq!(file("gab-smaller.json", &summary(), 1)[3].get("range"), None);
    assert_eq!(file("gab-bigger.json", &summary(), 1)[0].get("range"), None);
    assert!(Series::of(&summary(), vec![Round::default()], "17clue").is_none(), "no time was measured");
}

#[test]
fn a_corpus_is_named_by_its_files() {
    let name = |paths: &[&str]| corpus(paths.iter().copied());
    assert_eq!(name(&["data/17clue.csv.gz"]), "17clue");
    assert_eq!(name(&["a/hard.TXT", "b.v2.csv", "plain", "-"]), "hard+b.v2+plain+stdin");
    assert_eq!((name(&[".csv"]), name(&["csv"])), (".csv".into(), "csv".into()));
    assert_eq!(name(&["a\nb\t .csv"]), "a_b_");
    // Bencher's limit is 1,024 bytes, not characters.
    assert_eq!(name(&["🀄.csv"; 500]).chars().count(), MAX_CORPUS_NAME_CHARS);
}
