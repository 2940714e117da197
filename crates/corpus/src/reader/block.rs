//! A block: consecutive puzzles of a corpus.

use std::{iter, mem, sync::Arc};

use super::puzzle::{Puzzle, Reject};
use crate::layout::Schema;

/// Bytes to compute a checksum of at once.
const CHECKSUM_CHUNK: usize = 4 << 10;

/// Consecutive puzzles of a corpus, and the rejected rows among them.
#[derive(Debug, Default)]
pub struct Block {
    /// Number of the block in the corpus, from 0.
    pub index: u64,
    /// Index of its first puzzle among the puzzles of the corpus.
    pub first: u64,
    /// The puzzles, in corpus order.
    pub puzzles: Vec<Puzzle>,
    /// The rejected rows, in corpus order.
    pub rejects: Vec<Reject>,
    /// The concatenated rows of the puzzles, if [`Extras::rows`](super::Extras::rows) asks for them.
    pub text: Vec<u8>,
    pub bytes: u64,
    /// The columns of the first file; empty before its first puzzle.
    pub schema: Arc<Schema>,
}

impl Block {
    /// Returns the row of a puzzle of this block, without its line end.
    pub fn row(&self, puzzle: &Puzzle) -> &[u8] {
        &self.text[puzzle.row.clone()]
    }

    /// Returns the puzzles and the rejected rows in corpus order.
    pub fn in_order(&self) -> impl Iterator<Item = Result<&Puzzle, &Reject>> {
        let mut rejects = self.rejects.iter().peekable();
        let mut puzzles = self.puzzles.iter().enumerate().peekable();
        iter::from_fn(move || {
            let next = puzzles.peek().map_or(usize::MAX, |(index, _)| *index);
            match rejects.next_if(|reject| reject.puzzles_before <= next) {
                Some(reject) => Some(Err(reject)),
                None => puzzles.next().map(|(_, puzzle)| Ok(puzzle)),
            }
        })
    }

    /// Returns true if the block has neither puzzles nor rejects.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty() && self.rejects.is_empty()
    }

    /// Returns a checksum of the puzzles and the rejects: of their lines, ids, givens, solutions and reasons.
    pub fn fingerprint(&self) -> u32 {
        // One checksum over many bytes is faster than many over a few bytes each.
        let mut hasher = crc32fast::Hasher::new();
        let mut bytes = Vec::with_capacity(2 * CHECKSUM_CHUNK);
        for Puzzle { id, file, line, givens, solution, .. } in &self.puzzles {
            bytes.extend_from_slice(&line.to_le_bytes());
            bytes.extend_from_slice(givens.cells());
            solution.iter().for_each(|solution| bytes.extend_from_slice(solution.cells()));
            [id.as_deref(), file.as_deref()].into_iter().flatten().for_each(|text| bytes.extend(text.as_bytes()));
            if bytes.len() >= CHECKSUM_CHUNK {
                hasher.update(&bytes);
                bytes.clear();
            }
        }
        hasher.update(&bytes);
        for Reject { line, reason, text, .. } in &self.rejects {
            hasher.update(&line.to_le_bytes());
            hasher.update(reason.as_bytes());
            hasher.update(text.as_bytes());
        }
        hasher.finalize()
    }

    /// Removes and returns the first `size` puzzles, and the rejects up to the next puzzle.
    pub(crate) fn split_off_first(&mut self, size: usize) -> Block {
        let rest = self.puzzles.split_off(size.min(self.puzzles.len()));
        let puzzles = mem::replace(&mut self.puzzles, rest);
        let mut text = mem::take(&mut self.text);
        if let (Some(first), Some(last)) = (self.puzzles.first(), puzzles.last()) {
            self.text = text.split_off(last.row.end);
            let begin = first.row.start;
            self.puzzles.iter_mut().for_each(|puzzle| puzzle.row = puzzle.row.start - begin..puzzle.row.end - begin);
        }
        let rest =
            self.rejects.split_off(self.rejects.partition_point(|reject| reject.puzzles_before <= puzzles.len()));
        let rejects = mem::replace(&mut self.rejects, rest);
        self.rejects.iter_mut().for_each(|reject| reject.puzzles_before -= puzzles.len());
        Block { puzzles, text, rejects, ..Block::default() }
    }

    /// Removes this many puzzles and this many rejects from the end; all if the block has fewer.
    pub(crate) fn remove_last(&mut self, puzzles: u64, rejects: u64) {
        let puzzles = kept_length(self.puzzles.len(), puzzles);
        if let Some(first) = self.puzzles.get(puzzles) {
            self.text.truncate(first.row.start);
        }
        self.puzzles.truncate(puzzles);
        self.rejects.truncate(kept_length(self.rejects.len(), rejects));
    }

    pub fn append(&mut self, mut other: Block) {
        let begin = self.text.len();
        other.puzzles.iter_mut().for_each(|puzzle| puzzle.row = puzzle.row.start + begin..puzzle.row.end + begin);
        other.rejects.iter_mut().for_each(|reject| reject.puzzles_before += self.puzzles.len());
        self.puzzles.append(&mut other.puzzles);
        self.rejects.append(&mut other.rejects);
        self.text.append(&mut other.text);
        self.bytes = other.bytes;
    }
}

fn kept_length(length: usize, removed: u64) -> usize {
    length - usize::try_from(removed).map_or(length, |n| n.min(length))
}
