//! Whole corpora as data sets: what their puzzles are like, which rows are wanted, which are the same.

pub mod classes;
pub mod filter;
pub mod technique;
