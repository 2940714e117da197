//! `score`.

use std::{borrow::Cow, ffi::CString, iter::repeat_with, ops::Range, sync::atomic::AtomicBool};

use ::score::{
    Answer, BLOCK, Gathering, MAX_STEPS, Place, PredictionScore, Problem, PuzzleCounts, PuzzleScores, ScoredPrediction,
    StepSums, Verdict, VoteRule, arrange,
    cells::{UNKNOWN, is_grid, notation_in, parse},
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
use pass::FirstRows;
use pyo3::{
    exceptions::{PyUserWarning, PyValueError},
    prelude::*,
};
use stats::Z_95;

use crate::{
    arguments::{check_length, threads},
    blocks,
    grids::{Grids, Row},
    input::Input,
    interruptible,
    notation::ShapeArgument,
    scores::{ScoredRow, Scores},
};

/// How many answers each puzzle has, if not one; for each answer, its step, the compute and the logit of halting, NaN if it is not known; and
/// the last step and the most compute that count.
type AnswerArguments =
    (Option<Vec<usize>>, Option<Vec<u64>>, Option<Vec<f64>>, Option<Vec<f64>>, Option<u64>, Option<f64>);

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
    answers: AnswerArguments,
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
        let (counts, steps, compute, q_halt, at_step, at_compute) = answers;
        let gathering = Gathering { vote: counts.is_some(), at_step, at_compute, ..Gathering::default() };
        let starts = starts_of(counts.unwrap_or_else(|| vec![1; predictions.len()]));
        let columns = Columns { starts, predictions, puzzles, labels, steps, compute, q_halt };
        columns.check_lengths()?;
        let notation = columns.notation(of_grids)?;
        let mut steps = columns.counted_steps(&gathering);
        steps.sort_unstable();
        steps.dedup();
        if steps.len() > MAX_STEPS {
            return Err(PyValueError::new_err(format!("steps: there are more than {MAX_STEPS} different ones")));
        }
        let plan = Plan { notation, columns, preset, extract, gathering, steps };
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

/// Returns where each group of so many items begins, and where the last ends.
fn starts_of(lengths: Vec<usize>) -> Vec<usize> {
    let ends = lengths.into_iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    [0].into_iter().chain(ends).collect()
}

/// The texts of predictions, of which those that are next are taken.
type Texts<'t, 'a> = &'t mut dyn Iterator<Item = Option<Cow<'a, [u8]>>>;

struct Columns {
    /// The answers to all puzzles, one after the other.
    predictions: Grids,
    steps: Option<Vec<u64>>,
    compute: Option<Vec<f64>>,
    q_halt: Option<Vec<f64>>,
    /// Where the answers to each puzzle begin, and where the last end.
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

    /// Returns the steps of all answers that count.
    fn counted_steps(&self, gathering: &Gathering) -> Vec<u64> {
        let compute = |row: usize| self.compute.as_ref().map(|compute| compute[row]);
        let place = |(&step, row)| Place { step: Some(step), compute: compute(row), ..Place::default() };
        let places = self.steps.iter().flatten().zip(0..).map(place);
        places.filter(|place| gathering.takes(place)).filter_map(|place| place.step).collect()
    }

    /// Returns the answers to a puzzle, which come next in `texts`, in the order of samples and steps; only those that count.
    fn answers<'a>(&self, puzzle: usize, gathering: &Gathering, texts: Texts<'_, 'a>) -> Vec<Answer<'a>> {
        let range = self.starts[puzzle]..self.starts[puzzle + 1];
        let number =
            |numbers: &Option<Vec<f64>>, row: usize| Some(numbers.as_ref()?[row]).filter(|number| !number.is_nan());
        let answer = |(row, text): (usize, _)| {
            let step = self.steps.as_ref().map(|steps| steps[row]);
            let (compute, q_halt) = (number(&self.compute, row), number(&self.q_halt, row));
            let place = self.steps.as_ref().map(|_| Box::new(Place { step, compute, q_halt, ..Place::default() }));
            Answer { text: as_str(text).into(), place }
        };
        let mut answers: Vec<_> = range.zip(texts).map(answer).collect();
        if self.steps.is_some() {
            arrange(&mut answers, |place| gathering.takes(place)).expect("samples are numbered here");
        }
        if answers.is_empty() {
            answers.push(Answer::default());
        }
        answers
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
    gathering: Gathering,
    steps: Vec<u64>,
}

#[derive(Default)]
struct ScoredBlock {
    rows: Vec<Option<ScoredRow>>,
    /// The cells of all puzzles.
    puzzles: Vec<u8>,
    /// The number of rows of each puzzle.
    lengths: Vec<usize>,
    votes: [Vec<Option<ScoredRow>>; 2],
    steps: StepSums,
    counts: PuzzleCounts,
    rejected: FirstRows,
}

impl Plan {
    fn score(self, threads: usize, stop: &AtomicBool, z: f64) -> PyResult<Scores> {
        let finder = || Ok(solution_finder(Simd::detect()).until(stop));
        let mut all = ScoredBlock {
            rows: Vec::with_capacity(self.columns.predictions.len()),
            puzzles: Vec::with_capacity(self.columns.puzzles.len() * self.notation.shape.cells()),
            ..ScoredBlock::default()
        };
        let work = |finder: &mut Facts<'_>, _, rows| Ok(self.block(finder, rows));
        blocks::map(threads, finder, (self.columns.puzzles.len(), BLOCK), stop, work, |block: ScoredBlock| {
            all.rows.extend(block.rows);
            all.puzzles.extend(block.puzzles);
            all.lengths.extend(block.lengths);
            all.votes.iter_mut().zip(block.votes).for_each(|(all, votes)| all.extend(votes));
            all.steps.merge(&block.steps);
            all.counts.merge(block.counts);
            all.rejected.append(block.rejected);
        })?;
        let ScoredBlock { rows, puzzles, lengths, votes, steps, counts, rejected } = all;
        if counts.puzzles == 0 && rejected.count > 0 {
            let first = rejected.first.join(", ");
            return Err(PyValueError::new_err(format!(
                "puzzles: no row is a puzzle; {first}; offset is subtracted from all arrays"
            )));
        }
        let steps = steps.summary(&self.steps, z);
        let (shape, preset, starts) = (self.notation.shape, self.preset, starts_of(lengths));
        Ok(Scores { shape, preset, z, rows, starts, puzzles, votes, steps, counts, rejected })
    }

    fn block(&self, finder: &mut Facts<'_>, rows: Range<usize>) -> ScoredBlock {
        let mut block = ScoredBlock::default();
        let mut problems = self.problems(rows.clone(), &mut block.rejected);
        Problem::find_solutions(finder, problems.iter_mut().flatten());
        let starts = &self.columns.starts;
        let mut texts = self.columns.predictions.texts(starts[rows.start]..starts[rows.end]);
        for (puzzle, problem) in rows.zip(&problems) {
            problem.iter().for_each(|problem| block.counts.add(problem, puzzle as u64 + 1));
            self.add(&mut block, puzzle, problem.as_ref(), &mut texts);
            match problem {
                Some(problem) => block.puzzles.extend_from_slice(&problem.puzzle),
                None => block.puzzles.resize(block.puzzles.len() + self.notation.shape.cells(), 0),
            }
        }
        block
    }

    /// Adds the answers to a puzzle, which come next in `texts`.
    fn add(&self, block: &mut ScoredBlock, puzzle: usize, problem: Option<&Problem>, texts: Texts<'_, '_>) {
        let answers = self.columns.answers(puzzle, &self.gathering, texts);
        let Some(problem) = problem else {
            let samples = answers.chunk_by(Answer::is_of_sample).count();
            block.rows.resize_with(block.rows.len() + samples, || None);
            block.lengths.push(samples);
            block.votes.iter_mut().filter(|_| self.gathering.vote).for_each(|votes| votes.push(None));
            return;
        };
        let scores = PuzzleScores::new(problem, &answers, self.gathering.vote, &self.extract, self.preset.as_slice());
        let key = key_of(&problem.puzzle);
        let row = |(mut score, sample): (PredictionScore, u32)| {
            let scored = ScoredPrediction::new(problem, score.grade);
            Some(ScoredRow { key, sample, scored, parts: score.parts.pop().unwrap_or_default().into() })
        };
        if self.gathering.vote {
            let votes = VoteRule::ALL.into_iter().zip(&mut block.votes);
            votes.for_each(|(rule, votes)| votes.push(row((scores.vote(problem, rule), 1))));
        }
        if !self.steps.is_empty() {
            block.steps.add(&scores.steps, &self.steps);
        }
        block.lengths.push(scores.samples.len());
        block.rows.extend(scores.samples.into_iter().zip(1..).map(row));
    }

    /// Reads some rows; `None` for padding and for rows that are no puzzles.
    fn problems(&self, rows: Range<usize>, rejected: &mut FirstRows) -> Vec<Option<Problem>> {
        let mut labels = self.columns.labels.as_ref().map(|labels| labels.rows(rows.clone()));
        let mut problems = Vec::with_capacity(rows.len());
        for (row, puzzle) in rows.clone().zip(self.columns.puzzles.rows(rows)) {
            let label = labels.as_mut().and_then(Iterator::next).unwrap_or(Row::Null);
            if label.is_padding() {
                problems.push(None);
                continue;
            }
            let problem = problem_of(puzzle, label, self.notation);
            problems.push(problem.map_err(|reason| rejected.add(|| format!("row {row}: {reason}"))).ok());
        }
        problems
    }
}

/// Returns the puzzle and the label in two rows. Numbers are their own cells. The error says why the row is no puzzle.
fn problem_of(puzzle: Row<'_>, label: Row<'_>, notation: Notation) -> Result<Problem, String> {
    let problem = match values_of(&puzzle, notation).filter(|cells| is_grid(cells, notation)) {
        Some(cells) => Problem::of_cells(cells, notation),
        None => Problem::parse(&as_str(puzzle.text()), "", notation)?,
    };
    let mask = label.mask();
    let label = values_of(&label, notation).or_else(|| {
        let text = as_str(label.text());
        (!text.trim().is_empty()).then(|| parse(&text, notation))
    });
    Ok(match (label, mask) {
        (Some(label), Some(mask)) => problem.with_masked_label(&label, mask),
        (Some(label), None) => problem.with_label(label),
        _ => problem,
    })
}

/// Returns the cells of a row of numbers, of which those that are no values are unknown; `None` for any other row.
fn values_of(row: &Row<'_>, notation: Notation) -> Option<Vec<u8>> {
    let side = notation.shape.side() as u8;
    Some(row.cells()?.iter().map(|&cell| if cell <= side { cell } else { UNKNOWN }).collect())
}

/// Returns a row as text; empty for a null.
fn as_str(text: Option<Cow<'_, [u8]>>) -> String {
    let text = String::from_utf8(text.unwrap_or_default().into_owned());
    text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
