//! Renders a record, its figures, a search or a verdict as text, SVG or an HTML page.

pub mod export;
mod figure_csv;
mod headline;
mod page;
mod palette;
pub mod scores;
mod summary;
pub mod svg;
mod table;
mod verdict;
mod warnings;

pub use figure_csv::csv as figure_csv;
pub use headline::headline;
pub use page::{html, origin, scores_html};
pub use summary::{groups_table, groups_text, summary_tables, summary_text};
pub use table::Table;
pub use verdict::{annotation, annotations, failure_markdown, markdown, verdict_table};
pub use warnings::warnings;
