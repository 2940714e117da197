//! The symmetries of grids of any shape.
//!
//! A [`Symmetry`] maps a puzzle to an equally hard one, as those of [`isomorph`](crate::isomorph) do. Two puzzles have the same
//! [canonical](canonical()) form if a symmetry maps one to the other.

mod canonical;
mod image_search;
mod symmetry;

pub use canonical::{Canonical, canonical, has_canonical_forms};
pub use symmetry::Symmetry;
