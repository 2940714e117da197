//! What changed between the rows of two runs: sums, puzzles up and down, and the largest changes.

use std::cmp::Ordering;

use serde::Serialize;

use super::Side;
use crate::{
    error::{Error, Result},
    record::{Counts, PuzzleRecord, Results, Sample, Status},
};

/// The most changes of a strategy that are told with their puzzles.
pub const LARGEST: usize = 20;

/// What a strategy counted on one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct PuzzleCounts {
    #[serde(serialize_with = "name")]
    pub status: Status,
    pub solutions: u64,
    pub nodes: u64,
    pub guesses: u64,
    pub backtracks: u64,
    pub max_depth: u8,
}

fn name<S: serde::Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.name())
}

impl From<&Sample> for PuzzleCounts {
    fn from(sample: &Sample) -> PuzzleCounts {
        let Sample { status, solutions, nodes, guesses, backtracks, max_depth, .. } = *sample;
        PuzzleCounts { status, solutions, nodes, guesses, backtracks, max_depth }
    }
}

/// A row that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PuzzleChange {
    /// The puzzle's name.
    pub puzzle: String,
    /// The line of the corpus.
    pub line: u64,
    /// The puzzle itself, where the corpus is at hand.
    pub text: Option<String>,
    /// What it was.
    pub base: PuzzleCounts,
    /// What it is.
    pub current: PuzzleCounts,
}

impl PuzzleChange {
    /// Nodes more or fewer, then backtracks, then guesses.
    fn size(&self) -> [u64; 3] {
        let (base, current) = (&self.base, &self.current);
        [
            base.nodes.abs_diff(current.nodes),
            base.backtracks.abs_diff(current.backtracks),
            base.guesses.abs_diff(current.guesses),
        ]
    }

    /// Whether the search became longer or shorter.
    fn direction(&self) -> Ordering {
        let key = |counts: &PuzzleCounts| (counts.nodes, counts.backtracks, counts.guesses);
        key(&self.current).cmp(&key(&self.base))
    }
}

/// How many puzzles of a strategy changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moves {
    /// Longer searches: by nodes, then backtracks, then guesses.
    pub up: u64,
    /// Shorter ones.
    pub down: u64,
    /// As long, but with another status, number of solutions or depth.
    pub other: u64,
    /// The same.
    pub same: u64,
}

/// What became of a strategy's counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Sums of the baseline.
    pub base: Counts,
    /// Sums of what is compared with it.
    pub current: Counts,
    /// Whether every row is the same.
    pub same: bool,
    /// Puzzles that hit a time limit on one side, which are left out: they are not the same on every machine.
    pub left_out: u64,
    /// Of these, the ones that were answered, and run into the limit now.
    pub timed_out: u64,
    /// Puzzles that were answered, and are not any more.
    pub lost: u64,
    /// Puzzles that have another number of solutions now, or none: one side is wrong.
    pub contradicted: u64,
    /// How many puzzles changed; none where a side has only sums.
    pub moves: Option<Moves>,
    /// The largest changes, at most 20.
    pub largest: Vec<PuzzleChange>,
}

/// Holds the rows of the named strategies against each other; `on_change` is told of every row that changed.
pub fn tally(
    base: &Side,
    current: &Side,
    strategies: &[String],
    mut on_change: impl FnMut(&str, &PuzzleChange) -> Result<()>,
) -> Result<Vec<Tally>> {
    let tallies = match (base.results(), current.results()) {
        (Some(base), Some(current)) => tally_rows(base, current, strategies, &mut on_change)?,
        _ => tally_sums(base, current, strategies)?,
    };
    check_something(&tallies)?;
    Ok(tallies)
}

/// Nothing that was compared is nothing to pass.
///
/// # Errors
///
/// No strategy was run on any puzzle, or all were left out.
pub fn check_something(tallies: &[Tally]) -> Result<()> {
    match tallies.iter().any(|tally| tally.base.run() > 0 || tally.current.run() > 0) {
        true => Ok(()),
        false => Err(Error::NotComparable("nothing to compare: no puzzle is left that a strategy was run on".into())),
    }
}

/// Where each strategy is on a side.
fn places(side: &Side, strategies: &[String]) -> Vec<usize> {
    let names = side.strategies();
    strategies.iter().filter_map(|name| names.iter().position(|other| other == name)).collect()
}

fn tally_sums(base: &Side, current: &Side, strategies: &[String]) -> Result<Vec<Tally>> {
    let counts = [sums(base)?, sums(current)?];
    let (left, right) = (places(base, strategies), places(current, strategies));
    let tally = |(&left, &right): (&usize, &usize)| {
        let (from, to) = (counts[0][left], counts[1][right]);
        // That an answer is wrong counts, whatever else cannot be told.
        if to.wrong == 0 && (from.time_limit > 0 || to.time_limit > 0) {
            let reason = "a time limit was hit, and sums do not tell which puzzles to leave out; use --node-limit";
            return Err(Error::NotComparable(reason.into()));
        }
        let same = base.digests()[left] == current.digests()[right];
        if same && from != to {
            let name = base.strategies()[left];
            let lock = if base.results().is_none() { base.name() } else { current.name() };
            let reason = format!("the sums of {name} are not those of the rows with its digest: changed by hand");
            return Err(Error::malformed(lock.as_ref(), 0, reason));
        }
        Ok(Tally {
            base: from,
            current: to,
            same,
            lost: from.answered().saturating_sub(to.answered()),
            contradicted: contradicted(&from, &to),
            ..Tally::default()
        })
    };
    left.iter().zip(&right).map(tally).collect()
}

/// At least so many puzzles have another answer: more than had none before now have one.
fn contradicted(from: &Counts, to: &Counts) -> u64 {
    let more = |of: fn(&Counts) -> u64| of(to).saturating_sub(of(from)).saturating_sub(from.unanswered());
    more(|counts| counts.solved).max(more(|counts| counts.unsolvable))
}

/// The sums of every strategy of a side.
pub fn sums(side: &Side) -> Result<Vec<Counts>> {
    let Some(results) = side.results() else { return Ok(side.locked_counts().unwrap_or_default()) };
    let (mut rows, mut record) = (results.rows()?, PuzzleRecord::default());
    let mut sums = vec![Counts::default(); results.manifest.strategies.len()];
    while rows.next(&mut record)? {
        sums.iter_mut().zip(&record.samples).for_each(|(sum, sample)| sum.add(sample));
    }
    Ok(sums)
}

fn tally_rows(
    base: &Results,
    current: &Results,
    strategies: &[String],
    on_change: &mut impl FnMut(&str, &PuzzleChange) -> Result<()>,
) -> Result<Vec<Tally>> {
    let place = |results: &Results, name: &String| {
        results.manifest.strategies.iter().position(|strategy| strategy.name == *name).expect("both sides have it")
    };
    let places: Vec<_> = strategies.iter().map(|name| (place(base, name), place(current, name))).collect();
    let (mut left, mut right) = (base.rows()?, current.rows()?);
    let (mut from, mut to) = (PuzzleRecord::default(), PuzzleRecord::default());
    let mut tallies = vec![Tally::of_rows(); strategies.len()];
    loop {
        match (left.next(&mut from)?, right.next(&mut to)?) {
            (false, false) => return Ok(tallies),
            (true, true) if (&from.puzzle, from.line, from.clues) == (&to.puzzle, to.line, to.clues) => {}
            _ => {
                let reason = format!(
                    "the rows are not of the same puzzles from line {} of the corpus on ({}, line {})",
                    from.line, to.puzzle, to.line
                );
                return Err(Error::NotComparable(reason));
            }
        }
        for ((tally, name), &(i, j)) in tallies.iter_mut().zip(strategies).zip(&places) {
            tally.add(name, &from, || None, (&from.samples[i], &to.samples[j]), on_change)?;
        }
    }
}

impl Tally {
    /// That of no rows yet.
    pub fn of_rows() -> Tally {
        Tally { same: true, moves: Some(Moves::default()), ..Tally::default() }
    }

    /// Adds a strategy's rows of a puzzle, of both sides; `text` is the puzzle itself, where it is known.
    pub fn add(
        &mut self,
        strategy: &str,
        record: &PuzzleRecord,
        text: impl FnOnce() -> Option<String>,
        (base, current): (&Sample, &Sample),
        on_change: &mut impl FnMut(&str, &PuzzleChange) -> Result<()>,
    ) -> Result<()> {
        // What a time limit stopped may stop anywhere; that an answer is wrong counts all the same.
        if [base.status, current.status].contains(&Status::TimeLimit) && current.status != Status::Wrong {
            self.left_out += 1;
            self.timed_out += u64::from(base.status.is_answer() && current.status == Status::TimeLimit);
            return Ok(());
        }
        self.base.add(base);
        self.current.add(current);
        let moves = self.moves.get_or_insert_default();
        let (before, now) = (PuzzleCounts::from(base), PuzzleCounts::from(current));
        if before == now {
            moves.same += 1;
            return Ok(());
        }
        let (puzzle, text) = (record.puzzle.clone(), text());
        let change = PuzzleChange { puzzle, line: record.line, text, base: before, current: now };
        match change.direction() {
            Ordering::Greater => moves.up += 1,
            Ordering::Less => moves.down += 1,
            Ordering::Equal => moves.other += 1,
        }
        self.same = false;
        self.lost += u64::from(base.status.is_answer() && !current.status.is_answer());
        self.contradicted +=
            u64::from(base.status.is_answer() && current.status.is_answer() && base.solutions != current.solutions);
        on_change(strategy, &change)?;
        let place = self.largest.partition_point(|other| other.size() >= change.size());
        if place < LARGEST {
            self.largest.insert(place, change);
            self.largest.truncate(LARGEST);
        }
        Ok(())
    }
}
