//! `solve` and `run`.

use std::{borrow::Cow, collections::BTreeMap, ffi::CString, ops::Range, sync::atomic::AtomicBool};

use arrow_array::ArrayRef;
use benchmark::record::{encode_histogram, new_histogram, record_latency};
use grid::simd::Simd;
use pass::{Clock, FirstRows, Options, Pass, SolvedBlock, Worker};
use pyo3::{
    exceptions::{PyTypeError, PyUserWarning, PyValueError},
    prelude::*,
};
use solver::strategy::{Limits, REGISTRY};

use crate::{
    arguments::{check_distinct, number, threads},
    batch::{Batch, BatchBuilder, batch_of},
    blocks,
    choice::Choice,
    input::{IDS, Input},
    interruptible,
    rows::{CorpusArguments, CorpusInput, Rows},
    samples::{Sums, columns, rows_of, with_ids},
};

/// Puzzles in a block: many, so that few lanes wait for the last ones.
const BLOCK: usize = 4096;
/// Puzzles in a block where strategies take turns: few, so that all meet the same conditions, and as many as on the command
/// line.
const BLOCK_OF_TURNS: usize = 512;

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn solve<'py>(
    py: Python<'py>,
    corpus: CorpusArguments<'py>,
    ids: Option<&Bound<'py, PyAny>>,
    strategy: Option<String>,
    max_solutions: Option<i128>,
    node_limit: Option<i128>,
    profile: bool,
    threads: Option<i128>,
) -> PyResult<Batch> {
    let corpus = CorpusInput::open(corpus)?;
    let ids = ids.map(|ids| Input::open(IDS, ids, None)).transpose()?;
    let choice = strategy.map_or(Ok(Choice::Fastest), |name| Choice::named(&[name]))?;
    let options = Options { profile, ..options(max_solutions, node_limit, threads)? };
    let solved = corpus.solve(py, ids, &choice, options, BLOCK)?;
    Ok(solved.samples)
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn run<'py>(
    py: Python<'py>,
    corpus: CorpusArguments<'py>,
    ids: Option<&Bound<'py, PyAny>>,
    strategies: Option<&Bound<'py, PyAny>>,
    max_solutions: Option<i128>,
    node_limit: Option<i128>,
    profile: bool,
    threads: Option<i128>,
) -> PyResult<(Batch, Batch, BTreeMap<Cow<'static, str>, String>)> {
    let corpus = CorpusInput::open(corpus)?;
    let ids = ids.map(|ids| Input::open(IDS, ids, None)).transpose()?;
    let choice = strategies.map_or(Ok(Choice::Defaults), several)?;
    let options = options(max_solutions, node_limit, threads)?;
    let options = Options { control: true, rebuild_per_block: true, profile, ..options };
    let Solved { samples, summary, histograms } = corpus.solve(py, ids, &choice, options, BLOCK_OF_TURNS)?;
    Ok((samples, summary, histograms))
}

fn several(names: &Bound<'_, PyAny>) -> PyResult<Choice> {
    let names: Vec<String> = names
        .extract()
        .map_err(|_| PyTypeError::new_err(format!("strategies: {names} is not a list of names, such as [\"dlx\"]")))?;
    if names.is_empty() {
        return Err(PyValueError::new_err("strategies: none is named"));
    }
    check_distinct("strategies", &names)?;
    Choice::named(&names)
}

/// Returns the options of a pass over 9×9 without strategies.
pub fn options(max_solutions: Option<i128>, node_limit: Option<i128>, threads: Option<i128>) -> PyResult<Options> {
    let most =
        |name, value: Option<i128>, least| value.map_or(Ok(u64::MAX), |value| number(name, value, least..=u64::MAX));
    Ok(Options {
        max_solutions: most("max_solutions", max_solutions, 1)?,
        limits: Limits { nodes: most("node_limit", node_limit, 0)?, ..Limits::NONE },
        threads: self::threads(threads)?,
        simd: Simd::detect(),
        ..Options::new(Vec::new())
    })
}

/// The name, the rule in a line, and whether a strategy is complete and a default.
#[pyfunction]
pub fn strategies() -> Vec<(&'static str, &'static str, bool, bool)> {
    REGISTRY.iter().map(|entry| (&*entry.name, &*entry.about, entry.complete, entry.is_default())).collect()
}

struct Solved {
    samples: Batch,
    summary: Batch,
    /// By the strategy.
    histograms: BTreeMap<Cow<'static, str>, String>,
}

impl CorpusInput {
    /// Solves the puzzles in blocks of at most `block`, and warns of solutions of the corpus that are wrong.
    fn solve(
        self,
        py: Python<'_>,
        ids: Option<Input>,
        choice: &Choice,
        options: Options,
        block: usize,
    ) -> PyResult<Solved> {
        let (solved, wrong) = interruptible::run(py, |stop| {
            let rows = self.read(stop)?;
            let strategies = choice.of_shape(rows.shape(), options.max_solutions)?;
            let options = Options { strategies, ..options.of_corpus(&rows.as_corpus()) };
            let strategies = options.strategies.len();
            let ids = ids.map(|ids| ids.read_ids(rows.puzzles.len(), strategies, stop)).transpose()?;
            solve_until(stop, &rows, ids, &options, block)
        })?;
        if wrong.count > 0 {
            let message =
                format!("{} of the solutions do not solve their puzzles: {}", wrong.count, wrong.first.join("; "));
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 2)?;
        }
        Ok(solved)
    }
}

fn solve_until(
    stop: &AtomicBool,
    rows: &Rows,
    ids: Option<ArrayRef>,
    options: &Options,
    block: usize,
) -> PyResult<(Solved, FirstRows)> {
    let names: Vec<_> = options.strategies.iter().map(|entry| entry.name.clone()).collect();
    let mut histograms: Vec<_> = names.iter().map(|_| new_histogram()).collect();
    let mut sums: Vec<_> = names.iter().cloned().map(|name| Some(Sums::of(name))).collect();
    let mut samples = BatchBuilder::new(columns(options.profile));
    let mut wrong = FirstRows::default();
    let worker = || Worker::new(options);
    let pass = Pass { round: 0, clock: Clock::start(), stop: stop.into(), progress: None };
    let work = |worker: &mut Worker<'_>, number, range: Range<usize>| {
        let solved = worker.solve(rows.block(number, range.clone()), &pass, 0)?;
        let rows = rows_of(range, &solved, worker, &names, rows.alphabet());
        Ok((solved, rows))
    };
    blocks::map(
        options.threads,
        worker,
        (rows.puzzles.len(), block),
        stop,
        work,
        |(solved, rows): (SolvedBlock, Vec<_>)| {
            for (strategy, (histogram, sums)) in histograms.iter_mut().zip(sums.iter_mut().flatten()).enumerate() {
                for sample in solved.samples_of(strategy) {
                    record_latency(histogram, sample);
                    sums.add(sample);
                }
            }
            solved.add_wrong_solutions(&mut wrong);
            samples.extend(&rows);
        },
    )?;
    let histograms = names.iter().cloned().zip(histograms.iter().map(encode_histogram)).collect();
    let summary = batch_of(Sums::columns(), &sums)?;
    Ok((Solved { samples: with_ids(samples, ids)?, summary, histograms }, wrong))
}
