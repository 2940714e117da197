//! The groups of candidates of which exactly one is true: the candidates of each cell, and those of each value in each row, column and box.

use grid::{Shape, Units};

/// A cell and a value: 32 times the cell, plus the value, less 1.
pub type Candidate = u16;

/// Returns the candidate of a value in a cell.
pub fn candidate(cell: usize, value: u8) -> Candidate {
    (cell << 5) as u16 | (u16::from(value) - 1)
}

/// Returns the cell of a candidate.
#[inline(always)]
pub fn cell_of(candidate: Candidate) -> usize {
    usize::from(candidate >> 5)
}

/// The groups of a shape: the cells, then the values in rows, in columns and in boxes.
pub struct Groups {
    /// The place of each cell in its row, column and box.
    places: Vec<[Place; 3]>,
    /// The candidates of each group, in the order of the bits.
    members: Vec<[Candidate; 32]>,
}

/// The place of a candidate in a group: a bit of the group's sets. The place of a cell in a unit has the group of the lowest value.
#[derive(Clone, Copy)]
pub struct Place {
    pub group: u16,
    pub bit: u32,
}

impl Groups {
    pub fn new(shape: Shape) -> Groups {
        let side = shape.side();
        let units = Units::new(shape);
        let mut sizes = vec![[0_u32; 3]; side];
        let place_of = |units: &[u8; 3]| {
            [0, 1, 2].map(|kind| {
                let unit = usize::from(units[kind]);
                let position = &mut sizes[unit][kind];
                *position += 1;
                Place { group: ((kind + 1) * shape.cells() + unit * side) as u16, bit: 1 << (*position - 1) }
            })
        };
        let places = units.of_cells.iter().map(place_of).collect();
        let mut groups = Groups { places, members: vec![[0; 32]; 4 * shape.cells()] };
        for candidate in (0..shape.cells()).flat_map(|cell| (1..=side as u8).map(move |value| candidate(cell, value))) {
            for Place { group, bit } in groups.of(candidate) {
                groups.members[usize::from(group)][bit.trailing_zeros() as usize] = candidate;
            }
        }
        groups
    }

    /// Returns the number of groups.
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// Returns the places of a candidate: in its cell, row, column and box.
    #[inline(always)]
    pub fn of(&self, candidate: Candidate) -> [Place; 4] {
        let value = candidate & 31;
        let [row, column, r#box] = self.places[cell_of(candidate)];
        let with_value = |place: Place| Place { group: place.group + value, ..place };
        let cell = Place { group: candidate >> 5, bit: 1 << value };
        [cell, with_value(row), with_value(column), with_value(r#box)]
    }

    /// Returns the member of a group at the lowest bit of a set.
    #[inline(always)]
    pub fn first(&self, group: u16, set: u32) -> Candidate {
        self.members[usize::from(group)][set.trailing_zeros() as usize % 32]
    }

    /// Returns the members of a group in a set, in the order of the bits.
    #[inline(always)]
    pub fn members(&self, group: u16, mut set: u32) -> impl Iterator<Item = Candidate> {
        let members = &self.members[usize::from(group)];
        std::iter::from_fn(move || {
            let position = set.trailing_zeros() as usize;
            set &= set.wrapping_sub(1);
            members.get(position).copied()
        })
    }
}
