//! Writes rows to a file or standard output, compressed or not, in any layout: the mirror of [`reader`](crate::reader).

mod format;
mod spec;
mod stream;
mod target;

pub use format::{FormattedRows, RowFormatter, text_of};
pub use spec::{Edit, OutputSpec};
pub use stream::{OutputStream, STANDARD_OUTPUT};
pub use target::Target;

pub use crate::layout::Field;

#[cfg(test)]
mod tests;
