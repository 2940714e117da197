//! Rates the difficulty of puzzles, as columns: the technique that each puzzle needs, and the counts of searches.

use serde::{Deserialize, Serialize};
use solver::strategy::Entry;

use super::{
    BlockRows, Observer, RowPass, RowPassResult,
    difficulty::{DifficultyColumns, DifficultyValues, Value, column_prefix},
    facts::Facts,
    tier::Tier,
};
use corpus::{
    error::Result,
    layout::{ColumnType, Field, free_name},
    writer::Edit,
};
use pass::{EngineError, FirstRows, FoundSolutions, Options, Sample, SolvedBlock, Status};

pub struct Rated {
    pub reshaped: RowPassResult,
    pub puzzles: RatedPuzzles,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RatedPuzzles {
    /// Wrong answers of strategies, whose rows have the status `wrong`.
    pub wrong: u64,
    /// Puzzles that external engines did not answer, whose rows have the status `engine-error`.
    pub engine_errors: FirstRows,
    /// Puzzles without exactly one solution, which have no technique.
    pub unrated: FirstRows,
    pub full: u64,
}

impl RatedPuzzles {
    /// Adds the counts of the part of the corpus that follows.
    fn append(&mut self, other: RatedPuzzles) {
        self.wrong += other.wrong;
        self.engine_errors.append(other.engine_errors);
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
    /// Returns an error if a strategy is an external engine and the proofs of isomorphs are wanted.
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
            let rated = rate(solved, &difficulty, &mut Facts::new(options.simd), rows);
            RatedPuzzles { engine_errors: engine_errors(solved, &options.strategies), ..rated }
        };
        let reshaped = self.run_solved(edit, options, observer, work, &mut puzzles, RatedPuzzles::append)?;
        Ok(Rated { reshaped, puzzles })
    }
}

const COUNTS: [(&str, ColumnType); 5] = [
    ("status", ColumnType::Text),
    ("solutions", ColumnType::Integer),
    ("guesses", ColumnType::Integer),
    ("nodes", ColumnType::Integer),
    ("backtracks", ColumnType::Integer),
];

fn columns(entries: &[Entry], difficulty: &DifficultyColumns) -> Vec<(String, ColumnType)> {
    let mut columns = vec![("clues".to_string(), ColumnType::Integer), ("technique".into(), ColumnType::Text)];
    let mut names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
    for entry in entries {
        let strategy = column_prefix(entry);
        for (column, column_type) in COUNTS {
            let name = free_name(&format!("{strategy}_{column}"), &names);
            names.push(name.clone());
            columns.push((name, column_type));
        }
    }
    columns.extend(difficulty.columns(entries));
    columns
}

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
    let strategies = samples.len() / block.puzzles.len();
    let has_tiers = block.schema.notation.has_ratings();
    let tiers = facts.tiers(&block.puzzles, None);
    let added = difficulty.of_block(facts, block);
    for (index, ((puzzle, tier), added)) in block.puzzles.iter().zip(tiers).zip(added).enumerate() {
        let own = [number(puzzle.givens.clues() as u64), tier.map_or("", Tier::name).as_bytes().into()];
        let counts = (index * strategies..).take(strategies).flat_map(|sample| counts(solved, sample));
        let fields: Vec<_> = own.into_iter().chain(counts).chain(added.into_iter().map(field)).collect();
        rows.add(puzzle, &fields);
        rated.full += u64::from(tier == Some(Tier::None));
        if has_tiers && tier.is_none() {
            rated.unrated.add(|| puzzle.location());
        }
    }
    rated.wrong = wrong(samples);
    rated
}

fn wrong(samples: &[Sample]) -> u64 {
    samples.iter().filter(|sample| sample.status == Status::Wrong).count() as u64
}

/// Returns the fields of a sample. What an external engine does not say is empty.
fn counts(solved: &SolvedBlock, index: usize) -> [Field<'static>; 5] {
    let Sample { status, solutions, guesses, nodes, backtracks, .. } = solved.samples[index];
    let missing = solved.missing_counts(index);
    let count = |is_missing: bool, count| if is_missing { Field::default() } else { number(count) };
    [
        status.name().as_bytes().into(),
        count(status == Status::EngineError, solutions),
        count(missing.guesses, guesses),
        count(missing.nodes, nodes),
        count(missing.backtracks, backtracks),
    ]
}

fn engine_errors(solved: &SolvedBlock, strategies: &[Entry]) -> FirstRows {
    let mut rows = FirstRows::default();
    for EngineError { place, message } in &solved.engine_errors {
        let puzzle = &solved.block.puzzles[place / strategies.len()];
        let engine = &strategies[place % strategies.len()].name;
        rows.add(|| format!("{}: {engine} {message}", puzzle.location()));
    }
    rows
}

fn field(value: Option<Value>) -> Field<'static> {
    value.map_or(Field::default(), |value| value.to_string().into_bytes().into())
}

fn number(number: u64) -> Field<'static> {
    number.to_string().into_bytes().into()
}
