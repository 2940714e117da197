//! One sweep of constraint propagation, in every lane at once.
//!
//! First the bands from top to bottom, each with its rows and boxes, then the stacks from left to right, each with its
//! columns. A pass over a band or a stack is four steps, every one of which sees what the one before has left:
//!
//! 1. *naked singles*: a value that is fixed in a line or a box leaves its other cells. The fixed values are those of the
//!    cells that had one candidate when the sweep came to their band;
//! 2. values are counted in lines and boxes: *hidden singles* are those with one place left. A value without a place,
//!    like a cell without a value, is a contradiction;
//! 3. *locked candidates*: a value that has its places of a box in one line only, or its places of a line in one box
//!    only, leaves the rest of the line or the box. *Locked triples*: so do the values of three cells that a line and a
//!    box share, if they are but three;
//! 4. what steps 2 and 3 found is applied: a cell keeps its hidden singles that are not ruled out, or else whatever is
//!    not ruled out.
//!
//! The body of a pass is written for one lane, with every small loop spelled out by the macro `three`; the compiler makes
//! vectors of the loop over the lanes.

use super::guess::without_one;
use crate::grid::{ALL_VALUES, CELLS, Candidates, Grid};

/// The candidates of all lanes.
#[repr(align(64))]
pub struct Cells<const L: usize> {
    /// By cell, then by lane.
    pub values: [[Candidates; L]; CELLS],
    /// The cells that were single when the sweep came to their band, 0 for others.
    fixed: [[Candidates; L]; CELLS],
}

/// A number for every lane, 0 beyond the last. Its alignment becomes that of the stack, on which registers are saved: a
/// register in two cache lines costs a tenth of the speed.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct PerLane(pub [u16; 32]);

/// What a sweep tells of every lane.
pub struct Verdict {
    /// Not 0 where there is a contradiction.
    pub dead: PerLane,
    /// The sum of all candidate sets, which shrinks whenever one of them does.
    pub sum: PerLane,
}

/// The sum of a grid in which every row has every value once.
pub const SOLVED: u16 = 9 * ALL_VALUES;

/// The sign of a 16-bit number.
const SIGN: u16 = 1 << 15;

/// Three lines (rows of a band, columns of a stack) of three boxes of three cells.
type Band = [[[Candidates; 3]; 3]; 3];

/// An array of three, with the index as a constant.
macro_rules! three {
    ($i:ident => $value:expr) => {
        [
            {
                const $i: usize = 0;
                $value
            },
            {
                const $i: usize = 1;
                $value
            },
            {
                const $i: usize = 2;
                $value
            },
        ]
    };
}

impl<const L: usize> Cells<L> {
    /// Every cell with every candidate.
    pub const OPEN: Cells<L> = Cells { values: [[ALL_VALUES; L]; CELLS], fixed: [[0; L]; CELLS] };

    /// Puts a puzzle into a lane.
    #[inline(always)]
    pub fn load(&mut self, lane: usize, puzzle: &Grid) {
        const VALUES: [Candidates; 16] = [ALL_VALUES, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0];
        for (cell, &given) in self.values.iter_mut().zip(puzzle.cells()) {
            cell[lane] = VALUES[usize::from(given) % 16];
        }
    }

    /// The solution in a lane.
    #[inline(always)]
    pub fn grid(&self, lane: usize) -> Grid {
        Grid::of(std::array::from_fn(|cell| self.values[cell][lane].trailing_zeros() as u8 + 1))
    }

    /// Sweeps over all lanes. `POPCOUNT` says that counting the bits of a vector is one instruction.
    #[inline(always)]
    pub fn sweep<const POPCOUNT: bool>(&mut self) -> Verdict {
        let mut verdict = Verdict { dead: PerLane([0; 32]), sum: PerLane([0; 32]) };
        for band in 0..3 {
            self.pass::<false, POPCOUNT>(band, &mut verdict);
        }
        for stack in 0..3 {
            self.pass::<true, POPCOUNT>(stack, &mut verdict);
        }
        verdict
    }

    #[inline(always)]
    fn pass<const STACK: bool, const POPCOUNT: bool>(&mut self, band: usize, verdict: &mut Verdict) {
        let cell = |line: usize, r#box: usize, i: usize| match STACK {
            false => (band * 3 + line) * 9 + r#box * 3 + i,
            true => (r#box * 3 + i) * 9 + band * 3 + line,
        };
        for lane in 0..L {
            let values = three!(X => three!(B => three!(I => self.values[cell(X, B, I)][lane])));
            let mut dead = 0;
            let fixed = if STACK {
                three!(X => three!(B => three!(I => self.fixed[cell(X, B, I)][lane])))
            } else {
                // One less than the set has its sign bit set if the set is empty, and no bit with it in common if it is
                // a single.
                let less = three!(X => three!(B => three!(I => values[X][B][I].wrapping_sub(1))));
                dead = or3(three!(X => or3(three!(B => or3(less[X][B]))))) & SIGN;
                three!(X => three!(B => three!(I => if values[X][B][I] & less[X][B][I] == 0 { values[X][B][I] } else { 0 })))
            };
            let (values, missing) = propagate::<STACK, POPCOUNT>(values, fixed);
            verdict.dead.0[lane] |= dead | missing;
            if STACK {
                let sum = |cells: [u16; 3]| cells[0].wrapping_add(cells[1]).wrapping_add(cells[2]);
                let sum = sum(three!(X => sum(three!(B => sum(values[X][B])))));
                verdict.sum.0[lane] = verdict.sum.0[lane].wrapping_add(sum);
            }
            three!(X => three!(B => three!(I => {
                self.values[cell(X, B, I)][lane] = values[X][B][I];
                if !STACK {
                    self.fixed[cell(X, B, I)][lane] = fixed[X][B][I];
                }
            })));
        }
    }
}

/// The four steps for one lane: what is left of the values, and the values that a line or box misses.
#[inline(always)]
fn propagate<const STACK: bool, const POPCOUNT: bool>(values: Band, fixed: Band) -> (Band, Candidates) {
    // Step 1. A triad is what a line and a box share.
    let in_triad = three!(X => three!(B => or3(fixed[X][B])));
    let in_line = three!(X => or3(in_triad[X]));
    let in_box = three!(B => if STACK { 0 } else { or3(three!(X => in_triad[X][B])) });
    let values = three!(X => three!(B => {
        let free = !(in_line[X] | in_box[B]);
        three!(I => values[X][B][I] & (free | fixed[X][B][I]))
    }));
    // Step 2. Boxes are counted with the rows.
    let once = three!(X => three!(B => or3(values[X][B])));
    let twice = three!(X => three!(B => two_of(values[X][B])));
    let line = three!(X => or3(once[X]));
    let r#box = three!(B => or3(three!(X => once[X][B])));
    let hidden_in_line = three!(X => line[X] & !(or3(twice[X]) | two_of(once[X])));
    let hidden_in_box = three!(B => match STACK {
        true => 0,
        false => r#box[B] & !(or3(three!(X => twice[X][B])) | two_of(three!(X => once[X][B]))),
    });
    let everywhere = line[0] & line[1] & line[2] & if STACK { ALL_VALUES } else { r#box[0] & r#box[1] & r#box[2] };
    // Step 3.
    let triple = three!(X => three!(B => if at_most_three::<POPCOUNT>(once[X][B]) { once[X][B] } else { 0 }));
    let only_in_box =
        three!(X => three!(B => once[X][B] & !(once[X][(B + 1) % 3] | once[X][(B + 2) % 3]) | triple[X][B]));
    let only_in_line =
        three!(X => three!(B => once[X][B] & !(once[(X + 1) % 3][B] | once[(X + 2) % 3][B]) | triple[X][B]));
    // Step 4.
    let values = three!(X => three!(B => {
        let out_of_line = only_in_line[X][(B + 1) % 3] | only_in_line[X][(B + 2) % 3];
        let out_of_box = only_in_box[(X + 1) % 3][B] | only_in_box[(X + 2) % 3][B];
        let rest = !(out_of_line | out_of_box);
        let hidden = (hidden_in_line[X] | hidden_in_box[B]) & rest;
        three!(I => values[X][B][I] & if values[X][B][I] & hidden != 0 { hidden } else { rest })
    }));
    (values, !everywhere & ALL_VALUES)
}

#[inline(always)]
fn or3([a, b, c]: [Candidates; 3]) -> Candidates {
    a | b | c
}

/// The values that are in two of three sets or in all.
#[inline(always)]
fn two_of([a, b, c]: [Candidates; 3]) -> Candidates {
    a & b | c & (a ^ b)
}

#[inline(always)]
fn at_most_three<const POPCOUNT: bool>(values: Candidates) -> bool {
    if POPCOUNT { values.count_ones() <= 3 } else { without_one(without_one(without_one(values))) == 0 }
}
