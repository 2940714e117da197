//! Checks columns of a corpus that claim a property of the puzzle, such as `clues`.

use serde::Serialize;

use super::options::Section;
use corpus::layout::Schema;

pub(super) const MAX_ROWS_SHOWN: usize = 3;

/// A property of a puzzle that a column claims by its name. Filter expressions use the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Property {
    Clues,
    Solutions,
    /// Whether the puzzle has one solution and needs every given for it.
    Minimal,
    /// The number of symmetries that map the puzzle to itself.
    Automorphisms,
}

impl Property {
    const ALL: [Property; 4] = [Property::Clues, Property::Solutions, Property::Minimal, Property::Automorphisms];

    pub fn name(self) -> &'static str {
        match self {
            Property::Clues => "clues",
            Property::Solutions => "solutions",
            Property::Minimal => "minimal",
            Property::Automorphisms => "automorphisms",
        }
    }

    const fn column_names(self) -> &'static [&'static str] {
        match self {
            Property::Clues => {
                &["clues", "clue_numbers", "num_clues", "n_clues", "clue_count", "givens", "num_givens", "n_givens"]
            }
            Property::Solutions => &["solutions"],
            Property::Minimal => &["minimal"],
            Property::Automorphisms => &["automorphisms"],
        }
    }

    /// Returns the properties that columns claim, with the indices of the columns. Properties that need a skipped section
    /// are left out.
    pub(super) fn columns(schema: &Schema, skip: &[Section]) -> Vec<(Property, usize)> {
        Property::ALL
            .into_iter()
            .filter(|property| is_examined(property, skip))
            .filter_map(|property| column_in(property, schema))
            .collect()
    }
}

fn column_in(property: Property, schema: &Schema) -> Option<(Property, usize)> {
    let index = property.column_names().iter().find_map(|name| schema.index_of(name))?;
    // Columns named `givens` or `solutions` may hold grids.
    (index != schema.puzzle && Some(index) != schema.solution).then_some((property, index))
}

fn is_examined(property: &Property, skip: &[Section]) -> bool {
    match property {
        Property::Clues | Property::Solutions => true,
        Property::Minimal => !skip.contains(&Section::Minimal),
        Property::Automorphisms => !skip.contains(&Section::Classes),
    }
}

/// The number of rows in which a column is right about the property of the puzzle, and in which it is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Claims {
    pub column: String,
    pub right: u64,
    /// Rows whose field is wrong; empty fields are not counted.
    pub wrong: u64,
    /// The first wrong rows, as file and line.
    pub first_wrong: Vec<String>,
}

impl Claims {
    pub(super) fn of_column(name: &str) -> Claims {
        Claims { column: name.into(), ..Claims::default() }
    }

    pub(super) fn add(&mut self, is_right: bool, location: impl FnOnce() -> String) {
        if is_right {
            self.right += 1;
            return;
        }
        self.wrong += 1;
        add_first(&mut self.first_wrong, location);
    }
}

/// Adds a row if it is one of the first.
pub(super) fn add_first(first: &mut Vec<String>, row: impl FnOnce() -> String) {
    if first.len() < MAX_ROWS_SHOWN {
        first.push(row());
    }
}
