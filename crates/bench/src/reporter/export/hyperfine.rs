//! `export/hyperfine.json` and `export/hyperfine.csv`: a strategy is a command, and a round is a run of the command.
//!
//! Fields: `src/benchmark/benchmark_result.rs`, columns: `src/export/csv.rs`, both of
//! <https://github.com/sharkdp/hyperfine>.

use serde::Serialize;

use super::{Export, Series};
use crate::stats::{Spread, rounded};

/// The columns of the CSV form, which are the first fields of the JSON form.
const COLUMNS: [&str; 8] = ["command", "mean", "stddev", "median", "user", "system", "min", "max"];

/// The JSON file.
#[derive(Serialize)]
pub struct Results<'a> {
    results: Vec<Command<'a>>,
}

/// A strategy. All times are in seconds, for the whole corpus.
#[derive(Serialize)]
struct Command<'a> {
    command: &'a str,
    mean: f64,
    stddev: Option<f64>,
    median: f64,
    user: f64,
    system: f64,
    min: f64,
    max: f64,
    times: Vec<f64>,
    /// One for each time. Programs that read the file require it.
    exit_codes: Vec<i32>,
}

/// Returns the content of the JSON file.
pub fn results<'a>(export: &'a Export<'_>) -> Results<'a> {
    Results { results: export.series.iter().filter_map(command).collect() }
}

/// Returns the content of the CSV file. Values that are missing in the JSON form are 0, as in hyperfine's own files.
pub fn csv(results: &Results<'_>) -> Vec<u8> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(COLUMNS).expect("writing to memory cannot fail");
    for command in &results.results {
        let Command { mean, stddev, median, user, system, min, max, .. } = command;
        let times = [*mean, stddev.unwrap_or(0.0), *median, *user, *system, *min, *max];
        let fields = std::iter::once(command.command.to_string()).chain(times.map(|time| time.to_string()));
        csv.write_record(fields).expect("writing to memory cannot fail");
    }
    csv.into_inner().expect("writing to memory cannot fail")
}

fn command<'a>(series: &'a Series<'_>) -> Option<Command<'a>> {
    let times: Vec<f64> = series.rounds.iter().map(|round| round.latency_ns as f64 / 1e9).collect();
    let spread = Spread::of(&times)?;
    let user: f64 = series.rounds.iter().map(|round| round.cpu.as_secs_f64()).sum();
    Some(Command {
        command: &series.name,
        mean: seconds_of(spread.mean),
        stddev: spread.standard_deviation.map(seconds_of),
        median: seconds_of(spread.median),
        user: seconds_of(user / times.len() as f64),
        // The system reports user and system time as one number.
        system: 0.0,
        min: spread.min,
        max: spread.max,
        exit_codes: vec![0; times.len()],
        times,
    })
}

fn seconds_of(time: f64) -> f64 {
    rounded(time, 12)
}

#[cfg(test)]
mod tests {
    use super::{super::tests::*, *};

    #[test]
    fn a_round_is_a_run_in_seconds() {
        let json = serde_json::to_value(results(&export(&record(&["17clue.csv"], 2)))).unwrap();
        let expected = serde_json::json!({
            "command": "dlx/17clue", "mean": 1e-5, "stddev": 2.828427e-6, "median": 1e-5, "user": 1.2e-5, "system": 0.0,
            "min": 8e-6, "max": 1.2e-5, "times": [8e-6, 1.2e-5], "exit_codes": [0, 0],
        });
        assert_eq!(json["results"][0], expected);
    }

    #[test]
    fn one_run_has_no_deviation() {
        let record = record(&["a,b.csv"], 1);
        let export = export(&record);
        let results = results(&export);
        let json = serde_json::to_string(&results).unwrap();
        assert!(json.contains(r#""stddev":null"#), "{json}");
        let csv = String::from_utf8(csv(&results)).unwrap();
        // Numbers have no exponents, as not every spreadsheet takes them.
        assert_eq!(
            csv.lines().take(2).collect::<Vec<_>>(),
            [
                "command,mean,stddev,median,user,system,min,max",
                "\"dlx/a,b\",0.000008,0,0.000008,0.00001,0,0.000008,0.000008"
            ]
        );
    }
}
