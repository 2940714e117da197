//! `read_corpus`.

use std::{
    iter,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, sync_channel},
    },
    thread,
};

use arrow_array::{
    ArrayRef, RecordBatch, RecordBatchIterator,
    builder::{Int64Builder, LargeStringBuilder},
};
use arrow_schema::ArrowError;
use corpus::{
    error::Error,
    layout::{self, LayoutOverride, Schema, UniqueNames},
    reader::{Block, BlockSize, Column, Corpus, Extras, Puzzle},
};
use grid::text::Alphabet;
use pyo3::{exceptions::PyValueError, prelude::*};
use pyo3_arrow::PyRecordBatchReader;

use crate::{
    arguments::{exception, number},
    interruptible,
    notation::{AlphabetArgument, ShapeArgument, notation_override},
    values::int64,
};

/// Batches that are read ahead.
const AHEAD: usize = 2;

/// Read a corpus in any layout, also compressed, in bounded memory.
///
/// Args:
///     path: the file.
///     puzzle_column: the column of the puzzles, a name or a number from 1; None finds it by its name, or by its content.
///     solution_column: the column of the solutions, likewise.
///     layout: one of `sudoku-bench dataset layouts`; None detects it.
///     batch_size: the most puzzles in a batch.
///     shape, alphabet: how grids are written, if the first rows do not show it; see the module.
///
/// Returns:
///     A reader of record batches:
///
///     - line: int64, the line on which the row begins, from 1
///     - puzzle: written as in the file, a character or number for each cell, with dots for blanks; null for a row that is not a puzzle
///     - solution: written in the same way; null if there is none, or if it is malformed
///     - the other columns of the file, as strings; null for a row that is not a puzzle
///
/// Raises:
///     ValueError: if there is no such layout or column, several alphabets fit the grids, or a number is out of range.
///     RuntimeError: if the file cannot be read, or has no puzzle.
///
/// Example:
///     >>> reader = sudoku_bench.read_corpus("datasets/classics.csv")
///     >>> reader.schema.names[:3], reader.read_next_batch()["line"][0].as_py()
///     (['line', 'puzzle', 'solution'], 2)
#[pyfunction]
#[pyo3(signature = (
    path, *, puzzle_column=None, solution_column=None, layout=None, batch_size=65_536, shape=None, alphabet=None
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn read_corpus<'py>(
    py: Python<'py>,
    path: PathBuf,
    puzzle_column: Option<&Bound<'py, PyAny>>,
    solution_column: Option<&Bound<'py, PyAny>>,
    layout: Option<&str>,
    batch_size: i128,
    shape: Option<ShapeArgument>,
    alphabet: Option<AlphabetArgument>,
) -> PyResult<Bound<'py, PyAny>> {
    let layout = layout
        .map(layout::readable_by_name)
        .transpose()
        .map_err(|error| PyValueError::new_err(format!("layout: {error}")))?;
    let corpus = Corpus {
        files: vec![path],
        notation_override: notation_override(shape, alphabet),
        layout: LayoutOverride { layout, ..LayoutOverride::default() },
        puzzle_column: puzzle_column.map(|column| self::column("puzzle_column", column)).transpose()?,
        solution_column: solution_column.map(|column| self::column("solution_column", column)).transpose()?,
        block_size: BlockSize::Fixed(number("batch_size", batch_size, 1..=u64::from(u32::MAX))? as usize),
        extras: Extras { solutions: true, rows: true, digests: false },
        ..Corpus::default()
    };
    let corpus = interruptible::run(py, |stop| {
        let mut corpus = corpus;
        corpus.find_notation(stop).map_err(exception)?;
        Ok(corpus)
    })?;
    reader(py, Batches::read(corpus)?)
}

fn reader(py: Python<'_>, batches: Batches) -> PyResult<Bound<'_, PyAny>> {
    // The columns are known when the first batch is.
    let (first, batches) = py.detach(move || {
        let mut batches = batches;
        (batches.next(), batches)
    });
    let first = match first {
        Some(Ok(first)) => first,
        Some(Err(error)) => return Err(exception(error)),
        None => return Err(PyValueError::new_err("path: the file is empty")),
    };
    let schema = first.schema();
    let rest = batches.map(|batch| batch.map_err(|error| ArrowError::ExternalError(Box::new(error))));
    let reader = RecordBatchIterator::new(iter::once(Ok(first)).chain(rest), schema);
    PyRecordBatchReader::new(Box::new(reader)).into_arro3(py)
}

fn column(name: &str, column: &Bound<'_, PyAny>) -> PyResult<Column> {
    let text = column.str()?.to_string();
    text.parse().map_err(|error: String| PyValueError::new_err(format!("{name}: {error}")))
}

/// The batches of a corpus, which another thread reads.
struct Batches {
    receiver: Receiver<corpus::error::Result<RecordBatch>>,
    stop: Arc<AtomicBool>,
}

impl Batches {
    fn read(corpus: Corpus) -> PyResult<Batches> {
        let (sender, receiver) = sync_channel(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let of_thread = Arc::clone(&stop);
        let read = move || {
            for block in corpus.blocks_until(&of_thread) {
                let batch = block.and_then(|block| batch(&block));
                if sender.send(batch).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("reader".into()).spawn(read)?;
        Ok(Batches { receiver, stop })
    }
}

impl Iterator for Batches {
    type Item = corpus::error::Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.receiver.recv().ok()
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn batch(block: &Block) -> corpus::error::Result<RecordBatch> {
    let mut columns = Columns::new(&block.schema);
    for row in block.in_order() {
        match row {
            Ok(puzzle) => columns.push(puzzle, &block.schema, block.row(puzzle)),
            Err(reject) => columns.push_rejected(reject.line),
        }
    }
    columns.finish().map_err(|error| Error::Usage(error.to_string()))
}

/// The columns that every batch has. Columns of the file with these names get others.
const OWN: [&str; 3] = ["line", "puzzle", "solution"];

struct Columns {
    /// How values are written.
    alphabet: Alphabet,
    line: Int64Builder,
    puzzle: LargeStringBuilder,
    solution: LargeStringBuilder,
    /// The other columns of the file: the index, the name and the fields.
    others: Vec<(usize, String, LargeStringBuilder)>,
}

impl Columns {
    fn new(schema: &Schema) -> Columns {
        let is_other = |index: &usize| *index != schema.puzzle && Some(*index) != schema.solution;
        let mut names = UniqueNames::default();
        names.extend(&OWN.map(String::from));
        let other = |index: usize| (index, names.add(&schema.names[index]), LargeStringBuilder::new());
        Columns {
            alphabet: schema.notation.alphabet,
            line: Int64Builder::new(),
            puzzle: LargeStringBuilder::new(),
            solution: LargeStringBuilder::new(),
            others: (0..schema.names.len()).filter(is_other).map(other).collect(),
        }
    }

    fn push(&mut self, puzzle: &Puzzle, schema: &Schema, row: &[u8]) {
        self.line.append_value(int64(puzzle.line));
        self.puzzle.append_value(self.alphabet.text(&puzzle.givens));
        let solution = puzzle.solution.as_ref().filter(|solution| solution.clues() == solution.shape().cells());
        self.solution.append_option(solution.map(|solution| self.alphabet.text(solution)));
        let fields = if self.others.is_empty() { Vec::new() } else { schema.fields(row) };
        for (index, _, column) in &mut self.others {
            column.append_option(fields.get(*index).map(|field| String::from_utf8_lossy(field)));
        }
    }

    fn push_rejected(&mut self, line: u64) {
        self.line.append_value(int64(line));
        self.puzzle.append_null();
        self.solution.append_null();
        self.others.iter_mut().for_each(|(.., column)| column.append_null());
    }

    fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let own: [ArrayRef; 3] =
            [Arc::new(self.line.finish()), Arc::new(self.puzzle.finish()), Arc::new(self.solution.finish())];
        let own = OWN.map(String::from).into_iter().zip(own);
        let others = self.others.into_iter().map(|(_, name, mut column)| (name, Arc::new(column.finish()) as ArrayRef));
        RecordBatch::try_from_iter_with_nullable(own.chain(others).map(|(name, column)| (name, column, true)))
    }
}
