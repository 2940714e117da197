//! Rates puzzles on Sudoku Explainer's scale, as columns.

use std::sync::atomic::AtomicBool;

use grid::{AnyGrid, Grid, simd::Simd};
use rating::{End, Rater, Rating, Tenths};

use super::{
    BlockRows, Observer, RowPass, RowPassResult,
    facts::{Facts, Solutions},
};
use corpus::{
    error::Result,
    layout::{ColumnType, Field},
    reader::Block,
    writer::Edit,
};

#[derive(Clone, Copy, Debug)]
pub struct SeOptions {
    /// The highest rating that is told apart: techniques above it are not tried. `None` tries all.
    pub up_to: Option<Tenths>,
    /// True if the number of steps, and of the uses of each technique, are columns.
    pub steps: bool,
    /// The instruction set of the search for a second solution.
    pub simd: Simd,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeStatus {
    Rated(Rating),
    Full,
    Several,
    /// The puzzle has no solution, or its givens conflict.
    NoSolution,
}

impl SeStatus {
    pub fn rating(&self) -> Option<&Rating> {
        match self {
            SeStatus::Rated(rating) => Some(rating),
            _ => None,
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            SeStatus::Rated(rating) => match rating.end {
                End::AboveLimit => "above-limit",
                _ => "rated",
            },
            SeStatus::Full => "full",
            SeStatus::Several => "several-solutions",
            SeStatus::NoSolution => "no-solution",
        }
    }
}

/// The workspace of a thread.
pub struct SeRater<'a> {
    facts: Facts<'a>,
    rater: Rater<'a>,
    up_to: Option<Tenths>,
}

impl<'a> SeRater<'a> {
    /// Creates a workspace. Ratings end soon after `stop` is set, and must then not be used.
    pub fn new(options: &SeOptions, stop: &'a AtomicBool) -> SeRater<'a> {
        let facts = Facts::new(options.simd).until(stop);
        SeRater { facts, rater: Rater::default().until(stop), up_to: options.up_to }
    }

    /// Rates puzzles of a shape with [ratings](grid::Shape::has_ratings).
    pub fn rate(&mut self, puzzles: &[impl AsRef<AnyGrid>]) -> Vec<SeStatus> {
        let solutions = self.facts.solutions(puzzles);
        let nines = puzzles.iter().filter_map(|puzzle| puzzle.as_ref().nine());
        nines.zip(&solutions).map(|(puzzle, solutions)| self.rate_one(puzzle, solutions)).collect()
    }

    fn rate_one(&mut self, puzzle: &Grid, solutions: &Solutions) -> SeStatus {
        match solutions {
            Solutions::Conflict | Solutions::None | Solutions::Unknown => SeStatus::NoSolution,
            Solutions::Several(_) => SeStatus::Several,
            Solutions::One(_) if puzzle.clues() == grid::CELLS => SeStatus::Full,
            Solutions::One(_) => SeStatus::Rated(self.rater.rate(puzzle, self.up_to)),
        }
    }
}

pub(super) const RATING_COLUMNS: [&str; 4] = ["se_rating", "se_pearl", "se_diamond", "se_technique"];

pub(super) fn rating_texts(rating: &Rating, up_to: Option<Tenths>) -> [String; 4] {
    let hardest = rating.hardest.filter(|_| rating.end == End::Solved);
    [
        rating.text(up_to),
        rating.pearl_text(up_to),
        rating.diamond_text(up_to),
        hardest.map_or(String::new(), |technique| technique.name().to_string()),
    ]
}

impl RowPass {
    /// Adds the columns `clues`, `se_status`, `se_rating`, `se_pearl`, `se_diamond` and `se_technique`, and, if they are asked
    /// for, `se_steps` and `se_techniques`.
    pub fn rate_se(&self, options: &SeOptions, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        let stop = observer.stop;
        let work = |rater: &mut SeRater<'_>, block: &Block, rows: &mut BlockRows<'_>| {
            for (puzzle, status) in block.puzzles.iter().zip(rater.rate(&block.puzzles)) {
                rows.add(puzzle, &fields(puzzle.givens.clues(), &status, options));
            }
            Ok(())
        };
        self.run(Edit::Columns(columns(options.steps)), observer, || SeRater::new(options, stop), work)
    }
}

fn columns(steps: bool) -> Vec<(String, ColumnType)> {
    let text = |name: &str| (name.to_string(), ColumnType::Text);
    let mut columns = vec![("clues".to_string(), ColumnType::Integer), text("se_status")];
    columns.extend(RATING_COLUMNS.map(text));
    if steps {
        columns.push(("se_steps".into(), ColumnType::Integer));
        columns.push(("se_techniques".into(), ColumnType::Text));
    }
    columns
}

fn fields(clues: usize, status: &SeStatus, options: &SeOptions) -> Vec<Field<'static>> {
    let mut texts = vec![clues.to_string(), status.name().to_string()];
    match status.rating() {
        Some(rating) => {
            texts.extend(rating_texts(rating, options.up_to));
            if options.steps {
                texts.push(rating.steps().to_string());
                texts.push(rating.counts_text());
            }
        }
        None => texts.resize(columns(options.steps).len(), String::new()),
    }
    texts.into_iter().map(|text| text.into_bytes().into()).collect()
}
