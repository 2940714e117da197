//! Unavoidable sets: sets of cells of a full grid whose values can be rearranged to another full grid. A puzzle without
//! a clue in one of them has several solutions; a puzzle with a clue in each of them has one (Gary McGuire, Bastian
//! Tugemann and Gilles Civario, "There is no 16-clue Sudoku: solving the Sudoku minimum number of clues problem via
//! hitting set enumeration", 2012, arXiv 1201.0749).

use crate::grid::{CELLS, CellSet, Grid, box_of, column_of, row_of};

/// Returns the cells in which two full grids differ: an unavoidable set of both.
pub fn difference(a: &Grid, b: &Grid) -> CellSet {
    let cells = a.cells().iter().zip(b.cells()).enumerate();
    cells.fold(0, |set, (cell, (a, b))| set | u128::from(a != b) << cell)
}

/// Replaces `sets` with the unavoidable sets that are easy to find, each once, in ascending order.
pub fn easy(grid: &Grid, sets: &mut Vec<CellSet>) {
    find_easy(grid, sets);
    // A set of two values in two lines is found twice.
    sets.sort_unstable();
    sets.dedup();
}

/// Replaces `sets` with the unavoidable sets that are easy to find, some of them twice: those in which two values are
/// exchanged, and those in which two lines of a band or stack are exchanged. Two rows of a band can exchange their cells
/// in some columns if both have the same values there.
pub fn find_easy(grid: &Grid, sets: &mut Vec<CellSet>) {
    sets.clear();
    of_two_values(grid, sets);
    of_two_lines(grid, |line, place| 9 * line + place, sets);
    of_two_lines(grid, |line, place| 9 * place + line, sets);
}

/// Adds the connected components of the cells with two values, where peers are connected.
///
/// The two cells of a row are connected. So are the rows in which one column or box has the two values.
fn of_two_values(grid: &Grid, sets: &mut Vec<CellSet>) {
    // By value and row, by value and column, by value and box.
    let (mut columns, mut in_column, mut in_box) = ([[0; 9]; 10], [[0; 9]; 10], [[0; 9]; 10]);
    for cell in 0..CELLS {
        let (value, row, column) = (usize::from(grid.get(cell)), row_of(cell), column_of(cell));
        columns[value][row] = column;
        in_column[value][column] = row;
        in_box[value][box_of(cell)] = row;
    }
    for (a, b) in (1..10).flat_map(|a| (a + 1..10).map(move |b| (a, b))) {
        let connected: [u16; 9] = std::array::from_fn(|row| {
            let column = columns[a][row];
            1 << row | 1 << in_column[b][column] | 1 << in_box[b][box_of(9 * row + column)]
        });
        let rows = |set: u16| (0..9).filter(move |row| set >> row & 1 == 1);
        let mut rest: u16 = 0x1ff;
        while rest != 0 {
            // Each step permutes the rows, so it need not be reversed.
            let (mut set, mut before) = (rest & rest.wrapping_neg(), 0);
            while set != before {
                (set, before) = (rows(set).fold(set, |set, row| set | connected[row]), set);
            }
            rest &= !set;
            sets.push(
                rows(set)
                    .fold(0, |cells, row| cells | 1 << (9 * row + columns[a][row]) | 1 << (9 * row + columns[b][row])),
            );
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dataset::generate::Generator, dataset::generate::Target, grid::PEER_SETS, grid::members, simd::Simd};

    /// Exchanges two values in a set of cells.
    fn is_exchange_of_two_values(grid: &Grid, set: CellSet) -> bool {
        let mut values: Vec<u8> = members(set).map(|cell| grid.get(cell)).collect();
        values.sort_unstable();
        values.dedup();
        let [a, b] = values[..] else { return false };
        let mut other = *grid;
        members(set).for_each(|cell| other.set(cell, a + b - grid.get(cell)));
        other.is_solution_of(&Grid::EMPTY)
    }

    #[test]
    fn sets_of_two_values_are_the_components_of_peers() {
        for made in &Generator::new(Target::Clues(30..=40), 3, Simd::Scalar).unwrap().batch(0)[..50] {
            let (grid, mut sets) = (made.solution, Vec::new());
            of_two_values(&grid, &mut sets);
            for a in 1..10 {
                for b in a + 1..10 {
                    let of = |cell: &usize| [a, b].contains(&grid.get(*cell));
                    let mut rest = (0..CELLS).filter(of).fold(0, |cells: CellSet, cell| cells | 1 << cell);
                    while rest != 0 {
                        let (mut set, mut open) = (0, rest & rest.wrapping_neg());
                        while open != 0 {
                            set |= open;
                            open = members(open).fold(0, |peers, cell| peers | PEER_SETS[cell]) & rest & !set;
                        }
                        rest &= !set;
                        assert!(sets.contains(&set) && is_exchange_of_two_values(&grid, set), "{grid}");
                        sets.retain(|other| *other != set);
                    }
                }
            }
            assert!(sets.is_empty(), "{grid}");
        }
    }
}
