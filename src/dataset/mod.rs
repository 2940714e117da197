//! Whole corpora as data sets: what their puzzles are like, which rows are wanted, which are the same, and puzzles of one's
//! own.

pub mod audit;
pub mod classes;
pub mod draw;
pub mod facts;
pub mod filter;
pub mod generate;
pub mod side;
pub mod technique;
pub mod uniqueness;
