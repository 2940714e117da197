//! Which puzzles are generated, and what a shape can have.

use std::{ops::RangeInclusive, sync::Arc};

use corpus::{
    error::{Error, Result},
    numbers,
};
use grid::{CELLS, CellSet, Shape};
use solver::strategy::MAX_KEPT_SOLUTIONS;

use super::{
    clue_symmetry::ClueSymmetry,
    neighbours::{Neighbourhood, STEPS_PER_BATCH},
    removal::{MAX_MINIMAL_SIDE, PROOF_NODES},
};

/// Puzzles in a batch that are solved together: enough to keep all lanes busy.
pub const BATCH: usize = 512;

/// Puzzles in a batch of [`Target::UnbiasedMinimal`]. A puzzle takes seconds, and is written when it is found. Larger
/// batches would fill more lanes, and save a tenth of the time.
pub const UNBIASED_BATCH: usize = 1;

/// Puzzles in a batch of [`Target::Pattern`]: few, as one may take long.
const PATTERN_BATCH: usize = 8;

/// Puzzles in a batch that are made one by one, up to this side. Above, one may take long.
const SMALL_BATCH: usize = 64;
const SMALL_SIDE: usize = 9;

/// Minimum number of clues of any puzzle with one solution (McGuire, Tugemann and Civario).
const FEWEST_CLUES: usize = 17;

/// Minimum number of clues. Puzzles with 17 clues exist, but each clue less takes many times as long to find at random.
pub const MIN_CLUES: usize = 20;

/// All but [`Target::Minimal`] without a symmetry and [`Target::Holes`] are for some shapes only: [`check_option`] says which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Puzzles whose number of clues is drawn uniformly from this range, with a symmetry of the cells with clues. A puzzle with
    /// this many clues is found by adding clues to a minimal puzzle, or by searching near it for a puzzle with fewer. With a
    /// symmetry, clues are added and removed by orbits.
    Clues(ClueSymmetry, RangeInclusive<usize>),
    /// Minimal puzzles, in which every clue is needed: from a full grid, clues are removed in a random order, except those
    /// without which the puzzle would have a second solution. With a symmetry, every orbit of clues is needed. Above side
    /// [`MAX_MINIMAL_SIDE`], a clue also stays if the proof takes more than [`PROOF_NODES`] nodes.
    ///
    /// Not all minimal puzzles are equally likely: those with fewer clues are found too often. A puzzle of 9×9 with n clues is
    /// found whenever its 81 − n blanks come first in the order, which is one order in C(81, n), so around the most
    /// common numbers of clues, one more clue halves the probability. Other orders also lead to the puzzle, but do not
    /// compensate for that (Denis Berthier, "Unbiased Statistics of a CSP – A Controlled-Bias Generator", 2009).
    Minimal(ClueSymmetry),
    /// Minimal puzzles, each exactly as likely as any other with at most [`MAX_CLUES`](super::MAX_CLUES) clues. This takes at
    /// least a thousand times as long as the other targets.
    UnbiasedMinimal,
    /// Puzzles whose clues are in exactly these cells.
    Pattern(CellSet),
    Near(Arc<Neighbourhood>),
    /// Full grids with some cells blanked, which may have several solutions: of Latin squares, quasigroups with holes
    /// (Achlioptas, Gomes, Kautz and Selman, AAAI 2000), also balanced (Kautz and others, IJCAI 2001); else generalised Sudoku
    /// with holes (Ansótegui and others, AAAI 2006).
    Holes {
        /// The number of blanks, drawn uniformly from this range.
        number: RangeInclusive<usize>,
        /// True if all rows have the same number of blanks, up to one, and so have all columns and all boxes. False if all
        /// sets of cells are equally likely.
        balanced: bool,
    },
}

impl Target {
    /// Returns the number of puzzles in a batch; of [`Target::Near`], the number of steps, which find any number of puzzles.
    pub fn batch(&self, shape: Shape) -> usize {
        match self {
            Target::Clues(..) => BATCH,
            Target::Minimal(_) if shape.is_classic() => BATCH,
            Target::Minimal(_) | Target::Holes { .. } if shape.side() > SMALL_SIDE => 1,
            Target::Minimal(_) | Target::Holes { .. } => SMALL_BATCH,
            Target::UnbiasedMinimal => UNBIASED_BATCH,
            Target::Pattern(_) => PATTERN_BATCH,
            Target::Near(_) => STEPS_PER_BATCH,
        }
    }

    /// Returns the number of batches with all puzzles there are; `None` if there is no end.
    pub(super) fn batches(&self) -> Option<u64> {
        match self {
            Target::Near(neighbourhood) => Some(neighbourhood.steps().div_ceil(STEPS_PER_BATCH) as u64),
            _ => None,
        }
    }

    pub fn is_minimal(&self) -> bool {
        matches!(self, Target::Minimal(ClueSymmetry::None) | Target::UnbiasedMinimal)
    }

    /// Returns the number of solutions of a puzzle that a search looks at.
    pub(super) fn solutions(&self) -> usize {
        match self {
            Target::Pattern(_) => MAX_KEPT_SOLUTIONS,
            _ => 2,
        }
    }

    /// Returns the option that asks for a target which not every shape has.
    fn option(&self) -> Option<&'static str> {
        match self {
            Target::Minimal(ClueSymmetry::None) | Target::Holes { .. } => None,
            Target::Minimal(_) => Some("--symmetry"),
            Target::Clues(..) => Some("--clues"),
            Target::UnbiasedMinimal => Some("--unbiased-minimal"),
            Target::Pattern(_) => Some("--pattern"),
            Target::Near(_) => Some("--like"),
        }
    }

    /// Returns [`Error::Usage`] if no puzzle of the shape is as the target says, or none can be found.
    pub fn check(&self, shape: Shape) -> Result<()> {
        self.option().map_or(Ok(()), |option| check_option(option, shape, false))?;
        match self {
            Target::Clues(symmetry, range) => check_clues(range, *symmetry),
            Target::Pattern(cells) if (cells.count_ones() as usize) < FEWEST_CLUES => {
                let cells = cells.count_ones();
                Err(Error::Usage(format!("the pattern has {cells} cells; a puzzle has at least {FEWEST_CLUES} clues")))
            }
            Target::Holes { number, .. } => check_holes(number, shape),
            _ => Ok(()),
        }
    }
}

fn check_clues(range: &RangeInclusive<usize>, symmetry: ClueSymmetry) -> Result<()> {
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

fn check_holes(number: &RangeInclusive<usize>, shape: Shape) -> Result<()> {
    let (fewest, most) = (number.start(), number.end());
    let cells = shape.cells();
    Err(Error::Usage(if number.is_empty() {
        format!("{fewest} to {most} holes is an empty range")
    } else if *most > cells {
        format!("{most} holes: a grid of {0}×{0} has {cells} cells", shape.side())
    } else {
        return Ok(());
    }))
}

/// Checks that an option which says what puzzles should be like suits their shape, and `--holes` if that is given.
/// Returns [`Error::Usage`] if no puzzles are generated with the option.
pub fn check_option(option: &str, shape: Shape, has_holes: bool) -> Result<()> {
    let side = shape.side();
    let is_minimal = option == "--minimal";
    Err(Error::Usage(if has_holes {
        format!("{option} cannot be used with --holes: puzzles with holes may have several solutions")
    } else if is_minimal && side > MAX_MINIMAL_SIDE {
        let nodes = numbers::count(PROOF_NODES);
        format!(
            "--minimal: puzzles of {side}×{side} may have clues that are not needed, as a proof ends after {nodes} nodes; \
             leave it out"
        )
    } else if !is_minimal && !shape.is_classic() {
        format!("{option} is for puzzles of 9×9 only; leave out {option} or --shape")
    } else {
        return Ok(());
    }))
}
