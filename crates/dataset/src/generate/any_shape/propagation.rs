//! What an assignment implies: naked and hidden singles, until there are no more.

use grid::{Shape, Units};

pub struct Propagation {
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
        Propagation { units: Units::new(shape), cells }
    }

    /// Assigns a value, as a set of one, to a cell, and what follows from it by singles. Returns false if a cell or a value is left
    /// without a possibility.
    pub fn assign(&self, candidates: &mut [u32], cell: usize, value: u32) -> bool {
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
        let all = (1 << (self.cells.len() / 3)) - 1;
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
