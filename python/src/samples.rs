//! Samples as a record batch.

use std::{ops::Range, sync::Arc};

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{LargeStringBuilder, UInt64Builder},
};
use arrow_schema::ArrowError;
use corpus::{
    layout::{Alphabet, any_text},
    pass::{ProfileFields, PuzzleGrid, Sample, SolvedBlock, Status},
    reader::Puzzle,
    writer::text_of,
};
use solver::{any_shape::AnyGrid, grid::Grid};

use crate::rows::Rows;

/// The status of a row that is not a puzzle.
const REJECTED: &str = "rejected";

/// A type of grids that a column holds as text.
pub trait GridText: PuzzleGrid {
    /// Adds the grid to a column, written in an alphabet.
    fn append_to(&self, column: &mut LargeStringBuilder, alphabet: Alphabet);
}

impl GridText for Grid {
    fn append_to(&self, column: &mut LargeStringBuilder, _: Alphabet) {
        column.append_value(std::str::from_utf8(&text_of(self, b'.')).expect("digits"));
    }
}

impl GridText for AnyGrid {
    fn append_to(&self, column: &mut LargeStringBuilder, alphabet: Alphabet) {
        column.append_value(any_text(self, alphabet));
    }
}

/// Collects the columns of `puzzles.csv`, and the solution.
pub struct Samples {
    strategies: Vec<String>,
    /// How solutions are written.
    alphabet: Alphabet,
    puzzle: UInt64Builder,
    clues: UInt64Builder,
    strategy: LargeStringBuilder,
    status: LargeStringBuilder,
    /// The integers of a sample, in their order.
    integers: Vec<UInt64Builder>,
    /// The columns of profiles; none unless the pass keeps profiles.
    profile: Vec<UInt64Builder>,
    solution: LargeStringBuilder,
}

impl Samples {
    /// Creates empty columns, with memory for the samples of these rows. `has_profiles` adds the columns of profiles.
    pub fn new(strategies: Vec<String>, rows: &Rows, has_profiles: bool) -> Samples {
        let samples = rows.puzzles.len() * strategies.len();
        let integers = || UInt64Builder::with_capacity(samples);
        let strings = |bytes| LargeStringBuilder::with_capacity(samples, samples * bytes);
        Samples {
            puzzle: integers(),
            clues: integers(),
            strategy: strings(strategies.first().map_or(0, String::len)),
            status: strings(Status::Solved.name().len()),
            integers: Sample::INVALID.integers().map(|_| integers()).collect(),
            profile: (0..if has_profiles { ProfileFields::COLUMNS } else { 0 }).map(|_| integers()).collect(),
            solution: strings(rows.shape().cells()),
            alphabet: rows.alphabet(),
            strategies,
        }
    }

    /// Adds the samples of some rows, of which those that are puzzles were solved. `first` has the first solution of each
    /// sample.
    pub fn push<G: GridText>(&mut self, rows: Range<usize>, solved: &SolvedBlock, first: &[Option<G>]) {
        let strategies = self.strategies.len();
        let samples = solved.samples.chunks(strategies).zip(first.chunks(strategies));
        let mut puzzles = solved.block.puzzles.iter().zip(samples).peekable();
        for line in rows.map(|row| row as u64 + 1) {
            match puzzles.next_if(|(puzzle, _)| puzzle.line == line) {
                Some((puzzle, (samples, first))) => self.push_puzzle(puzzle, samples, first),
                None => self.push_rejected(line),
            }
        }
    }

    fn push_puzzle<G: GridText>(&mut self, puzzle: &Puzzle, samples: &[Sample], first: &[Option<G>]) {
        let clues = puzzle.givens.clues() as u64;
        for (strategy, (sample, first)) in samples.iter().zip(first).enumerate() {
            self.push_row(puzzle.line, strategy, Some(clues), sample.status.name());
            self.integers.iter_mut().zip(sample.integers()).for_each(|(column, (_, value))| column.append_value(value));
            self.push_profile(sample.profile.as_ref());
            // A wrong answer is not a solution.
            match first.as_ref().filter(|_| sample.status != Status::Wrong) {
                Some(grid) => grid.append_to(&mut self.solution, self.alphabet),
                None => self.solution.append_null(),
            }
        }
    }

    fn push_rejected(&mut self, line: u64) {
        for strategy in 0..self.strategies.len() {
            self.push_row(line, strategy, None, REJECTED);
            self.integers.iter_mut().for_each(UInt64Builder::append_null);
            self.push_profile(None);
            self.solution.append_null();
        }
    }

    fn push_profile(&mut self, fields: Option<&ProfileFields>) {
        let values = ProfileFields::values(fields);
        self.profile.iter_mut().zip(values).for_each(|(column, value)| column.append_option(value));
    }

    fn push_row(&mut self, line: u64, strategy: usize, clues: Option<u64>, status: &str) {
        self.puzzle.append_value(line);
        self.clues.append_option(clues);
        self.strategy.append_value(&self.strategies[strategy]);
        self.status.append_value(status);
    }

    /// Returns the columns.
    ///
    /// # Errors
    ///
    /// Returns an error if they do not have the same length.
    pub fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        // A puzzle of an array has no name but its line.
        let puzzle: ArrayRef = Arc::new(self.puzzle.finish());
        let columns = [
            ("puzzle", puzzle.clone()),
            ("line", puzzle),
            ("clues", Arc::new(self.clues.finish())),
            ("strategy", Arc::new(self.strategy.finish())),
            ("status", Arc::new(self.status.finish())),
        ];
        let integers = Sample::INVALID.integers().zip(self.integers.iter_mut());
        let integers = integers.map(|((name, _), column)| (name, Arc::new(column.finish()) as ArrayRef));
        let profile = ProfileFields::HEADER.split(',').zip(self.profile.iter_mut());
        let profile = profile.map(|(name, column)| (name, Arc::new(column.finish()) as ArrayRef));
        let solution = ("solution", Arc::new(self.solution.finish()) as ArrayRef);
        RecordBatch::try_from_iter_with_nullable(
            columns
                .into_iter()
                .chain(integers)
                .chain(profile)
                .chain([solution])
                .map(|(name, column)| (name, column, true)),
        )
    }
}
