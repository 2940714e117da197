//! One sweep of constraint propagation, in every lane at once.
//!
//! First the bands from top to bottom, each with its rows and boxes, then the stacks from left to right, each with its
//! columns. A pass over a band or a stack has four steps, each on the result of the step before:
//!
//! 1. *naked singles*: a value that is fixed in a cell is removed from the other cells of the line and box, even if it is
//!    fixed there, too. A value is fixed in a cell if it was the cell's only candidate when the sweep reached the cell's
//!    band;
//! 2. values are counted in lines and boxes: a *hidden single* is a value with one place left. A value without a place
//!    or a cell without a candidate is a contradiction;
//! 3. *locked candidates*: a value whose places in a box are all in one line is removed from the rest of the line, and
//!    a value whose places in a line are all in one box from the rest of the box. *Locked triples*: if the three cells
//!    shared by a line and a box have three candidates in total, these are removed from the rest of both. *Hidden
//!    triples*: if there are three values that the line, or the box, has in these cells only, the cells lose all others.
//!    More than three of these values, or fewer than three candidates, are a contradiction;
//! 4. the results of steps 2 and 3 are applied: a cell keeps its lowest hidden single that step 3 did not remove, or, if
//!    there is none, all candidates that step 3 did not remove. If there are several, the others lose their only place,
//!    which the next sweep finds.
//!
//! The body of a pass is written for one lane, with every small loop unrolled by the macro `three`; the compiler
//! vectorises the loop over the lanes.

use crate::strategy::lanes::{
    slot::without_one,
    three::{cell_of, three},
};
use grid::{ALL_VALUES, CELLS, Candidates};

#[repr(align(64))]
pub struct LaneCandidates<const L: usize> {
    pub values: [[Candidates; L]; CELLS],
    /// The value of each cell that had one candidate when the sweep reached its band, 0 for other cells.
    fixed: [[Candidates; L]; CELLS],
}

/// A number per lane, 0 beyond the last lane. The alignment also aligns the stack frame in which vector registers are
/// saved: a register that straddles two cache lines costs a tenth of the speed.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct PerLane(pub [u16; 32]);

pub struct SweepResult {
    /// Nonzero in a lane with a contradiction.
    pub dead: PerLane,
    /// The sum of all candidate sets as numbers, which decreases whenever a candidate is removed.
    pub sum: PerLane,
}

/// The sum of all candidate sets if every row has every value once.
pub const SOLVED_SUM: u16 = 9 * ALL_VALUES;

const SIGN: u16 = 1 << 15;

/// Three lines (rows of a band, columns of a stack) of three boxes of three cells.
type Band = [[[Candidates; 3]; 3]; 3];

impl<const L: usize> LaneCandidates<L> {
    pub const ALL: LaneCandidates<L> = LaneCandidates { values: [[ALL_VALUES; L]; CELLS], fixed: [[0; L]; CELLS] };

    #[inline(always)]
    pub fn sum(&self) -> PerLane {
        let mut sum = PerLane([0; 32]);
        for values in &self.values {
            for (sum, &values) in sum.0.iter_mut().zip(values) {
                *sum = sum.wrapping_add(values);
            }
        }
        sum
    }

    /// Runs one sweep in all lanes. `POPCOUNT` is true if counting the bits of a vector is one instruction.
    #[inline(always)]
    pub fn sweep<const POPCOUNT: bool>(&mut self) -> SweepResult {
        let mut result = SweepResult { dead: PerLane([0; 32]), sum: PerLane([0; 32]) };
        for band in 0..3 {
            self.pass::<false, POPCOUNT>(band, &mut result);
        }
        for stack in 0..3 {
            self.pass::<true, POPCOUNT>(stack, &mut result);
        }
        result
    }

    #[inline(always)]
    fn pass<const STACK: bool, const POPCOUNT: bool>(&mut self, band: usize, result: &mut SweepResult) {
        let cell = |line, r#box, i| cell_of::<STACK>(band, line, r#box, i);
        for lane in 0..L {
            let values = three!(X => three!(B => three!(I => self.values[cell(X, B, I)][lane])));
            let mut dead = 0;
            let fixed = if STACK {
                three!(X => three!(B => three!(I => self.fixed[cell(X, B, I)][lane])))
            } else {
                // The set minus one has its sign bit set if the set is empty, and no bit in common with the set if it
                // is a single.
                let less = three!(X => three!(B => three!(I => values[X][B][I].wrapping_sub(1))));
                dead = or3(three!(X => or3(three!(B => or3(less[X][B]))))) & SIGN;
                three!(X => three!(B => three!(I => if values[X][B][I] & less[X][B][I] == 0 { values[X][B][I] } else { 0 })))
            };
            let (values, contradiction) = propagate::<STACK, POPCOUNT>(values, fixed);
            result.dead.0[lane] |= dead | contradiction;
            if STACK {
                let sum = |cells: [u16; 3]| cells[0].wrapping_add(cells[1]).wrapping_add(cells[2]);
                let sum = sum(three!(X => sum(three!(B => sum(values[X][B])))));
                result.sum.0[lane] = result.sum.0[lane].wrapping_add(sum);
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

/// Runs the four steps in one lane. Returns the remaining candidates, and a number that is not 0 if there is a
/// contradiction.
#[inline(always)]
fn propagate<const STACK: bool, const POPCOUNT: bool>(values: Band, fixed: Band) -> (Band, Candidates) {
    // Step 1. A triad is the three cells shared by a line and a box.
    let in_triad = three!(X => three!(B => or3(fixed[X][B])));
    let twice_in_triad = if STACK { 0 } else { or3(three!(X => or3(three!(B => two_of(fixed[X][B]))))) };
    let values = three!(X => three!(B => {
        let in_line = in_triad[X][(B + 1) % 3] | in_triad[X][(B + 2) % 3];
        let in_box = if STACK { 0 } else { in_triad[(X + 1) % 3][B] | in_triad[(X + 2) % 3][B] };
        three!(I => values[X][B][I] & !(in_line | in_box) & (fixed[X][B][I] | !in_triad[X][B]))
    }));
    // Step 2. Boxes are counted in the passes over bands only.
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
    let triple = three!(X => three!(B => if at_most::<3, POPCOUNT>(once[X][B]) { once[X][B] } else { 0 }));
    let too_few = or3(three!(X => or3(three!(B => if at_most::<2, POPCOUNT>(once[X][B]) { 1 } else { 0 }))));
    let only_in_box =
        three!(X => three!(B => once[X][B] & !(once[X][(B + 1) % 3] | once[X][(B + 2) % 3]) | triple[X][B]));
    let only_in_line =
        three!(X => three!(B => once[X][B] & !(once[(X + 1) % 3][B] | once[(X + 2) % 3][B]) | triple[X][B]));
    let needed = three!(X => three!(B => Needed::new::<POPCOUNT>(only_in_box[X][B] | only_in_line[X][B])));
    let too_many = or3(three!(X => or3(three!(B => needed[X][B].too_many))));
    // Step 4.
    let values = three!(X => three!(B => {
        let out_of_line = only_in_line[X][(B + 1) % 3] | only_in_line[X][(B + 2) % 3];
        let out_of_box = only_in_box[(X + 1) % 3][B] | only_in_box[(X + 2) % 3][B];
        let rest = needed[X][B].kept & !(out_of_line | out_of_box);
        let hidden = (hidden_in_line[X] | hidden_in_box[B]) & rest;
        three!(I => {
            let hidden = values[X][B][I] & hidden;
            if hidden != 0 { hidden & hidden.wrapping_neg() } else { values[X][B][I] & rest }
        })
    }));
    (values, !everywhere & ALL_VALUES | too_many | too_few | twice_in_triad)
}

/// The values that a triad must have, because its line or its box has them nowhere else.
struct Needed {
    /// The candidates that remain: these values if they are at least three, or else all.
    kept: Candidates,
    /// Nonzero if they are more than three.
    too_many: u16,
}

impl Needed {
    #[inline(always)]
    fn new<const POPCOUNT: bool>(values: Candidates) -> Needed {
        let (are_three, too_many) = if POPCOUNT {
            let count = values.count_ones() as u16;
            (count >= 3, count & !3)
        } else {
            let without_two = without_one(without_one(values));
            (without_two != 0, without_one(without_two))
        };
        Needed { kept: if are_three { values } else { u16::MAX }, too_many }
    }
}

#[inline(always)]
fn or3([a, b, c]: [Candidates; 3]) -> Candidates {
    a | b | c
}

#[inline(always)]
fn two_of([a, b, c]: [Candidates; 3]) -> Candidates {
    a & b | c & (a ^ b)
}

/// Returns true if a set has at most `MAX` members, 2 or 3.
#[inline(always)]
fn at_most<const MAX: u32, const POPCOUNT: bool>(values: Candidates) -> bool {
    if POPCOUNT {
        return values.count_ones() <= MAX;
    }
    let without_two = without_one(without_one(values));
    if MAX == 2 { without_two == 0 } else { without_one(without_two) == 0 }
}
