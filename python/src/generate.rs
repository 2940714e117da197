//! `generate`.

use std::{ops::RangeInclusive, sync::atomic::AtomicBool};

use corpus::layout::{ColumnSpec, ColumnType};
use dataset::generate::{ClueSymmetry, Generated, Generation, Generator, Made, Order, Target, check_option};
use grid::{
    Shape,
    simd::Simd,
    text::{Alphabet, Notation},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

use crate::{
    arguments::{exception, number, threads},
    batch::{Batch, BatchBuilder},
    blocks, interruptible,
    notation::{AlphabetArgument, ShapeArgument},
};

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn generate<'py>(
    py: Python<'py>,
    count: i128,
    clues: Option<&Bound<'py, PyAny>>,
    minimal: bool,
    unbiased_minimal: bool,
    shape: Option<ShapeArgument>,
    holes: Option<&Bound<'py, PyAny>>,
    balanced: bool,
    alphabet: Option<AlphabetArgument>,
    seed: i128,
    threads: Option<i128>,
) -> PyResult<Batch> {
    let shape = shape.map_or(Shape::default(), |shape| shape.0);
    let holes = holes.map(|holes| range("holes", holes, shape)).transpose()?;
    if balanced && holes.is_none() {
        return Err(PyValueError::new_err("balanced: it is about holes; say how many"));
    }
    let given = [(clues.is_some(), "--clues"), (unbiased_minimal, "--unbiased-minimal"), (minimal, "--minimal")];
    for (_, option) in given.into_iter().filter(|(is_given, _)| *is_given) {
        check_option(option, shape, holes.is_some()).map_err(exception)?;
    }
    let clues = clues.map(|clues| range("clues", clues, shape)).transpose()?;
    let target = match holes {
        Some(number) => Target::Holes { number, balanced },
        None => target(shape, clues, minimal, unbiased_minimal)?,
    };
    let generation = Generation {
        notation: Notation { shape, alphabet: alphabet.map_or(Alphabet::FromOne, |alphabet| alphabet.0) },
        target,
        order: Order::default(),
        count: usize::try_from(number("count", count, 0..=u64::MAX)?)?,
        time: None,
        seed: number("seed", seed, 0..=u64::MAX)?,
        threads: self::threads(threads)?,
        simd: Simd::detect(),
    };
    interruptible::run(py, |stop| made(&generation, stop))
}

pub fn columns(notation: Notation) -> [ColumnSpec<Generated>; 2] {
    let puzzle = "a character or number for each cell, with dots for blanks";
    let solution = "likewise; with holes, the full grid that the puzzle was made from";
    [
        ColumnSpec::new("puzzle", ColumnType::Text, puzzle, move |made: &Generated| notation.text(&made.puzzle).into()),
        ColumnSpec::new("solution", ColumnType::Text, solution, move |made: &Generated| {
            notation.text(&made.solution).into()
        }),
    ]
}

/// Generates the puzzles, or those that are complete soon after `stop` is set.
fn made(generation: &Generation, stop: &AtomicBool) -> PyResult<Batch> {
    let generator = || Generator::new(generation, stop);
    let mut all = BatchBuilder::new(columns(generation.notation));
    let mut missing = generation.count;
    let work =
        |generator: &mut Generator<'_>, number, _| Ok(generator.batch(number).map_or(Vec::new(), |batch| batch.made));
    blocks::map(generation.threads, generator, (generation.batches() as usize, 1), stop, work, |batch: Vec<Made>| {
        let rows: Vec<_> = batch.into_iter().take(missing).map(|made| Some(made.generated)).collect();
        missing -= rows.len();
        all.extend(&rows);
    })?;
    all.finish()
}

/// Returns the kind of puzzles with one solution that the arguments choose. 9×9 has several kinds.
fn target(
    shape: Shape,
    clues: Option<RangeInclusive<usize>>,
    minimal: bool,
    unbiased_minimal: bool,
) -> PyResult<Target> {
    let all_minimal = Target::Minimal(ClueSymmetry::None);
    let clues = clues.map(|range| Target::Clues(ClueSymmetry::None, range));
    let kinds = [clues, minimal.then(|| all_minimal.clone()), unbiased_minimal.then_some(Target::UnbiasedMinimal)];
    let mut kinds = kinds.into_iter().flatten();
    match (kinds.next(), kinds.next()) {
        (Some(target), None) => Ok(target),
        (None, None) if !shape.is_classic() => Ok(all_minimal),
        _ => Err(PyValueError::new_err("choose one of clues, minimal, unbiased_minimal and holes")),
    }
}

/// Returns the range of cells of an argument that is a number, or the smallest and the largest.
fn range(name: &str, argument: &Bound<'_, PyAny>, shape: Shape) -> PyResult<RangeInclusive<usize>> {
    let exact = argument.extract::<i128>().map(|cells| (cells, cells));
    let (fewest, most) = exact.or_else(|_| argument.extract::<(i128, i128)>()).map_err(|_| {
        PyTypeError::new_err(format!(
            "{name}: {argument} is neither a number nor a tuple of the smallest and the largest"
        ))
    })?;
    let cells = |value| Ok::<_, PyErr>(number(name, value, 0..=shape.cells() as u64)? as usize);
    Ok(cells(fewest)?..=cells(most)?)
}
