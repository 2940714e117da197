//! The solutions of one puzzle of any shape.

use grid::Shape;

/// Returns the solutions of a puzzle, up to `limit`; `None` if the search takes more than `nodes` nodes.
///
/// `cells` has the values of the cells in row-major order, 0 for a blank. The search chooses the blank with the fewest
/// candidates. It is made for small grids; [`solve`](crate::solve()) is much faster for 9×9.
///
/// ```
/// use sudoku_bench_solver::any_shape::solutions;
/// use grid::Shape;
///
/// let shape = Shape::of_cells(16).unwrap();
/// assert_eq!(solutions(shape, &[0; 16], 1000, 1_000_000).unwrap().len(), 288);
/// let conflict = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// assert!(solutions(shape, &conflict, 2, 1000).unwrap().is_empty());
/// ```
///
/// # Panics
///
/// Panics if `cells` has not as many cells as the shape.
pub fn solutions(shape: Shape, cells: &[u8], limit: usize, nodes: u64) -> Option<Vec<Box<[u8]>>> {
    assert_eq!(cells.len(), shape.cells());
    let mut search = Search::new(shape, cells, limit, nodes);
    for (cell, &value) in cells.iter().enumerate().filter(|(_, value)| **value > 0) {
        if usize::from(value) > shape.side() || search.candidates(cell) >> value & 1 == 0 {
            return Some(Vec::new());
        }
        search.set(cell, value);
    }
    search.run()?;
    Some(search.found)
}

/// A search, with the values that are used in every row, column and box, a bit each.
struct Search {
    shape: Shape,
    cells: Box<[u8]>,
    rows: [u32; Shape::MAX_SIDE],
    columns: [u32; Shape::MAX_SIDE],
    boxes: [u32; Shape::MAX_SIDE],
    blanks: Vec<usize>,
    limit: usize,
    /// The nodes that are left.
    nodes: u64,
    found: Vec<Box<[u8]>>,
}

impl Search {
    fn new(shape: Shape, cells: &[u8], limit: usize, nodes: u64) -> Search {
        let unused = [0; Shape::MAX_SIDE];
        let blanks = (0..cells.len()).filter(|&cell| cells[cell] == 0).collect();
        Search {
            shape,
            cells: cells.into(),
            rows: unused,
            columns: unused,
            boxes: unused,
            blanks,
            limit,
            nodes,
            found: Vec::new(),
        }
    }

    fn set(&mut self, cell: usize, value: u8) {
        let side = self.shape.side();
        self.rows[cell / side] ^= 1 << value;
        self.columns[cell % side] ^= 1 << value;
        self.boxes[self.shape.box_of(cell)] ^= 1 << value;
    }

    /// Returns the values that no peer of a cell has: bits 1 to the side.
    fn candidates(&self, cell: usize) -> u32 {
        let side = self.shape.side();
        let used = self.rows[cell / side] | self.columns[cell % side] | self.boxes[self.shape.box_of(cell)];
        !used & ((2 << side) - 2)
    }

    /// Searches on; `None` if the nodes are used up.
    fn run(&mut self) -> Option<()> {
        let fewest = (0..self.blanks.len()).min_by_key(|&at| self.candidates(self.blanks[at]).count_ones());
        let Some(at) = fewest else {
            self.found.push(self.cells.clone());
            return Some(());
        };
        let cell = self.blanks.swap_remove(at);
        let mut candidates = self.candidates(cell);
        while candidates != 0 && self.found.len() < self.limit {
            self.nodes = self.nodes.checked_sub(1)?;
            let value = candidates.trailing_zeros() as u8;
            candidates &= candidates - 1;
            self.cells[cell] = value;
            self.set(cell, value);
            self.run()?;
            self.set(cell, value);
        }
        self.cells[cell] = 0;
        self.blanks.push(cell);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers_of_solutions() {
        let shape = Shape::new(2, 3).unwrap();
        let mut cells = [0; 36];
        // With the first row fixed, 28,200,960 grids / 6!.
        cells[..6].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
        let count = |limit, nodes| solutions(shape, &cells, limit, nodes).map(|found| found.len());
        assert_eq!(count(100_000, 10_000_000), Some(39_168));
        assert_eq!(count(100_000, 1000), None);
        assert_eq!(count(7, 1000), Some(7));
    }

    #[test]
    fn solutions_keep_the_givens_and_differ() {
        let shape = Shape::of_cells(16).unwrap();
        let cells = [3, 0, 4, 0, 4, 1, 3, 0, 0, 4, 0, 0, 0, 3, 0, 4];
        let found = solutions(shape, &cells, 3, 1000).unwrap();
        assert_eq!(found.len(), 2);
        let keeps = |solution: &[u8]| cells.iter().zip(solution).all(|(given, cell)| *given == 0 || given == cell);
        assert!(found.iter().all(|solution| keeps(solution)) && found[0] != found[1]);
    }
}
