//! Stage 3: renders a record or a verdict as text.

pub mod export;
mod solutions;
mod table;
mod verdict;

pub use solutions::{Format, Output};
pub use table::comparison;
pub use verdict::{annotation, annotations, failure_markdown, markdown, verdict_table};
