//! What an assignment implies: naked and hidden singles, until there are no more.

use solver::grid::Shape;

/// The units of a shape and the peers of its cells.
pub struct Propagation {
    /// The cells of every row, column and box.
    units: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

impl Propagation {
    pub fn new(shape: Shape) -> Propagation {
        let mut units = vec![Vec::new(); 3 * shape.side()];
        for cell in 0..shape.cells() {
            let of_cell = shape.units_of(cell);
            of_cell.iter().enumerate().for_each(|(kind, unit)| units[kind * shape.side() + unit].push(cell));
        }
        let shares_unit = |a: usize, b: usize| shape.units_of(a).iter().zip(shape.units_of(b)).any(|(a, b)| *a == b);
        let peers_of = |cell: usize| {
            let others = (0..shape.cells()).filter(|&other| other != cell && shares_unit(cell, other));
            others.collect()
        };
        Propagation { units, peers: (0..shape.cells()).map(peers_of).collect() }
    }

    /// Assigns a value, as a set of one, to a cell, and what follows from it by singles. Returns false if a cell or a value is left
    /// without a possibility.
    pub fn assign(&self, candidates: &mut [u32], cell: usize, value: u32) -> bool {
        candidates[cell] = value;
        let mut singles = vec![cell];
        loop {
            if !self.remove_from_peers(candidates, &mut singles) || !self.find_hidden(candidates, &mut singles) {
                return false;
            }
            if singles.is_empty() {
                return true;
            }
        }
    }

    /// Removes the values of cells with one candidate from their peers, also of cells that get one by that.
    fn remove_from_peers(&self, candidates: &mut [u32], singles: &mut Vec<usize>) -> bool {
        while let Some(cell) = singles.pop() {
            let value = candidates[cell];
            for &peer in &self.peers[cell] {
                if candidates[peer] & value != 0 {
                    candidates[peer] ^= value;
                    if candidates[peer] == 0 {
                        return false;
                    }
                    if candidates[peer].is_power_of_two() {
                        singles.push(peer);
                    }
                }
            }
        }
        true
    }

    /// Gives the values that have one cell in a unit to this cell, and adds the cell to `singles`.
    fn find_hidden(&self, candidates: &mut [u32], singles: &mut Vec<usize>) -> bool {
        let all = (1 << (self.units.len() / 3)) - 1;
        for unit in &self.units {
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
