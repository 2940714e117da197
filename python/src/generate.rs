//! `generate`.

use std::{
    ops::RangeInclusive,
    sync::{Arc, atomic::AtomicBool},
};

use arrow_array::{ArrayRef, RecordBatch, builder::LargeStringBuilder};
use dataset::generate::{ClueSymmetry, Generation, Generator, Order, Target, check_option};
use grid::{
    Shape,
    simd::Simd,
    text::{Alphabet, Notation},
};
use pass::Threads;
use pyo3::{
    exceptions::{PyRuntimeError, PyTypeError, PyValueError},
    prelude::*,
};

use crate::{
    arguments::{exception, number, threads},
    batch::Batch,
    blocks, interruptible,
    notation::{AlphabetArgument, ShapeArgument},
};

/// Generate random puzzles, each with exactly one solution unless holes are asked for.
///
/// The same arguments generate the same puzzles on every machine, with any number of threads, and on the command line. Of 9×9, exactly
/// one of clues, minimal, unbiased_minimal and holes says which. Of other shapes, every given is needed; above 16×16, a given also
/// stays if the proof that it is not needed takes over 10,000 nodes.
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
///     alphabet: how values are written; None for "1-9A".
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
    interruptible::run(py, |stop| made(&generation, stop)).map(Batch::from)
}

/// Generates the puzzles, or those that are complete soon after `stop` is set.
fn made(generation: &Generation, stop: &AtomicBool) -> PyResult<RecordBatch> {
    let threads = Threads::try_new(generation.threads, || Generator::new(generation, stop)).map_err(exception)?;
    // Without room for all: the count may be as large as memory, and the work interrupted long before.
    let [mut puzzles, mut solutions] = [LargeStringBuilder::new(), LargeStringBuilder::new()];
    let notation = generation.notation;
    let work = |generator: &mut Generator<'_>, number, _| Ok(generator.batch(number));
    blocks::map(&threads, generation.batches() as usize, 1, stop, work, |batch: Option<dataset::generate::Batch>| {
        for made in batch.iter().flat_map(|batch| &batch.made) {
            puzzles.append_value(notation.text(&made.generated.puzzle));
            solutions.append_value(notation.text(&made.generated.solution));
        }
    })?;
    let columns: [(&str, ArrayRef); 2] =
        [("puzzle", Arc::new(puzzles.finish())), ("solution", Arc::new(solutions.finish()))];
    let made = RecordBatch::try_from_iter(columns).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(made.slice(0, generation.count.min(made.num_rows())))
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
