//! The directory that the loaders of HRM and TRM read: arrays of tokens, and the groups of isomorphs that they draw from.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use grid::{AnyGrid, CELLS, simd::Simd};
use serde_json::{Value, json};

use super::{
    array_file::{ArrayFile, write_integers},
    known_solution::known_solutions,
};
use crate::{Observer, draw::images, facts::Facts};
use corpus::{
    error::{Error, Result},
    fs::{NewDirectory, PartFile, sync_directory},
    numbers::count,
    reader::{Block, Corpus, Puzzle},
};
use pass::{PassEnd, Threads};

const ROWS: usize = 4096;
/// Blocks in flight for each thread.
const AHEAD: usize = 4;

/// The token of a blank; that of a digit is the digit more. The token 0 fills sequences up, which these never need.
const BLANK_TOKEN: u8 = 1;
/// The tokens: the filler, the blank, the digits.
const VOCABULARY: usize = 11;
/// The name of the only set of each part, with which its files begin.
const SET: &str = "all";

#[derive(Clone, Debug)]
pub struct Hrm {
    pub sets: Vec<HrmSet>,
    pub seed: u64,
    pub threads: usize,
    /// The instruction set, which the processor must have.
    pub simd: Simd,
}

#[derive(Clone, Debug)]
pub struct HrmSet {
    /// The name of the directory: `train` or `test`.
    pub name: &'static str,
    pub puzzles: HrmPuzzles,
    pub copies: usize,
}

#[derive(Clone, Debug)]
pub enum HrmPuzzles {
    /// A corpus, which must be read with its solutions.
    Corpus(Box<Corpus>),
    Memory(Vec<Puzzle>),
}

impl HrmSet {
    /// Returns the path of the first file; the name for puzzles in memory.
    fn path(&self) -> String {
        match &self.puzzles {
            HrmPuzzles::Corpus(corpus) => corpus.files.first().map_or(String::new(), |file| file.display().to_string()),
            HrmPuzzles::Memory(_) => self.name.into(),
        }
    }

    fn look_at_files(&self, stop: &AtomicBool) -> Result<()> {
        if let HrmPuzzles::Corpus(corpus) = &self.puzzles { corpus.look_at_files(stop) } else { Ok(()) }
    }

    /// Calls `work` for every block, in parallel, and `sink` for every result, in order.
    fn run<W: Send, T: Send>(
        &self,
        threads: &Threads<W>,
        stop: &AtomicBool,
        work: impl Fn(&mut W, usize, Block) -> T + Sync,
        sink: impl FnMut(T) -> Result<()>,
    ) -> Result<PassEnd> {
        let puzzles = match &self.puzzles {
            HrmPuzzles::Corpus(corpus) => return threads.map(&mut corpus.blocks_until(stop), work, sink),
            HrmPuzzles::Memory(puzzles) => puzzles,
        };
        let size = (ROWS / (self.copies + 1)).max(1);
        let blocks = puzzles.chunks(size).zip((0..).step_by(size)).map(|(puzzles, first)| Block {
            first: first as u64,
            puzzles: puzzles.to_vec(),
            ..Block::default()
        });
        threads.run(AHEAD, blocks.take_while(|_| !stop.load(Ordering::Relaxed)), work, sink)?;
        Ok(if stop.load(Ordering::Relaxed) { PassEnd::Stopped } else { PassEnd::Complete })
    }
}

#[derive(Default)]
struct Rows {
    inputs: Vec<u8>,
    labels: Vec<u8>,
    puzzles: u64,
}

impl Rows {
    fn push(&mut self, puzzle: &AnyGrid, solution: &AnyGrid) {
        self.inputs.extend(puzzle.cells().iter().map(|digit| digit + BLANK_TOKEN));
        self.labels.extend(solution.cells().iter().map(|digit| digit + BLANK_TOKEN));
    }
}

impl Hrm {
    /// Writes the directory, which must not exist or be empty. It appears when it is complete. Returns the number of
    /// puzzles of each part; `None` if the observer stops it. Returns an error if a row is no puzzle, or has no known
    /// solution.
    pub fn write(&self, directory: &Path, observer: &mut Observer<'_>) -> Result<Option<Vec<u64>>> {
        self.sets.iter().try_for_each(|set| set.look_at_files(observer.stop))?;
        let new = NewDirectory::create(directory)?;
        let mut written = Vec::new();
        let mut earlier = 0;
        for set in &self.sets {
            let mut bytes = 0;
            let progress = &mut *observer.progress;
            let mut observer = Observer {
                stop: observer.stop,
                progress: &mut |puzzles, at| {
                    bytes = at;
                    progress(puzzles, earlier + at);
                },
                searches: observer.searches.clone(),
            };
            let Some(puzzles) = self.write_set(set, &new.subdirectory(set.name)?, &mut observer)? else {
                return Ok(None);
            };
            earlier += bytes;
            written.push(puzzles);
        }
        write_json(new.path().join("identifiers.json"), &json!(["<blank>"]))?;
        new.commit()?;
        Ok(Some(written))
    }

    fn write_set(&self, set: &HrmSet, directory: &Path, observer: &mut Observer<'_>) -> Result<Option<u64>> {
        let array = |name| ArrayFile::create(array_path(directory, name), "|u1", &[CELLS as u64]);
        let mut inputs = array("inputs")?;
        let mut labels = array("labels")?;
        let path = set.path();
        let stop = observer.stop;
        let threads = Threads::new(self.threads, || Facts::new(self.simd).until(stop))?;
        let threads = threads.with_progress(observer.searches.clone());
        let mut puzzles = 0;
        let ended = set.run(
            &threads,
            stop,
            |facts, _, block| {
                let rows = self.rows(set, &block, facts, &path);
                (block, rows)
            },
            |(block, rows)| {
                let rows = rows?;
                inputs.write(&rows.inputs)?;
                labels.write(&rows.labels)?;
                puzzles += rows.puzzles;
                check_rows(puzzles, set)?;
                observer.block(&block);
                Ok(())
            },
        )?;
        if !ended.is_complete()? {
            return Ok(None);
        }
        let rows = puzzles * group_size(set);
        inputs.finish(rows)?;
        labels.finish(rows)?;
        write_groups(directory, puzzles, group_size(set))?;
        sync_directory(directory)?;
        Ok(Some(puzzles))
    }

    /// Returns the rows of a block: each puzzle, then its isomorphs.
    fn rows(&self, set: &HrmSet, block: &Block, facts: &mut Facts<'_>, path: &str) -> Result<Rows> {
        let solutions = known_solutions(block, facts, path);
        // After a request to stop, there may be solutions that were not found.
        if facts.is_stopped() {
            return Ok(Rows::default());
        }
        let mut rows = Rows { puzzles: block.puzzles.len() as u64, ..Rows::default() };
        for ((puzzle, solution), index) in block.puzzles.iter().zip(solutions?).zip(block.first..) {
            rows.push(&puzzle.givens, &solution);
            for image in images(&puzzle.givens, Some(&solution), (self.seed, index), set.copies) {
                rows.push(&image.givens, &image.solution.expect("the image of a solution"));
            }
        }
        Ok(rows)
    }
}

fn group_size(set: &HrmSet) -> u64 {
    set.copies as u64 + 1
}

/// Checks that the index of every row is an integer of 32 bits, as the loaders need.
fn check_rows(puzzles: u64, set: &HrmSet) -> Result<()> {
    let rows = puzzles.saturating_mul(group_size(set));
    if i32::try_from(rows).is_ok() {
        return Ok(());
    }
    let most = count(i32::MAX as u64);
    let name = set.name;
    Err(Error::Usage(format!("{name} has more than {most} rows, which the loaders cannot index; use fewer --copies")))
}

/// Writes what relates the rows to puzzles: an index for each row, and for each group of isomorphs.
fn write_groups(directory: &Path, puzzles: u64, size: u64) -> Result<()> {
    // `check_rows` has checked that these fit.
    let index = |index: u64| index as i32;
    let rows = puzzles * size;
    write_integers(&array_path(directory, "puzzle_indices"), (0..=rows).map(index))?;
    write_integers(&array_path(directory, "group_indices"), (0..=puzzles).map(|group| index(group * size)))?;
    write_integers(&array_path(directory, "puzzle_identifiers"), (0..rows).map(|_| 0))?;
    let metadata = json!({
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
        "vocab_size": VOCABULARY,
        "seq_len": CELLS,
        "num_puzzle_identifiers": 1,
        "total_groups": puzzles,
        "mean_puzzle_examples": 1.0,
        "total_puzzles": puzzles,
        "sets": [SET],
    });
    write_json(directory.join("dataset.json"), &metadata)
}

fn array_path(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{SET}__{name}.npy"))
}

fn write_json(path: PathBuf, value: &Value) -> Result<()> {
    PartFile::create(path)?.complete(value.to_string().as_bytes())
}
