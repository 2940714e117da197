//! `compare.md`: the comparison for a comment or a page, the verdict first.

use std::fmt::Write;

use super::{
    change, headline, moves, place,
    table::{header, rows},
    wrongs,
};
use crate::compare::{Comparison, CounterVerdict, LatencyVerdict, StrategyComparison, Verdict};

/// The most bytes: a comment on GitHub has at most 65,536 characters.
const MOST: usize = 60_000;
/// The most characters of paths.
const MOST_PATHS: usize = 1000;
/// What is behind a document that would be longer.
const CUT: &str = "\n_Cut short here._\n";

/// The document, at most 60,000 bytes.
///
/// The first line is a comment by which a program finds the document it wrote before. Strategies in which nothing happened
/// are folded away.
pub fn markdown(comparison: &Comparison) -> String {
    let mut text = head(comparison);
    let (quiet, eventful): (Vec<_>, Vec<_>) = comparison.strategies.iter().partition(|strategy| is_quiet(strategy));
    let all: Vec<_> = rows(comparison).collect();
    let of = |wanted: &[&StrategyComparison]| -> Vec<&Vec<String>> {
        let wanted =
            |row: &&Vec<String>| row[0] == "geomean" || wanted.iter().any(|strategy| strategy.strategy == row[0]);
        all.iter().filter(wanted).collect()
    };
    text += &table(comparison, &of(&eventful));
    for strategy in &eventful {
        explain(&mut text, strategy);
    }
    if !quiet.is_empty() {
        let mut rows = of(&quiet);
        rows.pop();
        let _ = writeln!(text, "\n<details><summary>{} unchanged</summary>\n", quiet.len());
        text += &table(comparison, &rows);
        text += "\n</details>\n";
    }
    for reason in &comparison.latency_advisory {
        let _ = writeln!(text, "\nLatencies do not decide: {}.", escape(reason));
    }
    if !comparison.left_out.is_empty() {
        let _ = writeln!(text, "\nOnly one side has {}.", escape(&comparison.left_out.join(", ")));
    }
    cut(text, MOST)
}

/// The mark, the verdict, and what was compared.
fn head(comparison: &Comparison) -> String {
    let corpora = escape(&shortened(comparison.corpora.join(" ")));
    let mark = match comparison.verdict {
        Verdict::Pass => "✅",
        Verdict::Inconclusive => "❔",
        Verdict::Regressed | Verdict::Wrong => "❌",
    };
    let (verdict, base, current) =
        (escape(&headline(comparison)), escape(&comparison.base), escape(&comparison.current));
    let marker = corpora.replace("--", "- -");
    format!("<!-- sudoku-bench: {marker} -->\n{mark} **{verdict}**\n\n{current} against {base}, on {corpora}\n\n")
}

/// Thousands of paths would leave no room for the verdict.
fn shortened(text: String) -> String {
    match text.char_indices().nth(MOST_PATHS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Whether nothing happened to a strategy.
fn is_quiet(strategy: &StrategyComparison) -> bool {
    let quiet = |verdict| matches!(verdict, LatencyVerdict::Unchanged);
    strategy.counters == CounterVerdict::Same
        && !strategy.tally.is_wrong()
        && strategy.tally.left_out == 0
        && strategy.latency.is_none_or(|latency| quiet(latency.verdict))
}

fn table(comparison: &Comparison, rows: &[&Vec<String>]) -> String {
    let header = header(comparison);
    let line = |cells: &mut dyn Iterator<Item = String>| format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
    let mut text = line(&mut header.iter().map(|name| name.to_string()));
    text += &line(&mut header.iter().enumerate().map(|(i, _)| if i == 0 { "---" } else { "---:" }.into()));
    for row in rows {
        text += &line(&mut row.iter().map(|cell| escape(cell)));
    }
    text
}

fn explain(text: &mut String, strategy: &StrategyComparison) {
    let (name, tally) = (escape(&strategy.strategy), &strategy.tally);
    let said = wrongs(tally).into_iter().chain(strategy.violations.iter().cloned());
    for what in said {
        let _ = writeln!(text, "\n**{name}**: {}", escape(&what));
    }
    if tally.same && tally.left_out == 0 {
        return;
    }
    let _ = writeln!(text, "\n{name}: {}", escape(&moves(tally)));
    if !tally.largest.is_empty() {
        text.push('\n');
    }
    for largest in &tally.largest {
        let puzzle = largest.text.as_ref().map_or(String::new(), |puzzle| format!(" `{puzzle}`"));
        let _ = writeln!(text, "- {}: {}{puzzle}", code(&place(largest)), escape(&change(largest)));
    }
}

/// What there is to say where there is no verdict.
pub fn failure(reason: &str) -> String {
    format!("❌ **not compared**: {}\n", code(&shortened(reason.into())))
}

/// Text in which GitHub finds neither mark-up nor the names of users and issues.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'").replace(char::is_control, " "))
}

/// Text that is no Markdown and no HTML: names of puzzles and paths are whatever a corpus has.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '@' | '#' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Cuts whole lines off, and says so, where there are more bytes than there may be.
pub fn cut(text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    let room = most - CUT.len();
    let end = (0..=room).rev().find(|&end| text.as_bytes()[end] == b'\n').map_or(0, |end| end + 1);
    text[..end.min(room)].to_string() + CUT
}
