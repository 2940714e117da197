//! A benchmark for Sudoku solving strategies on whole corpora.

pub mod grid;
pub mod strategy;
