//! Grids as text: how they are written, and how a field with a grid is read.
//!
//! ```text
//! notation_override              finds the notation of texts, as far as the user does not say it
//!   notation                     reads and writes a field
//!     nine, cells, pencilmarks   cells of 9×9; cells of any shape in any alphabet; candidates
//!       grid_rows                a grid with a line for each row
//!         number_column          grids that became numbers
//!         candidates, other_size lists of candidates, and grids of another size than 9×9
//!           alphabet, words      the values as characters or words; what stands between them
//!             defect             why a field is no grid
//! ```

mod alphabet;
mod candidates;
mod cells;
mod defect;
mod grid_rows;
mod nine;
mod notation;
mod notation_override;
mod number_column;
mod other_size;
mod pencilmarks;
mod words;

pub use alphabet::Alphabet;
pub use candidates::field_defect as candidates_defect;
pub use cells::{columns, is_border as is_border_of_any_shape};
pub use defect::{Defect, DefectKind};
pub use grid_rows::{Added, EndedGrid, GridRows, bad_cell, grid_row, is_border};
pub use nine::{find_puzzle, is_or_was_grid, is_separated, parse_cells, read_cells};
pub use notation::Notation;
pub use notation_override::NotationOverride;
pub use number_column::{defect as number_defect, padded, was_grid};
pub use other_size::{are_rows as are_rows_of_another_size, is_row as is_row_of_another_size};
pub use pencilmarks::parse as parse_pencilmarks;
pub use words::{BRACKETS, ROW, SEPARATORS, offset, words};
