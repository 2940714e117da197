//! The result of a search for the smallest image.

use crate::any_grid::AnyGrid;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The smallest image of the grid in row-major order, where a blank is less than any value.
    pub grid: AnyGrid,
    /// The number of symmetries that map the grid to itself, including the identity. The grid has as many different images as the
    /// order of the group, which is the [geometric count](crate::Symmetry::geometric_count) times `side!`, divided by this number.
    pub automorphisms: u64,
}
