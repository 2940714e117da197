//! Latin squares, by the Markov chain of Mark Jacobson and Peter Matthews, "Generating uniformly distributed random Latin squares",
//! Journal of Combinatorial Designs 4, 1996.
//!
//! A square is a cube of 0 and 1: 1 where a row and a column have a value. Each line of the cube has the sum 1. A step adds 1 at a 0
//! and at three other corners of a subcube, and subtracts 1 at the remaining corners. That may leave a −1 at one corner. Then the square
//! is improper, and the next step begins there. In the long run, every Latin square comes up equally often. How many steps that
//! takes is not proven. The square that is drawn is the one after four times as many squares as it has cells, not counting those
//! that are improper: to end with the first proper square after a number of steps would not be uniform.

use grid::{Shape, random::SplitMix64};

/// The squares on the way, for each cell of the square.
const SQUARES_PER_CELL: usize = 4;

pub fn draw(side: usize, random: &mut SplitMix64) -> Vec<u8> {
    let mut cube = Cube::new(side, random);
    for _ in 0..SQUARES_PER_CELL * side * side {
        let mut improper = Some(cube.zero(random));
        while let Some(begin) = improper {
            improper = cube.step(begin, random);
        }
    }
    cube.square()
}

/// A row, a column and a value.
type Corner = [usize; 3];

struct Cube {
    side: usize,
    entries: Vec<i8>,
}

impl Cube {
    /// Creates the cube of a cyclic square with shuffled rows, columns and values.
    fn new(side: usize, random: &mut SplitMix64) -> Cube {
        let orders: [Vec<usize>; 3] = std::array::from_fn(|_| {
            let mut order: Vec<usize> = (0..side).collect();
            random.shuffle(&mut order);
            order
        });
        let mut cube = Cube { side, entries: vec![0; side.pow(3)] };
        let square = Shape::new(1, side).expect("the side of a shape").pattern();
        for (cell, value) in square.into_iter().enumerate() {
            let corner = [orders[0][cell / side], orders[1][cell % side], orders[2][usize::from(value) - 1]];
            *cube.at(corner) = 1;
        }
        cube
    }

    fn at(&mut self, [row, column, value]: Corner) -> &mut i8 {
        &mut self.entries[(row * self.side + column) * self.side + value]
    }

    /// Draws a corner with a 0.
    fn zero(&mut self, random: &mut SplitMix64) -> Corner {
        loop {
            let corner = std::array::from_fn(|_| random.below(self.side as u64) as usize);
            if *self.at(corner) == 0 {
                return corner;
            }
        }
    }

    /// Draws one of the corners with a 1 in the line through a corner along an axis. From a 0 there is one, from a −1 there are two.
    fn one(&mut self, corner: Corner, axis: usize, random: &mut SplitMix64) -> usize {
        let mut ones = Vec::with_capacity(2);
        for index in 0..self.side {
            let mut other = corner;
            other[axis] = index;
            if *self.at(other) == 1 {
                ones.push(index);
            }
        }
        ones[random.below(ones.len() as u64) as usize]
    }

    /// Makes a step from a 0 or a −1. Returns the corner with a −1 if there is one then.
    fn step(&mut self, begin: Corner, random: &mut SplitMix64) -> Option<Corner> {
        let end: Corner = std::array::from_fn(|axis| self.one(begin, axis, random));
        for corner in 0..8 {
            let at = std::array::from_fn(|axis| if corner >> axis & 1 == 1 { end[axis] } else { begin[axis] });
            *self.at(at) += if i32::count_ones(corner) % 2 == 0 { 1 } else { -1 };
        }
        (*self.at(end) < 0).then_some(end)
    }

    fn square(&self) -> Vec<u8> {
        let value = |line: &[i8]| line.iter().position(|entry| *entry == 1).expect("a proper square") as u8 + 1;
        self.entries.chunks(self.side).map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// There are 576 Latin squares of side 4. The 0.999 quantile of chi-square with 575 degrees of freedom is 684.
    #[test]
    fn all_squares_of_side_4_are_equally_likely() {
        let mut random = SplitMix64(1);
        let mut counts = BTreeMap::new();
        for _ in 0..57_600 {
            *counts.entry(draw(4, &mut random)).or_insert(0.0) += 1.0;
        }
        assert_eq!(counts.len(), 576);
        let distance: f64 = counts.values().map(|count: &f64| (count - 100.0).powi(2) / 100.0).sum();
        assert!(distance < 684.0, "{distance}");
    }
}
