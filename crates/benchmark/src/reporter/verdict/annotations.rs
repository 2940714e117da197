//! Annotations of GitHub Actions: lines on standard output that GitHub shows beside a workflow.
//!
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>; the escapes are those of
//! `packages/core/src/command.ts` in actions/toolkit.

use corpus::terminal;

use super::{
    headline,
    reasons::{regressions, undecided, wrong_answers},
};
use crate::compare::{Comparison, StrategyComparison};

/// Maximum number of annotations; GitHub shows at most ten per step.
const MAX_ANNOTATIONS: usize = 8;

/// Annotates the strategies with a finding, one line each, the worst first. A finding that does not fail the step because
/// the comparison is `advisory` is a warning.
pub fn annotations(comparison: &Comparison, advisory: bool) -> String {
    let gates = comparison.latency_gates();
    let annotate = |strategy: &StrategyComparison| {
        let findings = (wrong_answers(&strategy.counts), regressions(strategy, gates), undecided(strategy, comparison));
        let (level, message) = match findings {
            (Some(message), ..) => ("error", message),
            (_, Some(message), _) => (if advisory { "warning" } else { "error" }, message),
            (.., Some(message)) => ("notice", message),
            _ => return None,
        };
        Some((level, format!("sudoku-bench: {}", strategy.strategy), message))
    };
    let mut found: Vec<_> = comparison.strategies.iter().filter_map(annotate).collect();
    found.sort_by_key(|&(level, ..)| ["error", "warning", "notice"].iter().position(|&known| known == level));
    if found.len() > MAX_ANNOTATIONS {
        found.truncate(MAX_ANNOTATIONS - 1);
        found.push((found[0].0, "sudoku-bench".into(), format!("and more: {}", headline(comparison))));
    }
    found.iter().map(|(level, title, message)| annotation(level, title, message)).collect()
}

/// Renders one annotation; `level` is `error`, `warning` or `notice`.
pub fn annotation(level: &str, title: &str, message: &str) -> String {
    let title = escape_data(title).replace(':', "%3A").replace(',', "%2C");
    format!("::{level} title={title}::{}\n", escape_data(message))
}

fn escape_data(text: &str) -> String {
    let escaped = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    terminal::escape(&escaped).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workflow_commands_are_escaped() {
        let line = annotation("error", "a:b,c%", "100 %\r\n::error::x");
        assert_eq!(line, "::error title=a%3Ab%2Cc%25::100 %25%0D%0A::error::x\n");
        assert_eq!(annotation("notice", "t", "\u{1b}[2J\u{202e}"), "::notice title=t::\\u{1b}[2J\\u{202e}\n");
    }
}
