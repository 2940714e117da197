//! Unavoidable sets: sets of cells of a full grid whose values can be rearranged to another full grid. A puzzle without
//! a clue in one of them has several solutions; a puzzle with a clue in each of them has one (Gary McGuire, Bastian
//! Tugemann and Gilles Civario, "There is no 16-clue Sudoku: solving the Sudoku minimum number of clues problem via
//! hitting set enumeration", 2012, arXiv 1201.0749).

use grid::{CELLS, CellSet, Grid, box_of, column_of, members, row_of};

/// Returns the cells in which two full grids differ: an unavoidable set of both.
pub fn difference(a: &Grid, b: &Grid) -> CellSet {
    let cells = a.cells().iter().zip(b.cells()).enumerate();
    cells.fold(0, |set, (cell, (a, b))| set | u128::from(a != b) << cell)
}

/// Replaces `sets` with the unavoidable sets that are easy to find, each once, in ascending order: those in which two
/// values are exchanged, and those in which two lines of a band or stack are exchanged. Two rows of a band can exchange
/// their cells in some columns if both have the same values there.
pub fn easy(grid: &Grid, sets: &mut Vec<CellSet>) {
    sets.clear();
    let values = Values::of(grid);
    let lines = Lines::of(grid);
    values.for_each_exchange(|[a, b], rows| sets.push(values.cells(a, rows) | values.cells(b, rows)));
    lines.for_each_exchange(|[a, b], positions| sets.push(cells_of_line(a, positions) | cells_of_line(b, positions)));
    // A set of two values in two lines is found twice.
    sets.sort_unstable();
    sets.dedup();
}

/// Returns the givens that are the only ones in an unavoidable set that is easy to find: the puzzle needs them.
pub fn needed(solution: &Grid, givens: CellSet) -> CellSet {
    let mut of_value = [0; 10];
    let mut of_line = [0; 18];
    for cell in members(givens) {
        let row = row_of(cell);
        let column = column_of(cell);
        of_value[usize::from(solution.get(cell))] |= 1 << row;
        of_line[row] |= 1 << column;
        of_line[9 + column] |= 1 << row;
    }
    let values = Values::of(solution);
    let mut needed = 0;
    values.for_each_exchange(|pair, rows| {
        needed |= only_given(pair, rows, &of_value).map_or(0, |(value, row)| values.cells(value, row));
    });
    Lines::of(solution).for_each_exchange(|pair, positions| {
        needed |= only_given(pair, positions, &of_line).map_or(0, |(line, position)| cells_of_line(line, position));
    });
    needed
}

/// Returns the only given of two values or lines at some positions: its value or line, and the set of its position.
fn only_given([a, b]: [usize; 2], positions: u16, givens: &[u16]) -> Option<(usize, u16)> {
    match [positions & givens[a], positions & givens[b]] {
        [position, 0] if position.is_power_of_two() => Some((a, position)),
        [0, position] if position.is_power_of_two() => Some((b, position)),
        _ => None,
    }
}

/// For each of nine positions and each pair: the positions that must be exchanged together with this one.
type Connected<const PAIRS: usize> = [[u16; PAIRS]; 9];

/// Calls `found` with a pair and the positions of a connected component, for every component of every pair.
fn for_each_component<const PAIRS: usize>(connected: &Connected<PAIRS>, mut found: impl FnMut(usize, u16)) {
    // All pairs together, so that the compiler can vectorise.
    let mut rest = [0x1ff; PAIRS];
    while rest != [0; PAIRS] {
        let mut component = rest.map(|rest: u16| rest & rest.wrapping_neg());
        let mut before = [0; PAIRS];
        while before != component {
            before = component;
            // Each step permutes the positions, so it need not be reversed.
            for (position, connected) in connected.iter().enumerate() {
                for (component, connected) in component.iter_mut().zip(connected) {
                    *component |= connected & (*component >> position & 1).wrapping_neg();
                }
            }
        }
        for (pair, (rest, positions)) in rest.iter_mut().zip(component).enumerate() {
            if positions != 0 {
                found(pair, positions);
            }
            *rest &= !positions;
        }
    }
}

/// The pairs of two values.
const VALUES: [[usize; 2]; 36] = {
    let mut pairs = [[0; 2]; 36];
    let mut i = 0;
    let mut a = 1;
    while a < 9 {
        let mut b = a + 1;
        while b <= 9 {
            pairs[i] = [a, b];
            (i, b) = (i + 1, b + 1);
        }
        a += 1;
    }
    pairs
};

struct Values {
    /// The column of each value in each row. Tables of 16 need no bounds check.
    columns: [[u8; 16]; 10],
    /// The rows that have the second value in the column or in the box in which this row has the first one.
    connected: Connected<{ VALUES.len() }>,
}

impl Values {
    fn of(grid: &Grid) -> Values {
        let mut columns = [[0; 16]; 10];
        let mut boxes = [[0; 16]; 10];
        let mut in_column = [[0; 16]; 10];
        let mut in_box = [[0; 16]; 10];
        for cell in 0..CELLS {
            let value = usize::from(grid.get(cell));
            let row = row_of(cell);
            let column = column_of(cell);
            let r#box = box_of(cell);
            (columns[value][row], boxes[value][row]) = (column as u8, r#box as u8);
            (in_column[value][column], in_box[value][r#box]) = (1 << row, 1 << row);
        }
        let mut connected = [[0; VALUES.len()]; 9];
        for (row, connected) in connected.iter_mut().enumerate() {
            for (connected, [a, b]) in connected.iter_mut().zip(VALUES) {
                let column = usize::from(columns[a][row] & 15);
                let r#box = usize::from(boxes[a][row] & 15);
                *connected = in_column[b][column] | in_box[b][r#box];
            }
        }
        Values { columns, connected }
    }

    /// Calls `found` with two values and the rows of each connected component of their cells, where peers are connected.
    /// The two cells of a row are connected.
    fn for_each_exchange(&self, mut found: impl FnMut([usize; 2], u16)) {
        for_each_component(&self.connected, |pair, rows| found(VALUES[pair], rows));
    }

    fn cells(&self, value: usize, rows: u16) -> CellSet {
        let cells =
            (0..9).filter(|row| rows >> row & 1 == 1).map(|row| 9 * row + usize::from(self.columns[value][row]));
        cells.fold(0, |set, cell| set | 1 << cell)
    }
}

/// The pairs of two rows of a band or two columns of a stack. Line 9 is the first column.
const LINES: [[usize; 2]; 18] = {
    let mut pairs = [[0; 2]; 18];
    let mut i = 0;
    while i < 18 {
        let first = i / 3 * 3;
        // The pairs without the first, the second and the third line.
        pairs[i] = [[first + 1, first + 2], [first, first + 2], [first, first + 1]][i % 3];
        i += 1;
    }
    pairs
};

struct Lines {
    /// The position at which the first line has the value that the second has at this position.
    connected: Connected<{ LINES.len() }>,
}

impl Lines {
    fn of(grid: &Grid) -> Lines {
        // The values of a line by position, and the positions by value, as sets. Tables of 16 need no bounds check.
        let mut values = [[0; 16]; 18];
        let mut positions = [[0; 16]; 18];
        for cell in 0..CELLS {
            let row = row_of(cell);
            let column = column_of(cell);
            let value = grid.get(cell);
            for (line, position) in [(row, column), (9 + column, row)] {
                values[line][position] = value;
                positions[line][usize::from(value & 15)] = 1 << position;
            }
        }
        let mut connected = [[0; LINES.len()]; 9];
        for (position, connected) in connected.iter_mut().enumerate() {
            for (connected, [a, b]) in connected.iter_mut().zip(LINES) {
                *connected = positions[a][usize::from(values[b][position] & 15)];
            }
        }
        Lines { connected }
    }

    /// Calls `found` with two lines of a band or stack and the positions of each set of values that they can exchange.
    fn for_each_exchange(&self, mut found: impl FnMut([usize; 2], u16)) {
        for_each_component(&self.connected, |pair, positions| found(LINES[pair], positions));
    }
}

fn cells_of_line(line: usize, positions: u16) -> CellSet {
    match line.checked_sub(9) {
        None => CellSet::from(positions) << (9 * line),
        Some(column) => COLUMN[usize::from(positions & 0x1ff)] << column,
    }
}

/// The cells of the first column for each set of rows.
static COLUMN: [CellSet; 512] = {
    let mut column = [0; 512];
    let mut rows = 1;
    while rows < 512 {
        // All rows but the first one of the set, and the first one.
        column[rows] = column[rows & (rows - 1)] | 1 << (9 * rows.trailing_zeros());
        rows += 1;
    }
    column
};

#[cfg(test)]
mod tests {
    use grid::PEER_SETS;

    use super::*;
    use crate::generate::{ClueSymmetry, Target, tests::make_nine};

    /// Returns 50 puzzles with their solutions.
    fn made(target: Target, seed: u64) -> Vec<[Grid; 2]> {
        let made = make_nine(target, seed, 50).into_iter();
        made.map(|made| [made.puzzle, made.solution].map(|grid| *grid.nine().unwrap())).collect()
    }

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
        for [_, grid] in made(Target::Clues(ClueSymmetry::None, 30..=40), 3) {
            let mut sets = Vec::new();
            let values = Values::of(&grid);
            values.for_each_exchange(|[a, b], rows| sets.push(values.cells(a, rows) | values.cells(b, rows)));
            for a in 1..10 {
                for b in a + 1..10 {
                    let of = |cell: &usize| [a, b].contains(&grid.get(*cell));
                    let mut rest = (0..CELLS).filter(of).fold(0, |cells: CellSet, cell| cells | 1 << cell);
                    while rest != 0 {
                        let mut set = 0;
                        let mut open = rest & rest.wrapping_neg();
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

    #[test]
    fn a_given_is_needed_if_it_is_alone_in_an_easy_set() {
        for [puzzle, solution] in made(Target::Minimal(ClueSymmetry::None), 4) {
            let givens = puzzle.filled();
            let mut sets = Vec::new();
            easy(&solution, &mut sets);
            let alone = sets.iter().map(|set| set & givens).filter(|givens| givens.is_power_of_two());
            assert_eq!(needed(&solution, givens), alone.fold(0, |needed, given| needed | given));
        }
    }
}
