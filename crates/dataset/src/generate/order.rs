//! What is asked of puzzles beside their target.

use std::ops::RangeInclusive;

use rating::{End, Rating, Technique, Tenths};

/// What a puzzle must fit beside its target. The default fits every puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    pub minimal: bool,
    /// The ratings that fit, on Sudoku Explainer's scale.
    pub rating: Option<RangeInclusive<Tenths>>,
    /// A technique that must be among the steps of the solution.
    pub technique: Option<Technique>,
}

impl Order {
    /// Returns true if puzzles are rated.
    pub(super) fn rates(&self) -> bool {
        self.rating.is_some() || self.technique.is_some()
    }

    pub fn fits_all(&self) -> bool {
        !self.minimal && !self.rates()
    }

    /// Returns an option that asks for this.
    pub(super) fn option(&self) -> Option<&'static str> {
        match self {
            Order { rating: Some(_), .. } => Some("--se"),
            Order { technique: Some(_), .. } => Some("--technique"),
            Order { minimal, .. } => minimal.then_some("--minimal"),
        }
    }

    /// Returns true if a rating fits, which was not stopped.
    pub fn fits(&self, rating: &Rating) -> bool {
        rating.end == End::Solved
            && self.rating.as_ref().is_none_or(|range| range.contains(&rating.rating))
            && self.technique.is_none_or(|technique| rating.counts[technique as usize] > 0)
    }

    /// Returns the rating above which a puzzle need not be rated to its end.
    pub(super) fn limit(&self) -> Option<Tenths> {
        self.rating.as_ref().map(|range| *range.end())
    }
}
