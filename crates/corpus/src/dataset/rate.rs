//! Rates the difficulty of puzzles, as columns: the technique that each puzzle needs, and the counts of searches.

use serde::{Deserialize, Serialize};
use solver::strategy::Entry;

use super::{
    BlockRows, Observer, RowPass, RowPassResult,
    difficulty::{DifficultyColumns, DifficultyValues, Value},
    facts::Facts,
    technique::Technique,
};
use crate::{
    error::Result,
    layout::{ColumnType, Field, free_name},
    pass::{FirstRows, FoundSolutions, Options, Sample, SolvedBlock, Status},
    writer::Edit,
};

/// The result of a rating.
pub struct Rated {
    /// The result of the pass.
    pub reshaped: RowPassResult,
    /// Counts of puzzles that are not rated, and of wrong answers.
    pub puzzles: RatedPuzzles,
}

/// The counts of a rating.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RatedPuzzles {
    /// Wrong answers of strategies, whose rows have the status `wrong`.
    pub wrong: u64,
    /// Puzzles without exactly one solution, which have no technique.
    pub unrated: FirstRows,
    /// Grids without blanks.
    pub full: u64,
}

impl RatedPuzzles {
    /// Adds the counts of the part of the corpus that follows.
    fn append(&mut self, other: RatedPuzzles) {
        self.wrong += other.wrong;
        self.unrated.append(other.unrated);
        self.full += other.full;
    }
}

impl RowPass {
    /// Adds the columns `clues` and `technique`, the status and the counts of every strategy of the options, and the
    /// columns of `difficulty`.
    ///
    /// # Errors
    ///
    /// Returns an error if a strategy is another program and the proofs of isomorphs are wanted.
    pub fn rate(
        &self,
        options: &Options,
        difficulty: &DifficultyColumns,
        observer: &mut Observer<'_>,
    ) -> Result<Rated> {
        let mut puzzles = RatedPuzzles::default();
        let edit = Edit::Columns(columns(&options.strategies, difficulty));
        let difficulty = DifficultyValues::new(difficulty, options, observer.stop)?;
        let work = |solved: &SolvedBlock, _: FoundSolutions<'_>, rows: &mut BlockRows<'_>| {
            rate(solved, &difficulty, &mut Facts::new(options.simd), rows)
        };
        let reshaped = self.run_solved(edit, options, observer, work, &mut puzzles, RatedPuzzles::append)?;
        Ok(Rated { reshaped, puzzles })
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
fn columns(entries: &[Entry], difficulty: &DifficultyColumns) -> Vec<(String, ColumnType)> {
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
    columns.extend(difficulty.columns(entries));
    columns
}

/// Writes the rows of a block, and returns its counts.
fn rate(
    solved: &SolvedBlock,
    difficulty: &DifficultyValues<'_>,
    facts: &mut Facts,
    rows: &mut BlockRows<'_>,
) -> RatedPuzzles {
    let SolvedBlock { block, samples, .. } = solved;
    let mut rated = RatedPuzzles::default();
    if block.puzzles.is_empty() {
        return rated;
    }
    let techniques = facts.techniques(&block.puzzles.iter().map(|puzzle| puzzle.givens).collect::<Vec<_>>());
    let samples_of = samples.chunks(samples.len() / block.puzzles.len());
    let added = difficulty.of_block(facts, block);
    for (((puzzle, technique), samples), added) in block.puzzles.iter().zip(techniques).zip(samples_of).zip(added) {
        let name = technique.map_or("", Technique::name);
        let own = [number(puzzle.givens.clues() as u64), name.as_bytes().into()];
        let fields: Vec<_> = own.into_iter().chain(samples.iter().flat_map(counts)).chain(added.into_iter().map(field)).collect();
        rows.add(puzzle, &fields);
        rated.full += u64::from(technique == Some(Technique::None));
        if technique.is_none() {
            rated.unrated.add(|| puzzle.location());
        }
    }
    rated.wrong = samples.iter().filter(|sample| sample.status == Status::Wrong).count() as u64;
    rated
}

fn counts(sample: &Sample) -> [Field<'static>; 5] {
    let &Sample { status, solutions, guesses, nodes, backtracks, .. } = sample;
    [status.name().as_bytes().into(), number(solutions), number(guesses), number(nodes), number(backtracks)]
}

fn field(value: Option<Value>) -> Field<'static> {
    value.map_or(Field::default(), |value| value.to_string().into_bytes().into())
}

fn number(number: u64) -> Field<'static> {
    number.to_string().into_bytes().into()
}
