//! `save_hrm`.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use dataset::{
    Observer,
    export::{Hrm, HrmPuzzles, HrmSet},
};
use grid::{Shape, simd::Simd};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    arguments::{exception, number, threads},
    interruptible,
    rows::{CorpusArguments, CorpusInput},
};

/// The most isomorphs of a puzzle, as on the command line.
const MOST_COPIES: u64 = 100_000;

#[pyfunction]
pub fn save_hrm(
    py: Python<'_>,
    directory: PathBuf,
    train: CorpusArguments<'_>,
    test: CorpusArguments<'_>,
    copies: i128,
    seed: i128,
    threads: Option<i128>,
) -> PyResult<()> {
    let train = CorpusInput::open(train)?;
    let test = CorpusInput::open(test)?;
    let copies = number("copies", copies, 0..=MOST_COPIES)? as usize;
    let seed = number("seed", seed, 0..=u64::MAX)?;
    let threads = self::threads(threads)?;
    interruptible::run(py, |stop| {
        let sets = vec![set("train", train, copies, stop)?, set("test", test, 0, stop)?];
        let hrm = Hrm { sets, seed, threads, simd: Simd::detect() };
        let mut observer = Observer { stop, progress: &mut |_, _| {}, searches: None };
        hrm.write(&directory, &mut observer).map_err(exception)?;
        Ok(())
    })
}

fn set(name: &'static str, corpus: CorpusInput, copies: usize, stop: &AtomicBool) -> PyResult<HrmSet> {
    let rows = corpus.read(stop)?;
    rows.check_shape("save_hrm", Shape::is_classic)?;
    let puzzles = rows.all();
    // The first line that is not a puzzle is not the next one.
    let gap = puzzles.iter().zip(1..).find(|(puzzle, line)| puzzle.line != *line).map(|(_, line)| line);
    let missing = gap.or_else(|| (puzzles.len() < rows.puzzles.len()).then_some(puzzles.len() as u64 + 1));
    match missing {
        Some(line) => Err(PyValueError::new_err(format!("{name}:{line}: the row is not a puzzle"))),
        None => Ok(HrmSet { name, puzzles: HrmPuzzles::Memory(puzzles), copies }),
    }
}
