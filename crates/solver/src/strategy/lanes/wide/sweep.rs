//! One sweep of constraint propagation, in every lane at once.
//!
//! A sweep visits the bands, each with its rows and boxes, and then the stacks, each with its columns. In both, it takes
//! one value after the other, and works on *triads*: the three cells that a line and a box share. A value leaves a triad
//! if a cell of its line or its box outside the triad is fixed to it, or if it is locked in another triad of the line or
//! of the box. What is left shows which values have several places in a unit. A value with a single place is a hidden
//! single, and one without a place is a contradiction. After a stack, the cells of the stack keep only their hidden
//! singles, if they have any.

use super::planes::Planes;
use crate::strategy::lanes::{
    bits::Bits,
    three::{cell_of, three},
};
use grid::CELLS;

impl<V: Bits> Planes<V> {
    /// Finds the cells with one candidate, and those with none, before the first sweep.
    #[inline(always)]
    pub fn begin(&mut self) {
        let zero = self.alive.splat(0);
        (self.alive, self.changed) = (zero.not(), zero);
        for cell in 0..CELLS {
            let (any, several) = count(&self.cells[cell]);
            self.alive = self.alive.and(any);
            self.single[cell] = several.not();
        }
    }

    #[inline(always)]
    pub fn sweep(&mut self) {
        self.changed = self.changed.splat(0);
        for band in 0..3 {
            for value in 0..9 {
                self.pass::<false>(band, value);
            }
        }
        for stack in 0..3 {
            for value in 0..9 {
                self.pass::<true>(stack, value);
            }
            for row in 0..9 {
                for column in 3 * stack..3 * stack + 3 {
                    self.apply_hidden_singles(row, column);
                }
            }
        }
    }

    /// Rules a value out in the lines and boxes of a band or stack, and finds those with several places for it.
    #[inline(always)]
    fn pass<const STACK: bool>(&mut self, band: usize, value: usize) {
        let cell = |line, r#box, i| cell_of::<STACK>(band, line, r#box, i);
        let zero = self.alive.splat(0);
        let [mut once, mut fixed] = [[[zero; 3]; 3]; 2];
        three!(X => three!(B => {
            let cells = three!(I => self.cells[cell(X, B, I)][value]);
            let single = three!(I => self.single[cell(X, B, I)]);
            fixed[X][B] = cells[0].and(single[0]).or_and(cells[1], single[1]).or_and(cells[2], single[2]);
            once[X][B] = or3(cells);
        }));
        let left = placeable(&once, &fixed);
        self.alive = self.alive.and(or3(left[0]));
        three!(X => three!(B => self.changed = self.changed.or_xor(once[X][B], left[X][B])));
        // A value has several places in a unit if it has several triads there, or several cells of one.
        let mut several_in_box = three!(B => majority(three!(X => left[X][B])));
        let several_in_line = three!(X => {
            let twice = three!(B => {
                let kept = three!(I => self.cells[cell(X, B, I)][value].and(left[X][B]));
                three!(I => self.cells[cell(X, B, I)][value] = kept[I]);
                majority(kept)
            });
            three!(B => several_in_box[B] = several_in_box[B].or(twice[B]));
            or3(twice).or(majority(left[X]))
        });
        if STACK {
            three!(X => self.several_in_column[band * 3 + X][value] = several_in_line[X]);
        } else {
            three!(X => three!(B => {
                self.several_in_triad[(band * 3 + X) * 3 + B][value] = several_in_line[X].and(several_in_box[B]);
            }));
        }
    }

    /// Removes all other candidates from a cell with a hidden single. A cell that still has several candidates in the
    /// next sweep has several hidden singles, which is a contradiction.
    #[inline(always)]
    fn apply_hidden_singles(&mut self, row: usize, column: usize) {
        let cell = row * 9 + column;
        let candidates = &mut self.cells[cell];
        let in_triad = &self.several_in_triad[row * 3 + column / 3];
        let in_column = &self.several_in_column[column];
        let (any, several) = count(candidates);
        let hidden =
            three!(A => three!(B => candidates[3 * A + B].without_both(in_triad[3 * A + B], in_column[3 * A + B])));
        let has_hidden = or3(three!(A => or3(hidden[A])));
        self.alive = self.alive.and(any).without(self.single[cell].and(several));
        self.changed = self.changed.or_and(has_hidden, several);
        self.single[cell] = has_hidden.or_not(several);
        three!(A => three!(B => {
            candidates[3 * A + B] = candidates[3 * A + B].and_or_not(hidden[A][B], has_hidden);
        }));
    }
}

/// Returns the triads in which a value can be placed, given those with a candidate and those with a cell fixed to it. If
/// there are none, it cannot be placed in every line and every box.
///
/// There are six ways to place a value in a triad of every line and of every box. They are two groups of three ways that
/// have no triad in common, so that a fixed value in one way of a group rules out the other two.
#[inline(always)]
fn placeable<V: Bits>(once: &[[V; 3]; 3], fixed: &[[V; 3]; 3]) -> [[V; 3]; 3] {
    // The boxes of the three lines.
    let way = |a: usize, b: usize, c: usize| {
        (once[0][a].and3(once[1][b], once[2][c]), fixed[0][a].or3(fixed[1][b], fixed[2][c]))
    };
    let [a, b, c] = possible([way(0, 1, 2), way(1, 2, 0), way(2, 0, 1)]);
    let [d, e, f] = possible([way(0, 2, 1), way(1, 0, 2), way(2, 1, 0)]);
    [[a.or(d), b.or(e), c.or(f)], [c.or(e), a.or(f), b.or(d)], [b.or(f), c.or(d), a.or(e)]]
}

/// Returns which of three ways are possible, given whether each has candidates, and whether it has a fixed value, which
/// rules out the others.
#[inline(always)]
fn possible<V: Bits>([(a, a_fixed), (b, b_fixed), (c, c_fixed)]: [(V, V); 3]) -> [V; 3] {
    [a.without2(b_fixed, c_fixed), b.without2(a_fixed, c_fixed), c.without2(a_fixed, b_fixed)]
}

/// Returns whether a cell has a candidate, and whether it has several.
#[inline(always)]
fn count<V: Bits>(candidates: &[V; 9]) -> (V, V) {
    let groups = groups(candidates);
    let once = three!(A => or3(groups[A]));
    let twice = three!(A => majority(groups[A]));
    (or3(once), or3(twice).or(majority(once)))
}

/// Returns nine bits in groups of three.
#[inline(always)]
pub(super) fn groups<V: Bits>(bits: &[V; 9]) -> [[V; 3]; 3] {
    three!(A => three!(B => bits[3 * A + B]))
}

#[inline(always)]
pub(super) fn or3<V: Bits>([a, b, c]: [V; 3]) -> V {
    a.or3(b, c)
}

/// Returns the bits that at least two of the three have: the high bit of their sum.
#[inline(always)]
pub(super) fn majority<V: Bits>([a, b, c]: [V; 3]) -> V {
    a.majority(b, c)
}
