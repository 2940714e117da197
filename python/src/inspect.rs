//! `inspect`.

use std::{
    env,
    ops::Range,
    sync::{Arc, atomic::Ordering},
};

use corpus::{
    dataset::audit::{AuditOptions, Section, inspect_blocks},
    layout::{DefectKind, Schema},
    reader::{Block, Reject},
};
use pyo3::{exceptions::PyValueError, prelude::*};
use serde_json::json;
use solver::simd::Simd;

use crate::{
    arguments::{exception, from_json, threads},
    interruptible,
    rows::{CorpusInput, Rows},
    se_rating::tenths,
};

/// Puzzles in a block.
const BLOCK: usize = 512;

/// Describe puzzles: clues, solutions, minimality, duplicates, symmetries, and how correct the solutions are.
///
/// Args:
///     puzzles: n grids of 81 cells.
///     solutions: n grids of 81 digits or nulls, which are checked.
///     ratings: also rate the puzzles on Sudoku Explainer's scale, up to this; None for no ratings.
///     skip: the sections to leave out, which take most of the time: "minimal", "classes".
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A dict with the keys of `dataset inspect --json`, except those about files. Rows in it are numbered from 1.
///
/// Raises:
///     TypeError: if an argument does not hold grids.
///     ValueError: if there are not as many solutions as puzzles, or there is no such section.
///
/// Example:
///     >>> found = sudoku_bench.inspect(sudoku_bench.generate(10, minimal=True)["puzzle"])
///     >>> found["unique"], found["minimal"], found["exact_duplicates"]
///     (10, 10, 0)
#[pyfunction]
#[pyo3(
    signature = (puzzles, solutions=None, *, ratings=None, skip=vec![], threads=None),
    text_signature = "(puzzles, solutions=None, *, ratings=None, skip=(), threads=None)"
)]
pub fn inspect<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    solutions: Option<&Bound<'py, PyAny>>,
    ratings: Option<f64>,
    skip: Vec<String>,
    threads: Option<i128>,
) -> PyResult<Bound<'py, PyAny>> {
    let corpus = CorpusInput::open(puzzles, solutions)?;
    let options = AuditOptions {
        // Arrays are in memory, and so is their comparison.
        memory: usize::MAX / 2,
        temporary: env::temp_dir(),
        threads: self::threads(threads)?,
        simd: Simd::detect(),
        skip: skip.iter().map(|name| section(name)).collect::<PyResult<_>>()?,
        ratings: ratings.map(tenths).transpose()?,
    };
    let report = interruptible::run(py, |stop| {
        let rows = corpus.read(stop)?;
        let schema = Arc::new(schema(&rows));
        let all = rows.puzzles.len();
        let blocks = (0..all).step_by(BLOCK).take_while(|_| !stop.load(Ordering::Relaxed));
        let blocks = blocks.map(|begin| block(&rows, begin..all.min(begin + BLOCK), &schema));
        inspect_blocks(blocks, &options, stop).map_err(exception)
    })?;
    from_json(py, &json!(report))
}

fn section(name: &str) -> PyResult<Section> {
    Section::ALL.into_iter().find(|section| section.name() == name).ok_or_else(|| {
        let names = Section::ALL.map(Section::name).join(", ");
        PyValueError::new_err(format!("skip: {name:?} is none of {names}"))
    })
}

fn schema(rows: &Rows) -> Schema {
    let names = ["puzzle".to_string(), "solution".to_string()];
    let solution = rows.solutions.as_ref().map(|_| 1);
    Schema { names: names.into_iter().take(1 + solution.unwrap_or(0)).collect(), solution, ..Schema::default() }
}

/// Returns some rows as a block with text.
fn block(rows: &Rows, range: Range<usize>, schema: &Arc<Schema>) -> Block {
    let mut block = rows.block(0, range.clone());
    block.schema = Arc::clone(schema);
    block.rejects = vec![reject(); range.len() - block.puzzles.len()];
    let mut solutions = rows.solutions.as_ref().map(|solutions| solutions.rows(range.clone()));
    let mut puzzles = block.puzzles.iter_mut().peekable();
    for (text, line) in rows.puzzles.rows(range.clone()).zip(range.start as u64 + 1..) {
        let solution = solutions.as_mut().map(|solutions| solutions.next().flatten().unwrap_or_default());
        if let Some(puzzle) = puzzles.next_if(|puzzle| puzzle.line == line) {
            let begin = block.text.len();
            let fields = [text, solution].into_iter().flatten().collect::<Vec<_>>();
            Schema::push_csv(&mut block.text, b',', fields.iter().map(|field| &**field));
            puzzle.row = begin..block.text.len();
        }
    }
    block
}

/// Returns a row that is not a puzzle; only the number of these is reported.
fn reject() -> Reject {
    Reject {
        file: "".into(),
        line: 0,
        column: 0,
        kind: DefectKind::Other,
        reason: String::new(),
        text: String::new(),
        puzzles_before: 0,
    }
}
