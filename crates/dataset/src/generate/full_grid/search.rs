//! A search for a full grid, in random order.

use grid::{Shape, Units, random::SplitMix64};

/// The nodes of a search for each cell of the grid, after which it ends without a grid.
const NODES_PER_CELL: usize = 4;

/// What an assignment implies: naked and hidden singles, until there are no more.
pub struct Propagation {
    pub shape: Shape,
    units: Units,
    /// The cells of every row, column and box.
    cells: Vec<Vec<usize>>,
}

impl Propagation {
    pub fn new(shape: Shape) -> Propagation {
        let mut cells = vec![Vec::new(); 3 * shape.side()];
        for cell in 0..shape.cells() {
            let units = shape.units_of(cell);
            units.iter().enumerate().for_each(|(kind, unit)| cells[kind * shape.side() + unit].push(cell));
        }
        Propagation { shape, units: Units::new(shape), cells }
    }

    fn all_values(&self) -> u32 {
        (1 << self.shape.side()) - 1
    }

    /// Assigns a value, as a set of one, to a cell, and what follows from it by singles. Returns false if a cell or a value is left
    /// without a possibility.
    fn assign(&self, candidates: &mut [u32], cell: usize, value: u32) -> bool {
        candidates[cell] = value;
        let mut singles = vec![cell];
        loop {
            if !self.units.propagate(candidates, &mut singles) || !self.find_hidden(candidates, &mut singles) {
                return false;
            }
            if singles.is_empty() {
                return true;
            }
        }
    }

    /// Gives the values that have one cell in a unit to this cell, and adds the cell to `singles`.
    fn find_hidden(&self, candidates: &mut [u32], singles: &mut Vec<usize>) -> bool {
        let all = self.all_values();
        for unit in &self.cells {
            let mut once = 0;
            let mut twice = 0;
            for &cell in unit {
                twice |= once & candidates[cell];
                once |= candidates[cell];
            }
            if once != all {
                return false;
            }
            for &cell in unit.iter().filter(|_| twice != all) {
                let hidden = candidates[cell] & !twice;
                if hidden == 0 || candidates[cell].is_power_of_two() {
                    continue;
                }
                if !hidden.is_power_of_two() {
                    return false;
                }
                candidates[cell] = hidden;
                singles.push(cell);
            }
        }
        true
    }
}

/// Returns the values of a full grid; `None` if the nodes are used up.
pub fn find(propagation: &Propagation, random: &mut SplitMix64) -> Option<Vec<u8>> {
    let cell_count = propagation.shape.cells();
    let mut cells: Vec<usize> = (0..cell_count).collect();
    random.shuffle(&mut cells);
    let mut search = Search { propagation, random, cells, nodes: NODES_PER_CELL * cell_count };
    let singles = search.search(vec![propagation.all_values(); cell_count])?;
    Some(singles.into_iter().map(|single| single.trailing_zeros() as u8 + 1).collect())
}

struct Search<'a> {
    propagation: &'a Propagation,
    random: &'a mut SplitMix64,
    /// The cells in the order of choice among those with equally many candidates.
    cells: Vec<usize>,
    /// The nodes that are left.
    nodes: usize,
}

impl Search<'_> {
    fn search(&mut self, candidates: Vec<u32>) -> Option<Vec<u32>> {
        let open = self.cells.iter().copied().filter(|&cell| !candidates[cell].is_power_of_two());
        let Some(cell) = open.min_by_key(|&cell| candidates[cell].count_ones()) else { return Some(candidates) };
        let mut untried = candidates[cell];
        while untried != 0 {
            self.nodes = self.nodes.checked_sub(1)?;
            let value = self.one_of(untried);
            untried ^= value;
            let mut next = candidates.clone();
            if self.propagation.assign(&mut next, cell, value)
                && let Some(found) = self.search(next)
            {
                return Some(found);
            }
        }
        None
    }

    fn one_of(&mut self, mut values: u32) -> u32 {
        for _ in 0..self.random.below(values.count_ones().into()) {
            values &= values - 1;
        }
        values & values.wrapping_neg()
    }
}
