//! Values that have one place in a unit.

use grid::Units;

use super::word::Word;

/// A search for hidden singles in all units.
pub struct HiddenSingles<const SIDE: usize, const WIDTH: usize> {
    /// The cells of each unit. A shape with fewer values fills the rest with a cell behind its last one, which has no candidates.
    units: Vec<[u16; SIDE]>,
    /// The cell and the value of each single that was found. A value that is single in several units is listed for each of them.
    found: Vec<(usize, u8)>,
}

impl<const SIDE: usize, const WIDTH: usize> HiddenSingles<SIDE, WIDTH> {
    pub fn new(units: &Units) -> HiddenSingles<SIDE, WIDTH> {
        let side = units.shape.side();
        let mut cells = vec![[WIDTH as u16 - 1; SIDE]; 3 * side];
        let mut sizes = vec![0; 3 * side];
        for (cell, of_cell) in (0..).zip(&units.of_cells) {
            for (kind, &unit) in of_cell.iter().enumerate() {
                let unit = kind * side + usize::from(unit);
                cells[unit][sizes[unit]] = cell;
                sizes[unit] += 1;
            }
        }
        HiddenSingles { units: cells, found: Vec::with_capacity(3 * side * side) }
    }

    /// Lists the hidden singles of a state. Returns false if a value has no place in a unit.
    #[inline(always)]
    pub fn find<W: Word>(&mut self, candidates: &[W; WIDTH]) -> bool {
        self.found.clear();
        for unit in &self.units {
            let values = unit.map(|cell| candidates[usize::from(cell)].to_values());
            let mut somewhere = 0;
            let mut twice = 0;
            let mut open_cells = 0;
            for values in values {
                twice |= somewhere & values;
                somewhere |= values;
                open_cells += u32::from(values != 0);
            }
            // Each open cell needs a value of its own.
            if somewhere.count_ones() < open_cells {
                return false;
            }
            let mut once = somewhere & !twice;
            while once != 0 {
                let single = once & once.wrapping_neg();
                once ^= single;
                let place = values.iter().position(|values| values & single != 0).expect("it is somewhere");
                self.found.push((usize::from(unit[place]), single.trailing_zeros() as u8 + 1));
            }
        }
        true
    }

    pub fn count(&self) -> usize {
        self.found.len()
    }

    pub fn get(&self, index: usize) -> (usize, u8) {
        self.found[index]
    }
}
