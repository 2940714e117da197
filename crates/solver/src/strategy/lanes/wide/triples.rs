//! Locked and hidden triples, in every lane at once: rules that take almost as long as a sweep and change little. So they
//! are applied only after the sweeps of a step.

use super::{
    planes::Planes,
    sweep::{majority, or3},
};
use crate::strategy::lanes::{
    bits::Bits,
    three::{cell_of, three},
};

/// Whether each value is a candidate in the triads of a band or stack: by value, then by line, then by box.
pub struct Triads<V>([[[V; 3]; 3]; 9]);

impl<V: Bits> Triads<V> {
    pub fn new(zero: V) -> Triads<V> {
        Triads([[[zero; 3]; 3]; 9])
    }
}

impl<V: Bits> Planes<V> {
    #[inline(always)]
    pub fn apply_triples(&mut self, triads: &mut Triads<V>) {
        self.changed = self.alive.splat(0);
        for band in 0..3 {
            self.triples_of::<false>(band, triads);
        }
        for stack in 0..3 {
            self.triples_of::<true>(stack, triads);
        }
    }

    #[inline(always)]
    fn triples_of<const STACK: bool>(&mut self, band: usize, triads: &mut Triads<V>) {
        let cell = |line, r#box, i| cell_of::<STACK>(band, line, r#box, i);
        let zero = self.alive.splat(0);
        let Triads(triads) = triads;
        for (value, triads) in triads.iter_mut().enumerate() {
            *triads = three!(X => three!(B => or3(three!(I => self.cells[cell(X, B, I)][value]))));
        }
        // Whether the line has a value nowhere else. If a sweep changes nothing, the box has it nowhere else, either.
        let needed = |line: &[V; 3], b: usize| line[b].without2(line[(b + 1) % 3], line[(b + 2) % 3]);
        let mut alive = self.alive;
        let mut changed = self.changed;
        let mut locked = [[zero; 3]; 3];
        let mut hidden = [[zero; 3]; 3];
        for x in 0..3 {
            for b in 0..3 {
                let (three, four) = at_least_three_and_four(three!(A => three!(I => triads[3 * A + I][x][b])));
                locked[x][b] = three.without(four);
                let values_needed = three!(A => three!(I => needed(&triads[3 * A + I][x], b)));
                let (three_needed, four_needed) = at_least_three_and_four(values_needed);
                hidden[x][b] = three_needed;
                alive = alive.and(three).without(four_needed);
            }
        }
        for (value, triads) in triads.iter().enumerate() {
            let triple = three!(X => three!(B => triads[X][B].and(locked[X][B])));
            three!(X => three!(B => {
                let kept = triads[X][B]
                    .and_or_not(needed(&triads[X], B), hidden[X][B])
                    .without2(triple[X][(B + 1) % 3], triple[X][(B + 2) % 3])
                    .without2(triple[(X + 1) % 3][B], triple[(X + 2) % 3][B]);
                changed = changed.or_xor(triads[X][B], kept);
                three!(I => {
                    let candidate = &mut self.cells[cell(X, B, I)][value];
                    *candidate = candidate.and(kept);
                });
            }));
        }
        (self.alive, self.changed) = (alive, changed);
    }
}

#[inline(always)]
fn at_least_three_and_four<V: Bits>(groups: [[V; 3]; 3]) -> (V, V) {
    let low = three!(A => odd(groups[A]));
    let [d, e, f] = three!(A => majority(groups[A]));
    let ones = odd(low);
    let twos = majority(low);
    let four = d.majority(e, f).or_and(twos, d.or3(e, f));
    (four.or_and(ones, d.or3(e, f).or(twos)), four)
}

/// Returns whether an odd number of the bits is set: the low bit of their sum.
#[inline(always)]
pub(super) fn odd<V: Bits>([a, b, c]: [V; 3]) -> V {
    a.xor3(b, c)
}
