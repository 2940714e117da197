//! Knuth's Algorithm X with dancing links.
//!
//! A puzzle of side n is an exact cover of 4 · n² items (cells, then the values of rows, of columns and of boxes) by n³ options
//! (row, column, value), each of which covers four items. As for 9×9, the lists are built from the options that the givens
//! leave, and the sizes of the items are an array.

use super::smallest::first_smallest;
use crate::strategy::{Limits, Meter, Outcome, Solutions, Strategy};
use grid::{AnyGrid, Shape, Units};

/// Added to the size of a covered item.
const COVERED: u8 = 1 << 7;

/// A matrix. At side 25, it has 65,000 nodes, so that 16 bits are enough.
pub struct Dlx {
    units: Units,
    /// The item of each node. The nodes of the items come first, then four for each option.
    items: Vec<u16>,
    up: Vec<u16>,
    down: Vec<u16>,
    sizes: Vec<u8>,
    path: Vec<Choice>,
}

/// A covered item and its current option, as a node of the item's list; the item before the first.
#[derive(Clone, Copy)]
struct Choice {
    item: u16,
    node: u16,
}

impl Dlx {
    pub fn new(shape: Shape) -> Dlx {
        let units = Units::new(shape);
        let side = shape.side();
        let mut items: Vec<u16> = (0..4 * shape.cells() as u16).collect();
        for (cell, units) in units.of_cells.iter().enumerate() {
            for value in 0..side {
                let of_unit = |kind: usize| (kind + 1) * shape.cells() + usize::from(units[kind]) * side + value;
                items.extend([cell, of_unit(0), of_unit(1), of_unit(2)].map(|item| item as u16));
            }
        }
        let links = vec![0; items.len()];
        Dlx { units, items, up: links.clone(), down: links, sizes: Vec::new(), path: Vec::new() }
    }

    fn item_count(&self) -> usize {
        4 * self.units.shape.cells()
    }

    /// Covers the items of the givens, and builds the lists of the options that they leave.
    fn load(&mut self, puzzle: &AnyGrid) {
        let side = self.units.shape.side();
        let heads = self.item_count();
        self.sizes = vec![0; heads];
        self.path.clear();
        for head in 0..heads {
            (self.up[head], self.down[head]) = (head as u16, head as u16);
        }
        let candidates = self.units.candidates(puzzle);
        for (cell, &value) in puzzle.cells().iter().enumerate() {
            let first = heads + 4 * cell * side;
            if value > 0 {
                let node = first + 4 * usize::from(value - 1);
                (node..node + 4).for_each(|node| self.sizes[usize::from(self.items[node])] += COVERED);
                continue;
            }
            for value in (0..side).filter(|value| candidates[cell] >> value & 1 == 1) {
                let node = first + 4 * value;
                (node..node + 4).for_each(|node| self.append(node));
            }
        }
    }

    fn append(&mut self, node: usize) {
        let item = self.items[node];
        let last = self.up[usize::from(item)];
        (self.up[node], self.down[node]) = (last, item);
        self.down[usize::from(last)] = node as u16;
        self.up[usize::from(item)] = node as u16;
        self.sizes[usize::from(item)] += 1;
    }

    /// Covers an item: hides its options from the lists of their other items.
    fn cover(&mut self, item: u16) {
        self.sizes[usize::from(item)] += COVERED;
        let mut node = self.down[usize::from(item)];
        while node != item {
            for other in self.others(node) {
                let [up, down] = [self.up[other], self.down[other]];
                self.down[usize::from(up)] = down;
                self.up[usize::from(down)] = up;
                self.sizes[usize::from(self.items[other])] -= 1;
            }
            node = self.down[usize::from(node)];
        }
    }

    /// Undoes [`Dlx::cover`], in the opposite order.
    fn uncover(&mut self, item: u16) {
        let mut node = self.up[usize::from(item)];
        while node != item {
            for other in self.others(node).into_iter().rev() {
                let [up, down] = [self.up[other], self.down[other]];
                self.down[usize::from(up)] = other as u16;
                self.up[usize::from(down)] = other as u16;
                self.sizes[usize::from(self.items[other])] += 1;
            }
            node = self.up[usize::from(node)];
        }
        self.sizes[usize::from(item)] -= COVERED;
    }

    /// Returns the other three nodes of a node's option. As the number of items is a multiple of four, they differ in the lowest two
    /// bits only.
    fn others(&self, node: u16) -> [usize; 3] {
        [node ^ 1, node ^ 2, node ^ 3].map(usize::from)
    }

    fn cover_others(&mut self, node: u16) {
        let others = self.others(node);
        others.iter().for_each(|&other| self.cover(self.items[other]));
    }

    fn uncover_others(&mut self, node: u16) {
        let others = self.others(node);
        others.iter().rev().for_each(|&other| self.uncover(self.items[other]));
    }

    /// Goes to the next option of the last item that has one, and undoes the options before it. Returns `None` if there is none.
    /// The option's other items are not covered yet.
    fn next_option(&mut self, outcome: &mut Outcome) -> Option<Choice> {
        loop {
            let Choice { item, node } = *self.path.last()?;
            if node != item {
                self.uncover_others(node);
                outcome.backtracks += 1;
            }
            let next = self.down[usize::from(node)];
            if next != item {
                let choice = Choice { item, node: next };
                *self.path.last_mut()? = choice;
                return Some(choice);
            }
            self.uncover(item);
            self.path.pop();
        }
    }

    fn search(&mut self, puzzle: &AnyGrid, mut meter: Meter<'_>, solutions: &mut Solutions<AnyGrid>) -> Outcome {
        let mut outcome = Outcome::ZERO;
        loop {
            let (smallest, item) = first_smallest(&self.sizes);
            if smallest >= COVERED {
                if solutions.add(self.solution(puzzle)) {
                    return outcome;
                }
            } else if smallest > 0 {
                let item = item as u16;
                self.cover(item);
                self.path.push(Choice { item, node: item });
            }
            let Some(Choice { item, node }) = self.next_option(&mut outcome) else { return outcome };
            if outcome.nodes == meter.pause
                && let Some(limit) = meter.stop(outcome.nodes)
            {
                return Outcome { end: limit, ..outcome };
            }
            outcome.add_node(self.down[usize::from(node)] != item, self.path.len());
            self.cover_others(node);
        }
    }

    fn solution(&self, puzzle: &AnyGrid) -> AnyGrid {
        let mut solution = puzzle.without_candidates();
        for choice in &self.path {
            let option = (usize::from(choice.node) - self.item_count()) / 4;
            solution.set(option / self.units.shape.side(), (option % self.units.shape.side()) as u8 + 1);
        }
        solution
    }
}

impl Strategy<AnyGrid> for Dlx {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits<'_>, solutions: &mut Solutions<AnyGrid>) -> Outcome {
        let meter = Meter::start(limits);
        self.load(puzzle);
        self.search(puzzle, meter, solutions)
    }
}
