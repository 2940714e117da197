//! `solve` and `run`.

use std::{collections::BTreeMap, ffi::CString, sync::atomic::AtomicBool};

use arrow_array::{ArrayRef, RecordBatch};
use benchmark::record::{encode_histogram, new_histogram, record_latency};
use grid::{AnyGrid, Grid, simd::Simd};
use pass::{Clock, FirstRows, Options, Pass, SolvedBlock, Threads, Worker};
use pyo3::{
    exceptions::{PyTypeError, PyUserWarning, PyValueError},
    prelude::*,
};
use solver::strategy::Limits;

use crate::{
    arguments::{check_distinct, exception, number, threads},
    blocks,
    choice::Choice,
    input::{IDS, Input},
    interruptible,
    notation::{AlphabetArgument, ShapeArgument, notation_override},
    results::Results,
    rows::{CorpusInput, Rows},
    samples::{GridText, Samples},
    table::Table,
};

/// Puzzles in a block: many, so that few lanes wait for the last ones.
const BLOCK: usize = 4096;
/// Puzzles in a block where strategies take turns: few, so that all meet the same conditions, and as many as on the command
/// line.
const BLOCK_OF_TURNS: usize = 512;

/// Solve every puzzle with a strategy.
///
/// Args:
///     puzzles: n grids, or a path.
///     solutions: n grids or nulls, to compare the answers with. A warning names those that do not solve their puzzles.
///     ids: n strings or integers, which the column puzzle has in place of the numbers of the rows.
///     strategy: one of `strategies()`; None for the fastest, which is `lanes` for 9×9, and `dlx` for other shapes.
///     max_solutions: the number of solutions at which a search stops: 1 finds one, 2 proves that there is no other, None
///         counts them all.
///     node_limit: the largest number of nodes of a search; None for no limit.
///     profile: True to add the columns of the wrong turns of each search. They are null for `lanes` and `elimination`, and for other
///         shapes than 9×9.
///     shape, alphabet: how grids are written, if the grids do not show it; see the module.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A table of n rows with the columns of `puzzles.csv` and the solution. All numbers are int64:
///
///     - puzzle: its id, or the number of the row
///     - line: the number of the row, from 1
///     - clues: the number of givens
///     - strategy: its name
///     - status: solved, unsolvable, invalid (the givens conflict), stalled, node-limit, wrong (the answer failed a check),
///       or rejected (the row is not a puzzle; all columns after it are null)
///     - solutions: the number found
///     - nodes, guesses, backtracks: the counts of the search
///     - max_depth: the largest number of assignments on one path
///     - latency_ns: the time of the search, in nanoseconds; of `lanes`, the puzzle's share of the time of its block
///     - with profile, four columns that are null if the search found no solution:
///       first_wrong_depth, the smallest depth of a wrong turn before the first solution (null if there is none);
///       largest_refuted, the most nodes that were refuted at one wrong turn; wrong_turns, the number of wrong turns; and
///       first_backtracks, the backtracks before the first solution
///     - solution: the first solution, written as the puzzles are; null if there is none
///
/// Raises:
///     TypeError: if an argument does not hold grids.
///     ValueError: if there are not as many solutions as puzzles, no strategy has the name or it does not solve the shape, several
///         alphabets fit the grids, or a number is out of range.
#[pyfunction]
#[pyo3(
    signature = (
        puzzles, solutions=None, *, ids=None, strategy=None, max_solutions=Some(1), node_limit=None, profile=false, shape=None,
        alphabet=None, threads=None
    ),
    text_signature = "(puzzles, solutions=None, *, ids=None, strategy=None, max_solutions=1, node_limit=None, profile=False, \
                      shape=None, alphabet=None, threads=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn solve<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    solutions: Option<&Bound<'py, PyAny>>,
    ids: Option<&Bound<'py, PyAny>>,
    strategy: Option<String>,
    max_solutions: Option<i128>,
    node_limit: Option<i128>,
    profile: bool,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Table> {
    let corpus = CorpusInput::open(puzzles, solutions, notation_override(shape, alphabet))?;
    let ids = ids.map(|ids| Input::open(IDS, ids, None)).transpose()?;
    let choice = strategy.map_or(Ok(Choice::Fastest), |name| Choice::named(&[name]))?;
    let options = Options { profile, ..options(max_solutions, node_limit, threads)? };
    let solved = corpus.solve(py, ids, &choice, options, BLOCK)?;
    Ok(Table::new(solved.samples))
}

/// Solve every puzzle with several strategies, and measure them under the same conditions.
///
/// The strategies take turns, one block of puzzles after the other. What `latency_ns` says about a strategy is the more exact,
/// the less else the machine does; with more than one thread, threads disturb each other.
///
/// Args:
///     puzzles: n grids, or a path.
///     solutions: n grids or nulls, to compare the answers with. A warning names those that do not solve their puzzles.
///     ids: n strings or integers, which the column puzzle has in place of the numbers of the rows.
///     strategies: names of `strategies()`; None for those that the command line runs by default.
///     max_solutions: the number of solutions at which a search stops: 1 finds one, 2 proves that there is no other, None
///         counts them all.
///     node_limit: the largest number of nodes of a search; None for no limit.
///     profile: True to add the columns of the wrong turns of each search. They are null for `lanes` and `elimination`, and for other
///         shapes than 9×9.
///     shape, alphabet: how grids are written, if the grids do not show it; see the module.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A table with the columns that `solve` describes, and a row for each puzzle and strategy. Its `summary` has a row for each
///     strategy, and its `histograms` the latencies of each strategy.
///
/// Raises:
///     TypeError: if an argument does not hold grids.
///     ValueError: if there are not as many solutions as puzzles, no strategy has a name, one is there twice or does not solve the
///         shape, several alphabets fit the grids, or a number is out of range.
#[pyfunction]
#[pyo3(
    signature = (
        puzzles, solutions=None, *, ids=None, strategies=None, max_solutions=Some(1), node_limit=None, profile=false, shape=None,
        alphabet=None, threads=None
    ),
    text_signature = "(puzzles, solutions=None, *, ids=None, strategies=None, max_solutions=1, node_limit=None, profile=False, \
                      shape=None, alphabet=None, threads=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn run<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    solutions: Option<&Bound<'py, PyAny>>,
    ids: Option<&Bound<'py, PyAny>>,
    strategies: Option<&Bound<'py, PyAny>>,
    max_solutions: Option<i128>,
    node_limit: Option<i128>,
    profile: bool,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Py<Results>> {
    let corpus = CorpusInput::open(puzzles, solutions, notation_override(shape, alphabet))?;
    let ids = ids.map(|ids| Input::open(IDS, ids, None)).transpose()?;
    let choice = strategies.map_or(Ok(Choice::Defaults), several)?;
    let options = options(max_solutions, node_limit, threads)?;
    let options = Options { control: true, rebuild_per_block: true, profile, ..options };
    let Solved { samples, strategies, histograms } = corpus.solve(py, ids, &choice, options, BLOCK_OF_TURNS)?;
    Results::new(py, samples, strategies, histograms)
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

struct Solved {
    samples: RecordBatch,
    strategies: Vec<String>,
    /// By the strategy.
    histograms: BTreeMap<String, String>,
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
            let options =
                Options { strategies: choice.of_shape(rows.shape())?, ..options.of_corpus(&rows.as_corpus()) };
            let strategies = options.strategies.len();
            let ids = ids.map(|ids| ids.read_ids(rows.puzzles.len(), strategies, stop)).transpose()?;
            match rows.notation.is_default() {
                true => solve_until::<Grid>(stop, &rows, ids, &options, block),
                false => solve_until::<AnyGrid>(stop, &rows, ids, &options, block),
            }
        })?;
        if wrong.count > 0 {
            let message =
                format!("{} of the solutions do not solve their puzzles: {}", wrong.count, wrong.first.join("; "));
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 1)?;
        }
        Ok(solved)
    }
}

fn solve_until<G: GridText>(
    stop: &AtomicBool,
    rows: &Rows,
    ids: Option<ArrayRef>,
    options: &Options,
    block: usize,
) -> PyResult<(Solved, FirstRows)> {
    let names: Vec<_> = options.strategies.iter().map(|entry| entry.name.to_string()).collect();
    let mut histograms: Vec<_> = names.iter().map(|_| new_histogram()).collect();
    let mut samples = Samples::new(names.clone(), rows, options.profile);
    let mut wrong = FirstRows::default();
    let threads = Threads::try_new(options.threads, || Worker::<G>::new(options)).map_err(exception)?;
    let pass = Pass { round: 0, clock: Clock::start(), stop: stop.into(), progress: None };
    blocks::map(
        &threads,
        rows.puzzles.len(),
        block,
        stop,
        |worker, number, range| {
            let solved = worker.solve(rows.block(number, range.clone()), &pass, 0)?;
            let first = first_solutions(worker, &solved, options.strategies.len());
            Ok((range, solved, first))
        },
        |(range, solved, first)| {
            for (place, histogram) in histograms.iter_mut().enumerate() {
                solved.samples_of(place).for_each(|sample| record_latency(histogram, sample));
            }
            solved.add_wrong_solutions(&mut wrong);
            samples.push(range, &solved, &first);
        },
    )?;
    let samples = samples.finish(ids)?;
    let histograms = names.iter().cloned().zip(histograms.iter().map(encode_histogram)).collect();
    Ok((Solved { samples, strategies: names, histograms }, wrong))
}

/// Returns the first solution of every sample of the block that the worker solved last.
fn first_solutions<G: GridText>(worker: &Worker<'_, G>, solved: &SolvedBlock, strategies: usize) -> Vec<Option<G>> {
    let places = 0..solved.block.puzzles.len();
    places.flat_map(|place| (0..strategies).map(move |strategy| worker.first_solution(place, strategy))).collect()
}
