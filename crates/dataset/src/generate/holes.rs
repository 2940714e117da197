//! The cells that are blanked in a full grid, for instances as they are used to study phase transitions of search.
//!
//! * *At random*: all sets of so many cells are equally likely. In a Latin square, these are quasigroups with holes (Dimitris
//!   Achlioptas, Carla Gomes, Henry Kautz and Bart Selman, "Generating satisfiable problem instances", AAAI 2000).
//! * *Balanced*: every row and every column has the same number of holes, up to one (Henry Kautz, Yongshao Ruan, Dimitris
//!   Achlioptas, Carla Gomes, Bart Selman and Mark Stickel, "Balance and filtering in structured satisfiable problems", IJCAI 2001),
//!   and so has every box, as in generalised Sudoku (Carlos Ansótegui, Ramón Béjar, Cèsar Fernàndez, Carla Gomes and Carles
//!   Mateu, "The impact of balancing on problem hardness in a highly structured domain", AAAI 2006). In these studies,
//!   balanced instances were much harder than others with as many holes.
//!
//! A balanced pattern begins as the cells of some values of a full grid: they are balanced, whatever the grid. Then a Markov chain
//! moves the holes. A step exchanges the holes in two corners of a rectangle with the filled cells in the other two (Ravi Kannan,
//! Prasad Tetali and Santosh Vempala, "Simple Markov-chain algorithms for generating bipartite graphs and tournaments", 1999), or
//! moves one hole, and is undone if the pattern is not balanced then. A step is as likely as the step back, so in the long run all
//! patterns that the steps reach are equally likely. Whether they reach all balanced patterns, and how soon, is not proven.

use std::ops::RangeInclusive;

use grid::{AnyGrid, Shape, random::SplitMix64};

/// The steps of the Markov chain, for each cell and value.
const STEPS_PER_OPTION: usize = 16;

/// Blanks a number of cells of a full grid, which is drawn uniformly from a range.
pub fn puzzle(
    solution: &AnyGrid,
    number: &RangeInclusive<usize>,
    is_balanced: bool,
    random: &mut SplitMix64,
) -> AnyGrid {
    let number = number.start() + random.below((number.end() - number.start() + 1) as u64) as usize;
    let draw = if is_balanced { balanced } else { at_random };
    let mut puzzle = solution.clone();
    draw(solution.shape(), number, random).into_iter().for_each(|cell| puzzle.set(cell, 0));
    puzzle
}

/// Draws `number` cells; all sets of cells are equally likely.
fn at_random(shape: Shape, number: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..shape.cells()).collect();
    random.shuffle(&mut cells);
    cells.truncate(number);
    cells
}

/// Draws `number` cells, as many in every row, column and box, up to one.
fn balanced(shape: Shape, number: usize, random: &mut SplitMix64) -> Vec<usize> {
    let mut holes = Holes::new(shape, number, random);
    for _ in 0..STEPS_PER_OPTION * shape.cells() * shape.side() {
        holes.step(random);
    }
    (0..shape.cells()).filter(|&cell| holes.is_hole[cell]).collect()
}

struct Holes {
    shape: Shape,
    is_hole: Vec<bool>,
    counts: [Vec<usize>; 3],
    fewest: usize,
    most: usize,
}

impl Holes {
    fn new(shape: Shape, number: usize, random: &mut SplitMix64) -> Holes {
        let side = shape.side();
        let mut values: Vec<u8> = (1..=side as u8).collect();
        random.shuffle(&mut values);
        let grid = shape.pattern();
        let mut cells = at_random(shape, shape.cells(), random);
        cells.sort_by_key(|&cell| values[usize::from(grid[cell]) - 1]);
        let is_hole = vec![false; shape.cells()];
        let counts = std::array::from_fn(|_| vec![0; side]);
        let mut holes = Holes { shape, is_hole, counts, fewest: number / side, most: number.div_ceil(side) };
        cells.into_iter().take(number).for_each(|cell| holes.toggle(cell));
        holes
    }

    fn toggle(&mut self, cell: usize) {
        let becomes_hole = !self.is_hole[cell];
        self.is_hole[cell] = becomes_hole;
        for (counts, unit) in self.counts.iter_mut().zip(self.shape.units_of(cell)) {
            counts[unit] = if becomes_hole { counts[unit] + 1 } else { counts[unit] - 1 };
        }
    }

    /// Makes a step of the chain, if the pattern is balanced after it.
    fn step(&mut self, random: &mut SplitMix64) {
        let side = self.shape.side();
        let mut cell = || random.below(self.shape.cells() as u64) as usize;
        let from = cell();
        let to = cell();
        let across = [from / side * side + to % side, to / side * side + from % side];
        let is_rectangle = from / side != to / side && from % side != to % side;
        let is_hole = |cells: [usize; 2]| cells.map(|cell| self.is_hole[cell]);
        let moves_one = random.below(2) == 0;
        if moves_one && is_hole([from, to]) == [true, false] {
            self.try_toggles(&[from, to]);
        } else if !moves_one && is_rectangle && is_hole([from, to]) == [true; 2] && is_hole(across) == [false; 2] {
            self.try_toggles(&[from, to, across[0], across[1]]);
        }
    }

    fn try_toggles(&mut self, cells: &[usize]) {
        cells.iter().for_each(|&cell| self.toggle(cell));
        if !cells.iter().all(|&cell| self.is_balanced_around(cell)) {
            cells.iter().for_each(|&cell| self.toggle(cell));
        }
    }

    fn is_balanced_around(&self, cell: usize) -> bool {
        let units = self.counts.iter().zip(self.shape.units_of(cell));
        units.into_iter().all(|(counts, unit)| (self.fewest..=self.most).contains(&counts[unit]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balanced_holes_are_spread_over_all_units() {
        let mut random = SplitMix64(1);
        for (height, width) in [(2, 2), (2, 3), (3, 3), (1, 7), (7, 1), (3, 4), (4, 4)] {
            let shape = Shape::new(height, width).unwrap();
            for number in [0, 1, shape.side(), shape.cells() / 2, shape.cells() * 5 / 12, shape.cells()] {
                let holes = balanced(shape, number, &mut random);
                assert_eq!(holes.len(), number);
                for kind in 0..3 {
                    let mut counts = vec![0; shape.side()];
                    holes.iter().for_each(|&cell| counts[shape.units_of(cell)[kind]] += 1);
                    let most = counts.iter().max().unwrap();
                    assert!(most - counts.iter().min().unwrap() <= 1, "{shape:?} {number}: {counts:?}");
                }
            }
        }
    }

    /// All 90 patterns with two holes in every row and column of a Latin square of side 4. The 0.999 quantile of chi-square with 89
    /// degrees of freedom is 136.
    #[test]
    fn balanced_patterns_are_equally_likely() {
        let mut random = SplitMix64(1);
        let mut counts = std::collections::BTreeMap::new();
        let shape = Shape::new(1, 4).unwrap();
        for _ in 0..9000 {
            *counts.entry(balanced(shape, 8, &mut random)).or_insert(0.0) += 1.0;
        }
        assert_eq!(counts.len(), 90);
        let distance: f64 = counts.values().map(|count: &f64| (count - 100.0).powi(2) / 100.0).sum();
        assert!(distance < 136.0, "{distance}");
    }
}
