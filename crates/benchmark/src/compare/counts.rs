//! How the counts of each strategy changed: sums, puzzles with longer and shorter searches, and the largest changes.

use std::cmp::Ordering;

use corpus::error::{Error, Result};
use pass::{Counts, Sample, Status};
use serde::Serialize;

use super::{Input, PuzzleChange, PuzzleCounts};
use crate::record::{PuzzleRecord, Results};

pub const MAX_LISTED_CHANGES: usize = 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChangeTally {
    /// Puzzles with a longer search, by nodes, then backtracks, then guesses.
    #[serde(rename = "up")]
    pub longer: u64,
    #[serde(rename = "down")]
    pub shorter: u64,
    /// Puzzles with a search of the same length, but another status, number of solutions or depth.
    pub other: u64,
    pub same: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CountChanges {
    pub base: Counts,
    pub current: Counts,
    pub same: bool,
    /// Puzzles that hit a time limit in either run. They are left out, because time limits depend on the machine.
    pub left_out: u64,
    /// Puzzles left out that the baseline answered and the current run did not.
    pub timed_out: u64,
    /// Compared puzzles that the baseline answered and the current run did not.
    pub lost: u64,
    /// Puzzles that both runs answered with different numbers of solutions: one of the answers is wrong.
    pub contradicted: u64,
    /// How many puzzles changed; `None` if an input is a lock file.
    pub moves: Option<ChangeTally>,
    pub largest: Vec<PuzzleChange>,
}

/// Compares the counts of the named strategies, which both inputs have; calls `on_change` for every row that changed.
pub(crate) fn compare_counts(
    base: &Input,
    current: &Input,
    strategies: &[String],
    mut on_change: impl FnMut(&str, &PuzzleChange) -> Result<()>,
) -> Result<Vec<CountChanges>> {
    let left = positions(base, strategies);
    let index_pairs: Vec<_> = left.into_iter().zip(positions(current, strategies)).collect();
    let changes = match (base.results(), current.results()) {
        (Some(base), Some(current)) => compare_rows(base, current, strategies, &index_pairs, &mut on_change)?,
        _ => {
            let counts = [base.counts()?, current.counts()?];
            let compare =
                |&(left, right)| compare_sum(base, current, [left, right], [counts[0][left], counts[1][right]]);
            index_pairs.iter().map(compare).collect::<Result<_>>()?
        }
    };
    require_puzzles(&changes)?;
    Ok(changes)
}

/// Checks that at least one puzzle was compared. Returns an error if no strategy was run on any puzzle, or every puzzle was left
/// out.
pub(crate) fn require_puzzles(changes: &[CountChanges]) -> Result<()> {
    if changes.iter().any(|change| change.base.run() > 0 || change.current.run() > 0) {
        return Ok(());
    }
    let reason = "nothing to compare: no strategy was run on a puzzle, or every puzzle hit a time limit";
    Err(Error::NotComparable(reason.into()))
}

fn positions(input: &Input, strategies: &[String]) -> Vec<usize> {
    let names = input.strategies();
    strategies.iter().filter_map(|name| names.iter().position(|other| other == name)).collect()
}

/// Compares the sums and the digests of a strategy, as a lock file has no rows. The strategy has these indices in the inputs.
fn compare_sum(
    base: &Input,
    current: &Input,
    [left, right]: [usize; 2],
    [from, to]: [Counts; 2],
) -> Result<CountChanges> {
    // A wrong answer is reported even if other rows cannot be compared.
    if to.wrong == 0 && (from.time_limit > 0 || to.time_limit > 0) {
        let reason = "a time limit was hit, and a lock file does not record which puzzles to leave out; \
                          use a node limit";
        return Err(Error::NotComparable(reason.into()));
    }
    let same = base.digest(left) == current.digest(right);
    if same && from != to {
        let lock = if base.results().is_none() { base } else { current };
        let reason =
            format!("the sums of {} do not match the rows with its digest: edited by hand", base.strategies()[left]);
        return Err(Error::malformed(lock.name.as_ref(), 0, reason));
    }
    Ok(CountChanges::of_sums(from, to, same))
}

/// Returns by how much a count grew beyond what was unanswered before.
fn gained_answers(from: &Counts, to: &Counts, of: fn(&Counts) -> u64) -> u64 {
    of(to).saturating_sub(of(from)).saturating_sub(from.unanswered())
}

fn compare_rows(
    base: &Results,
    current: &Results,
    strategies: &[String],
    positions: &[(usize, usize)],
    on_change: &mut impl FnMut(&str, &PuzzleChange) -> Result<()>,
) -> Result<Vec<CountChanges>> {
    let mut left = base.rows_ahead()?;
    let mut right = current.rows_ahead()?;
    let mut from = PuzzleRecord::default();
    let mut to = PuzzleRecord::default();
    let mut changes = vec![CountChanges::of_no_rows(); strategies.len()];
    loop {
        match (left.next(&mut from)?, right.next(&mut to)?) {
            (false, false) => return Ok(changes),
            (true, true) if (&from.puzzle, from.line, from.clues) == (&to.puzzle, to.line, to.clues) => {}
            _ => {
                let reason = format!(
                    "the rows belong to different puzzles from line {} of the corpus on ({}, line {})",
                    from.line, to.puzzle, to.line
                );
                return Err(Error::NotComparable(reason));
            }
        }
        for ((change, name), &(i, j)) in changes.iter_mut().zip(strategies).zip(positions) {
            change.add(name, &from, || None, (&from.samples[i], &to.samples[j]), on_change)?;
        }
    }
}

impl CountChanges {
    /// Returns the changes that sums show; `same` is true if the rows have the same digest.
    pub(crate) fn of_sums(base: Counts, current: Counts, same: bool) -> CountChanges {
        CountChanges {
            base,
            current,
            same,
            lost: base.answered().saturating_sub(current.answered()),
            // If more puzzles gained a kind of answer than were unanswered before, the rest must have changed their answer.
            contradicted: gained_answers(&base, &current, |counts| counts.solved).max(gained_answers(
                &base,
                &current,
                |counts| counts.unsolvable,
            )),
            ..CountChanges::default()
        }
    }

    pub(crate) fn of_no_rows() -> CountChanges {
        CountChanges { same: true, moves: Some(ChangeTally::default()), ..CountChanges::default() }
    }

    /// Returns true if an answer is wrong, contradicts the baseline's, or is missing although the baseline has one.
    pub fn has_wrong_answers(&self) -> bool {
        self.current.wrong > 0 || self.lost > 0 || self.contradicted > 0
    }

    /// Adds a strategy's rows of a puzzle; `text` returns the cells of the puzzle, if they are known.
    pub(crate) fn add(
        &mut self,
        strategy: &str,
        record: &PuzzleRecord,
        text: impl FnOnce() -> Option<String>,
        (base, current): (&Sample, &Sample),
        on_change: &mut impl FnMut(&str, &PuzzleChange) -> Result<()>,
    ) -> Result<()> {
        // Where a time limit stops a search depends on the machine. A wrong answer is counted nevertheless.
        if [base.status, current.status].contains(&Status::TimeLimit) && current.status != Status::Wrong {
            self.left_out += 1;
            self.timed_out += u64::from(base.status.is_answer() && current.status == Status::TimeLimit);
            return Ok(());
        }
        self.base.add(base);
        self.current.add(current);
        let moves = self.moves.get_or_insert_default();
        let before = PuzzleCounts::from(base);
        let now = PuzzleCounts::from(current);
        if before == now {
            moves.same += 1;
            return Ok(());
        }
        let puzzle = record.puzzle.clone();
        let text = text();
        let change = PuzzleChange { puzzle, line: record.line, text, base: before, current: now };
        self.same = false;
        let answered = (base.status.is_answer(), current.status.is_answer());
        self.lost += u64::from(answered == (true, false));
        self.contradicted += u64::from(answered == (true, true) && base.solutions != current.solutions);
        on_change(strategy, &change)?;
        self.add_move(change);
        Ok(())
    }

    /// Adds all puzzles that changed; the others are the same.
    pub(crate) fn add_moves(&mut self, changes: Vec<PuzzleChange>) {
        let same = self.current.puzzles.saturating_sub(changes.len() as u64);
        self.moves = Some(ChangeTally { same, ..ChangeTally::default() });
        changes.into_iter().for_each(|change| self.add_move(change));
    }

    /// Counts a puzzle that changed, and keeps it if its change is among the largest.
    fn add_move(&mut self, change: PuzzleChange) {
        let moves = self.moves.get_or_insert_default();
        match change.current.length().cmp(&change.base.length()) {
            Ordering::Greater => moves.longer += 1,
            Ordering::Less => moves.shorter += 1,
            Ordering::Equal => moves.other += 1,
        }
        self.keep_largest(change);
    }

    /// Keeps a change if it is among the largest; of changes of the same size, the first of the corpus.
    fn keep_largest(&mut self, change: PuzzleChange) {
        let rank = self.largest.partition_point(|other| other.size() >= change.size());
        if rank < MAX_LISTED_CHANGES {
            self.largest.insert(rank, change);
            self.largest.truncate(MAX_LISTED_CHANGES);
        }
    }
}
