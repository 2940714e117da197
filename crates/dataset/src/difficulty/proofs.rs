//! The work of proving that a puzzle has one solution, over random isomorphs of the puzzle: a count on one form of the
//! puzzle depends on how the grid is written.

use std::sync::atomic::AtomicBool;

use grid::{AnyGrid, Grid};
use solver::strategy::{Answer, Answers, End, Entry, Limits, Outcome, Strategy};

use super::fact::rounded;
use crate::draw::images;
use corpus::{
    error::{Error, Result},
    layout::{ColumnType, Value},
};
use pass::Options;

/// Random isomorphs of every puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Morphs {
    /// The number of isomorphs of a puzzle; at least 1.
    pub count: usize,
    pub seed: u64,
}

/// The solutions after which a proof ends: a second solution disproves that there is one.
const PROOF_SOLUTIONS: u64 = 2;

/// Returns the column prefix of a strategy: its name with `_` for `-` and `:`, which names in filter expressions cannot contain.
pub fn column_prefix(entry: &Entry) -> String {
    entry.name.replace(['-', ':'], "_")
}

/// Returns the names, the types and the meanings of the columns of a strategy.
pub(super) fn columns(entry: &Entry) -> [(String, ColumnType, &'static str); 3] {
    let strategy = column_prefix(entry);
    let summaries = [
        (
            "mean",
            ColumnType::Float,
            "mean of the backtracks (`lanes`: guesses) of the search for two solutions, over K random isomorphs",
        ),
        ("median", ColumnType::Integer, "median of these backtracks"),
        ("q95", ColumnType::Integer, "95th percentile of these backtracks"),
    ];
    summaries.map(|(column, column_type, about)| (format!("{strategy}_proof_{column}"), column_type, about))
}

/// The work of a search: [`Entry::proof_work`].
type Work = fn(&Outcome) -> u64;

/// The workspace of a thread.
pub(super) struct Proofs<'a> {
    morphs: Morphs,
    limits: Limits<'a>,
    strategies: Vec<(Box<dyn Strategy>, Work)>,
    answers: Answers,
}

/// Checks that all strategies can prove that there is one solution: external engines cannot.
pub(super) fn check_strategies(strategies: &[Entry]) -> Result<()> {
    match strategies.iter().find(|entry| entry.external.is_some()) {
        Some(engine) => Err(Error::Usage(format!("--morphs cannot use engines: leave out {}", engine.name))),
        None => Ok(()),
    }
}

impl<'a> Proofs<'a> {
    pub fn new(morphs: Morphs, options: &Options, stop: &'a AtomicBool) -> Proofs<'a> {
        let Options { shape, simd, strategies, .. } = options;
        let build = |entry: &Entry| entry.build(*shape, *simd).expect("a strategy of this program always starts");
        Proofs {
            morphs,
            limits: Limits { stop: stop.into(), ..options.limits },
            strategies: strategies.iter().map(|entry| (build(entry), entry.proof_work)).collect(),
            answers: Answers::new(PROOF_SOLUTIONS),
        }
    }

    /// Returns the mean, the median and the 95th percentile for each strategy. `index` is that of the puzzle in the
    /// corpus.
    pub fn of_isomorphs(&mut self, puzzle: &Grid, index: u64) -> Vec<Value<'static>> {
        let Proofs { morphs, limits, strategies, answers } = self;
        let isomorphs = images(&(*puzzle).into(), None, (morphs.seed, index), morphs.count);
        let isomorphs: Vec<AnyGrid> = isomorphs.into_iter().map(|image| image.givens).collect();
        let summarize = |(strategy, work): &mut (Box<dyn Strategy>, Work)| {
            let answers = answers.resized(isomorphs.len());
            strategy.solve_block(&isomorphs, limits, answers);
            let is_complete = |answer: &Answer| answer.outcome.end == End::Complete;
            summary(answers.iter().map(|answer| is_complete(answer).then(|| work(&answer.outcome))).collect())
        };
        strategies.iter_mut().flat_map(summarize).collect()
    }
}

/// Returns the mean, the median and the 95th percentile of counts. `None` is a search that a limit ended: its count is
/// larger than all others, and there is no mean. A percentile is missing if it is such a count.
fn summary(counts: Vec<Option<u64>>) -> [Value<'static>; 3] {
    let all: Option<Vec<u64>> = counts.iter().copied().collect();
    let mean = all.map(|all| all.iter().sum::<u64>() as f64 / all.len() as f64);
    let mut sorted = counts;
    sorted.sort_unstable_by_key(|count| count.unwrap_or(u64::MAX));
    // The smallest count that this percentage of all counts do not exceed.
    let percentile = |percent: usize| sorted[(sorted.len() * percent).div_ceil(100) - 1];
    [mean.map(rounded).into(), percentile(50).into(), percentile(95).into()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary_of(counts: &[u64], limited: usize) -> String {
        let counts = counts.iter().copied().map(Some).chain(vec![None; limited]).collect();
        summary(counts).map(|value| value.to_string()).join(",")
    }

    #[test]
    fn percentiles_are_counts() {
        assert_eq!(summary_of(&[7], 0), "7,7,7");
        assert_eq!(summary_of(&[4, 1, 3, 2], 0), "2.5,2,4");
        assert_eq!(summary_of(&(1..=100).collect::<Vec<_>>(), 0), "50.5,50,95");
        assert_eq!(summary_of(&[1, 0, 0], 0), "0.333,0,1");
    }

    #[test]
    fn searches_that_a_limit_ended_are_larger_than_all() {
        assert_eq!(summary_of(&(1..=19).collect::<Vec<_>>(), 1), ",10,19");
        assert_eq!(summary_of(&[5, 6], 1), ",6,");
        assert_eq!(summary_of(&[], 2), ",,");
    }
}
