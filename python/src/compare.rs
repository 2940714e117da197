//! `compare` and `pass_at_k`.

use std::ops::Range;

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};
use score::{Change, Pairs, class_of};
use serde_json::json;
use stats::pass_at_k as chance;

use crate::{
    arguments::{from_json, threads},
    blocks, interruptible,
    scores::{ScoredRow, Scores},
};

/// Rows in a block: few, as canonical forms may take long.
const BLOCK: usize = 64;

#[pyfunction]
pub fn compare<'py>(
    py: Python<'py>,
    a: &Bound<'py, Scores>,
    b: &Bound<'py, Scores>,
    threads: Option<i128>,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = self::threads(threads)?;
    let base = a.get();
    let other = b.get();
    if base.puzzle_count() != other.puzzle_count() {
        let message = format!("a has {} puzzles, but b has {}", base.puzzle_count(), other.puzzle_count());
        return Err(PyValueError::new_err(message));
    }
    let compared = interruptible::run(py, |stop| {
        let mut pairs = Pairs::default();
        let mut differs = None;
        let work = |(): &mut (), _, puzzles| Ok(classes(base, other, puzzles));
        blocks::map(
            threads,
            || Ok(()),
            (base.puzzle_count(), BLOCK),
            stop,
            work,
            |found| match found {
                Ok(found) => found.into_iter().for_each(|(class, solved)| pairs.add(class, solved)),
                Err(row) => differs = differs.or(Some(row)),
            },
        )?;
        match differs {
            Some(row) => Err(PyValueError::new_err(format!("a and b have different puzzles in row {row}"))),
            None => Ok(pairs.compare("a", "b", base.shape)),
        }
    })?;
    let compared = json!({
        "puzzles": compared.puzzles,
        "units": compared.units,
        "only_a": compared.more_base,
        "only_b": compared.more_other,
        "p": compared.p,
        "difference": compared.difference,
        "low": compared.low,
        "high": compared.high,
        "change": name_of(compared.change()),
    });
    from_json(py, &compared)
}

fn name_of(change: Change) -> &'static str {
    match change {
        Change::Better => "better",
        Change::Worse => "worse",
        Change::NotShown => "not_shown",
        Change::TooFew => "too_few",
    }
}

/// A puzzle's class of isomorphs; for each model, how many of how many predictions solve it.
type Compared = (u128, [(u32, u32); 2]);

/// Returns the classes of some puzzles, and who solves them; or the first puzzle that differs.
fn classes(base: &Scores, other: &Scores, puzzles: Range<usize>) -> Result<Vec<Compared>, usize> {
    let mut compared = Vec::with_capacity(puzzles.len());
    for puzzle in puzzles {
        let samples = [base, other].map(|scores| scores.samples(puzzle));
        match [base, other].map(|scores| scores.puzzle(puzzle)) {
            [None, None] => {}
            [Some(one), Some(two)] if one == two => {
                let solved = |rows: &[Option<_>]| rows.iter().flatten().filter(|row| ScoredRow::is_solved(row)).count();
                let solved = samples.map(|rows| (solved(rows) as u32, rows.len() as u32));
                compared.push((class_of(one, base.shape), solved));
            }
            _ => return Err(puzzle),
        }
    }
    Ok(compared)
}

#[pyfunction]
pub fn pass_at_k(right: &Bound<'_, PyAny>, samples: &Bound<'_, PyAny>, k: u64) -> PyResult<f64> {
    let right = numbers("right", right)?;
    let samples = numbers("samples", samples)?;
    let puzzles = right.len().max(samples.len());
    for (name, length) in [("right", right.len()), ("samples", samples.len())] {
        if ![1, puzzles].contains(&length) || length == 0 {
            return Err(PyValueError::new_err(format!("{name}: {length} numbers for {puzzles} puzzles")));
        }
    }
    let mut sum = 0.0;
    for (puzzle, (right, samples)) in right.iter().cycle().zip(samples.iter().cycle()).take(puzzles).enumerate() {
        sum += chance(*right, *samples, k).ok_or_else(|| {
            PyValueError::new_err(format!("puzzle {puzzle}: {right} of {samples} samples are right, and k is {k}"))
        })?;
    }
    Ok(sum / puzzles as f64)
}

fn numbers(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let wrong = || PyTypeError::new_err(format!("{name}: {argument} holds something else than numbers of samples"));
    if let Ok(number) = argument.extract::<u64>() {
        return Ok(vec![number]);
    }
    let number = |number: PyResult<Bound<'_, PyAny>>| number?.extract::<u64>().map_err(|_| wrong());
    argument.try_iter().map_err(|_| wrong())?.map(number).collect()
}
