//! Files that appear complete, or not at all.

mod part_file;

pub use part_file::{PART, PartFile, part_of};
