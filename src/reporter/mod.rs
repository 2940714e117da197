//! Stage 3: renders a record or a verdict as text.

pub mod export;
mod table;
mod verdict;

pub use table::comparison;
pub use verdict::{
    Changes, GitHub, annotation, annotations, failure, markdown, report_in, verdict_table, write_comparison,
};
