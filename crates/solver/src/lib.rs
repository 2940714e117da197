#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! * [`grid`]: a puzzle or its solution, its units and peers.
//! * [`strategy`]: the trait, the registry, and every strategy with its tie-breaking rules.
//! * [`any_shape`]: puzzles of 4×4, 6×6, 16×16 and other shapes, and strategies with the rules of those in [`strategy`].
//! * [`rating`]: the steps of a solution, and the ratings of Sudoku Explainer.
//! * [`difficulty`]: what singles leave of a puzzle, its depth of trial and error, its braids and its backdoors.
//! * [`isomorph`]: the symmetries, and the canonical form of a puzzle.
//! * [`simd`]: the instruction sets; [`random`]: reproducible random numbers.

// The tests in this directory use no strategies.
#![cfg_attr(test, allow(dead_code))]

pub mod any_shape;
pub mod difficulty;
pub mod grid;
pub mod isomorph;
pub mod random;
pub mod rating;
pub mod simd;
mod solve;
pub mod strategy;

pub use solve::{count_solutions, solve, solve_batch};
