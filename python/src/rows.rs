//! The rows of a corpus in memory.

use std::{ops::Range, sync::atomic::AtomicBool};

use corpus::reader::{Block, Puzzle};
use pyo3::{exceptions::PyValueError, prelude::*};

use solver::grid::Grid;

use crate::{grids::Grids, input::Input};

/// The arguments that hold a corpus.
pub struct CorpusInput {
    puzzles: Input,
    solutions: Option<Input>,
}

impl CorpusInput {
    /// Opens the arguments.
    ///
    /// # Errors
    ///
    /// Returns those of [`Input::open`].
    pub fn open(puzzles: &Bound<'_, PyAny>, solutions: Option<&Bound<'_, PyAny>>) -> PyResult<CorpusInput> {
        let solutions = solutions.map(|solutions| Input::open("solutions", solutions)).transpose()?;
        Ok(CorpusInput { puzzles: Input::open("puzzles", puzzles)?, solutions })
    }

    /// Opens an argument with puzzles only.
    ///
    /// # Errors
    ///
    /// Returns those of [`Input::open`].
    pub fn named(name: &'static str, puzzles: &Bound<'_, PyAny>) -> PyResult<CorpusInput> {
        Ok(CorpusInput { puzzles: Input::open(name, puzzles)?, solutions: None })
    }

    /// Reads all rows, or until `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns the error of a stream, or a `ValueError` if there are not as many solutions as puzzles.
    pub fn read(self, stop: &AtomicBool) -> PyResult<Rows> {
        let solutions = self.solutions.map(|input| input.read(stop)).transpose()?;
        let rows = Rows { puzzles: self.puzzles.read(stop)?, solutions };
        rows.check_lengths()?;
        Ok(rows)
    }
}

/// The rows of a corpus.
pub struct Rows {
    pub puzzles: Grids,
    pub solutions: Option<Grids>,
}

impl Rows {
    fn check_lengths(&self) -> PyResult<()> {
        match (self.puzzles.len(), self.solutions.as_ref().map(Grids::len)) {
            (puzzles, Some(solutions)) if puzzles != solutions => {
                Err(PyValueError::new_err(format!("there are {puzzles} puzzles, but {solutions} solutions")))
            }
            _ => Ok(()),
        }
    }

    /// Returns for each row the number of puzzles before it.
    pub fn puzzles_before(&self) -> Vec<u64> {
        let is_puzzle = self.puzzles.grids(0..self.puzzles.len()).map(|grid| u64::from(grid.is_some()));
        let before = is_puzzle.scan(0, |puzzles, is_puzzle| {
            *puzzles += is_puzzle;
            Some(*puzzles - is_puzzle)
        });
        before.collect()
    }

    /// Returns the puzzles of some rows, whose lines are numbered from 1.
    pub fn block(&self, number: u64, rows: Range<usize>) -> Block {
        let lines = rows.start as u64 + 1..;
        let grids = lines.zip(self.puzzles.grids(rows.clone()));
        let puzzle = |(line, givens): (u64, Option<Grid>)| {
            let givens = givens?.into();
            Some(Puzzle { givens, ..Puzzle::blank(None, line) })
        };
        let mut puzzles: Vec<_> = grids.filter_map(puzzle).collect();
        if let Some(solutions) = &self.solutions {
            let mut places = puzzles.iter_mut().peekable();
            for (line, text) in (rows.start as u64 + 1..).zip(solutions.rows(rows)) {
                if let Some(puzzle) = places.next_if(|puzzle| puzzle.line == line) {
                    puzzle.solution = text.and_then(|text| corpus::reader::solution(&text, true, None));
                }
            }
        }
        Block { index: number, puzzles, ..Block::default() }
    }
}
