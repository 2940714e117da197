//! Data sets in the forms that learners load, one file each.

mod array_file;
mod hrm;
mod known_solution;

pub use hrm::{Hrm, HrmPuzzles, HrmSet};
