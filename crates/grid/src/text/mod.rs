//! Grids as text: how they are written, and how a field with a grid is read.
//!
//! ```text
//! notation_override              finds the notation of texts, as far as the user does not say it
//!   notation                     reads and writes a field
//!     nine, cells, pencilmarks   cells of 9×9; cells of any shape in any alphabet; candidates
//!       grid_rows                a grid with a line for each row
//!         number_column          grids that became numbers
//!         candidates, any_rows   lists of candidates; rows of any shape
//!           alphabet, words      the values as characters or words; what stands between them
//!             defect             why a field is no grid
//! ```

mod alphabet;
mod any_rows;
mod candidates;
mod cells;
mod defect;
mod grid_rows;
mod nine;
mod notation;
mod notation_override;
mod number_column;
mod pencilmarks;
mod words;

pub use alphabet::Alphabet;
pub use any_rows::{are_other_rows, cells as row_cells, is_other_row};
pub use candidates::field_defect as candidates_defect;
pub use cells::{or_blank, shape_of_text};
pub use defect::{Defect, DefectKind};
pub use grid_rows::{Added, EndedGrid, GridRows, bad_cell, grid_row, is_border};
pub use nine::{find_puzzle, is_separated};
pub use notation::Notation;
pub use notation_override::NotationOverride;
pub use number_column::{defect as number_defect, padded, was_grid};
pub use words::{BRACKETS, Borders, ROW, SEPARATORS, offset, words};
