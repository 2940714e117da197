//! Reads all files of a corpus as one stream of rows, or a random sample of it.

use std::{
    collections::VecDeque,
    path::PathBuf,
    slice,
    sync::{Arc, atomic::AtomicBool},
};

use super::{
    ahead::Helpers,
    block::Block,
    corpus::Corpus,
    file::{File, FileSummary},
    notation::check_notation,
    puzzle::Puzzle,
    random_sample::Reservoir,
};
use crate::{error::Result, layout::Schema};

pub struct Rows<'a> {
    pub corpus: &'a Corpus,
    pub stop: &'a AtomicBool,
    left: slice::Iter<'a, PathBuf>,
    open: Option<File<'a>>,
    closed: Vec<FileSummary>,
    closed_bytes: u64,
    reservoir: Option<Reservoir<Puzzle>>,
    /// The puzzles of the sample that are not returned yet.
    drawn: VecDeque<Puzzle>,
    /// The columns of the first file, once they are known.
    pub schema: Option<Arc<Schema>>,
    pub last_schema: Option<Arc<Schema>>,
    /// True after the last row of a file, if the next row must go into another block.
    pub ends_block: bool,
    /// True once the beginnings of all files were checked.
    is_looked_at: bool,
}

impl<'a> Rows<'a> {
    /// Creates a stream that opens the first file when the first row is read.
    pub fn new(corpus: &'a Corpus, stop: &'a AtomicBool) -> Rows<'a> {
        let reservoir = corpus.sample.map(Reservoir::new);
        Rows {
            corpus,
            stop,
            left: corpus.files.iter(),
            open: None,
            closed: Vec::new(),
            closed_bytes: 0,
            reservoir,
            drawn: VecDeque::new(),
            schema: None,
            last_schema: None,
            ends_block: false,
            is_looked_at: false,
        }
    }

    /// Reads the next row into a block; returns false at the end of the last file. A sample's puzzles come after all
    /// rejects. Returns an error if a file cannot be read, or if files have different columns and rows are kept.
    pub fn next(&mut self, block: &mut Block) -> Result<bool> {
        if self.next_of_files(block)? {
            if let Some(reservoir) = &mut self.reservoir {
                block.puzzles.pop().into_iter().for_each(|puzzle| reservoir.offer(puzzle));
            }
            return Ok(true);
        }
        if let Some(reservoir) = self.reservoir.take() {
            self.drawn = reservoir.into_drawn().collect();
        }
        let puzzle = self.drawn.pop_front();
        let more = puzzle.is_some();
        block.puzzles.extend(puzzle);
        Ok(more)
    }

    /// Adds puzzles that are read ahead to a block, up to `size` puzzles in the block; returns true if there are any.
    pub fn take_ahead(&mut self, helpers: &Helpers, block: &mut Block, size: usize) -> bool {
        let before = block.puzzles.len();
        let taken = self.open.as_mut().is_some_and(|file| file.take_ahead(helpers, block, size));
        if let Some(reservoir) = &mut self.reservoir {
            block.puzzles.drain(before..).for_each(|puzzle| reservoir.offer(puzzle));
        }
        taken
    }

    pub fn files(&self) -> Vec<FileSummary> {
        self.closed.iter().cloned().chain(self.open.as_ref().map(File::summary)).collect()
    }

    /// Returns the bytes of the corpus up to the end of the last row.
    pub fn bytes(&self) -> u64 {
        self.closed_bytes + self.open.as_ref().map_or(0, File::bytes)
    }

    fn next_of_files(&mut self, block: &mut Block) -> Result<bool> {
        if !std::mem::replace(&mut self.is_looked_at, true) {
            check_notation(self.corpus.notation_override, self.corpus.notation)?;
            if self.corpus.files.len() > 1 {
                self.corpus.look_at_files(self.stop)?;
            }
        }
        loop {
            if let Some(file) = &mut self.open {
                let puzzles = block.puzzles.len();
                let text = block.text.len();
                if file.next(block)? {
                    self.last_schema = file.schema().cloned();
                    // The beginning of a pipe was not checked before.
                    return self.corpus.check_columns(file, &mut self.schema).map(|()| true).inspect_err(|_| {
                        block.puzzles.truncate(puzzles);
                        block.text.truncate(text);
                    });
                }
                // A file without rows has columns too.
                self.schema = self.schema.take().or_else(|| file.schema().cloned());
                let summary = file.summary();
                self.closed_bytes += summary.bytes;
                self.closed.push(summary);
                self.open = None;
                self.ends_block = self.corpus.mixed_columns && !block.is_empty();
                if self.ends_block {
                    return Ok(true);
                }
            }
            match self.left.next() {
                Some(path) => self.open = Some(File::open(self.corpus, path, self.stop)?),
                None => return Ok(false),
            }
        }
    }
}
