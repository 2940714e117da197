//! `score`.

use std::{borrow::Cow, ffi::CString, iter::repeat_with, ops::Range, sync::atomic::AtomicBool};

use ::score::{
    BLOCK, Problem, PuzzleCounts, ScoredPrediction, Verdict,
    cells::notation_in,
    extract::Extract,
    key_of,
    preset::{self, PRESETS, Preset},
    solution_finder,
};
use benchmark::reporter::scores::warnings_on_puzzles;
use corpus::numbers::plural;
use dataset::facts::Facts;
use grid::{
    Shape,
    simd::Simd,
    text::{Notation, NotationOverride},
};
use pass::{FirstRows, Threads};
use pyo3::{
    exceptions::{PyUserWarning, PyValueError},
    prelude::*,
};
use stats::Z_95;

use crate::{
    arguments::{check_length, exception, threads},
    blocks,
    grids::{Grids, Row},
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
    samples: Option<Vec<usize>>,
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
    let scores = interruptible::run(py, |stop| {
        let labels = labels.map(|labels| labels.read(stop)).transpose()?;
        let (predictions, puzzles) = (predictions.read(stop)?, puzzles.read(stop)?);
        let samples = samples.unwrap_or_else(|| vec![1; predictions.len()]);
        let starts = [0].into_iter().chain(samples.iter().scan(0, |end, samples| {
            *end += samples;
            Some(*end)
        }));
        let columns = Columns { starts: starts.collect(), predictions, puzzles, labels };
        columns.check_lengths()?;
        let notation = columns.notation(of_grids)?;
        let plan = Plan { notation, columns, preset, extract };
        plan.score(threads, stop, z)
    })?;
    warn(py, &scores)?;
    Ok(scores)
}

/// Warns of what makes scores doubtful, as the command line does.
fn warn(py: Python<'_>, scores: &Scores) -> PyResult<()> {
    let mut warnings = warnings_on_puzzles(&scores.counts);
    if scores.rejected.count > 0 {
        let rejected = plural(scores.rejected.count, "row");
        warnings.insert(0, format!("{rejected} without a puzzle: {}", scores.rejected.text()));
    }
    let no_grids = |row: &&ScoredRow| [Verdict::Missing, Verdict::Malformed].contains(&row.scored.grade.verdict);
    if 2 * scores.rows.iter().flatten().filter(no_grids).count() > scores.rows.iter().flatten().count() {
        warnings.push("most predictions are missing or malformed; is the answer where extract looks for it?".into());
    }
    for warning in warnings {
        let warning = CString::new(warning).expect("there is no null character");
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &warning, 2)?;
    }
    Ok(())
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
    /// The samples of all puzzles, one after the other.
    predictions: Grids,
    /// Where the samples of each puzzle begin, and where the last end.
    starts: Vec<usize>,
    puzzles: Grids,
    labels: Option<Grids>,
}

impl Columns {
    fn check_lengths(&self) -> PyResult<()> {
        let puzzles = self.puzzles.len();
        let labels = self.labels.as_ref().map_or(puzzles, Grids::len);
        for (name, length) in [("predictions", self.starts.len() - 1), ("solutions", labels)] {
            check_length(puzzles, name, length)?;
        }
        Ok(())
    }

    /// Returns how the first puzzle is written; as 9×9 if there is none.
    fn notation(&self, shape: Option<Shape>) -> PyResult<Notation> {
        let rows = 0..self.puzzles.len();
        let said = NotationOverride { shape, alphabet: None };
        let labels = self.labels.iter().flat_map(|labels| labels.texts(rows.clone())).chain(repeat_with(|| None));
        for (puzzle, label) in self.puzzles.texts(rows.clone()).zip(labels) {
            let refused = |reason: String| PyValueError::new_err(format!("puzzles: {reason}"));
            if let Some(notation) = notation_in(&as_str(puzzle), &as_str(label), said).map_err(refused)? {
                return Ok(notation);
            }
        }
        Ok(shape.unwrap_or_default().into())
    }
}

struct Plan {
    columns: Columns,
    notation: Notation,
    preset: Option<&'static Preset>,
    extract: Extract,
}

#[derive(Default)]
struct ScoredBlock {
    rows: Vec<Option<ScoredRow>>,
    /// The cells of all puzzles.
    puzzles: Vec<u8>,
    counts: PuzzleCounts,
    rejected: FirstRows,
}

impl Plan {
    fn score(self, threads: usize, stop: &AtomicBool, z: f64) -> PyResult<Scores> {
        let threads = Threads::new(threads, || solution_finder(Simd::detect()).until(stop)).map_err(exception)?;
        let mut all = ScoredBlock {
            rows: Vec::with_capacity(self.columns.predictions.len()),
            puzzles: Vec::with_capacity(self.columns.puzzles.len() * self.notation.shape.cells()),
            ..ScoredBlock::default()
        };
        let work = |finder: &mut Facts<'_>, _, rows| Ok(self.block(finder, rows));
        blocks::map(&threads, self.columns.puzzles.len(), BLOCK, stop, work, |block: ScoredBlock| {
            all.rows.extend(block.rows);
            all.puzzles.extend(block.puzzles);
            all.counts.merge(block.counts);
            all.rejected.append(block.rejected);
        })?;
        let ScoredBlock { rows, puzzles, counts, rejected } = all;
        if counts.puzzles == 0 && rejected.count > 0 {
            let first = rejected.first.join(", ");
            return Err(PyValueError::new_err(format!(
                "puzzles: no row is a puzzle; {first}; offset is subtracted from all arrays"
            )));
        }
        let Columns { starts, .. } = self.columns;
        Ok(Scores { shape: self.notation.shape, preset: self.preset, z, rows, starts, puzzles, counts, rejected })
    }

    fn block(&self, finder: &mut Facts<'_>, rows: Range<usize>) -> ScoredBlock {
        let mut block = ScoredBlock::default();
        let mut problems = self.problems(rows.clone(), &mut block.rejected);
        Problem::find_solutions(finder, problems.iter_mut().flatten());
        let starts = &self.columns.starts;
        let mut texts = self.columns.predictions.texts(starts[rows.start]..starts[rows.end]);
        for (puzzle, problem) in rows.zip(&problems) {
            problem.iter().for_each(|problem| block.counts.add(problem, puzzle as u64 + 1));
            let samples = starts[puzzle + 1] - starts[puzzle];
            for (text, sample) in texts.by_ref().take(samples).zip(1..) {
                block.rows.push(problem.as_ref().map(|problem| {
                    let mut score = problem.score(&as_str(text), &self.extract, self.preset.as_slice());
                    let scored = ScoredPrediction::new(problem, score.grade);
                    ScoredRow {
                        key: key_of(&problem.puzzle),
                        sample,
                        scored,
                        parts: score.parts.pop().unwrap_or_default().into(),
                    }
                }));
            }
            match problem {
                Some(problem) => block.puzzles.extend_from_slice(&problem.puzzle),
                None => block.puzzles.resize(block.puzzles.len() + self.notation.shape.cells(), 0),
            }
        }
        block
    }

    /// Reads some rows; `None` for padding and for rows that are no puzzles.
    fn problems(&self, rows: Range<usize>, rejected: &mut FirstRows) -> Vec<Option<Problem>> {
        let mut labels = self.columns.labels.as_ref().map(|labels| labels.rows(rows.clone()));
        let mut problems = Vec::with_capacity(rows.len());
        for (row, puzzle) in rows.clone().zip(self.columns.puzzles.texts(rows)) {
            let label = labels.as_mut().and_then(Iterator::next).unwrap_or(Row::Null);
            if label.is_padding() {
                problems.push(None);
                continue;
            }
            let mask = label.mask();
            let (puzzle, label) = (as_str(puzzle), as_str(label.text()));
            let problem = match mask {
                Some(mask) => Problem::parse_masked(&puzzle, &label, mask, self.notation),
                None => Problem::parse(&puzzle, &label, self.notation),
            };
            let problem = problem.map_err(|reason| rejected.add(|| format!("row {row}: {reason}"))).ok();
            problems.push(problem);
        }
        problems
    }
}

/// Returns a row as text; empty for a null.
fn as_str(text: Option<Cow<'_, [u8]>>) -> String {
    let text = String::from_utf8(text.unwrap_or_default().into_owned());
    text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
