//! Full grids of any shape, drawn at random.

mod latin_square;
mod nine;
mod search;

use std::sync::atomic::AtomicBool;

use grid::{AnyGrid, Shape, random::SplitMix64};
use solver::strategy::Stop;

use search::Propagation;

pub use nine::draw as draw_nine;

/// How full grids of a shape are drawn.
pub enum FullGrids {
    /// Every grid of 9×9 is equally likely.
    Nine,
    /// Latin squares, where a box is a row or a column, are nearly equally likely.
    LatinSquares(Shape),
    /// Every grid is as likely as any other that a symmetry of the shape makes of it, as the search draws cells and values without
    /// regard to their names. Grids that no symmetry exchanges are **not** equally likely, and nothing is known about how much their
    /// probabilities differ. No method is known that draws them uniformly.
    Searched(Propagation),
}

impl FullGrids {
    pub fn new(shape: Shape) -> FullGrids {
        if shape.is_classic() {
            FullGrids::Nine
        } else if shape.box_height() == 1 || shape.box_width() == 1 {
            FullGrids::LatinSquares(shape)
        } else {
            FullGrids::Searched(Propagation::new(shape))
        }
    }

    /// Draws a full grid; `None` soon after `stop` is set.
    pub fn draw(&self, random: &mut SplitMix64, stop: &AtomicBool) -> Option<AnyGrid> {
        let propagation = match self {
            FullGrids::Nine => return Some(draw_nine(random).into()),
            FullGrids::LatinSquares(shape) => return AnyGrid::new(*shape, latin_square::draw(shape.side(), random)),
            FullGrids::Searched(propagation) => propagation,
        };
        while !Stop::from(stop).is_requested() {
            if let Some(values) = search::find(propagation, random) {
                return AnyGrid::new(propagation.shape, values);
            }
        }
        None
    }
}
