//! The steps of a puzzle's solution: as text, as JSON lines and as a picture.

mod arrows;
mod given;
mod json;
mod path;
mod picture;
mod text;

pub use given::{Given, is_grid, parse};
pub use json::{json_lines, status_line};
pub use path::{Explanation, NoPath, Taken, explain};
pub use picture::svg;
pub use text::{headline, text};
