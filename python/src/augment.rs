//! `augment`.

use std::ops::Range;

use corpus::{
    layout::{ColumnSpec, ColumnType},
    reader::Puzzle,
};
use dataset::draw::{Image, images};
use grid::{AnyGrid, Symmetry, text::Alphabet};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    arguments::{exception, number, threads},
    batch::{Batch, BatchBuilder},
    blocks, interruptible,
    rows::{CorpusArguments, CorpusInput},
};

/// Puzzles in a block.
const BLOCK: usize = 512;

#[pyfunction]
pub fn augment<'py>(
    py: Python<'py>,
    corpus: CorpusArguments<'py>,
    copies: i128,
    seed: i128,
    keep_original: bool,
    threads: Option<i128>,
) -> PyResult<Batch> {
    let corpus = CorpusInput::open(corpus)?;
    let copies = number("copies", copies, 0..=u64::from(u32::MAX))? as usize;
    let seed = number("seed", seed, 0..=u64::MAX)?;
    let threads = self::threads(threads)?;
    if copies == 0 && !keep_original {
        return Err(PyValueError::new_err("copies: 0 isomorphs and no originals are no rows"));
    }
    interruptible::run(py, |stop| {
        let rows = corpus.read(stop)?;
        rows.as_corpus().check_givens("augment").map_err(exception)?;
        let puzzles = rows.all();
        let mut made = BatchBuilder::new(columns(rows.alphabet()));
        let work = |(): &mut (), _, range| Ok(rows_of(&puzzles, range, (seed, copies, keep_original)));
        let sink = |rows: Vec<Option<Row>>| made.extend(&rows);
        blocks::map(threads, || Ok(()), (puzzles.len(), BLOCK), stop, work, sink)?;
        made.finish()
    })
}

pub struct Row {
    image: Image,
    /// The row of the original, from 0.
    source: u64,
}

/// Returns the rows of some puzzles. The random numbers depend on the index of a puzzle among all puzzles.
fn rows_of(
    puzzles: &[Puzzle],
    range: Range<usize>,
    (seed, copies, keep_original): (u64, usize, bool),
) -> Vec<Option<Row>> {
    let mut rows = Vec::with_capacity(range.len() * (copies + 1));
    for index in range {
        let Puzzle { givens, line, solution, .. } = &puzzles[index];
        let solution = solution.clone().filter(|solution| solution.clues() == solution.shape().cells());
        let images = images(givens, solution.as_ref(), (seed, index as u64), copies);
        let original = keep_original.then(|| {
            let transform = Symmetry::identity(givens.shape());
            Image { givens: givens.clone(), solution: solution.clone(), transform }
        });
        rows.extend(original.into_iter().chain(images).map(|image| Some(Row { image, source: line - 1 })));
    }
    rows
}

pub fn columns(alphabet: Alphabet) -> [ColumnSpec<Row>; 4] {
    let text = move |grid: &AnyGrid| alphabet.text(grid);
    let puzzle = "written as the puzzles are, with dots for blanks";
    let solution = "written as the puzzles are; null if it is not known";
    [
        ColumnSpec::new("puzzle", ColumnType::Text, puzzle, move |row: &Row| text(&row.image.givens).into()),
        ColumnSpec::new("solution", ColumnType::Text, solution, move |row: &Row| {
            row.image.solution.as_ref().map(text).into()
        }),
        ColumnSpec::new("source", ColumnType::Integer, "the row of the puzzle, from 0", |row: &Row| row.source.into()),
        ColumnSpec::new("transform", ColumnType::Text, "makes the row of the puzzle; see `transform`", |row: &Row| {
            row.image.transform.to_string().into()
        }),
    ]
}
