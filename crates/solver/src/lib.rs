#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! * [`strategy`]: the trait, the registry, and every strategy with its tie-breaking rules.

mod solve;
pub mod strategy;

pub use solve::{count_solutions, solve, solve_batch};
