//! Generates random puzzles with exactly one solution, the same for the same seed on every machine.
//!
//! All begin with full grids that are drawn uniformly, each of the 6,670,903,752,021,072,936,960 as likely as any other;
//! then clues are removed. Many puzzles progress at once and are solved together, round by round, with the strategy
//! `lanes`; unavoidable sets, which are learned from second solutions, answer most questions without a solver (Gary
//! McGuire, Bastian Tugemann and Gilles Civario, "There is no 16-clue Sudoku", 2012, arXiv 1201.0749).
//!
//! ```
//! use grid::simd::Simd;
//! use sudoku_bench_dataset::generate::{BATCH, Generator, Target};
//!
//! let mut generator = Generator::new(Target::Clues(24..=26), 1, Simd::detect()).unwrap();
//! let batch = generator.batch(0);
//! assert_eq!(batch.len(), BATCH);
//! assert!(batch.iter().all(|made| (24..=26).contains(&made.puzzle.clues())));
//! assert!(batch.iter().all(|made| made.solution.is_solution_of(&made.puzzle)));
//! ```

mod any_shape;
mod batches;
mod descent;
mod estimate;
mod full_grid;
mod neighbours;
mod order;
mod pattern;
mod reduction;
mod symmetry;
#[cfg(test)]
mod tests;
mod unbiased;
mod write;

use std::{
    ops::RangeInclusive,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::uniqueness::Uniqueness;
pub use any_shape::{MAX_MINIMAL_SIDE, PROOF_NODES, ShapeGenerated, ShapeGeneration, ShapeGenerator, ShapeTarget};
pub use batches::{Batch, Ended, Written};
use corpus::error::{Error, Result};
use descent::Descent;
use grid::{CELLS, CellSet, Grid, members, random::SplitMix64, simd::Simd};
pub use neighbours::{MAX_DISTANCE, Neighbourhood};
pub use order::{Made, Maker, Order};
use pattern::PatternSearch;
use solver::strategy::MAX_KEPT_SOLUTIONS;
pub use symmetry::Symmetry;
pub use unbiased::MAX_CLUES;
use unbiased::Unbiased;
pub use write::Generation;

/// Puzzles in a batch: enough to keep all lanes busy.
pub const BATCH: usize = 512;

/// Puzzles in a batch of [`Target::UnbiasedMinimal`]. A puzzle takes seconds, and is written when it is found. Larger
/// batches would fill more lanes, and save a tenth of the time.
pub const UNBIASED_BATCH: usize = 1;

/// Puzzles in a batch of [`Target::Pattern`]: few, as one may take long.
const PATTERN_BATCH: usize = 8;

/// Minimum number of clues of any puzzle with one solution (McGuire, Tugemann and Civario).
const FEWEST_CLUES: usize = 17;

/// Minimum number of clues. Puzzles with 17 clues exist, but each clue less takes many times as long to find at random.
pub const MIN_CLUES: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Puzzles whose number of clues is drawn uniformly from this range. A puzzle with this many clues is found by adding
    /// clues to a minimal puzzle, or by searching near it for a puzzle with fewer.
    Clues(RangeInclusive<usize>),
    /// Minimal puzzles, in which every clue is needed: from a uniform full grid, clues are removed in a random order,
    /// except those without which the puzzle would have a second solution.
    ///
    /// Not all minimal puzzles are equally likely: those with fewer clues are found too often. A puzzle with n clues is
    /// found whenever its 81 − n blanks come first in the order, which is one order in C(81, n), so around the most
    /// common numbers of clues, one more clue halves the probability. Other orders also lead to the puzzle, but do not
    /// compensate for that (Denis Berthier, "Unbiased Statistics of a CSP – A Controlled-Bias Generator", 2009).
    Minimal,
    /// Minimal puzzles, each exactly as likely as any other with at most [`MAX_CLUES`] clues. This takes at least a
    /// thousand times as long as the other targets.
    UnbiasedMinimal,
    /// Puzzles with a symmetry of the cells with clues. No orbit can be left out; with a range of numbers of clues, random
    /// orbits are added to puzzles with too few, as for [`Target::Clues`].
    Symmetric(Symmetry, Option<RangeInclusive<usize>>),
    /// Puzzles whose clues are in exactly these cells.
    Pattern(CellSet),
    Near(Arc<Neighbourhood>),
}

impl Target {
    /// Returns the number of puzzles in a batch; of [`Target::Near`], the number of steps, which find any number of puzzles.
    pub fn batch(&self) -> usize {
        match self {
            Target::Clues(_) | Target::Minimal | Target::Symmetric(..) => BATCH,
            Target::UnbiasedMinimal => UNBIASED_BATCH,
            Target::Pattern(_) => PATTERN_BATCH,
            Target::Near(_) => neighbours::STEPS_PER_BATCH,
        }
    }

    /// Returns the number of batches with all puzzles there are; `None` if there is no end.
    pub fn batches(&self) -> Option<u64> {
        match self {
            Target::Near(neighbourhood) => Some(neighbourhood.steps().div_ceil(self.batch()) as u64),
            _ => None,
        }
    }

    pub fn is_minimal(&self) -> bool {
        matches!(self, Target::Minimal | Target::UnbiasedMinimal | Target::Symmetric(Symmetry::None, None))
    }

    /// Returns the number of solutions of a puzzle that a search looks at.
    fn solutions(&self) -> usize {
        match self {
            Target::Pattern(_) => MAX_KEPT_SOLUTIONS,
            _ => 2,
        }
    }

    /// # Errors
    ///
    /// Returns [`Error::Usage`] if no puzzle is as the target says, or none can be found.
    fn check(&self) -> Result<()> {
        match self {
            Target::Clues(range) => check_range(range, Symmetry::None),
            Target::Symmetric(symmetry, Some(range)) => check_range(range, *symmetry),
            Target::Pattern(cells) if (cells.count_ones() as usize) < FEWEST_CLUES => {
                let cells = cells.count_ones();
                Err(Error::Usage(format!("the pattern has {cells} cells; a puzzle has at least {FEWEST_CLUES} clues")))
            }
            _ => Ok(()),
        }
    }
}

fn check_range(range: &RangeInclusive<usize>, symmetry: Symmetry) -> Result<()> {
    let (fewest, most) = (*range.start(), *range.end());
    Err(Error::Usage(if range.is_empty() {
        format!("{fewest} to {most} clues is an empty range")
    } else if most > CELLS {
        format!("{most} clues: a puzzle has at most {CELLS}")
    } else if fewest < MIN_CLUES {
        format!("{fewest} clues: at least {MIN_CLUES}; puzzles with fewer cannot be found at random")
    } else if !range.clone().any(|clues| symmetry.allows(clues)) {
        format!("{fewest} to {most} clues: with the symmetry {}, no puzzle has so many", symmetry.name())
    } else {
        return Ok(());
    }))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    pub puzzle: Grid,
    pub solution: Grid,
}

/// The workspace of a thread. A batch depends only on the target, the seed and its number, so any number of generators can
/// generate batches in any order.
pub struct Generator {
    target: Target,
    seed: u64,
    uniqueness: Uniqueness<'static>,
}

impl Generator {
    /// Creates a workspace for an instruction set.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] if no puzzle has this many clues, or if a range is empty or goes below [`MIN_CLUES`].
    ///
    /// # Panics
    ///
    /// Panics if this processor does not have the instruction set.
    pub fn new(target: Target, seed: u64, simd: Simd) -> Result<Generator> {
        target.check()?;
        let uniqueness = Uniqueness::up_to(target.solutions(), simd);
        Ok(Generator { target, seed, uniqueness })
    }

    /// Generates the puzzles of a batch: [`Target::batch`] puzzles, or the variations of as many steps.
    pub fn batch(&mut self, number: u64) -> Vec<Generated> {
        self.batch_until(number, &AtomicBool::new(false)).expect("nothing stops it")
    }

    /// Generates the puzzles of a batch, or returns `None` soon after `stop` is set.
    pub fn batch_until(&mut self, number: u64, stop: &AtomicBool) -> Option<Vec<Generated>> {
        let count = self.target.batch();
        self.puzzles(number.wrapping_mul(count as u64), count, stop)
    }

    /// Generates consecutive puzzles; the random numbers of each depend on its index.
    fn puzzles(&mut self, first: u64, count: usize, stop: &AtomicBool) -> Option<Vec<Generated>> {
        let seed = self.seed;
        let random = (0..count as u64).map(|index| SplitMix64::piece(seed, first.wrapping_add(index)));
        match self.target.clone() {
            Target::UnbiasedMinimal => self.find(random.map(Unbiased::new), stop),
            Target::Minimal => self.find(random.map(|random| descent(random, Symmetry::None, None)), stop),
            Target::Clues(range) => self.find(random.map(|random| descent(random, Symmetry::None, Some(&range))), stop),
            Target::Symmetric(symmetry, range) => {
                self.find(random.map(|random| descent(random, symmetry, range.as_ref())), stop)
            }
            Target::Pattern(cells) => self.find(random.map(|random| PatternSearch::new(random, cells)), stop),
            Target::Near(neighbourhood) => {
                let steps = random.zip(first as usize..neighbourhood.steps());
                neighbourhood.variations(steps, &mut self.uniqueness, stop)
            }
        }
    }

    /// Runs searches to their ends, all at once, or returns `None` soon after `stop` is set.
    fn find<S: Search>(&mut self, searches: impl Iterator<Item = S>, stop: &AtomicBool) -> Option<Vec<Generated>> {
        let mut searches: Vec<_> = searches.enumerate().collect();
        let mut made = vec![None; searches.len()];
        while !searches.is_empty() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            searches.iter_mut().for_each(|(_, search)| search.ask(&mut self.uniqueness));
            let mut answers = self.uniqueness.answers();
            searches.retain_mut(|(index, search)| {
                made[*index] = search.take(&mut answers);
                made[*index].is_none()
            });
        }
        Some(made.into_iter().flatten().collect())
    }
}

fn masked(solution: &Grid, clues: CellSet) -> Grid {
    let mut cells = [0; CELLS];
    members(clues).for_each(|cell| cells[cell] = solution.get(cell));
    Grid::of(cells)
}

/// Begins a search for a puzzle with a symmetry. Its number of clues is drawn uniformly from those of the range that are
/// possible.
fn descent(mut random: SplitMix64, symmetry: Symmetry, clues: Option<&RangeInclusive<usize>>) -> Descent {
    let wanted = clues.and_then(|range| {
        let possible = range.clone().filter(|&clues| symmetry.allows(clues));
        let index = random.below(possible.clone().count() as u64) as usize;
        possible.clone().nth(index)
    });
    Descent::new(random, symmetry.orbits(), wanted)
}

/// The search for one puzzle, which alternates between questions and answers.
trait Search {
    fn ask(&mut self, uniqueness: &mut Uniqueness);

    /// Takes the solutions of each of these puzzles, at most as many as [`Target::solutions`] says, and returns the result
    /// once it is found.
    fn take<'a>(&mut self, answers: &mut impl Iterator<Item = &'a [Grid]>) -> Option<Generated>;
}
