//! Symmetries of the cells that hold clues.

use std::sync::LazyLock;

use grid::{CELLS, CellSet, members};

/// A symmetry of the cells with clues; their values need not be symmetric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClueSymmetry {
    /// None: each cell is an orbit.
    None,
    /// A rotation by 180°.
    Rotational,
    /// A reflection that exchanges left and right.
    Mirror,
    /// A reflection that exchanges rows and columns.
    Diagonal,
    /// A rotation by 90°.
    Quarter,
}

impl ClueSymmetry {
    pub const ALL: [ClueSymmetry; 5] = [
        ClueSymmetry::None,
        ClueSymmetry::Rotational,
        ClueSymmetry::Mirror,
        ClueSymmetry::Diagonal,
        ClueSymmetry::Quarter,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            ClueSymmetry::None => "none",
            ClueSymmetry::Rotational => "rotational",
            ClueSymmetry::Mirror => "mirror",
            ClueSymmetry::Diagonal => "diagonal",
            ClueSymmetry::Quarter => "quarter",
        }
    }

    fn image(self, cell: usize) -> usize {
        let row = cell / 9;
        let column = cell % 9;
        match self {
            ClueSymmetry::None => cell,
            ClueSymmetry::Rotational => CELLS - 1 - cell,
            ClueSymmetry::Mirror => 9 * row + 8 - column,
            ClueSymmetry::Diagonal => 9 * column + row,
            ClueSymmetry::Quarter => 9 * column + 8 - row,
        }
    }

    /// Returns true if some set of cells with this symmetry has this many cells.
    pub fn allows(self, cells: usize) -> bool {
        match self {
            ClueSymmetry::Quarter => cells % 4 < 2,
            _ => true,
        }
    }

    pub(crate) fn orbits(self) -> &'static Orbits {
        &ORBITS[self as usize]
    }
}

/// The orbits of the cells under a symmetry: cells that the symmetry exchanges.
#[derive(Debug)]
pub struct Orbits {
    /// The cells of each orbit; orbits are in the order of their first cells.
    cells: [CellSet; CELLS],
    pub count: usize,
    of: [u8; CELLS],
}

static ORBITS: LazyLock<[Orbits; 5]> = LazyLock::new(|| ClueSymmetry::ALL.map(Orbits::new));

impl Orbits {
    fn new(symmetry: ClueSymmetry) -> Orbits {
        let mut orbits = Orbits { cells: [0; CELLS], count: 0, of: [0; CELLS] };
        let mut seen: CellSet = 0;
        for first in 0..CELLS {
            let mut cell = first;
            while seen >> cell & 1 == 0 {
                seen |= 1 << cell;
                orbits.cells[orbits.count] |= 1 << cell;
                orbits.of[cell] = orbits.count as u8;
                cell = symmetry.image(cell);
            }
            orbits.count += usize::from(orbits.cells[orbits.count] != 0);
        }
        orbits
    }

    pub fn all(&self) -> CellSet {
        (1 << self.count) - 1
    }

    pub fn cells(&self, orbit: u8) -> CellSet {
        self.cells[usize::from(orbit)]
    }

    pub fn union(&self, orbits: &[u8]) -> CellSet {
        orbits.iter().fold(0, |cells, &orbit| cells | self.cells(orbit))
    }

    /// Returns the set of orbits with at least one of these cells.
    pub fn of_cells(&self, cells: CellSet) -> CellSet {
        members(cells).fold(0, |orbits, cell| orbits | 1 << self.of[cell])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_divide_the_cells() {
        for (symmetry, count) in ClueSymmetry::ALL.into_iter().zip([81, 41, 45, 45, 21]) {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.count, count, "{symmetry:?}");
            for orbit in 0..count as u8 {
                let cells = orbits.cells(orbit);
                assert_eq!(orbits.of_cells(cells), 1 << orbit);
                assert_eq!(members(cells).fold(0, |images, cell| images | 1 << symmetry.image(cell)), cells);
            }
        }
    }
}
