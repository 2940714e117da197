//! Writes rows to a file or standard output, compressed or not, in any layout: the mirror of [`reader`](crate::reader).

mod packer;
mod row_formatter;
mod row_output;
mod spec;
mod stream;

pub use row_formatter::{FormattedRows, RowFormatter, cells, text_of};
pub use row_output::RowOutput;
pub use spec::{CellForm, Edit, OutputSpec};
pub use stream::{OutputStream, STANDARD_OUTPUT, intact};

#[cfg(test)]
mod round_trips;
