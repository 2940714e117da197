//! `rate`.

use std::sync::atomic::AtomicBool;

use corpus::reader::Block;
use dataset::{
    SeOptions,
    difficulty::{DifficultyColumns, DifficultyValues, Fact, Morphs},
    facts::Facts,
    rate_block, rate_columns,
};
use grid::{Shape, simd::Simd};
use pass::{Clock, Options, Pass, Worker};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    arguments::{check_distinct, exception, number, strategy, threads},
    batch::{Batch, BatchBuilder},
    choice::Choice,
    interruptible,
    rows::{CorpusArguments, CorpusInput, Rows},
    se_rating::{rate_se, tenths},
    solve::options,
};

/// Puzzles in a block.
const BLOCK: usize = 512;
/// Isomorphs of a puzzle, at most, as on the command line.
const MAX_MORPHS: u64 = 1_000_000;

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn rate<'py>(
    py: Python<'py>,
    corpus: CorpusArguments<'py>,
    scale: &str,
    up_to: Option<f64>,
    strategies: Option<Vec<String>>,
    max_solutions: i128,
    facts: Vec<String>,
    morphs: Option<i128>,
    seed: i128,
    threads: Option<i128>,
) -> PyResult<Batch> {
    let corpus = CorpusInput::open(corpus)?;
    match scale {
        "tiers" if up_to.is_none() => {}
        "tiers" => return Err(PyValueError::new_err("up_to belongs to the scale \"se\"")),
        "se" if !facts.is_empty() || morphs.is_some() => {
            return Err(PyValueError::new_err("facts and morphs belong to the scale \"tiers\""));
        }
        "se" => {
            let options = SeOptions { up_to: up_to.map(tenths).transpose()?, steps: true, simd: Simd::detect() };
            let threads = self::threads(threads)?;
            return interruptible::run(py, |stop| rate_se(&corpus.read(stop)?, &options, threads, stop));
        }
        _ => return Err(PyValueError::new_err(format!("scale: {scale:?} is none of \"tiers\", \"se\""))),
    }
    let choice = strategies.map_or(Ok(Choice::Fastest), |names| complete_strategies(&names))?;
    let options = options(Some(max_solutions), None, threads)?;
    let difficulty = columns_of(&facts, morphs, seed)?;
    interruptible::run(py, |stop| {
        let rows = corpus.read(stop)?;
        if !difficulty.facts.is_empty() || difficulty.morphs.is_some() {
            rows.check_shape("rate with facts or morphs", Shape::has_ratings)?;
        }
        // As the command does, so that `max_solutions` changes no name of a column.
        let strategies = choice.of_shape(rows.shape(), u64::MAX)?;
        let options = Options { strategies, ..options.of_corpus(&rows.as_corpus()) };
        rate_all(&rows, &options, &difficulty, stop)
    })
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

/// Returns the columns that the arguments ask for.
fn columns_of(facts: &[String], morphs: Option<i128>, seed: i128) -> PyResult<DifficultyColumns> {
    let mut chosen = Vec::new();
    for name in facts {
        match Fact::named(name) {
            Some(fact) => chosen.push(fact),
            None if name == "all" => chosen.extend(Fact::ALL),
            None => {
                let names = Fact::ALL.map(Fact::name).join(", ");
                return Err(PyValueError::new_err(format!("facts: no fact is named {name:?}; there are all, {names}")));
            }
        }
    }
    check_distinct("facts", &chosen.iter().map(|fact| fact.name()).collect::<Vec<_>>())?;
    let seed = number("seed", seed, 0..=u64::MAX)?;
    let count = morphs.map(|count| number("morphs", count, 1..=MAX_MORPHS)).transpose()?;
    Ok(DifficultyColumns { facts: chosen, morphs: count.map(|count| Morphs { count: count as usize, seed }) })
}

fn rate_all(rows: &Rows, options: &Options, difficulty: &DifficultyColumns, stop: &AtomicBool) -> PyResult<Batch> {
    let workspace = || Ok((Worker::new(options)?, Facts::new(options.simd).until(stop)));
    let pass = Pass { round: 0, clock: Clock::start(), stop: stop.into(), progress: None };
    let mut batch = BatchBuilder::new(rate_columns(&options.strategies, difficulty));
    // The isomorphs of a puzzle depend on its index among the puzzles.
    let before = if difficulty.morphs.is_some() { rows.puzzles_before() } else { Vec::new() };
    let difficulty = DifficultyValues::new(difficulty, options, stop).map_err(exception)?;
    let work = |(worker, facts): &mut (Worker<'_>, Facts<'_>), block: Block| {
        let row = block.puzzles.first().map_or(0, |puzzle| puzzle.line as usize - 1);
        let first = before.get(row).copied().unwrap_or(0);
        let solved = worker.solve(Block { first, ..block }, &pass, 0)?;
        Ok(rate_block(&solved, &difficulty, facts))
    };
    rows.map(BLOCK, options.threads, workspace, stop, work, |rated| batch.extend(&[rated]))?;
    batch.finish()
}
