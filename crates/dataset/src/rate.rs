//! Rates the difficulty of puzzles, as columns: the technique that each puzzle needs, and the counts of searches.

use serde::{Deserialize, Serialize};
use solver::strategy::{Entry, MissingCounts};

use super::{
    BlockRows, Observer, RowPass, RowPassResult,
    difficulty::{DifficultyColumns, DifficultyValues, column_prefix},
    facts::Facts,
    tier::Tier,
};
use corpus::{
    error::Result,
    layout::{ColumnSpec, ColumnType, Value, free_name},
    writer::Edit,
};
use pass::{BlockMessage, FirstRows, Options, Sample, SolvedBlock, Status, Worker};

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
    /// Puzzles without exactly one solution, which have no technique and no rating.
    pub unrated: FirstRows,
    /// Puzzles whose rating is above the limit of the options.
    pub above_limit: u64,
    pub full: u64,
}

impl RatedPuzzles {
    /// Adds the counts of the part of the corpus that follows.
    pub(super) fn append(&mut self, other: RatedPuzzles) {
        self.wrong += other.wrong;
        self.engine_errors.append(other.engine_errors);
        self.unrated.append(other.unrated);
        self.above_limit += other.above_limit;
        self.full += other.full;
    }
}

impl RowPass {
    /// Adds the columns `clues` and `technique`, the status and the counts of every strategy of the options, and the
    /// columns of `difficulty`. Returns an error if a strategy is an external engine and the proofs of isomorphs are
    /// wanted.
    pub fn rate(
        &self,
        options: &Options,
        difficulty: &DifficultyColumns,
        observer: &mut Observer<'_>,
    ) -> Result<Rated> {
        let mut puzzles = RatedPuzzles::default();
        let columns = rate_columns(&options.strategies, difficulty);
        let edit = Edit::Columns(ColumnSpec::names_and_types(&columns));
        let difficulty = DifficultyValues::new(difficulty, options, observer.stop)?;
        let work = |solved: &SolvedBlock, _: &Worker<'_>, rows: &mut BlockRows<'_>| {
            let rated = rate_block(solved, &difficulty, &mut Facts::new(options.simd));
            for (puzzle, row) in solved.block.puzzles.iter().zip(&rated) {
                rows.add(puzzle, &ColumnSpec::fields(&columns, row));
            }
            count(solved, &rated, &options.strategies)
        };
        let reshaped = self.run_solved(edit, options, observer, work, &mut puzzles, RatedPuzzles::append)?;
        Ok(Rated { reshaped, puzzles })
    }
}

/// What the columns of `rate` say of a puzzle.
pub struct RatedPuzzle {
    clues: u64,
    /// `None` for a puzzle without exactly one solution, and for shapes for which techniques are not defined.
    technique: Option<Tier>,
    /// One for each strategy.
    searches: Vec<Search>,
    difficulty: Vec<Value<'static>>,
}

/// Returns the columns that `rate` adds: the technique, the samples of every strategy, and those of `difficulty`.
pub fn rate_columns(entries: &[Entry], difficulty: &DifficultyColumns) -> Vec<ColumnSpec<RatedPuzzle>> {
    let mut columns = vec![
        ColumnSpec::new("clues", ColumnType::Integer, "number of givens", |row: &RatedPuzzle| row.clues.into()),
        ColumnSpec::new(
            "technique",
            ColumnType::Text,
            "`none` for a grid without blanks, `naked-single`, `hidden-single`, `locked-candidates` or `search`: the most advanced \
             that is needed; empty for a puzzle without exactly one solution",
            |row: &RatedPuzzle| row.technique.map(Tier::name).into(),
        ),
    ];
    let mut names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    for (index, entry) in entries.iter().enumerate() {
        for mut column in Search::columns() {
            column.name = free_name(&format!("{}_{}", column_prefix(entry), column.name), &names);
            names.push(column.name.clone());
            columns.push(column.of_part(move |row: &RatedPuzzle| row.searches.get(index)));
        }
    }
    let difficulty = difficulty.columns(entries).into_iter();
    columns.extend(difficulty.map(|column| column.of_part(|row: &RatedPuzzle| Some(&row.difficulty))));
    columns
}

/// What a strategy found of a puzzle. An external engine need not report its counts.
struct Search {
    sample: Sample,
    missing: MissingCounts,
}

impl Search {
    fn columns() -> [ColumnSpec<Search>; 5] {
        let count = |name, about, known: fn(&Search) -> Option<u64>| {
            ColumnSpec::new(name, ColumnType::Integer, about, move |search: &Search| known(search).into())
        };
        [
            ColumnSpec::new("status", ColumnType::Text, "how the strategy ended", |search: &Search| {
                search.sample.status.name().into()
            }),
            count("solutions", "solutions found", |Search { sample, .. }| {
                (!matches!(sample.status, Status::EngineError | Status::NotTried)).then_some(sample.solutions)
            }),
            count("guesses", "guesses of the search", |Search { sample, missing }| {
                (!missing.guesses).then_some(sample.guesses)
            }),
            count("nodes", "nodes of the search", |Search { sample, missing }| {
                (!missing.nodes).then_some(sample.nodes)
            }),
            count("backtracks", "backtracks of the search", |Search { sample, missing }| {
                (!missing.backtracks).then_some(sample.backtracks)
            }),
        ]
    }
}

/// Rates the puzzles of a block.
pub fn rate_block(solved: &SolvedBlock, difficulty: &DifficultyValues<'_>, facts: &mut Facts<'_>) -> Vec<RatedPuzzle> {
    let SolvedBlock { block, samples, .. } = solved;
    let strategies = samples.len() / block.puzzles.len().max(1);
    let techniques = facts.tiers(&block.puzzles, None);
    let rows = block.puzzles.iter().zip(techniques).zip(difficulty.of_block(facts, block)).enumerate();
    rows.map(|(index, ((puzzle, technique), difficulty))| {
        let search = |sample: usize| Search { sample: samples[sample], missing: solved.missing_counts(sample) };
        let searches = (index * strategies..).take(strategies).map(search);
        RatedPuzzle { clues: puzzle.givens.clues() as u64, technique, searches: searches.collect(), difficulty }
    })
    .collect()
}

fn count(solved: &SolvedBlock, rated: &[RatedPuzzle], strategies: &[Entry]) -> RatedPuzzles {
    let mut puzzles = RatedPuzzles { engine_errors: engine_errors(solved, strategies), ..RatedPuzzles::default() };
    let has_tiers = solved.block.schema.notation.has_ratings();
    for (puzzle, row) in solved.block.puzzles.iter().zip(rated) {
        puzzles.full += u64::from(row.technique == Some(Tier::None));
        if row.technique.is_none() && has_tiers {
            puzzles.unrated.add(|| puzzle.location());
        }
    }
    puzzles.wrong = solved.samples.iter().filter(|sample| sample.status == Status::Wrong).count() as u64;
    puzzles
}

fn engine_errors(solved: &SolvedBlock, strategies: &[Entry]) -> FirstRows {
    let mut rows = FirstRows::default();
    for BlockMessage { index, message } in &solved.engine_errors {
        let puzzle = &solved.block.puzzles[index / strategies.len()];
        let engine = &strategies[index % strategies.len()].name;
        rows.add(|| format!("{}: {engine} {message}", puzzle.location()));
    }
    rows
}
