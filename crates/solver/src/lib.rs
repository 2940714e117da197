#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! * [`strategy`]: the trait, the registry, and every strategy with its tie-breaking rules.
//! * [`any_shape`]: puzzles of 4×4, 6×6, 16×16 and other shapes, and strategies with the rules of those in [`strategy`].

// The tests in this directory use no strategies.
#![cfg_attr(test, allow(dead_code))]

pub mod any_shape;
mod solve;
pub mod strategy;

pub use solve::{count_solutions, solve, solve_batch};
