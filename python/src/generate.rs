//! `generate`.

use std::{ops::RangeInclusive, sync::Arc};

use arrow_array::{ArrayRef, RecordBatch, builder::LargeStringBuilder};
use dataset::generate::{Generator, ShapeTarget, Target};
use grid::{Shape, simd::Simd, text::Alphabet};
use pass::Threads;
use pyo3::{
    exceptions::{PyRuntimeError, PyTypeError, PyValueError},
    prelude::*,
};

use crate::{
    arguments::{exception, number, threads},
    blocks,
    generate_shape::{NineArguments, ShapePlan},
    interruptible,
    notation::{AlphabetArgument, ShapeArgument},
    table::Table,
};

/// Generate random puzzles, each with exactly one solution unless holes are asked for.
///
/// The same arguments generate the same puzzles on every machine, with any number of threads, and on the command line. Of 9×9, exactly
/// one of clues, minimal, unbiased_minimal and holes says which. Of other shapes, every given is needed; above 16×16, a given also
/// stays if to prove that it is not needed takes over 10,000 nodes.
///
/// Args:
///     count: the number of puzzles, n.
///     clues: the number of givens, from 20, or the smallest and the largest number, such as (22, 28). For 9×9 only.
///     minimal: True for puzzles in which every given is needed. Those with few givens are too frequent.
///     unbiased_minimal: True for minimal puzzles that are all equally likely. Takes a thousand times as long. For 9×9 only.
///     shape: the side of the grids, such as 16, or the rows and columns of a box, such as "2x3". Boxes of one row, as in "1x9", make
///         Latin squares. None for 9×9.
///     holes: the number of cells to blank in a random full grid, or the smallest and the largest number. The puzzles may have several
///         solutions.
///     balanced: True to blank as many cells in every row, in every column and in every box, up to one; with holes.
///     alphabet: how values are written in other shapes than 9×9, and with holes; None for "1-9A".
///     seed: the seed of the random numbers.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A table of n rows:
///
///     - puzzle: a character or number for each cell, with dots for blanks
///     - solution: likewise; with holes, the full grid that the puzzle was made from
///
/// Raises:
///     ValueError: if no puzzle has so many givens, if not exactly one kind is chosen, or if a number is out of range.
///
/// Example:
///     >>> made = sudoku_bench.generate(3, shape=4)
///     >>> {len(puzzle) for puzzle in made["puzzle"].to_pylist()}
///     {16}
#[pyfunction]
#[pyo3(signature = (
    count, *, clues=None, minimal=false, unbiased_minimal=false, shape=None, holes=None, balanced=false, alphabet=None,
    seed=0, threads=None
))]
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
) -> PyResult<Table> {
    let count = usize::try_from(number("count", count, 0..=u64::MAX)?)?;
    let seed = number("seed", seed, 0..=u64::MAX)?;
    let threads = self::threads(threads)?;
    let shape = shape.map_or(Shape::NINE, |shape| shape.0);
    let holes = holes.map(|holes| range("holes", holes, shape)).transpose()?;
    if balanced && holes.is_none() {
        return Err(PyValueError::new_err("balanced: it is about holes; say how many"));
    }
    if shape != Shape::NINE || holes.is_some() {
        let target = holes.map_or(ShapeTarget::OneSolution, |number| ShapeTarget::Holes { number, balanced });
        let alphabet = alphabet.map_or(Alphabet::FromOne, |alphabet| alphabet.0);
        let plan = ShapePlan { shape, target, alphabet, count, seed, threads };
        plan.check(&NineArguments { clues: clues.is_some(), minimal, unbiased_minimal })?;
        return Ok(Table::new(interruptible::run(py, |stop| plan.generate(stop))?));
    }
    if alphabet.is_some() {
        return Err(PyValueError::new_err("alphabet: it is for other shapes than 9×9, and for holes; leave it out"));
    }
    let target = target(clues, minimal, unbiased_minimal)?;
    let batch = generate_nine(py, &target, count, seed, threads)?;
    Ok(Table::new(batch))
}

fn generate_nine(py: Python<'_>, target: &Target, count: usize, seed: u64, threads: usize) -> PyResult<RecordBatch> {
    let generator = || Generator::new(target.clone(), seed, Simd::detect());
    // The error of an impossible target.
    generator().map_err(exception)?;
    interruptible::run(py, |stop| {
        let threads = Threads::try_new(threads, generator).map_err(exception)?;
        // Without room for all: the count may be as large as memory, and the work interrupted long before.
        let mut puzzles = LargeStringBuilder::new();
        let mut solutions = LargeStringBuilder::new();
        let work = |generator: &mut Generator, number, _| Ok(generator.batch_until(number, stop).unwrap_or_default());
        blocks::map(&threads, count.div_ceil(target.batch()), 1, stop, work, |batch| {
            for made in batch {
                puzzles.append_value(made.puzzle.to_string());
                solutions.append_value(made.solution.to_string());
            }
        })?;
        let columns: [(&str, ArrayRef); 2] =
            [("puzzle", Arc::new(puzzles.finish())), ("solution", Arc::new(solutions.finish()))];
        let batch = RecordBatch::try_from_iter(columns).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(batch.slice(0, count.min(batch.num_rows())))
    })
}

/// Returns the kind of puzzles that the arguments choose.
fn target(clues: Option<&Bound<'_, PyAny>>, minimal: bool, unbiased_minimal: bool) -> PyResult<Target> {
    let clues = clues.map(|clues| range("clues", clues, Shape::NINE)).transpose()?.map(Target::Clues);
    let kinds = [clues, minimal.then_some(Target::Minimal), unbiased_minimal.then_some(Target::UnbiasedMinimal)];
    let mut kinds = kinds.into_iter().flatten();
    match (kinds.next(), kinds.next()) {
        (Some(target), None) => Ok(target),
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
