//! Samples as a record batch.

use std::{ops::Range, sync::Arc};

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{Int64Builder, LargeStringBuilder},
};
use corpus::{reader::Puzzle, writer::text_of};
use grid::{AnyGrid, Grid, text::Alphabet};
use pass::{ProfileFields, PuzzleGrid, Sample, SolvedBlock, Status};
use pyo3::PyResult;

use crate::{
    arguments::batch,
    rows::{Rows, by_row},
    values::int64,
};

/// The status of a row that is not a puzzle.
const REJECTED: &str = "rejected";

/// A type of grids that a column holds as text.
pub trait GridText: PuzzleGrid {
    fn append_to(&self, column: &mut LargeStringBuilder, alphabet: Alphabet);
}

impl GridText for Grid {
    fn append_to(&self, column: &mut LargeStringBuilder, _: Alphabet) {
        column.append_value(std::str::from_utf8(&text_of(self, b'.')).expect("digits"));
    }
}

impl GridText for AnyGrid {
    fn append_to(&self, column: &mut LargeStringBuilder, alphabet: Alphabet) {
        column.append_value(alphabet.text(self));
    }
}

/// Collects the columns of `puzzles.csv`, and the solution.
pub struct Samples {
    strategies: Vec<String>,
    /// How solutions are written.
    alphabet: Alphabet,
    line: Int64Builder,
    clues: Int64Builder,
    strategy: LargeStringBuilder,
    status: LargeStringBuilder,
    /// The integers of a sample, in their order.
    integers: Vec<Int64Builder>,
    /// The columns of profiles; none unless the pass keeps profiles.
    profile: Vec<Int64Builder>,
    solution: LargeStringBuilder,
}

impl Samples {
    /// Creates empty columns, with memory for the samples of these rows. `has_profiles` adds the columns of profiles.
    pub fn new(strategies: Vec<String>, rows: &Rows, has_profiles: bool) -> Samples {
        let samples = rows.puzzles.len() * strategies.len();
        let integers = || Int64Builder::with_capacity(samples);
        let strings = |bytes| LargeStringBuilder::with_capacity(samples, samples * bytes);
        Samples {
            line: integers(),
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
        for (row, solved) in rows.clone().zip(by_row(rows, &solved.block.puzzles, samples)) {
            match solved {
                Some((puzzle, (samples, first))) => self.push_puzzle(puzzle, samples, first),
                None => self.push_rejected(row as u64 + 1),
            }
        }
    }

    fn push_puzzle<G: GridText>(&mut self, puzzle: &Puzzle, samples: &[Sample], first: &[Option<G>]) {
        let clues = int64(puzzle.givens.clues());
        for (strategy, (sample, first)) in samples.iter().zip(first).enumerate() {
            self.push_row(puzzle.line, strategy, Some(clues), sample.status.name());
            self.integers
                .iter_mut()
                .zip(sample.integers())
                .for_each(|(column, (_, value))| column.append_value(int64(value)));
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
            self.integers.iter_mut().for_each(Int64Builder::append_null);
            self.push_profile(None);
            self.solution.append_null();
        }
    }

    fn push_profile(&mut self, fields: Option<&ProfileFields>) {
        let values = ProfileFields::values(fields);
        self.profile.iter_mut().zip(values).for_each(|(column, value)| column.append_option(value.map(int64)));
    }

    fn push_row(&mut self, line: u64, strategy: usize, clues: Option<i64>, status: &str) {
        self.line.append_value(int64(line));
        self.clues.append_option(clues);
        self.strategy.append_value(&self.strategies[strategy]);
        self.status.append_value(status);
    }

    /// Returns the columns. `ids` has the id of every row; without ids, a puzzle has no name but its line.
    pub fn finish(mut self, ids: Option<ArrayRef>) -> PyResult<RecordBatch> {
        let line: ArrayRef = Arc::new(self.line.finish());
        let columns = [
            ("puzzle", ids.unwrap_or_else(|| line.clone())),
            ("line", line),
            ("clues", Arc::new(self.clues.finish())),
            ("strategy", Arc::new(self.strategy.finish())),
            ("status", Arc::new(self.status.finish())),
        ];
        let integers = Sample::INVALID.integers().zip(self.integers.iter_mut());
        let integers = integers.map(|((name, _), column)| (name, Arc::new(column.finish()) as ArrayRef));
        let profile = ProfileFields::HEADER.split(',').zip(self.profile.iter_mut());
        let profile = profile.map(|(name, column)| (name, Arc::new(column.finish()) as ArrayRef));
        let solution = ("solution", Arc::new(self.solution.finish()) as ArrayRef);
        batch(columns.into_iter().chain(integers).chain(profile).chain([solution]))
    }
}
