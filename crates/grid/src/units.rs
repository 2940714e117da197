//! The units and the peers of the cells of a shape.

use crate::{AnyGrid, Shape};

/// A set of values: bit `v - 1` stands for value `v`.
pub type Values = u32;

pub struct Units {
    pub shape: Shape,
    /// The row, the column and the box of every cell.
    pub of_cells: Vec<[u8; 3]>,
    /// The peers of every cell in ascending order.
    pub peers: Vec<Box<[u16]>>,
}

impl Units {
    /// Lists the units and peers of a shape.
    pub fn new(shape: Shape) -> Units {
        let of_cells: Vec<[u8; 3]> =
            (0..shape.cells()).map(|cell| shape.units_of(cell).map(|unit| unit as u8)).collect();
        let shares_unit = |a: usize, b: usize| of_cells[a].iter().zip(&of_cells[b]).any(|(one, other)| one == other);
        let peers_of = |cell: usize| {
            let others = (0..shape.cells()).filter(|&other| other != cell && shares_unit(cell, other));
            others.map(|other| other as u16).collect()
        };
        let peers = (0..shape.cells()).map(peers_of).collect();
        Units { shape, of_cells, peers }
    }

    /// Propagates naked singles: removes the value of each cell of `singles` from the candidates of its peers, and goes on with the
    /// peers that are left with one. Returns false if a peer is left with none.
    pub fn propagate(&self, candidates: &mut [Values], singles: &mut Vec<usize>) -> bool {
        while let Some(cell) = singles.pop() {
            let single = candidates[cell];
            for peer in self.peers[cell].iter().map(|&peer| usize::from(peer)) {
                if candidates[peer] & single != 0 {
                    candidates[peer] ^= single;
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

    /// Sets the candidates of every cell: for a blank the values that no peer holds and that the puzzle allows, for a filled cell none.
    pub fn set_candidates(&self, puzzle: &AnyGrid, candidates: &mut [Values]) {
        let cells = puzzle.cells();
        // 32, so that an index of five bits needs no check.
        let mut used = [[0; 32]; 3];
        for (&units, &value) in self.of_cells.iter().zip(cells) {
            let bit = (1 << value) >> 1;
            used.iter_mut().zip(units).for_each(|(used, unit)| used[usize::from(unit) % 32] |= bit);
        }
        let all_values = (1 << self.shape.side()) - 1;
        for ((candidates, units), &value) in candidates.iter_mut().zip(&self.of_cells).zip(cells) {
            let [row, column, r#box] = units.map(|unit| usize::from(unit) % 32);
            let free = all_values & !(used[0][row] | used[1][column] | used[2][r#box]);
            *candidates = if value == 0 { free } else { 0 };
        }
        if let Some(allowed) = puzzle.candidates() {
            candidates.iter_mut().zip(allowed).for_each(|(candidates, &values)| *candidates &= Values::from(values));
        }
    }

    /// Writes 1 for each cell that has the value of another cell in one of its units, and 0 for any other.
    pub fn write_conflicts(&self, cells: &[u8], conflicts: &mut [u8]) {
        let mut once = [[0; 32]; 3];
        let mut twice: [[Values; 32]; 3] = [[0; 32]; 3];
        for (units, &value) in self.of_cells.iter().zip(cells) {
            let bit = (1 << value) >> 1;
            for ((once, twice), &unit) in once.iter_mut().zip(&mut twice).zip(units) {
                let unit = usize::from(unit) % 32;
                twice[unit] |= once[unit] & bit;
                once[unit] |= bit;
            }
        }
        for ((conflict, units), &value) in conflicts.iter_mut().zip(&self.of_cells).zip(cells) {
            let twice = twice.iter().zip(units).fold(0, |all, (twice, &unit)| all | twice[usize::from(unit) % 32]);
            *conflict = u8::from(twice & (1 << value) >> 1 != 0);
        }
    }
}
