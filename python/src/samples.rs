//! The samples of a pass as a table, and their sums.

use std::{borrow::Cow, ops::Range};

use arrow_array::ArrayRef;
use benchmark::record::{ExtraColumns, SampleRow, sample_columns};
use corpus::layout::{ColumnSpec, ColumnType};
use grid::text::Alphabet;
use pass::{Counts, Sample, SolvedBlock, Status, Worker};
use pyo3::PyResult;

use crate::{
    batch::{Batch, BatchBuilder, batch},
    rows::by_row,
};

pub struct SolvedRow {
    row: SampleRow,
    solution: Option<String>,
}

/// Returns the columns of `puzzles.csv`, with the rows of arrays in place of the lines of files, and the solution.
pub fn columns(has_profiles: bool) -> impl Iterator<Item = ColumnSpec<SolvedRow>> {
    let own = [("puzzle", "its id, or the number of the row"), ("line", "the number of the row, from 1")];
    let own = own.map(|(name, about)| {
        ColumnSpec::new(name, ColumnType::Integer, about, |solved: &SolvedRow| solved.row.line.into())
    });
    let columns =
        sample_columns(ExtraColumns { profile: has_profiles, ..ExtraColumns::NONE }).into_iter().skip(own.len());
    let about = "the first solution, written as the puzzles are; null if there is none";
    let solution =
        ColumnSpec::new("solution", ColumnType::Text, about, |solved: &SolvedRow| solved.solution.as_deref().into());
    let columns = columns.map(|column| column.of_part(|solved: &SolvedRow| Some(&solved.row)));
    own.into_iter().chain(columns).chain([solution])
}

/// Returns the rows of the block that the worker solved last: one for each row of the corpus and strategy.
pub fn rows_of(
    range: Range<usize>,
    solved: &SolvedBlock,
    worker: &Worker<'_>,
    strategies: &[Cow<'static, str>],
    alphabet: Alphabet,
) -> Vec<Option<SolvedRow>> {
    let mut rows = Vec::with_capacity(range.len() * strategies.len());
    let samples = solved.samples.chunks(strategies.len()).enumerate();
    let lines = range.start as u64 + 1..;
    let samples = solved.block.puzzles.iter().zip(samples).map(|(puzzle, samples)| (puzzle.line, (puzzle, samples)));
    for (line, solved) in lines.zip(by_row(range, samples)) {
        for (strategy, name) in strategies.iter().enumerate() {
            let sample = solved.map(|(_, (_, samples))| samples[strategy]);
            // A wrong answer is not a solution.
            let has_solution = sample.is_some_and(|sample| sample.status != Status::Wrong);
            let solution =
                solved.filter(|_| has_solution).and_then(|(_, (place, _))| worker.first_solution(place, strategy));
            let row = SampleRow {
                puzzle: None,
                line,
                clues: solved.map(|(puzzle, _)| puzzle.givens.clues() as u64),
                strategy: name.clone(),
                sample,
                givens: None,
            };
            rows.push(Some(SolvedRow { row, solution: solution.map(|grid| alphabet.text(&grid)) }));
        }
    }
    rows
}

/// Returns the table. `ids` has the id of every row.
pub fn with_ids(samples: BatchBuilder<SolvedRow>, ids: Option<ArrayRef>) -> PyResult<Batch> {
    let mut columns = samples.arrays();
    if let Some(ids) = ids {
        columns[0].1 = ids;
    }
    batch(columns)
}

/// The sums over the puzzles of a strategy.
pub struct Sums {
    strategy: Cow<'static, str>,
    counts: Counts,
    latencies_ns: u64,
}

impl Sums {
    pub fn of(strategy: Cow<'static, str>) -> Sums {
        Sums { strategy, counts: Counts::default(), latencies_ns: 0 }
    }

    pub fn add(&mut self, sample: &Sample) {
        self.counts.add(sample);
        self.latencies_ns += sample.latency_ns;
    }

    fn mean(&self) -> Option<f64> {
        let puzzles = self.counts.puzzles;
        (puzzles > 0).then(|| self.latencies_ns as f64 / puzzles as f64)
    }

    pub fn columns() -> Vec<ColumnSpec<Sums>> {
        let count = |name, about, count: fn(&Counts) -> u64| {
            ColumnSpec::new(name, ColumnType::Integer, about, move |sums: &Sums| count(&sums.counts).into())
        };
        vec![
            ColumnSpec::new("strategy", ColumnType::Text, "its name", |sums: &Sums| (&*sums.strategy).into()),
            count("puzzles", "rows that are puzzles", |counts| counts.puzzles),
            count("solved", "rows with the status solved", |counts| counts.solved),
            count("nodes", "sum of the nodes", |counts| counts.nodes),
            count("guesses", "sum of the guesses", |counts| counts.guesses),
            count("backtracks", "sum of the backtracks", |counts| counts.backtracks),
            ColumnSpec::new("latency_mean_ns", ColumnType::Float, "mean of the latencies", |sums: &Sums| {
                sums.mean().into()
            }),
        ]
    }
}
