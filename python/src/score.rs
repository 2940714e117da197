//! `score`.

use std::{borrow::Cow, ops::Range, sync::atomic::AtomicBool};

use ::score::{
    BLOCK, PredictionScore, Problem, PuzzleCounts, ScoredPrediction,
    extract::Extract,
    preset::{self, PRESETS, Preset},
    solution_finder,
};
use dataset::facts::Facts;
use grid::{Shape, simd::Simd};
use pass::Threads;
use pyo3::{exceptions::PyValueError, prelude::*};
use stats::Z_95;

use crate::{
    arguments::{check_length, exception, threads},
    blocks,
    grids::Grids,
    input::Input,
    interruptible,
    notation::ShapeArgument,
    scores::{ScoredRow, Scores},
};

/// The preset without the rules of another program.
const NEUTRAL: &str = "neutral";

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn score(
    py: Python<'_>,
    predictions: &Bound<'_, PyAny>,
    puzzles: &Bound<'_, PyAny>,
    solutions: Option<&Bound<'_, PyAny>>,
    preset: &str,
    offset: i64,
    confidence: f64,
    extract: &str,
    shape: Option<ShapeArgument>,
    threads: Option<i128>,
) -> PyResult<Scores> {
    let of_grids = shape.map(|shape| shape.0);
    let predictions = Input::with_offset("predictions", predictions, offset, of_grids)?;
    let puzzles = Input::with_offset("puzzles", puzzles, offset, of_grids)?;
    let labels = solutions.map(|labels| Input::with_offset("solutions", labels, offset, of_grids)).transpose()?;
    let preset = find_preset(preset)?;
    let extract =
        Extract::parse(extract).map_err(|reason| PyValueError::new_err(format!("extract: {extract:?}: {reason}")))?;
    let z = quantile(py, confidence)?;
    let threads = self::threads(threads)?;
    interruptible::run(py, |stop| {
        let labels = labels.map(|labels| labels.read(stop)).transpose()?;
        let columns = Columns { predictions: predictions.read(stop)?, puzzles: puzzles.read(stop)?, labels };
        columns.check_lengths()?;
        let shape = of_grids.unwrap_or_else(|| columns.puzzles.shape());
        let plan = Plan { shape, columns, preset, extract };
        plan.score(threads, stop, z)
    })
}

fn find_preset(name: &str) -> PyResult<Option<&'static Preset>> {
    if name == NEUTRAL {
        return Ok(None);
    }
    preset::find(name).map(Some).ok_or_else(|| {
        let names = PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("no preset is named {name:?}; there are {NEUTRAL}, {names}"))
    })
}

/// Returns the quantile of the normal distribution for a two-sided interval.
fn quantile(py: Python<'_>, confidence: f64) -> PyResult<f64> {
    if !(confidence > 0.0 && confidence < 1.0) {
        return Err(PyValueError::new_err(format!("confidence: {confidence} is not between 0 and 1")));
    }
    // The default has the intervals of the command line, to the last digit.
    if confidence == 0.95 {
        return Ok(Z_95);
    }
    let normal = py.import("statistics")?.call_method0("NormalDist")?;
    normal.call_method1("inv_cdf", (0.5 + confidence / 2.0,))?.extract()
}

struct Columns {
    predictions: Grids,
    puzzles: Grids,
    labels: Option<Grids>,
}

impl Columns {
    fn check_lengths(&self) -> PyResult<()> {
        let puzzles = self.puzzles.len();
        let labels = self.labels.as_ref().map_or(puzzles, Grids::len);
        for (name, length) in [("predictions", self.predictions.len()), ("solutions", labels)] {
            check_length(puzzles, name, length)?;
        }
        Ok(())
    }

    fn is_padding(&self, row: usize) -> bool {
        self.labels.as_ref().is_some_and(|labels| labels.is_padding(row))
    }
}

struct Plan {
    columns: Columns,
    shape: Shape,
    preset: Option<&'static Preset>,
    extract: Extract,
}

#[derive(Default)]
struct ScoredBlock {
    rows: Vec<Option<ScoredRow>>,
    counts: PuzzleCounts,
    rejected: u64,
}

impl Plan {
    fn score(self, threads: usize, stop: &AtomicBool, z: f64) -> PyResult<Scores> {
        let threads = Threads::new(threads, || solution_finder(Simd::detect()).until(stop)).map_err(exception)?;
        let mut all = ScoredBlock::default();
        let work = |finder: &mut Facts<'_>, _, rows| Ok(self.block(finder, rows));
        blocks::map(&threads, self.columns.puzzles.len(), BLOCK, stop, work, |block: ScoredBlock| {
            all.rows.extend(block.rows);
            all.counts.merge(block.counts);
            all.rejected += block.rejected;
        })?;
        let ScoredBlock { rows, counts, rejected } = all;
        Ok(Scores { shape: self.shape, preset: self.preset, z, rows, counts, rejected })
    }

    fn block(&self, finder: &mut Facts<'_>, rows: Range<usize>) -> ScoredBlock {
        let mut block = ScoredBlock::default();
        let mut problems = self.problems(rows.clone(), &mut block.rejected);
        Problem::find_solutions(finder, problems.iter_mut().flatten());
        let lines = rows.start as u64 + 1..;
        for ((problem, text), line) in problems.into_iter().zip(self.columns.predictions.rows(rows)).zip(lines) {
            let row = problem.map(|problem| {
                block.counts.add(&problem, line);
                self.row(problem, &as_str(text))
            });
            block.rows.push(row);
        }
        block
    }

    /// Reads some rows; `None` for padding and for rows that are no puzzles.
    fn problems(&self, rows: Range<usize>, rejected: &mut u64) -> Vec<Option<Problem>> {
        let mut labels = self.columns.labels.as_ref().map(|labels| labels.rows(rows.clone()));
        let mut problems = Vec::with_capacity(rows.len());
        for (row, puzzle) in rows.clone().zip(self.columns.puzzles.rows(rows)) {
            let label = labels.as_mut().and_then(Iterator::next).flatten();
            if self.columns.is_padding(row) {
                problems.push(None);
                continue;
            }
            let problem = Problem::parse(&as_str(puzzle), &as_str(label), self.shape.into()).ok();
            *rejected += u64::from(problem.is_none());
            problems.push(problem);
        }
        problems
    }

    fn row(&self, problem: Problem, text: &str) -> ScoredRow {
        let score: PredictionScore = problem.score(text, &self.extract, self.preset.as_slice());
        ScoredRow { scored: ScoredPrediction::new(&problem, score.grade), score, puzzle: problem.puzzle }
    }
}

/// Returns a row as text; empty for a null.
fn as_str(text: Option<Cow<'_, [u8]>>) -> String {
    text.map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default()
}
