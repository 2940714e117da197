//! One sweep of constraint propagation, in every lane at once.
//!
//! A sweep visits the bands, each with its rows and boxes, and then the stacks, each with its columns. In both, it takes
//! one value after the other, and works on *triads*: the three cells that a line and a box share. A value leaves a triad
//! if a cell of its line or its box outside the triad is fixed to it, or if it is locked in another triad of the line or
//! of the box. What is left shows which values have one place in a unit. After a stack, the cells of the stack keep only
//! these values, if they have any.

use std::hint::black_box;

use super::planes::Planes;
use crate::{
    grid::CELLS,
    strategy::{
        isa::Bits,
        lanes::three::{cell_of, three},
    },
};

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

    /// Runs one sweep in all lanes.
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

    /// Rules a value out in the lines and boxes of a band or stack, and finds its hidden singles.
    #[inline(always)]
    fn pass<const STACK: bool>(&mut self, band: usize, value: usize) {
        let cell = |line, r#box, i| cell_of::<STACK>(band, line, r#box, i);
        let zero = self.alive.splat(0);
        let [mut once, mut twice, mut fixed] = [[[zero; 3]; 3]; 3];
        three!(X => three!(B => {
            let cells = three!(I => self.cells[cell(X, B, I)][value]);
            let single = three!(I => self.single[cell(X, B, I)]);
            fixed[X][B] = cells[0].and(single[0]).or_and(cells[1], single[1]).or_and(cells[2], single[2]);
            (once[X][B], twice[X][B]) = (or3(cells), majority(cells));
        }));
        let free = three!(X => three!(B => once[X][B]
            .without2(fixed[X][(B + 1) % 3], fixed[X][(B + 2) % 3])
            .without2(fixed[(X + 1) % 3][B], fixed[(X + 2) % 3][B])));
        let left = without_locked(&free);
        let twice = three!(X => three!(B => twice[X][B].and(left[X][B])));
        let (line, in_line) = count_places(|x| left[x], |x| twice[x]);
        self.alive = self.alive.and3(line[0], line[1]).and(line[2]);
        if STACK {
            three!(X => self.hidden_in_column[band * 3 + X][value] = in_line[X]);
        } else {
            let column = |of: &[[V; 3]; 3], b: usize| three!(X => of[X][b]);
            let (r#box, in_box) = count_places(|b| column(&left, b), |b| column(&twice, b));
            self.alive = self.alive.and3(r#box[0], r#box[1]).and(r#box[2]);
            three!(X => three!(B => self.hidden_in_triad[(band * 3 + X) * 3 + B][value] = in_line[X].or(in_box[B])));
        }
        three!(X => three!(B => self.changed = self.changed.or_xor(once[X][B], left[X][B])));
        // The compiler would rather save the candidates on the stack than read them again.
        let cells = black_box(&mut self.cells);
        three!(X => three!(B => three!(I => {
            let candidate = &mut cells[cell(X, B, I)][value];
            *candidate = candidate.and(left[X][B]);
        })));
    }

    /// Removes all other candidates from a cell with a hidden single. A cell that still has several candidates in the
    /// next sweep has several hidden singles, which is a contradiction.
    #[inline(always)]
    fn apply_hidden_singles(&mut self, row: usize, column: usize) {
        let cell = row * 9 + column;
        let candidates = &mut self.cells[cell];
        let (in_triad, in_column) = (&self.hidden_in_triad[row * 3 + column / 3], &self.hidden_in_column[column]);
        let (any, several) = count(candidates);
        let hidden = three!(A => three!(B => candidates[3 * A + B].and_or(in_triad[3 * A + B], in_column[3 * A + B])));
        let has_hidden = or3(three!(A => or3(hidden[A])));
        self.alive = self.alive.and(any).without(self.single[cell].and(several));
        self.changed = self.changed.or_and(has_hidden, several);
        self.single[cell] = has_hidden.or_not(several);
        three!(A => three!(B => {
            candidates[3 * A + B] = candidates[3 * A + B].and_or_not(hidden[A][B], has_hidden);
        }));
    }
}

/// Removes a value from triads, if it is locked in another triad of the line or of the box.
#[inline(always)]
fn without_locked<V: Bits>(triads: &[[V; 3]; 3]) -> [[V; 3]; 3] {
    let only_in_box = three!(X => three!(B => triads[X][B].without2(triads[X][(B + 1) % 3], triads[X][(B + 2) % 3])));
    let only_in_line = three!(X => three!(B => triads[X][B].without2(triads[(X + 1) % 3][B], triads[(X + 2) % 3][B])));
    three!(X => three!(B => triads[X][B]
        .without2(only_in_box[(X + 1) % 3][B], only_in_box[(X + 2) % 3][B])
        .without2(only_in_line[X][(B + 1) % 3], only_in_line[X][(B + 2) % 3])))
}

/// Returns whether three lines or boxes have a place for the value, and whether they have only one.
#[inline(always)]
fn count_places<V: Bits>(once: impl Fn(usize) -> [V; 3], twice: impl Fn(usize) -> [V; 3]) -> ([V; 3], [V; 3]) {
    let any = three!(U => or3(once(U)));
    (any, three!(U => any[U].without2(or3(twice(U)), majority(once(U)))))
}

/// Returns whether a cell has a candidate, and whether it has several.
#[inline(always)]
fn count<V: Bits>(candidates: &[V; 9]) -> (V, V) {
    let groups = groups(candidates);
    let (once, twice) = (three!(A => or3(groups[A])), three!(A => majority(groups[A])));
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
