//! `compare.md`: the comparison as Markdown, for a comment on a pull request.

use std::fmt::Write;

use corpus::terminal;

use super::{
    describe_change, describe_moves, headline, location,
    reasons::{quieter_measurement, reasons},
    table::{measured_note, tables},
};
use crate::{
    compare::{Comparison, CounterVerdict, LatencyVerdict, StrategyComparison, Verdict},
    reporter::table::{Table, escape_markdown as escape},
};

/// Maximum number of bytes of the document; a comment on GitHub has at most 65,536 characters.
const MAX_BYTES: usize = 60_000;
const MAX_PATH_CHARS: usize = 1000;
/// The end of a document that was truncated.
const TRUNCATION_NOTE: &str = "\n_Truncated here._\n";

/// Renders a comparison as Markdown, at most 60,000 bytes.
///
/// The first line is an HTML comment that identifies the document, so that a program can replace its earlier comment. The
/// verdict follows. Unchanged strategies are collapsed.
pub fn markdown(comparison: &Comparison) -> String {
    let mut text = head(comparison);
    let (unchanged, changed): (Vec<_>, Vec<_>) =
        comparison.strategies.iter().partition(|strategy| is_unchanged(strategy, comparison));
    // The means are beside the strategies that a reader sees first.
    if !changed.is_empty() {
        text.push('\n');
        text += &markdown_tables(&tables(comparison, &changed, true));
    }
    for strategy in &changed {
        explain(&mut text, strategy, comparison);
    }
    if !unchanged.is_empty() {
        let _ = writeln!(text, "\n<details><summary>{} unchanged</summary>\n", unchanged.len());
        text += &markdown_tables(&tables(comparison, &unchanged, changed.is_empty()));
        text += "\n</details>\n";
    }
    if let Some(note) = measured_note(comparison) {
        let _ = writeln!(text, "\n{note}");
    }
    if let Some(advice) = quieter_measurement(comparison) {
        let _ = writeln!(text, "\nA latency is inconclusive: {advice}.");
    }
    // The headline of a pass has the reasons.
    for reason in comparison.latency_advisory.iter().filter(|_| comparison.verdict != Verdict::Pass) {
        let _ = writeln!(text, "\nLatencies do not decide: {}.", escape(reason));
    }
    if !comparison.left_out.is_empty() {
        let _ = writeln!(text, "\nOnly one run has {}.", escape(&comparison.left_out.join(", ")));
    }
    truncate(text)
}

/// Renders the mark, the verdict, and the names of the runs and the corpora.
fn head(comparison: &Comparison) -> String {
    let corpora = escape(&shorten(comparison.corpora.join(" ")));
    let mark = match comparison.verdict {
        Verdict::Pass => "✅",
        Verdict::Inconclusive => "❔",
        Verdict::Regressed | Verdict::Wrong => "❌",
    };
    let verdict = escape(&headline(comparison));
    let base = escape(&comparison.base);
    let current = escape(&comparison.current);
    let marker = corpora.replace("--", "- -");
    format!("<!-- sudoku-bench: {marker} -->\n{mark} **{verdict}**\n\n{current} against {base}, on {corpora}\n")
}

/// Shortens a list of paths, which would otherwise leave no room for the verdict.
fn shorten(text: String) -> String {
    match text.char_indices().nth(MAX_PATH_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Returns true if neither the counts nor the latency of a strategy changed.
fn is_unchanged(strategy: &StrategyComparison, comparison: &Comparison) -> bool {
    strategy.counters == CounterVerdict::Same
        && !comparison.different_searches.contains(&strategy.strategy)
        && !strategy.counts.has_wrong_answers()
        && strategy.counts.left_out == 0
        && strategy.latency.is_none_or(|latency| latency.verdict == LatencyVerdict::Unchanged)
}

fn markdown_tables(tables: &[Table]) -> String {
    tables.iter().map(Table::markdown).collect::<Vec<_>>().join("\n")
}

fn explain(text: &mut String, strategy: &StrategyComparison, comparison: &Comparison) {
    let name = escape(&strategy.strategy);
    let counts = &strategy.counts;
    for reason in reasons(strategy, comparison) {
        let _ = writeln!(text, "\n**{name}**: {}", escape(&reason));
    }
    if counts.same && counts.left_out == 0 {
        return;
    }
    let _ = writeln!(text, "\n{name}: {}", escape(&describe_moves(counts)));
    if !counts.largest.is_empty() {
        text.push('\n');
    }
    for change in &counts.largest {
        let puzzle = change.text.as_ref().map_or(String::new(), |puzzle| format!(" `{puzzle}`"));
        let _ = writeln!(text, "- {}: {}{puzzle}", code(&location(change)), escape(&describe_change(change)));
    }
}

pub fn failure_markdown(reason: &str) -> String {
    format!("❌ **not compared**: {}\n", code(&shorten(reason.into())))
}

/// Formats text as code, in which GitHub finds neither markup nor names of users and issues.
fn code(text: &str) -> String {
    format!("`{}`", terminal::escape(text).replace('`', "'"))
}

/// Removes whole lines from the end of a document that is too long.
pub(in crate::reporter) fn truncate(text: String) -> String {
    if text.len() <= MAX_BYTES {
        return text;
    }
    let end = text.as_bytes()[..MAX_BYTES - TRUNCATION_NOTE.len()].iter().rposition(|&byte| byte == b'\n');
    text[..end.map_or(0, |end| end + 1)].to_string() + TRUNCATION_NOTE
}
