//! Renders a history: text for the terminal, JSON, Markdown and annotations for GitHub, and its runs as CSV.

mod annotations;
mod csv;
mod json;
mod markdown;
mod sentences;
mod text;

pub use annotations::history_annotations;
pub use csv::history_csv;
pub use json::history_json;
pub use markdown::history_markdown;
pub(super) use sentences::{Sentences, headline, notes, scope};
pub use text::history_text;
