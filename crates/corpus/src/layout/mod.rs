//! The layouts of corpora, one file each, which detects, reads and writes it.
//!
//! To add a layout, write a file with a [`Layout`], declare it below, and add it to [`LAYOUTS`] in `registry.rs`. The
//! other files are shared by the layouts:
//!
//! ```text
//! registry, open                       find and open a layout
//!   csv, grids, lines, npy, …          the layouts
//!     definition                       their entries in the registry
//!       row_reader, row_writer         their interface
//!         source, head, line_reader    the content of a file
//!         row_lines                    grids with a line for each row
//!         schema, syntax, column_type  columns, and rows split into fields
//! ```

mod cells;
mod column_numbers;
mod column_spec;
mod column_type;
mod counted;
mod csv;
mod definition;
mod delimiter;
mod exchange_bank;
mod game_state;
mod grids;
mod head;
mod hodoku;
mod json_array;
mod json_document;
mod json_lines;
mod json_object;
mod json_puzzles;
mod json_scan;
mod line_reader;
mod line_rows;
mod lines;
mod lines_ahead;
mod npy;
mod open;
mod open_sudoku;
mod pairs;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(not(feature = "parquet"))]
mod parquet_disabled;
mod pieces;
mod place;
mod printed;
mod registry;
mod row_lines;
mod row_reader;
mod row_writer;
mod schema;
mod sdk;
mod sdm;
mod shared_bytes;
mod source;
mod spool;
mod ss;
mod syntax;
mod text_profile;

pub use cells::CELLS;
pub use column_numbers::count_from;
pub use column_spec::{ColumnSpec, Value};
pub use column_type::ColumnType;
pub use definition::{ANY_BLANK, LIST_BLANKS, Layout, Reading, Writing};
pub use delimiter::delimiter;
pub use grids::{GRIDS, begins_with_rows};
pub use head::Head;
pub use hodoku::deleted_column;
pub use json_object::JsonMembers;
pub use line_reader::{DETECTION_LINES, Line, LineReader, MAX_RECORD};
pub use lines::LINES;
pub use lines_ahead::{LinesAhead, NothingYet};
pub use npy::npy_header;
pub use open::{LayoutOverride, OpenFile, changed, detected, open};
pub use pieces::{Pieces, ReadPiece, copy_piece};
pub use registry::{
    LAYOUTS, any_shape_names, by_extension, check_extension, default_layout, readable, readable_by_name,
    without_extensions, writable,
};
pub use row_reader::{Ahead, OpenRows, RawRow, RowReader};
pub use row_writer::{Field, RowWriter};
pub use schema::{ID_NAMES, MAX_COLUMNS, PUZZLE_NAMES, Schema, UniqueNames, free_name, index_of_name, needs_quotes};
pub use source::Source;
pub use syntax::Syntax;
pub use text_profile::TextProfile;
