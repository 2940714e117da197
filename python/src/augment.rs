//! `augment`.

use std::{ops::Range, sync::Arc};

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{Int64Builder, LargeStringBuilder},
};
use corpus::reader::Puzzle;
use dataset::draw::images;
use grid::{AnyGrid, text::Alphabet};
use pass::Threads;
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    arguments::{batch, exception, number, threads},
    blocks, interruptible,
    notation::{AlphabetArgument, ShapeArgument, notation_override},
    rows::CorpusInput,
    table::Table,
    values::int64,
};

/// Puzzles in a block.
const BLOCK: usize = 512;

/// Make random isomorphs of puzzles, the same as `dataset augment` makes of a corpus without other rows.
///
/// The symmetries are relabelling the values, swapping rows in a band and columns in a stack, swapping bands and stacks,
/// and reflection if boxes are square; each is equally likely, and isomorphs may repeat.
///
/// Args:
///     puzzles: n grids, or a path.
///     solutions: n grids or nulls, which are transformed with their puzzles.
///     copies: the number of isomorphs of each puzzle, k.
///     seed: the seed of the random numbers.
///     keep_original: whether the puzzle itself comes before its isomorphs.
///     shape, alphabet: how grids are written, if the grids do not show it; see the module.
///     threads: the number of threads; None for one per processor.
///
/// Returns:
///     A table of n·(k + 1) rows, or n·k without the originals. A row that is not a puzzle has none.
///
///     - puzzle: written as the puzzles are, with dots for blanks
///     - solution: written as the puzzles are; null if it is not known
///     - source: int64, the row of the puzzle, from 0
///
/// Raises:
///     TypeError: if an argument does not hold grids.
///     ValueError: if there are not as many solutions as puzzles, the puzzles are candidates, or a number is out of range.
///
/// Example:
///     >>> made = sudoku_bench.augment(["." * 80 + "1"], copies=2)
///     >>> made["source"].to_pylist(), sum(puzzle.count(".") for puzzle in made["puzzle"].to_pylist())
///     ([0, 0, 0], 240)
#[pyfunction]
#[pyo3(signature = (puzzles, solutions=None, *, copies, seed=0, keep_original=true, shape=None, alphabet=None, threads=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn augment<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    solutions: Option<&Bound<'py, PyAny>>,
    copies: i128,
    seed: i128,
    keep_original: bool,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
    threads: Option<i128>,
) -> PyResult<Table> {
    let corpus = CorpusInput::open(puzzles, solutions, notation_override(shape, alphabet))?;
    let copies = number("copies", copies, 0..=u64::from(u32::MAX))? as usize;
    let seed = number("seed", seed, 0..=u64::MAX)?;
    let threads = self::threads(threads)?;
    if copies == 0 && !keep_original {
        return Err(PyValueError::new_err("copies: 0 isomorphs and no originals are no rows"));
    }
    let batch = interruptible::run(py, |stop| {
        let rows = corpus.read(stop)?;
        rows.as_corpus().check_givens("augment").map_err(exception)?;
        let puzzles = rows.all();
        let threads = Threads::new(threads, || ()).map_err(exception)?;
        let mut made = Made::new(rows.alphabet());
        let work = |(): &mut (), _, range| Ok(rows_of(&puzzles, range, (seed, copies, keep_original)));
        blocks::map(&threads, puzzles.len(), BLOCK, stop, work, |rows: Vec<Row>| made.push(rows))?;
        made.finish()
    })?;
    Ok(Table::new(batch))
}

struct Row {
    puzzle: AnyGrid,
    solution: Option<AnyGrid>,
    /// The row of the original, from 0.
    source: u64,
}

/// Returns the rows of some puzzles. The random numbers depend on the index of a puzzle among all puzzles.
fn rows_of(puzzles: &[Puzzle], range: Range<usize>, (seed, copies, keep_original): (u64, usize, bool)) -> Vec<Row> {
    let mut rows = Vec::with_capacity(range.len() * (copies + 1));
    for index in range {
        let Puzzle { givens, line, solution, .. } = &puzzles[index];
        let solution = solution.clone().filter(|solution| solution.clues() == solution.shape().cells());
        let row = |puzzle, solution| Row { puzzle, solution, source: line - 1 };
        if keep_original {
            rows.push(row(givens.clone(), solution.clone()));
        }
        let images = images(givens, solution.as_ref(), (seed, index as u64), copies);
        rows.extend(images.into_iter().map(|(puzzle, solution)| row(puzzle, solution)));
    }
    rows
}

struct Made {
    alphabet: Alphabet,
    puzzle: LargeStringBuilder,
    solution: LargeStringBuilder,
    source: Int64Builder,
}

impl Made {
    fn new(alphabet: Alphabet) -> Made {
        Made { alphabet, puzzle: Default::default(), solution: Default::default(), source: Default::default() }
    }

    fn push(&mut self, rows: Vec<Row>) {
        for Row { puzzle, solution, source } in rows {
            self.puzzle.append_value(self.alphabet.text(&puzzle));
            self.solution.append_option(solution.map(|solution| self.alphabet.text(&solution)));
            self.source.append_value(int64(source));
        }
    }

    fn finish(mut self) -> PyResult<RecordBatch> {
        let columns: [(&str, ArrayRef); 3] = [
            ("puzzle", Arc::new(self.puzzle.finish())),
            ("solution", Arc::new(self.solution.finish())),
            ("source", Arc::new(self.source.finish())),
        ];
        batch(columns)
    }
}
