//! Reads corpora of Sudoku puzzles, passes them through strategies, and writes the results.
//!
//! ```text
//!   reader ────────────► pass ──────────────► dataset ───────────► writer
//!   corpus files →       block × strategy     what a command       rows → files
//!   blocks of puzzles,   → samples, checked   does with the rows
//!   rejects
//! ```
//!
//! The modules below are in the order of the layers, from the top down: each uses only modules after it in the list, and
//! `tests/layers.rs` checks that.

pub mod score;

pub mod explain;

#[cfg(unix)]
pub mod engine;

pub mod dataset;

pub mod pass;

pub mod writer;

pub mod reader;

pub mod layout;

pub mod fs;

pub mod digest;
pub mod external;
pub mod process_group;
pub mod processor;
pub mod stage;
pub mod stats;
pub mod stderr_tail;
pub mod terminal;
pub mod tool;

pub mod error;

pub mod numbers;
