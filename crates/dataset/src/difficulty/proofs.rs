//! The work of proving that a puzzle has one solution, over random isomorphs of the puzzle: a count on one form of the
//! puzzle depends on how the grid is written.

use std::sync::atomic::AtomicBool;

use grid::{Grid, simd::Simd};
use solver::strategy::{Answer, Answers, Build, End, Entry, Limits, Strategy};

use super::value::Value;
use crate::draw::images;
use corpus::{
    error::{Error, Result},
    layout::ColumnType,
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

pub(super) fn columns(entry: &Entry) -> [(String, ColumnType); 3] {
    let strategy = column_prefix(entry);
    let types = [("mean", ColumnType::Float), ("median", ColumnType::Integer), ("q95", ColumnType::Integer)];
    types.map(|(column, column_type)| (format!("{strategy}_proof_{column}"), column_type))
}

pub(super) struct ProofBuilder<'a> {
    morphs: Morphs,
    limits: Limits<'a>,
    simd: Simd,
    strategies: Vec<(Constructor, Count)>,
}

type Constructor = fn(Simd) -> Box<dyn Strategy>;

/// The work of a search: backtracks, or guesses.
type Count = fn(&Answer) -> u64;

impl<'a> ProofBuilder<'a> {
    /// # Errors
    ///
    /// Returns an error for an external engine.
    pub fn new(morphs: Morphs, options: &Options, stop: &'a AtomicBool) -> Result<ProofBuilder<'a>> {
        let strategy = |entry: &Entry| match entry.build {
            Build::Native(build) => Ok((build, count_of(entry))),
            Build::Dynamic(_) => Err(Error::Usage(format!("--morphs cannot use engines: leave out {}", entry.name))),
        };
        let strategies = options.strategies.iter().map(strategy).collect::<Result<_>>()?;
        let limits = Limits { stop: stop.into(), ..options.limits };
        Ok(ProofBuilder { morphs, limits, simd: options.simd, strategies })
    }

    pub fn build(&self) -> Proofs<'a> {
        Proofs {
            morphs: self.morphs,
            limits: self.limits,
            strategies: self.strategies.iter().map(|&(build, count)| (build(self.simd), count)).collect(),
            answers: Answers::new(PROOF_SOLUTIONS),
        }
    }
}

/// Returns what is counted: backtracks, but guesses for `lanes`, which has few nodes besides.
fn count_of(entry: &Entry) -> Count {
    match &*entry.name {
        "lanes" => |answer| answer.outcome.guesses,
        _ => |answer| answer.outcome.backtracks,
    }
}

/// The workspace of a thread.
pub(super) struct Proofs<'a> {
    morphs: Morphs,
    limits: Limits<'a>,
    strategies: Vec<(Box<dyn Strategy>, Count)>,
    answers: Answers,
}

impl Proofs<'_> {
    /// Returns the mean, the median and the 95th percentile for each strategy. `index` is that of the puzzle in the
    /// corpus.
    pub fn of_isomorphs(&mut self, puzzle: &Grid, index: u64) -> Vec<Option<Value>> {
        let Proofs { morphs, limits, strategies, answers } = self;
        let isomorphs = images(&(*puzzle).into(), None, (morphs.seed, index), morphs.count);
        let isomorphs: Vec<Grid> = isomorphs.into_iter().filter_map(|(isomorph, _)| isomorph.nine().copied()).collect();
        let summarize = |(strategy, count): &mut (Box<dyn Strategy>, Count)| {
            let answers = answers.resized(isomorphs.len());
            strategy.solve_block(&isomorphs, limits, answers);
            let is_complete = |answer: &Answer| answer.outcome.end == End::Complete;
            summary(answers.iter().map(|answer| is_complete(answer).then(|| count(answer))).collect())
        };
        strategies.iter_mut().flat_map(summarize).collect()
    }
}

/// Returns the mean, the median and the 95th percentile of counts. `None` is a search that a limit ended: its count is
/// larger than all others, and there is no mean. A percentile is missing if it is such a count.
fn summary(counts: Vec<Option<u64>>) -> [Option<Value>; 3] {
    let all: Option<Vec<u64>> = counts.iter().copied().collect();
    let mean = all.map(|all| all.iter().sum::<u64>() as f64 / all.len() as f64);
    let mut sorted = counts;
    sorted.sort_unstable_by_key(|count| count.unwrap_or(u64::MAX));
    // The smallest count that this percentage of all counts do not exceed.
    let percentile = |percent: usize| sorted[(sorted.len() * percent).div_ceil(100) - 1].map(Value::Integer);
    [mean.map(Value::rounded), percentile(50), percentile(95)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary_of(counts: &[u64], limited: usize) -> String {
        let counts = counts.iter().copied().map(Some).chain(vec![None; limited]).collect();
        summary(counts).map(|value| value.map_or(String::new(), |value| value.to_string())).join(",")
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
