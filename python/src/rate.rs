//! `rate`.

use std::sync::{Arc, atomic::AtomicBool};

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{Int64Builder, LargeStringBuilder},
};
use corpus::reader::Block;
use dataset::{
    SeOptions, column_prefix,
    difficulty::{DifficultyColumns, DifficultyValues, Value},
    facts::Facts,
    tier::Tier,
};
use grid::{AnyGrid, Grid, Shape, simd::Simd};
use pass::{Clock, Options, Pass, PuzzleGrid, Sample, Threads, Worker};
use pyo3::{exceptions::PyValueError, prelude::*};
use solver::strategy::Entry;

use crate::{
    arguments::{batch, check_distinct, exception, strategy, threads},
    blocks,
    choice::Choice,
    difficulty::{NumberColumn, columns_of},
    interruptible,
    notation::{AlphabetArgument, ShapeArgument, notation_override},
    rows::{CorpusInput, Rows, by_row},
    se_rating::{rate_se, tenths},
    solve::options,
    table::Table,
    values::int64,
};

/// Puzzles in a block.
const BLOCK: usize = 512;

/// Rate the difficulty of puzzles, as `dataset rate` does.
///
/// Args:
///     puzzles: n grids, or a path. Other shapes than 9×9 have no technique, no facts, no morphs, and no ratings on the scale "se".
///     scale: "tiers", the most advanced of a few techniques and the counts of searches; or "se", Sudoku Explainer's ratings.
///     up_to: with the scale "se", the highest rating that is told apart; None for all.
///     strategies: with the scale "tiers", names of complete strategies, whose searches are counted; None for the fastest, which is
///         `lanes` for 9×9, and `dlx` for other shapes.
///     max_solutions: the number of solutions at which a search stops; 2 counts the proof of uniqueness too.
///     facts: with the scale "tiers", names of facts that do not depend on a strategy: clues_brt, cands, cands_brt, log2,
///         log2_brt, unit_max, unit_var, digit_min, redundant, te_depth, b, backdoor, backdoors; or "all".
///     morphs: with the scale "tiers", the number of random isomorphs of each puzzle on which every strategy proves that there is
///         one solution; None for none.
///     seed: the seed of the random isomorphs; the same seed gives those of the command line.
///     shape, alphabet: how grids are written, if the grids do not show it; see the module.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A table of n rows, with nulls for rows that are not puzzles:
///
///     - clues: int64, the number of givens
///     - technique: the hardest technique that is needed; null without exactly one solution
///     - NAME_status, and int64 NAME_solutions, NAME_guesses, NAME_nodes, NAME_backtracks: of each strategy, with
///       underscores for hyphens in its name
///
///     - the facts: int64, but float64 log2, log2_brt and unit_var; null if the puzzle does not have them
///     - float64 NAME_proof_mean, and int64 NAME_proof_median, NAME_proof_q95: with morphs, of the backtracks of each strategy,
///       or of the guesses of lanes
///
///     With the scale "se", the columns after clues are:
///
///     - se_status: "rated", "above-limit", "full", "several-solutions" or "no-solution"
///     - se_rating, se_pearl, se_diamond: float64, the ratings (ER, EP, ED); null if they are not known
///     - se_technique, and int64 se_steps: the hardest technique, and the number of steps
///
/// Raises:
///     TypeError: if puzzles does not hold grids.
///     ValueError: if a strategy or fact is unknown or is there twice, a strategy is incomplete or does not solve the shape, the shape
///         has no such ratings, or a number is out of range.
///
/// Example:
///     >>> rated = sudoku_bench.rate(sudoku_bench.generate(3, clues=30)["puzzle"], strategies=["dlx"])
///     >>> rated["clues"].to_pylist(), rated["dlx_status"].to_pylist()
///     ([30, 30, 30], ['solved', 'solved', 'solved'])
#[pyfunction]
#[pyo3(
    signature = (
        puzzles, *, scale="tiers", up_to=None, strategies=None, max_solutions=1, facts=vec![], morphs=None, seed=0, shape=None,
        alphabet=None, threads=None
    ),
    text_signature = "(puzzles, *, scale='tiers', up_to=None, strategies=None, max_solutions=1, facts=(), morphs=None, seed=0, \
                      shape=None, alphabet=None, threads=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn rate<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    scale: &str,
    up_to: Option<f64>,
    strategies: Option<Vec<String>>,
    max_solutions: i128,
    facts: Vec<String>,
    morphs: Option<i128>,
    seed: i128,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Table> {
    let corpus = CorpusInput::named("puzzles", puzzles, notation_override(shape, alphabet))?;
    match scale {
        "tiers" if up_to.is_none() => {}
        "tiers" => return Err(PyValueError::new_err("up_to belongs to the scale \"se\"")),
        "se" if !facts.is_empty() || morphs.is_some() => {
            return Err(PyValueError::new_err("facts and morphs belong to the scale \"tiers\""));
        }
        "se" => {
            let options = SeOptions { up_to: up_to.map(tenths).transpose()?, steps: true, simd: Simd::detect() };
            let threads = self::threads(threads)?;
            let batch = interruptible::run(py, |stop| rate_se(&corpus.read(stop)?, &options, threads, stop))?;
            return Ok(Table::new(batch));
        }
        _ => return Err(PyValueError::new_err(format!("scale: {scale:?} is none of \"tiers\", \"se\""))),
    }
    let choice = strategies.map_or(Ok(Choice::Fastest), |names| complete_strategies(&names))?;
    let options = options(Some(max_solutions), None, threads)?;
    let difficulty = columns_of(&facts, morphs, seed)?;
    let batch = interruptible::run(py, |stop| {
        let rows = corpus.read(stop)?;
        if !difficulty.facts.is_empty() || difficulty.morphs.is_some() {
            rows.check_shape("rate with facts or morphs", Shape::has_ratings)?;
        }
        let options = Options { strategies: choice.of_shape(rows.shape())?, ..options.of_corpus(&rows.as_corpus()) };
        match rows.notation.is_default() {
            true => rate_all::<Grid>(&rows, &options, &difficulty, stop),
            false => rate_all::<AnyGrid>(&rows, &options, &difficulty, stop),
        }
    })?;
    Ok(Table::new(batch))
}

/// Returns the strategies with these names, which must be complete.
fn complete_strategies(names: &[String]) -> PyResult<Choice> {
    let entries = names.iter().map(|name| strategy(name)).collect::<PyResult<Vec<_>>>()?;
    if let Some(entry) = entries.iter().find(|entry| !entry.complete) {
        return Err(PyValueError::new_err(format!("strategies: {} does not search", entry.name)));
    }
    check_distinct("strategies", names)?;
    Ok(Choice::Named(entries))
}

fn rate_all<G: PuzzleGrid>(
    rows: &Rows,
    options: &Options,
    difficulty: &DifficultyColumns,
    stop: &AtomicBool,
) -> PyResult<RecordBatch> {
    let workspace = || Ok((Worker::<G>::new(options)?, Facts::new(options.simd).until(stop)));
    let threads = Threads::try_new(options.threads, workspace).map_err(exception)?;
    let pass = Pass { round: 0, clock: Clock::start(), stop: stop.into(), progress: None };
    let mut columns = Columns::new(options, difficulty);
    // The isomorphs of a puzzle depend on its index among the puzzles.
    let before = if difficulty.morphs.is_some() { rows.puzzles_before() } else { Vec::new() };
    let difficulty = DifficultyValues::new(difficulty, options, stop).map_err(exception)?;
    blocks::map(
        &threads,
        rows.puzzles.len(),
        BLOCK,
        stop,
        |(worker, facts), number, range| {
            let first = before.get(range.start).copied().unwrap_or(0);
            let block = Block { first, ..rows.block(number, range.clone()) };
            let solved = worker.solve(block, &pass, 0)?;
            let tiers = facts.tiers(&solved.block.puzzles, None);
            let values = difficulty.of_block(facts, &solved.block);
            Ok((range, tiers.into_iter().zip(values), solved))
        },
        |(range, found, solved)| {
            let samples = solved.samples.chunks(options.strategies.len().max(1));
            for rated in by_row(range, &solved.block.puzzles, found.zip(samples)) {
                match rated {
                    Some((puzzle, ((tier, values), samples))) => {
                        let technique = tier.map(Tier::name);
                        columns.push(puzzle.givens.clues(), technique, samples, values);
                    }
                    None => columns.push_null(),
                }
            }
        },
    )?;
    columns.finish()
}

struct Columns {
    clues: Int64Builder,
    technique: LargeStringBuilder,
    strategies: Vec<StrategyColumns>,
    difficulty: Vec<NumberColumn>,
}

struct StrategyColumns {
    name: String,
    status: LargeStringBuilder,
    counts: [Int64Builder; COUNTS.len()],
}

const COUNTS: [&str; 4] = ["solutions", "guesses", "nodes", "backtracks"];

impl Columns {
    fn new(options: &Options, difficulty: &DifficultyColumns) -> Columns {
        let strategy = |entry: &Entry| StrategyColumns {
            name: column_prefix(entry),
            status: LargeStringBuilder::new(),
            counts: Default::default(),
        };
        Columns {
            clues: Int64Builder::new(),
            technique: LargeStringBuilder::new(),
            strategies: options.strategies.iter().map(strategy).collect(),
            difficulty: NumberColumn::all(difficulty, &options.strategies),
        }
    }

    fn push(&mut self, clues: usize, technique: Option<&str>, samples: &[Sample], values: Vec<Option<Value>>) {
        self.clues.append_value(int64(clues));
        self.technique.append_option(technique);
        for (columns, sample) in self.strategies.iter_mut().zip(samples) {
            columns.status.append_value(sample.status.name());
            let counts = [sample.solutions, sample.guesses, sample.nodes, sample.backtracks];
            columns.counts.iter_mut().zip(counts).for_each(|(column, count)| column.append_value(int64(count)));
        }
        self.difficulty.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
    }

    fn push_null(&mut self) {
        self.clues.append_null();
        self.technique.append_null();
        for columns in &mut self.strategies {
            columns.status.append_null();
            columns.counts.iter_mut().for_each(Int64Builder::append_null);
        }
        self.difficulty.iter_mut().for_each(|column| column.push(None));
    }

    fn finish(mut self) -> PyResult<RecordBatch> {
        let clues: ArrayRef = Arc::new(self.clues.finish());
        let technique: ArrayRef = Arc::new(self.technique.finish());
        let mut columns = vec![("clues".to_string(), clues), ("technique".to_string(), technique)];
        for strategy in &mut self.strategies {
            columns.push((format!("{}_status", strategy.name), Arc::new(strategy.status.finish())));
            for (name, count) in COUNTS.iter().zip(&mut strategy.counts) {
                columns.push((format!("{}_{name}", strategy.name), Arc::new(count.finish())));
            }
        }
        columns.extend(self.difficulty.into_iter().map(NumberColumn::finish));
        batch(columns)
    }
}
