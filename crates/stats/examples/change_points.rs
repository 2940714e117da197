//! Analyses each series of standard input, and prints what it finds as JSON. A series is a line: an array of logarithms, one for each
//! commit. With an argument N, it prints the alarms that a pipeline would raise from the Nth commit on.

use serde_json::json;
use sudoku_bench_stats::change_points::{Analysis, Settings, State, Step, analyse};

const SETTINGS: Settings = Settings { alpha: 0.001, floor: 0.025 };

fn main() {
    let first: Option<usize> = std::env::args().nth(1).map(|first| first.parse().expect("a number of commits"));
    for line in std::io::stdin().lines() {
        let values: Vec<f64> =
            serde_json::from_str(&line.expect("standard input is text")).expect("an array of numbers");
        println!("{}", first.map_or_else(|| json!(analyse(&values, &SETTINGS)), |first| json!(alarms(&values, first))));
    }
}

/// Returns the new regressions after each commit from the `first` on, each with the number of commits then.
fn alarms(values: &[f64], first: usize) -> Vec<(usize, Step)> {
    let mut earlier: Vec<Analysis> = Vec::new();
    let mut alarms = Vec::new();
    for commits in first..=values.len() {
        let Some(analysis) = analyse(&values[..commits], &SETTINGS) else { continue };
        let is_alarm = |step: &&Step| step.state == State::Regressed && step.is_new(&analysis.steps, &earlier);
        alarms.extend(analysis.steps.iter().filter(is_alarm).map(|step| (commits, *step)));
        earlier.insert(0, analysis);
        earlier.truncate(10);
    }
    alarms
}
