//! Grids as text: how they are written, and how a field with a grid is read.
//!
//! ```text
//! find_puzzle                      finds puzzles in text that may be anything
//! notation_override                finds the notation of texts, as far as the user does not say it
//!   field                          reads a field in a notation
//!     field_defect                 why a field is no grid
//!       cells, pencilmarks         the cells in a field; candidates
//!         grid_rows                a grid with a line for each row
//!           unexpected_rows        grids of another shape among them
//!             candidates, row      a row with lists of candidates; a row
//!               number_column      grids that became numbers
//!               notation           the shape and the alphabet of all grids of a corpus
//!                 alphabet, words  the values as characters or words; what stands between them
//!                   defect         why a row or a field cannot be used
//! transform                        a symmetry, in the alphabet of values
//! ```

mod alphabet;
mod candidates;
mod cells;
mod defect;
mod field;
mod field_defect;
mod find_puzzle;
mod grid_rows;
mod notation;
mod notation_override;
mod number_column;
mod pencilmarks;
mod row;
mod transform;
mod unexpected_rows;
mod words;

pub use alphabet::Alphabet;
pub use candidates::field_defect as candidates_defect;
pub use cells::shape_of_text;
pub use defect::{Defect, DefectKind};
pub use find_puzzle::{find_puzzle, is_separated};
pub use grid_rows::{Added, EndedGrid, GridRows, is_row};
pub use notation::Notation;
pub use notation_override::NotationOverride;
pub use number_column::{defect as number_defect, padded, was_grid};
pub use row::{are_rows, bad_cell, or_blank, other_shape, row, shape_of_row};
pub use words::{BRACKETS, Borders, SEPARATORS, ascii_border, is_drawn, offset, words};
