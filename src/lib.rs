//! A benchmark for Sudoku solving strategies on whole corpora.

pub mod error;
pub mod grid;
pub mod reader;
pub mod runner;
pub mod sample;
pub mod stats;
pub mod strategy;
