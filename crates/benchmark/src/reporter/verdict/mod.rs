//! Renders a comparison: tables for the terminal, Markdown, and annotations for GitHub. Sentences are shared.

mod annotations;
mod headline;
mod markdown;
mod reasons;
mod table;

use corpus::{
    numbers::{self, plural},
    terminal,
};

use crate::compare::{CountChanges, PuzzleChange};

pub use annotations::{annotation, annotations};
pub(super) use headline::{enumerated, headline};
pub(super) use markdown::truncate;
pub use markdown::{failure_markdown, markdown};
pub(super) use table::tables;
pub use table::verdict_table;

fn percent(fraction: f64) -> String {
    format!("{:.1} %", 100.0 * fraction)
}

pub(super) fn describe_moves(counts: &CountChanges) -> String {
    let mut text = match counts.moves {
        Some(moves) => {
            let other = if moves.other > 0 { format!(", {} otherwise changed", moves.other) } else { String::new() };
            format!("{} up, {} down{other}, {} same", plural(moves.longer, "puzzle"), moves.shorter, moves.same)
        }
        None => "a lock file does not record which puzzles changed".into(),
    };
    if counts.left_out > 0 {
        text += &format!("; {} left out because of a time limit", plural(counts.left_out, "puzzle"));
    }
    text
}

fn describe_change(change: &PuzzleChange) -> String {
    let base = &change.base;
    let current = &change.current;
    let counts = [
        ("nodes", base.nodes, current.nodes),
        ("backtracks", base.backtracks, current.backtracks),
        ("guesses", base.guesses, current.guesses),
        ("solutions", base.solutions, current.solutions),
        ("depth", base.max_depth.into(), current.max_depth.into()),
    ];
    let mut changes: Vec<_> = counts
        .into_iter()
        .filter(|(_, base, current)| base != current)
        .map(|(name, base, current)| format!("{name} {base} → {current}"))
        .collect();
    if base.status != current.status {
        changes.insert(0, format!("{} → {}", base.status, current.status));
    }
    changes.join(", ")
}

/// Returns the line of a puzzle in the corpus, and its name if that is not the line.
fn location(change: &PuzzleChange) -> String {
    let line = change.line.to_string();
    if change.puzzle == line {
        return format!("line {line}");
    }
    format!("line {line} ({})", inert(&change.puzzle))
}

/// Escapes text for the middle of a line, so that neither a terminal nor the log of a GitHub workflow interprets it.
pub(super) fn inert(text: &str) -> String {
    // GitHub reads `::` at the beginning of a line as a command, and `##[` anywhere.
    terminal::escape(text).replace("##[", "## [")
}

/// Returns the change of a count in percent; a change too small for that as a number; `~` if there is none.
pub(super) fn delta(base: u64, current: u64) -> String {
    let sign = if current > base { '+' } else { '−' };
    let by = base.abs_diff(current);
    let percent = 100.0 * by as f64 / base as f64;
    match by {
        0 => "~".into(),
        _ if (0.01..f64::INFINITY).contains(&percent) => format!("{sign}{percent:.2} %"),
        by => format!("{sign}{}", numbers::count(by)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_in_percent_if_that_shows_them() {
        assert_eq!([(7, 7), (0, 5), (200, 100)].map(|(base, current)| delta(base, current)), ["~", "+5", "−50.00 %"]);
        assert_eq!([delta(2_613_644, 2_613_645), delta(12_345, 12_445)], ["+1", "+0.81 %"]);
    }
}
