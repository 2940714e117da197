#![doc = include_str!("../README.md")]
//!
//! ```text
//!   reader ────────────────────► writer
//!   corpus files → blocks of     rows → files
//!   puzzles, rejects
//! ```
//!
//! The modules below are in the order of the layers, from the top down: each uses only modules after it in the list, and
//! `tests/house` checks that.

pub mod writer;

pub mod reader;

pub mod layout;

pub mod fs;

pub mod csv_text;
pub mod digest;
pub mod stage;
pub mod terminal;
pub mod tool;

pub mod error;

pub mod numbers;
