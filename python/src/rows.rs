//! The rows of a corpus in memory.

use std::{
    ops::Range,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use corpus::{
    layout::Schema,
    reader::{Block, Corpus, Extras, Puzzle},
};
use grid::{
    AnyGrid, Shape,
    text::{Alphabet, Notation, NotationOverride},
};
use pyo3::prelude::*;

use crate::{
    arguments::{check_length, exception},
    blocks,
    grids::{Chunk, Grids},
    input::Input,
    ndarray,
    notation::{self, notation_override},
};

/// The puzzles, their solutions, and the arguments `shape` and `alphabet`, which say how grids are written.
pub type CorpusArguments<'py> =
    (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);

pub struct CorpusInput {
    name: &'static str,
    puzzles: Source,
    solutions: Option<Input>,
    notation_override: NotationOverride,
}

enum Source {
    Array(Input),
    File(PathBuf),
}

impl CorpusInput {
    pub fn open(corpus: CorpusArguments<'_>) -> PyResult<CorpusInput> {
        CorpusInput::named("puzzles", corpus)
    }

    /// Opens puzzles that errors call by this name.
    pub fn named(
        name: &'static str,
        (puzzles, solutions, shape, alphabet): CorpusArguments<'_>,
    ) -> PyResult<CorpusInput> {
        let shape = shape.map(|shape| shape.extract()).transpose()?;
        let alphabet = alphabet.map(|alphabet| alphabet.extract()).transpose()?;
        let notation_override = notation_override(shape, alphabet);
        let puzzles = match is_path(&puzzles)? {
            true => Source::File(puzzles.extract()?),
            false => Source::Array(Input::open(name, &puzzles, notation_override.shape)?),
        };
        let solutions = solutions.map(|solutions| Input::open("solutions", &solutions, notation_override.shape));
        Ok(CorpusInput { name, puzzles, solutions: solutions.transpose()?, notation_override })
    }

    /// Returns the number of rows; `None` for a file or a stream.
    pub fn rows(&self) -> Option<usize> {
        match &self.puzzles {
            Source::File(_) => None,
            Source::Array(puzzles) => puzzles.rows(),
        }
    }

    /// Reads all rows, or until `stop` is set. The solutions of a file are read unless others are given. Returns the
    /// error of a file or a stream, or a `ValueError` if there are not as many solutions as puzzles, or if it is
    /// unclear how grids are written.
    pub fn read(self, stop: &AtomicBool) -> PyResult<Rows> {
        let solutions = self.solutions.map(|input| input.read(stop)).transpose()?;
        let puzzles = match self.puzzles {
            Source::Array(puzzles) => puzzles.read(stop)?,
            Source::File(path) => {
                let Rows { puzzles, solutions: of_file, notation, .. } = read_file(path, self.notation_override, stop)?;
                return Rows::new(puzzles, solutions.or(of_file), notation);
            }
        };
        let notation = notation::find(self.name, &puzzles, self.notation_override)?;
        Rows::new(puzzles, solutions, notation)
    }
}

/// Reads all rows of a corpus in any layout: those that are no puzzles too, so that row i of an array is row i of the file.
fn read_file(path: PathBuf, notation_override: NotationOverride, stop: &AtomicBool) -> PyResult<Rows> {
    let extras = Extras { solutions: true, rows: false, digests: false };
    let mut corpus = Corpus { files: vec![path], notation_override, extras, ..Corpus::default() };
    corpus.find_notation(stop).map_err(exception)?;
    let mut puzzles = Vec::new();
    let mut solutions = Vec::new();
    let mut has_solutions = false;
    for block in corpus.blocks_until(stop) {
        let block = block.map_err(exception)?;
        has_solutions |= block.schema.solution.is_some();
        for row in block.in_order() {
            puzzles.push(row.ok().map(|puzzle| puzzle.givens.clone()));
            solutions.push(row.ok().and_then(|puzzle| puzzle.solution.clone()));
        }
    }
    let solutions = has_solutions.then(|| Grids::of(Chunk::Grids(solutions)));
    Rows::new(Grids::of(Chunk::Grids(puzzles)), solutions, corpus.notation)
}

/// Returns true for objects such as `pathlib.Path`. A string is never a path, as it may be a puzzle.
fn is_path(argument: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(!ndarray::has_rows(argument) && argument.hasattr("__fspath__")?)
}

pub struct Rows {
    pub puzzles: Grids,
    pub solutions: Option<Grids>,
    pub notation: Notation,
    schema: Arc<Schema>,
}

impl Rows {
    pub fn new(puzzles: Grids, solutions: Option<Grids>, notation: Notation) -> PyResult<Rows> {
        solutions.iter().try_for_each(|solutions| check_length(puzzles.len(), "solutions", solutions.len()))?;
        let solution = solutions.as_ref().map(|_| 1);
        let names = ["puzzle", "solution"].iter().take(1 + solution.iter().len()).map(|name| name.to_string());
        let schema = Schema { names: names.collect(), solution, notation, ..Schema::default() };
        Ok(Rows { puzzles, solutions, notation, schema: Arc::new(schema) })
    }

    pub fn shape(&self) -> Shape {
        self.as_corpus().shape()
    }

    /// Returns how the values of results are written.
    pub fn alphabet(&self) -> Alphabet {
        self.notation.alphabet
    }

    /// Returns a corpus without files whose puzzles are written in the same way, for its checks.
    pub fn as_corpus(&self) -> Corpus {
        Corpus { notation: self.notation, ..Corpus::default() }
    }

    /// Checks that the puzzles are givens of a shape that a `user` takes.
    pub fn check_shape(&self, user: &str, takes: fn(Shape) -> bool) -> PyResult<()> {
        self.as_corpus().check_shape(user, takes).map_err(exception)
    }

    /// Returns for each row the number of puzzles before it.
    pub fn puzzles_before(&self) -> Vec<u64> {
        let grids = self.puzzles.any_grids(0..self.puzzles.len(), self.notation);
        let is_puzzle = grids.map(|grid| u64::from(grid.is_some()));
        let before = is_puzzle.scan(0, |puzzles, is_puzzle| {
            *puzzles += is_puzzle;
            Some(*puzzles - is_puzzle)
        });
        before.collect()
    }

    /// Returns all puzzles, whose lines are numbered from 1.
    pub fn all(&self) -> Vec<Puzzle> {
        self.block(0, 0..self.puzzles.len()).puzzles
    }

    /// Returns the puzzles of some rows, whose lines are numbered from 1.
    pub fn block(&self, number: u64, rows: Range<usize>) -> Block {
        let lines = rows.start as u64 + 1..;
        let puzzle = |(line, givens): (u64, Option<AnyGrid>)| {
            let givens = givens?;
            Some(Puzzle { givens, ..Puzzle::blank(None, line) })
        };
        let mut puzzles: Vec<_> =
            lines.zip(self.puzzles.any_grids(rows.clone(), self.notation)).filter_map(puzzle).collect();
        if let Some(solutions) = &self.solutions {
            let mut places = puzzles.iter_mut().peekable();
            for (line, solution) in (rows.start as u64 + 1..).zip(solutions.solutions(rows, self.notation)) {
                if let Some(puzzle) = places.next_if(|puzzle| puzzle.line == line) {
                    puzzle.solution = solution;
                }
            }
        }
        Block { index: number, puzzles, schema: Arc::clone(&self.schema), ..Block::default() }
    }

    /// Runs `work` on the puzzles of every block of at most `most` rows, in parallel, and `sink` on what it finds for each row, in order;
    /// `None` if the row is not a puzzle.
    pub fn map<W: Send, T: Send>(
        &self,
        most: usize,
        threads: usize,
        build: impl FnMut() -> corpus::error::Result<W>,
        stop: &AtomicBool,
        work: impl Fn(&mut W, Block) -> corpus::error::Result<Vec<T>> + Sync,
        mut sink: impl FnMut(Option<T>),
    ) -> PyResult<()> {
        let work = |workspace: &mut W, number: u64, range: Range<usize>| {
            let block = self.block(number, range.clone());
            let lines: Vec<u64> = block.puzzles.iter().map(|puzzle| puzzle.line).collect();
            Ok((range, lines, work(workspace, block)?))
        };
        blocks::map(threads, build, (self.puzzles.len(), most), stop, work, |(range, lines, found)| {
            by_row(range, lines.into_iter().zip(found)).for_each(&mut sink);
        })
    }
}

/// Returns the item of each row of a range; `None` for a row that is not a puzzle. `items` are those of puzzles, with their lines.
pub fn by_row<T>(range: Range<usize>, items: impl Iterator<Item = (u64, T)>) -> impl Iterator<Item = Option<T>> {
    let mut items = items.peekable();
    range.map(move |row| Some(items.next_if(|(line, _)| *line == row as u64 + 1)?.1))
}
