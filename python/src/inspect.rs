//! `inspect`.

use std::{env, ops::Range, sync::atomic::Ordering};

use corpus::{
    layout::Schema,
    reader::{Block, Reject},
};
use dataset::audit::{AuditOptions, Section, inspect_blocks};
use grid::{Shape, simd::Simd, text::DefectKind};
use pyo3::prelude::*;
use serde_json::json;

use crate::{
    arguments::{exception, from_json, named, threads},
    interruptible,
    rows::{CorpusArguments, CorpusInput, Rows},
    se_rating::tenths,
};

/// Puzzles in a block.
const BLOCK: usize = 512;

#[pyfunction]
pub fn inspect<'py>(
    py: Python<'py>,
    corpus: CorpusArguments<'py>,
    ratings: Option<f64>,
    skip: Vec<String>,
    threads: Option<i128>,
) -> PyResult<Bound<'py, PyAny>> {
    let corpus = CorpusInput::open(corpus)?;
    let options = AuditOptions {
        // Arrays are in memory, and so is their comparison.
        memory: usize::MAX / 2,
        temporary: env::temp_dir(),
        threads: self::threads(threads)?,
        simd: Simd::detect(),
        skip: skip.iter().map(|name| named("skip", name, &Section::ALL, Section::name)).collect::<PyResult<_>>()?,
        ratings: ratings.map(tenths).transpose()?,
    };
    let report = interruptible::run(py, |stop| {
        let rows = corpus.read(stop)?;
        let all = rows.puzzles.len();
        let blocks = (0..all).step_by(BLOCK).take_while(|_| !stop.load(Ordering::Relaxed));
        let blocks = blocks.map(|begin| block(&rows, begin..all.min(begin + BLOCK)));
        if options.ratings.is_some() {
            rows.check_shape("inspect with ratings", Shape::has_ratings)?;
        }
        inspect_blocks(rows.notation, blocks, &options, stop).map_err(exception)
    })?;
    from_json(py, &json!(report))
}

/// Returns some rows as a block with text.
fn block(rows: &Rows, range: Range<usize>) -> Block {
    let mut block = rows.block(0, range.clone());
    block.rejects = vec![reject(); range.len() - block.puzzles.len()];
    let mut solutions = rows.solutions.as_ref().map(|solutions| solutions.texts(range.clone()));
    let mut puzzles = block.puzzles.iter_mut().peekable();
    for (text, line) in rows.puzzles.texts(range.clone()).zip(range.start as u64 + 1..) {
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
