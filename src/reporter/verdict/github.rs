//! What GitHub Actions reads: the step's summary and outputs in files that it names, annotations on standard output.
//!
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>; the escapes are those of
//! `packages/core/src/command.ts` in actions/toolkit.

use std::{
    env,
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
};

use super::{headline, regressions, undecided, wrongs};
use crate::{
    compare::{Comparison, StrategyComparison},
    error::{Error, Result},
};

/// The most bytes of a step's summary: GitHub drops one of over a mebibyte as a whole.
const MOST_SUMMARY: usize = 200_000;
/// The most annotations: GitHub shows ten of a step.
const MOST_ANNOTATIONS: usize = 8;

/// The files that GitHub Actions names.
#[derive(Debug)]
pub struct GitHub {
    summary: Option<PathBuf>,
    output: Option<PathBuf>,
}

impl GitHub {
    /// Where this is a step of GitHub Actions.
    pub fn from_environment() -> Option<GitHub> {
        let path = |name| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let here = env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        here.then(|| GitHub { summary: path("GITHUB_STEP_SUMMARY"), output: path("GITHUB_OUTPUT") })
    }

    /// Adds to the step's summary, at once.
    pub fn summarize(&self, markdown: &str) -> Result<()> {
        let markdown = super::markdown::cut(markdown.into(), MOST_SUMMARY);
        self.summary.as_ref().map_or(Ok(()), |path| append(path, &format!("{markdown}\n")))
    }

    /// Sets the step's outputs `verdict` and `report`.
    pub fn output(&self, verdict: &str, report: Option<&Path>) -> Result<()> {
        let report = report.map(|path| path.display().to_string()).unwrap_or_default();
        // A line break would end the value, and begin another.
        let report = report.replace(['\r', '\n'], " ");
        self.output.as_ref().map_or(Ok(()), |path| append(path, &format!("verdict={verdict}\nreport={report}\n")))
    }
}

fn append(path: &Path, text: &str) -> Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(Error::io(path, "open"))?;
    file.write_all(text.as_bytes()).map_err(Error::io(path, "write"))
}

/// The annotations, a line each, for what a reviewer should see: at most one a strategy. What does not fail the step is a
/// warning.
pub fn annotations(comparison: &Comparison, advisory: bool) -> String {
    let gates = comparison.latency_gates();
    let of = |strategy: &StrategyComparison| {
        let (level, what) = match (wrongs(&strategy.tally), regressions(strategy, gates), undecided(strategy, gates)) {
            (Some(what), ..) => ("error", what),
            (_, Some(what), _) => (if advisory { "warning" } else { "error" }, what),
            (.., Some(what)) => ("notice", what),
            _ => return None,
        };
        Some((level, format!("sudoku-bench: {}", strategy.strategy), what))
    };
    let mut said: Vec<_> = comparison.strategies.iter().filter_map(of).collect();
    // The worst first.
    said.sort_by_key(|&(level, ..)| ["error", "warning", "notice"].iter().position(|&known| known == level));
    if said.len() > MOST_ANNOTATIONS {
        said.truncate(MOST_ANNOTATIONS - 1);
        said.push((said[0].0, "sudoku-bench".into(), format!("and more: {}", headline(comparison))));
    }
    said.iter().map(|(level, title, what)| annotation(level, title, what)).collect()
}

/// One annotation; also for what no comparison came to.
pub fn annotation(level: &str, title: &str, message: &str) -> String {
    format!("::{level} title={}::{}\n", escape_property(title), escape_data(message))
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        compare::{Rules, Subject, Tally},
        record::Counts,
    };

    /// There are fewer strategies than annotations, until there are more.
    #[test]
    fn there_are_never_too_many() {
        let said = |strategies: usize| {
            let names: Vec<String> = (0..strategies).map(|n| format!("strategy-{n}")).collect();
            let counts = |nodes| Counts { puzzles: 1, solved: 1, nodes, ..Counts::default() };
            let tally = Tally { base: counts(1), current: counts(2), ..Tally::of_rows() };
            let (tallies, none) = (vec![tally; strategies], vec![None; strategies]);
            annotations(&Comparison::new(Subject::default(), &names, tallies, none, &Rules::default()), false)
        };
        assert_eq!([0, 1, 8, 9, 20].map(|strategies| said(strategies).lines().count()), [0, 1, 8, 8, 8]);
        assert!(said(8).lines().all(|line| line.contains("where no increase is allowed")), "{}", said(8));
        let last = said(9).lines().last().unwrap().to_string();
        assert!(last.starts_with("::error title=sudoku-bench::and more: regressed: strategy-0: "), "{last}");
        assert!(last.contains("strategy-8: nodes 1 → 2"), "{last}");
    }

    #[test]
    fn what_github_would_read_as_its_own_is_escaped() {
        let line = annotation("error", "a:b,c%", "100 %\r\n::error::x");
        assert_eq!(line, "::error title=a%3Ab%2Cc%25::100 %25%0D%0A::error::x\n");
    }
}
