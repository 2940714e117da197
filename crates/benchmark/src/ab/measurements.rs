//! The measurements of two builds: how the counts changed, and the differences of latency.

use corpus::{
    error::{Error, Result},
    reader::Block,
};
use pass::Sample;

use crate::{
    compare::{self, CountChanges, PuzzleChange},
    record::{PuzzleRecord, puzzle_name},
};
use stats::{Cell, Precision, median, trimmed_log_mean};

#[derive(Debug)]
pub struct Measurements {
    /// How the counts changed in the first round. Wrong, lost and contradicted answers are the maximum over all rounds.
    pub(super) counts: Vec<CountChanges>,
    /// The log latencies of the old and of the new build, for each round and block.
    latencies: Vec<[Vec<Cell>; 2]>,
}

impl Measurements {
    pub(super) fn new(strategies: usize) -> Measurements {
        let latencies = vec![[Vec::new(), Vec::new()]; strategies];
        Measurements { counts: vec![CountChanges::of_no_rows(); strategies], latencies }
    }

    /// Adds the samples of both builds for a block, the old build first.
    pub(super) fn add(
        &mut self,
        strategies: &[String],
        round: u32,
        block: &Block,
        [old, new]: &[Vec<Sample>; 2],
        on_change: &mut impl FnMut(&str, &PuzzleChange) -> Result<()>,
    ) -> Result<()> {
        let n = strategies.len();
        for (puzzle, (old, new)) in block.puzzles.iter().zip(old.chunks(n).zip(new.chunks(n))) {
            let record = PuzzleRecord {
                givens: None,
                puzzle: puzzle_name(puzzle),
                line: puzzle.line,
                clues: puzzle.givens.clues() as u64,
                samples: Vec::new(),
            };
            for (i, (counts, name)) in self.counts.iter_mut().zip(strategies).enumerate() {
                counts.add(name, &record, || Some(puzzle.givens.to_string()), (&old[i], &new[i]), on_change)?;
            }
        }
        for (strategy, latencies) in self.latencies.iter_mut().enumerate() {
            let pairs = old.iter().zip(new).skip(strategy).step_by(n);
            for (cells, value) in latencies.iter_mut().zip(log_latencies(pairs).into_iter().flatten()) {
                cells.push(Cell { round, block: block.index, value, ..Cell::default() });
            }
        }
        Ok(())
    }

    pub(super) fn rounds(&self) -> u32 {
        self.latencies.iter().flatten().flatten().map(|cell| cell.round + 1).max().unwrap_or(0)
    }

    /// Returns the differences of each strategy without the effect of the order of the builds.
    pub(super) fn balanced_differences(&self) -> Vec<Vec<Cell>> {
        let difference = |(old, new): (&Cell, &Cell)| Cell { value: new.value - old.value, ..*new };
        let differences = |[old, new]: &[Vec<Cell>; 2]| old.iter().zip(new).map(difference).collect::<Vec<_>>();
        self.latencies.iter().map(|latencies| without_order_effect(&differences(latencies))).collect()
    }

    /// Returns the typical latencies of both builds for each strategy, in nanoseconds.
    pub(super) fn typical_latencies(&self) -> Vec<Option<[f64; 2]>> {
        self.latencies.iter().map(|[old, new]| compare::typical_latencies(old, new)).collect()
    }

    /// Returns the precision of each strategy; `None` for fewer than two rounds.
    pub(super) fn precisions(&self) -> Vec<Option<Precision>> {
        let has_rounds = self.rounds() > 1;
        self.balanced_differences().into_iter().map(|cells| compare::precision(&cells).filter(|_| has_rounds)).collect()
    }

    /// Adds a later round. A wrong answer of any round is kept. Returns an error if the counts differ from those of the first
    /// round, although no time limit was hit and every answer was right.
    pub(super) fn add_round(&mut self, later: Measurements) -> Result<()> {
        // The verdict on a wrong answer says more than this error. Without a wrong answer, the counts must be those of
        // the first round.
        let has_wrong_answers = self.counts.iter().chain(&later.counts).any(CountChanges::has_wrong_answers);
        for (counts, later) in self.counts.iter_mut().zip(&later.counts) {
            let key = |counts: &CountChanges| (counts.base, counts.current, counts.moves);
            let has_time_limit = counts.left_out > 0 || later.left_out > 0;
            if !has_wrong_answers && !has_time_limit && key(counts) != key(later) {
                return Err(Error::Changed("the counts of a build differ from those of its first round".into()));
            }
            counts.current.wrong = counts.current.wrong.max(later.current.wrong);
            counts.lost = counts.lost.max(later.lost);
            counts.contradicted = counts.contradicted.max(later.contradicted);
        }
        let cells = self.latencies.iter_mut().flatten();
        cells.zip(later.latencies.into_iter().flatten()).for_each(|(all, mut later)| all.append(&mut later));
        Ok(())
    }
}

/// Returns true if the new build solves a block before the old one.
pub(super) fn is_new_first(round: u32, block: u64) -> bool {
    (block.wrapping_add(u64::from(round))) % 2 == 1
}

/// Returns the cells without the effect of the order. The second build to solve a block profits from the first, so the
/// differences have two centres; the mean of the centres is the difference of the builds.
fn without_order_effect(cells: &[Cell]) -> Vec<Cell> {
    let centre = |new_first: bool| {
        let values = cells.iter().filter(|cell| is_new_first(cell.round, cell.block) == new_first);
        median(&mut values.map(|cell| cell.value).collect::<Vec<_>>())
    };
    let (Some(new_first), Some(old_first)) = (centre(true), centre(false)) else { return cells.to_vec() };
    let effect = (new_first - old_first) / 2.0;
    cells
        .iter()
        .map(|cell| {
            let sign = if is_new_first(cell.round, cell.block) { -1.0 } else { 1.0 };
            Cell { value: cell.value + sign * effect, ..*cell }
        })
        .collect()
}

/// Returns the trimmed mean log latencies of the old and of the new build; `None` if no search finished in both.
fn log_latencies<'a>(pairs: impl Iterator<Item = (&'a Sample, &'a Sample)>) -> Option<[f64; 2]> {
    // A search that only one build finished is not the same work.
    let both: Vec<_> = pairs.filter(|(old, new)| is_timed(old) && is_timed(new)).collect();
    let old = trimmed_log_mean(both.iter().map(|(old, _)| old.latency_ns))?;
    let new = trimmed_log_mean(both.iter().map(|(_, new)| new.latency_ns))?;
    Some([old, new])
}

fn is_timed(sample: &Sample) -> bool {
    sample.status.is_finished() && sample.latency_ns > 0
}

#[cfg(test)]
mod tests {
    use pass::Counts;

    use super::*;

    #[test]
    fn a_wrong_answer_of_any_round_is_kept() {
        // Returns the most wrong, lost and contradicted answers of the rounds.
        let add_up = |rounds: &[&CountChanges]| -> Result<[u64; 3]> {
            let round = |&counts: &&CountChanges| Measurements { counts: vec![counts.clone()], ..Measurements::new(1) };
            let mut rounds = rounds.iter().map(round);
            let mut all = rounds.next().unwrap();
            rounds.try_for_each(|later| all.add_round(later))?;
            let counts = &all.counts[0];
            Ok([counts.current.wrong, counts.lost, counts.contradicted])
        };
        let sums = |solved, wrong, nodes| Counts { puzzles: 2, solved, wrong, nodes, ..Counts::default() };
        let right = CountChanges { base: sums(2, 0, 9), current: sums(2, 0, 9), ..CountChanges::of_no_rows() };
        let longer = CountChanges { current: sums(2, 0, 10), ..right.clone() };
        let wrong = CountChanges { current: sums(1, 1, 7), lost: 1, ..right.clone() };
        let contradicted = CountChanges { contradicted: 1, ..longer.clone() };
        for rounds in [[&wrong, &right, &right], [&right, &wrong, &right], [&right, &right, &wrong]] {
            assert_eq!(add_up(&rounds).unwrap(), [1, 1, 0]);
        }
        assert_eq!(add_up(&[&right, &contradicted, &wrong, &longer]).unwrap(), [1, 1, 1]);
        assert_eq!(add_up(&[&right, &right]).unwrap(), [0, 0, 0]);
        assert!(matches!(add_up(&[&right, &right, &longer]), Err(Error::Changed(_))));
        // Counts may differ because of a time limit.
        let limited = CountChanges { base: sums(1, 0, 5), current: sums(1, 0, 5), left_out: 1, ..right.clone() };
        assert_eq!(add_up(&[&limited, &longer]).unwrap(), [0, 0, 0]);
        assert_eq!(add_up(&[&limited, &contradicted, &limited]).unwrap(), [0, 0, 1]);
    }
}
