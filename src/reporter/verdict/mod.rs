//! What a comparison comes to, for people, for scripts and for GitHub: one file of code for each form.

mod changes;
mod github;
mod markdown;
mod table;

use std::path::{Path, PathBuf};

use crate::{
    compare::{Comparison, CounterVerdict, Latency, LatencyVerdict, PuzzleChange, StrategyComparison, Tally, Verdict},
    error::Result,
    fs::PartFile,
    numbers::{self, plural},
    record::json_text,
};

pub use changes::Changes;
pub use github::{GitHub, annotation, annotations};
pub use markdown::{failure, markdown};
pub use table::verdict_table;

/// Writes `compare.json` and `compare.md` into a directory.
pub fn write_comparison(out: &Path, comparison: &Comparison) -> Result<()> {
    PartFile::create(out.join("compare.json"))?.complete(&json_text(comparison))?;
    PartFile::create(report_in(out))?.complete(markdown(comparison).as_bytes())
}

/// Where the report of a comparison is that is written into this directory.
pub fn report_in(out: &Path) -> PathBuf {
    out.join("compare.md")
}

/// The verdict in a line.
fn headline(comparison: &Comparison) -> String {
    let what = match comparison.verdict {
        Verdict::Wrong => list(comparison, |strategy, _| wrongs(&strategy.tally)),
        Verdict::Regressed => list(comparison, regressions),
        Verdict::Inconclusive => list(comparison, undecided),
        Verdict::Pass => passed(comparison),
    };
    format!("{}: {what}", comparison.verdict.name())
}

/// What there is to say of each strategy that such can be said of.
fn list(comparison: &Comparison, what: impl Fn(&StrategyComparison, bool) -> Option<String>) -> String {
    let said = |strategy: &StrategyComparison| {
        Some(format!("{}: {}", strategy.strategy, what(strategy, comparison.latency_gates())?))
    };
    comparison.strategies.iter().filter_map(said).collect::<Vec<_>>().join("; ")
}

fn passed(comparison: &Comparison) -> String {
    let all = |verdict| comparison.strategies.iter().all(|strategy| strategy.counters == verdict);
    let counts = if all(CounterVerdict::Same) { "every count is the same" } else { "counts changed as they may" };
    let latencies = if comparison.latency_gates() {
        "no latency is worse"
    } else if comparison.strategies.iter().any(|strategy| strategy.latency.is_some()) {
        "latencies only advise"
    } else {
        "latencies are not compared"
    };
    let left_out: u64 = comparison.strategies.iter().map(|strategy| strategy.tally.left_out).sum();
    let left_out = if left_out > 0 { format!(", {} left out", plural(left_out, "row")) } else { String::new() };
    format!("{counts}{left_out}, {latencies}")
}

/// What is wrong about the answers.
fn wrongs(tally: &Tally) -> Option<String> {
    let wrongs = [
        (tally.current.wrong, "wrong"),
        (tally.lost, "no longer answered"),
        (tally.contradicted, "answered differently than in the baseline"),
    ];
    let said = wrongs.into_iter().filter(|&(n, _)| n > 0).map(|(n, what)| format!("{} {what}", plural(n, "puzzle")));
    let said: Vec<_> = said.collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// What became worse.
fn regressions(strategy: &StrategyComparison, latency_gates: bool) -> Option<String> {
    let slower = |latency: &Latency| format!("latency × {:.3}, {}", latency.ratio, interval(latency));
    let latency = strategy.latency.filter(|latency| latency_gates && latency.verdict == LatencyVerdict::Regressed);
    let said: Vec<_> = strategy.violations.iter().cloned().chain(latency.as_ref().map(slower)).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// What is not known.
fn undecided(strategy: &StrategyComparison, latency_gates: bool) -> Option<String> {
    let inconclusive = |latency: &Latency| latency_gates && latency.verdict == LatencyVerdict::Inconclusive;
    let latency =
        strategy.latency.filter(inconclusive).map(|latency| format!("the latency, {}", more_rounds(&latency)));
    let timed_out = match strategy.tally.timed_out {
        0 => None,
        n => Some(format!(
            "{} answered before hit the time limit, which is not so on every machine",
            plural(n, "puzzle")
        )),
    };
    let left_out = (strategy.counters == CounterVerdict::LeftOut).then(|| "every puzzle hit a time limit".into());
    let said: Vec<String> = timed_out.into_iter().chain(left_out).chain(latency).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// Where the ratio is.
fn interval(latency: &Latency) -> String {
    format!("99 % interval {:.3} to {:.3}, floor {:.1} %", latency.low, latency.high, 100.0 * latency.floor)
}

fn more_rounds(latency: &Latency) -> String {
    match latency.more_rounds {
        Some(rounds) => format!("about {} would decide", plural(rounds.into(), "more round")),
        None => "and how many more rounds would decide cannot be told".into(),
    }
}

/// How many puzzles of a strategy changed, in words.
fn moves(tally: &Tally) -> String {
    let mut said = match tally.moves {
        Some(moves) => {
            let other = if moves.other > 0 { format!(", {} otherwise changed", moves.other) } else { String::new() };
            format!("{} up, {} down{other}, {} same", plural(moves.up, "puzzle"), moves.down, moves.same)
        }
        None => "which puzzles, only two results directories tell".into(),
    };
    if tally.left_out > 0 {
        said += &format!("; {} left out, for a time limit", plural(tally.left_out, "puzzle"));
    }
    said
}

/// A change of a puzzle in words, without the puzzle.
fn change(change: &PuzzleChange) -> String {
    let (base, current) = (&change.base, &change.current);
    let counts = [
        ("nodes", base.nodes, current.nodes),
        ("backtracks", base.backtracks, current.backtracks),
        ("guesses", base.guesses, current.guesses),
        ("solutions", base.solutions, current.solutions),
        ("depth", base.max_depth.into(), current.max_depth.into()),
    ];
    let mut said: Vec<_> = counts
        .into_iter()
        .filter(|(_, base, current)| base != current)
        .map(|(what, base, current)| format!("{what} {base} → {current}"))
        .collect();
    if base.status != current.status {
        said.insert(0, format!("{} → {}", base.status, current.status));
    }
    said.join(", ")
}

/// The line of the corpus, and the name where it tells more.
fn place(change: &PuzzleChange) -> String {
    let line = change.line.to_string();
    if change.puzzle == line {
        return format!("line {line}");
    }
    // Behind the line: GitHub takes `::` for a command where a line begins with it, and `##[` wherever it is.
    format!("line {line} ({})", plain(&change.puzzle).replace("##[", "## ["))
}

/// Names are whatever a file has, and a terminal obeys control characters.
fn plain(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// More or less, absolute and in percent; `~` where nothing changed.
fn delta(base: u64, current: u64) -> String {
    let (sign, by) = if current > base { ('+', current - base) } else { ('−', base - current) };
    match (by, base) {
        (0, _) => "~".into(),
        (_, 0) => format!("{sign}{}", numbers::count(by)),
        _ => {
            let percent = 100.0 * by as f64 / base as f64;
            let digits = if percent < 0.01 { 4 } else { 2 };
            format!("{sign}{} ({sign}{percent:.digits$} %)", numbers::count(by))
        }
    }
}
