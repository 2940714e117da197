//! Renders a record, its figures, a search or a verdict as text, SVG or an HTML page.

mod correlation;
pub mod export;
mod figure_csv;
mod headline;
mod history;
mod page;
mod palette;
pub mod scores;
mod search_steps;
mod summary;
pub mod svg;
mod table;
mod verdict;
mod warnings;

pub use correlation::{correlation_summary, correlation_tables, correlation_text};
pub use figure_csv::csv as figure_csv;
pub use headline::headline;
pub use history::{history_annotations, history_csv, history_json, history_markdown, history_text};
pub use page::{history_html, html, origin, scores_html};
pub use search_steps::SearchSteps;
pub use summary::{groups_table, groups_text, summary_tables, summary_text};
pub use table::Table;
pub use verdict::{annotation, annotations, failure_markdown, markdown, verdict_table};
pub use warnings::warnings;
