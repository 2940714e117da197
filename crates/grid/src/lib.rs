#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! * This page: the grid of 9×9 with its units and peers, grids of any shape, and conflicts.
//! * [`isomorph`], [`any_shape`]: the symmetries, and the canonical form of a puzzle.
//! * [`simd`]: the instruction sets; [`random`]: reproducible random numbers.

mod any_grid;
pub mod any_shape;
mod cell_set;
mod conflict;
pub mod isomorph;
mod nine;
pub mod numbers;
mod pencilmarks;
pub mod random;
mod shape;
pub mod simd;
pub mod text;
mod units;

pub use any_grid::AnyGrid;
pub use cell_set::{ALL_CELLS, CellSet, PEER_SETS, UNITS, members, set_of};
pub use conflict::{Conflict, character_of};
pub use nine::*;
pub use shape::{ParseShapeError, Shape};
pub use units::{Units, Values};
