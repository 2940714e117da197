//! Prints the analysis of each series of standard input as JSON. A series is a line: an array of logarithms.

use sudoku_bench_stats::change_points::{Settings, analyse};

fn main() {
    let settings = Settings { alpha: 0.001, floor: 0.025 };
    for line in std::io::stdin().lines() {
        let values: Vec<f64> =
            serde_json::from_str(&line.expect("standard input is text")).expect("an array of numbers");
        println!("{}", serde_json::to_string(&analyse(&values, &settings)).expect("an analysis is JSON"));
    }
}
