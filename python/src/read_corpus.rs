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

use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::ArrowError;
use corpus::{
    error::Error,
    layout::{self, ColumnSpec, ColumnType, LayoutOverride, Schema, UniqueNames},
    reader::{Block, BlockSize, Column, Corpus, Extras, Puzzle, Reject},
};
use grid::AnyGrid;
use pyo3::{exceptions::PyValueError, prelude::*};
use pyo3_arrow::PyRecordBatchReader;

use crate::{
    arguments::{exception, number},
    batch::BatchBuilder,
    interruptible,
    notation::{AlphabetArgument, ShapeArgument, notation_override},
};

/// Batches that are read ahead.
const AHEAD: usize = 2;

#[pyfunction]
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
    let schema = &block.schema;
    let mut columns = BatchBuilder::new(columns(schema));
    let row = |row: Result<&Puzzle, &Reject>| match row {
        Ok(puzzle) => {
            let has_more = schema.names.len() > 1 + schema.solution.iter().len();
            let fields = if has_more { schema.fields(block.row(puzzle)) } else { Vec::new() };
            let fields = fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect();
            let solution = puzzle.solution.clone().filter(|solution| solution.clues() == solution.shape().cells());
            FileRow { line: puzzle.line, puzzle: Some(puzzle.givens.clone()), solution, fields }
        }
        Err(reject) => FileRow { line: reject.line, puzzle: None, solution: None, fields: Vec::new() },
    };
    columns.extend(&block.in_order().map(|of_block| Some(row(of_block))).collect::<Vec<_>>());
    let arrays = columns.arrays().into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(arrays).map_err(|error| Error::Usage(error.to_string()))
}

pub struct FileRow {
    line: u64,
    puzzle: Option<AnyGrid>,
    solution: Option<AnyGrid>,
    /// All fields of the row, if there are columns besides those of the puzzle and the solution.
    fields: Vec<String>,
}

/// Returns the columns of a batch. Columns of the file with the names of the first ones get others.
pub fn columns(schema: &Schema) -> Vec<ColumnSpec<FileRow>> {
    let alphabet = schema.notation.alphabet;
    let text = move |grid: &Option<AnyGrid>| grid.as_ref().map(|grid| alphabet.text(grid));
    let puzzle = "written as in the file, a character or number for each cell, with dots for blanks; null for a row that is not a puzzle";
    let solution = "written in the same way; null if there is none, or if it is malformed";
    let mut columns = vec![
        ColumnSpec::new("line", ColumnType::Integer, "the line on which the row begins, from 1", |row: &FileRow| {
            row.line.into()
        }),
        ColumnSpec::new("puzzle", ColumnType::Text, puzzle, move |row: &FileRow| text(&row.puzzle).into()),
        ColumnSpec::new("solution", ColumnType::Text, solution, move |row: &FileRow| text(&row.solution).into()),
    ];
    let mut names = UniqueNames::default();
    names.extend(&columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>());
    let is_more = |index: &usize| *index != schema.puzzle && Some(*index) != schema.solution;
    columns.extend((0..schema.names.len()).filter(is_more).map(|index| {
        ColumnSpec::new(names.add(&schema.names[index]), ColumnType::Text, "", move |row: &FileRow| {
            row.fields.get(index).map(String::as_str).into()
        })
    }));
    columns
}
