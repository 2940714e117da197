//! Rates puzzles on Sudoku Explainer's scale, as columns.

use std::sync::atomic::AtomicBool;

use grid::{AnyGrid, Grid, simd::Simd};
use rating::{End, IdleThreads, Rater, Rating, Tenths, explain::NoPath, rating_text};

use super::{
    BlockRows, Observer, RowPass,
    facts::{Facts, Solutions},
    rate::{Rated, RatedPuzzles},
};
use corpus::{
    error::Result,
    layout::{ColumnSpec, ColumnType},
    reader::{Block, Puzzle},
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

/// The rating of a puzzle, or why it has none.
pub type SeStatus = Result<Rating, NoPath>;

fn status_name(status: &SeStatus) -> &'static str {
    match status {
        Ok(rating) if rating.end == End::AboveLimit => "above-limit",
        Ok(_) => "rated",
        Err(no_path) => no_path.name(),
    }
}

/// The workspace of a thread.
pub struct SeRater<'a> {
    facts: Facts<'a>,
    rater: Rater<'a>,
    idle: &'a IdleThreads,
    up_to: Option<Tenths>,
}

impl<'a> SeRater<'a> {
    /// Creates the workspace of one of the threads, of which those that are `idle` help it with hard puzzles. Ratings end soon after
    /// `stop` is set, and must then not be used.
    pub fn new(options: &SeOptions, stop: &'a AtomicBool, idle: &'a IdleThreads) -> SeRater<'a> {
        let facts = Facts::new(options.simd).until(stop);
        SeRater { facts, rater: Rater::default().until(stop).helped_by(idle), idle, up_to: options.up_to }
    }

    /// Rates puzzles of a shape with [ratings](grid::Shape::has_ratings).
    pub fn rate(&mut self, puzzles: &[impl AsRef<AnyGrid>]) -> Vec<SeStatus> {
        let _working = self.idle.begin();
        let solutions = self.facts.solutions(puzzles);
        let nines = puzzles.iter().filter_map(|puzzle| puzzle.as_ref().nine());
        nines.zip(&solutions).map(|(puzzle, solutions)| self.rate_one(puzzle, solutions)).collect()
    }

    fn rate_one(&mut self, puzzle: &Grid, solutions: &Solutions) -> SeStatus {
        match solutions {
            Solutions::Conflict | Solutions::None | Solutions::Unknown => Err(NoPath::NoSolution),
            Solutions::Several(_) => Err(NoPath::SeveralSolutions),
            Solutions::One(_) if puzzle.clues() == grid::CELLS => Err(NoPath::Full),
            Solutions::One(_) => Ok(self.rater.rate(puzzle, self.up_to)),
        }
    }
}

/// How columns have ratings.
#[derive(Clone, Copy, Debug)]
pub enum RatingForm {
    /// As texts, in which `>7.5` is above the limit and `~10.4` depends on an order of that program.
    Text { up_to: Option<Tenths> },
    /// As numbers; missing above the limit.
    Number,
}

pub fn rating_columns(form: RatingForm) -> [ColumnSpec<Rating>; 4] {
    let column_type = if let RatingForm::Text { .. } = form { ColumnType::Text } else { ColumnType::Float };
    let number = |known: Option<Tenths>| known.map(|tenths| f64::from(tenths.0) / 10.0).into();
    let first = |name, about, known: fn(&Rating) -> Option<Tenths>| {
        ColumnSpec::new(name, column_type, about, move |rating: &Rating| match form {
            RatingForm::Text { up_to } => rating_text(known(rating), up_to).into(),
            RatingForm::Number => number(known(rating)),
        })
    };
    let about = "rating of the hardest step (ER of Sudoku Explainer 1.2.1)";
    [
        ColumnSpec::new("se_rating", column_type, about, move |rating: &Rating| match form {
            RatingForm::Text { up_to } => rating.text(up_to).into(),
            RatingForm::Number => number(Some(rating.rating).filter(|_| rating.end != End::AboveLimit)),
        }),
        first("se_pearl", "rating of the hardest step up to the first filled cell (EP)", |rating| rating.pearl),
        first("se_diamond", "rating of the first step (ED)", |rating| rating.diamond),
        ColumnSpec::new(
            "se_technique",
            ColumnType::Text,
            "technique of the first step with the highest rating",
            |rating: &Rating| rating.hardest.filter(|_| rating.end == End::Solved).map(|hardest| hardest.name()).into(),
        ),
    ]
}

/// What the columns of `rate --scale se` say of a puzzle.
pub struct SeRow {
    pub clues: u64,
    pub status: SeStatus,
}

/// Returns the columns that `rate --scale se` adds; with `steps`, those of the steps.
pub fn se_columns(form: RatingForm, steps: bool) -> Vec<ColumnSpec<SeRow>> {
    let status = "`rated`, `above-limit`, `full` (no blanks), `several-solutions` or `no-solution`";
    let mut columns = vec![
        ColumnSpec::new("clues", ColumnType::Integer, "number of givens", |row: &SeRow| row.clues.into()),
        ColumnSpec::new("se_status", ColumnType::Text, status, |row: &SeRow| status_name(&row.status).into()),
    ];
    let mut of_rating = Vec::from(rating_columns(form));
    if steps {
        of_rating.push(ColumnSpec::new("se_steps", ColumnType::Integer, "number of steps", |rating: &Rating| {
            (rating.steps() as u64).into()
        }));
        let about = "uses of each technique, such as `last-cell:18 pointing:2`";
        of_rating.push(ColumnSpec::new("se_techniques", ColumnType::Text, about, |rating: &Rating| {
            rating.counts_text().into()
        }));
    }
    columns.extend(of_rating.into_iter().map(|column| column.of_part(|row: &SeRow| row.status.as_ref().ok())));
    columns
}

impl RowPass {
    /// Adds the columns of [`se_columns`].
    pub fn rate_se(&self, options: &SeOptions, observer: &mut Observer<'_>) -> Result<Rated> {
        let stop = observer.stop;
        let idle = IdleThreads::new(self.threads);
        let columns = se_columns(RatingForm::Text { up_to: options.up_to }, options.steps);
        let work = |rater: &mut SeRater<'_>, block: &Block, rows: &mut BlockRows<'_>| {
            let mut puzzles = RatedPuzzles::default();
            for (puzzle, status) in block.puzzles.iter().zip(rater.rate(&block.puzzles)) {
                puzzles.count_se(puzzle, &status);
                let row = SeRow { clues: puzzle.givens.clues() as u64, status };
                rows.add(puzzle, &ColumnSpec::fields(&columns, &row));
            }
            Ok(puzzles)
        };
        let edit = Edit::Columns(ColumnSpec::names_and_types(&columns));
        let mut puzzles = RatedPuzzles::default();
        let counts = (&mut puzzles, RatedPuzzles::append);
        let reshaped =
            self.run_counted(edit, observer, || SeRater::new(options, stop, &idle), work, &mut (), counts)?;
        Ok(Rated { reshaped, puzzles })
    }
}

impl RatedPuzzles {
    fn count_se(&mut self, puzzle: &Puzzle, status: &SeStatus) {
        match status {
            Ok(rating) => self.above_limit += u64::from(rating.end == End::AboveLimit),
            Err(NoPath::Full) => self.full += 1,
            Err(_) => self.unrated.add(|| puzzle.location()),
        }
    }
}
