//! Rates the difficulty of puzzles, as columns: the technique that each puzzle needs, and the counts of searches.

use super::{BlockRows, Observer, Reshape, Reshaped, technique};
use crate::{
    error::Result,
    grid::Grid,
    layout::{ColumnType, Field, free_name},
    record::{Sample, SolvedBlock, Status},
    runner::Options,
    strategy::Entry,
    writer::Edit,
};

/// The result of a rating.
pub struct Rated {
    /// The result of the pass.
    pub reshaped: Reshaped,
    /// The number of wrong answers, whose rows have the status `wrong`.
    pub wrong: u64,
}

impl Reshape {
    /// Adds the columns `clues` and `technique`, and the status and the counts of every strategy of the options.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Reshape::run`].
    pub fn rate(&self, options: &Options, observer: &mut Observer<'_>) -> Result<Rated> {
        let mut wrong = 0;
        let edit = Edit::Columns(columns(&options.strategies));
        let reshaped = self.run_solved(
            edit,
            options,
            observer,
            |solved, _, rows| rate(solved, rows),
            &mut wrong,
            |sum, n| *sum += n,
        )?;
        Ok(Rated { reshaped, wrong })
    }
}

/// The columns of each strategy.
const COUNTS: [(&str, ColumnType); 5] = [
    ("status", ColumnType::Text),
    ("solutions", ColumnType::Integer),
    ("guesses", ColumnType::Integer),
    ("nodes", ColumnType::Integer),
    ("backtracks", ColumnType::Integer),
];

/// Returns the columns that are added.
fn columns(entries: &[Entry]) -> Vec<(String, ColumnType)> {
    let mut columns = vec![("clues".to_string(), ColumnType::Integer), ("technique".into(), ColumnType::Text)];
    let mut names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
    for entry in entries {
        // A name in a filter expression has no hyphen.
        let strategy = entry.name.replace('-', "_");
        for (column, column_type) in COUNTS {
            let name = free_name(&format!("{strategy}_{column}"), &names);
            names.push(name.clone());
            columns.push((name, column_type));
        }
    }
    columns
}

/// Writes the rows of a block, and returns the number of wrong answers.
fn rate(solved: &SolvedBlock, rows: &mut BlockRows<'_>) -> u64 {
    let SolvedBlock { block, samples, .. } = solved;
    if block.puzzles.is_empty() {
        return 0;
    }
    for (puzzle, samples) in block.puzzles.iter().zip(samples.chunks(samples.len() / block.puzzles.len())) {
        let fields: Vec<_> = known(&puzzle.givens).into_iter().chain(samples.iter().flat_map(counts)).collect();
        rows.add(puzzle, &fields);
    }
    samples.iter().filter(|sample| sample.status == Status::Wrong).count() as u64
}

fn known(puzzle: &Grid) -> [Field<'static>; 2] {
    let technique = technique::highest(puzzle).map_or("", |technique| technique.name());
    [number(puzzle.clues() as u64), technique.as_bytes().into()]
}

fn counts(sample: &Sample) -> [Field<'static>; 5] {
    let &Sample { status, solutions, guesses, nodes, backtracks, .. } = sample;
    [status.name().as_bytes().into(), number(solutions), number(guesses), number(nodes), number(backtracks)]
}

fn number(number: u64) -> Field<'static> {
    number.to_string().into_bytes().into()
}
