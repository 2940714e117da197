//! Unavoidable sets: sets of cells of a full grid whose values can be rearranged to another full grid. A puzzle without
//! a clue in one of them has several solutions; a puzzle with a clue in each of them has one (Gary McGuire, Bastian
//! Tugemann and Gilles Civario, "There is no 16-clue Sudoku: solving the Sudoku minimum number of clues problem via
//! hitting set enumeration", 2012, arXiv 1201.0749).

use crate::grid::{CELLS, Grid, PEER_SETS};
pub use crate::grid::{CellSet, members, set_of};

/// Returns the cells in which two full grids differ: an unavoidable set of both.
pub fn difference(a: &Grid, b: &Grid) -> CellSet {
    let cells = a.cells().iter().zip(b.cells()).enumerate();
    cells.fold(0, |set, (cell, (a, b))| set | u128::from(a != b) << cell)
}

/// Replaces `sets` with the unavoidable sets that are easy to find: those in which two values are exchanged, and those
/// in which two lines of a band or stack are exchanged. Two rows of a band can exchange their cells in some columns if
/// both have the same values there.
pub fn easy(grid: &Grid, sets: &mut Vec<CellSet>) {
    sets.clear();
    of_two_values(grid, sets);
    of_two_lines(grid, |line, place| 9 * line + place, sets);
    of_two_lines(grid, |line, place| 9 * place + line, sets);
    // A set of two values in two lines is found twice.
    sets.sort_unstable();
    sets.dedup();
}

/// Adds the connected components of the cells with two values, where peers are connected.
fn of_two_values(grid: &Grid, sets: &mut Vec<CellSet>) {
    let mut cells: [CellSet; 10] = [0; 10];
    (0..CELLS).for_each(|cell| cells[usize::from(grid.get(cell))] |= 1 << cell);
    for a in 1..10 {
        for b in a + 1..10 {
            let mut rest = cells[a] | cells[b];
            while rest != 0 {
                let (mut set, mut open) = (0, rest & rest.wrapping_neg());
                while open != 0 {
                    set |= open;
                    open = members(open).fold(0, |peers, cell| peers | PEER_SETS[cell]) & rest & !set;
                }
                rest &= !set;
                sets.push(set);
            }
        }
    }
}

/// Adds the cycles of places in two lines of a band or stack. `cell` returns the cell of a line and a place in it.
fn of_two_lines(grid: &Grid, cell: impl Fn(usize, usize) -> usize, sets: &mut Vec<CellSet>) {
    let mut places = [[0; 10]; 9];
    for line in 0..9 {
        (0..9).for_each(|place| places[line][usize::from(grid.get(cell(line, place)))] = place);
    }
    for (a, b) in (0..9).flat_map(|a| (a + 1..a / 3 * 3 + 3).map(move |b| (a, b))) {
        let mut rest: u32 = 0x1ff;
        while rest != 0 {
            let mut place = rest.trailing_zeros() as usize;
            let mut set = 0;
            while rest & 1 << place != 0 {
                rest &= !(1 << place);
                set |= 1 << cell(a, place) | 1 << cell(b, place);
                place = places[a][usize::from(grid.get(cell(b, place)))];
            }
            sets.push(set);
        }
    }
}
