//! Stage 3: renders a record or a verdict as text.

pub mod export;
mod summary;
mod table;
mod verdict;
mod warnings;

pub use summary::comparison;
pub use verdict::{annotation, annotations, failure_markdown, markdown, verdict_table};
pub use warnings::warnings;
