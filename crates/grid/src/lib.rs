#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! * This page: the grid of 9×9 with its units and peers, grids of any shape, and conflicts.
//! * [`Symmetry`], [`canonical`](canonical()), [`SolutionForm`]: the symmetries, and the canonical form of a puzzle.
//! * [`simd`]: the instruction sets; [`random`]: reproducible random numbers.

mod any_grid;
mod canonical;
mod cell_set;
mod conflict;
mod nine;
pub mod numbers;
mod pencilmarks;
pub mod random;
mod shape;
pub mod simd;
mod symmetry;
pub mod text;
mod units;

pub use any_grid::AnyGrid;
pub use canonical::{Canonical, SolutionForm, canonical};
pub use cell_set::{ALL_CELLS, CellSet, PEER_SETS, UNITS, members, set_of};
pub use conflict::{Conflict, cell_name, character_of};
pub use nine::*;
pub use shape::Shape;
pub use symmetry::Symmetry;
pub use units::{Units, Values};
