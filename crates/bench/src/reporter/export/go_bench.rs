//! `export/go-bench.txt`: the Go benchmark format, a line per round and strategy.
//!
//! Grammar: <https://go.dev/design/14313-benchmark-format> and `benchfmt/reader.go` of
//! <https://github.com/golang/perf>. Fields are separated by spaces and may not contain spaces. `benchstat -col /key`
//! finds `/key=value` in a name; `assume=exact` makes it compare single values, and warn if they vary.

use std::fmt::Write;

use super::{Export, Series, thousandths};

/// The units of counts, which must be the same in every run.
const COUNT_UNITS: [&str; 3] = ["nodes/op", "guesses/op", "backtracks/op"];

/// Returns the content of the file.
pub fn text(export: &Export<'_>) -> String {
    let mut text = String::new();
    for (key, value) in header(export) {
        writeln!(text, "{key}: {value}").expect("writing to memory cannot fail");
    }
    for unit in COUNT_UNITS {
        writeln!(text, "Unit {unit} assume=exact").expect("writing to memory cannot fail");
    }
    // In the order of the rounds, so that a drift of the machine is visible in the file.
    let rounds = export.series.iter().map(|series| series.rounds.len()).max().unwrap_or(0);
    for round in 0..rounds {
        export.series.iter().for_each(|series| push_line(&mut text, series, round));
    }
    text
}

fn header(export: &Export<'_>) -> Vec<(&'static str, String)> {
    let os = match export.machine.os.as_str() {
        "macos" => "darwin",
        os => os,
    };
    let arch = match export.machine.arch.as_str() {
        "x86_64" => "amd64",
        "x86" => "386",
        "aarch64" => "arm64",
        arch => arch,
    };
    let package = format!("sudoku/{}", export.corpus.replace(char::is_whitespace, "_"));
    let mut header = vec![("goos", os.into()), ("goarch", arch.into()), ("pkg", package)];
    // A key without a value would remove the key.
    header.extend(export.machine.cpu.clone().filter(|cpu| !cpu.is_empty()).map(|cpu| ("cpu", cpu)));
    header
}

fn push_line(text: &mut String, series: &Series<'_>, round: usize) {
    let Some(latency) = series.means_ns().nth(round).map(thousandths) else { return };
    let row = series.row;
    let puzzles = series.puzzles();
    write!(text, "BenchmarkSolve/strategy={} {puzzles} {latency} ns/op", row.strategy)
        .expect("writing to memory cannot fail");
    for (unit, count) in COUNT_UNITS.into_iter().zip([row.nodes, row.guesses, row.backtracks]) {
        // With all digits: one more node in a million puzzles must be visible.
        write!(text, " {} {unit}", count as f64 / puzzles as f64).expect("writing to memory cannot fail");
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use solver::strategy::REGISTRY;

    use super::{super::tests::*, *};

    #[test]
    fn a_line_per_round_and_strategy() {
        let mut record = record(&["my\u{2003}17 clues.csv"], 2);
        record.manifest.machine.os = "macos".into();
        let expected = "\
goos: darwin
goarch: amd64
pkg: sudoku/my_17_clues
cpu: Some CPU @ 3 GHz
Unit nodes/op assume=exact
Unit guesses/op assume=exact
Unit backtracks/op assume=exact
BenchmarkSolve/strategy=dlx 4 2000 ns/op 32.5 nodes/op 1.75 guesses/op 16.25 backtracks/op
BenchmarkSolve/strategy=naive 4 4000 ns/op 250 nodes/op 0 guesses/op 125 backtracks/op
BenchmarkSolve/strategy=dlx 4 3000 ns/op 32.5 nodes/op 1.75 guesses/op 16.25 backtracks/op
BenchmarkSolve/strategy=naive 4 6000 ns/op 250 nodes/op 0 guesses/op 125 backtracks/op
";
        assert_eq!(text(&export(&record)), expected);
        record.manifest.machine.cpu = None;
        assert!(!text(&export(&record)).contains("cpu"));
    }

    /// A dash and digits at the end would be taken for the number of threads.
    #[test]
    fn strategies_have_names_that_fit() {
        for entry in REGISTRY {
            let name = &entry.name;
            assert!(!name.contains(|c: char| c.is_whitespace() || "/=".contains(c)), "{name}");
            let digits = name.trim_end_matches(|c: char| c.is_ascii_digit());
            assert!(digits == name || !digits.ends_with('-'), "{name}");
        }
    }
}
