//! The location of a row in a 64-bit word, in corpus order. Of two corpora, training rows come before test rows.

use std::sync::Arc;

use corpus::reader::{self, Puzzle};

const TEST_BIT: u64 = 1 << 63;

/// Number of bits that hold the line; the bits between these and [`TEST_BIT`] hold the file.
const LINE_BITS: u32 = 44;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location(pub(crate) u64);

impl Location {
    pub(crate) fn is_test(self) -> bool {
        self.0 & TEST_BIT != 0
    }

    /// Returns the line, from 1.
    pub fn line(self) -> u64 {
        self.0 & ((1 << LINE_BITS) - 1)
    }

    /// Returns the index of the file among the files of its corpus.
    pub fn file(self) -> usize {
        ((self.0 & !TEST_BIT) >> LINE_BITS) as usize
    }
}

/// Numbers the files of a corpus, whose rows come in order.
pub(crate) struct Locator {
    test_bit: u64,
    /// The files with puzzles, if the corpus has several files.
    pub files: Vec<Arc<str>>,
}

impl Locator {
    pub fn new(is_test: bool) -> Locator {
        Locator { test_bit: if is_test { TEST_BIT } else { 0 }, files: Vec::new() }
    }

    pub fn of(&mut self, puzzle: &Puzzle) -> Location {
        if self.files.last() != puzzle.file.as_ref() {
            self.files.extend(puzzle.file.clone());
        }
        let file = self.files.len().saturating_sub(1) as u64;
        Location(self.test_bit | file << LINE_BITS | puzzle.line)
    }

    /// Returns a location of this corpus for messages.
    pub fn text(&self, location: Location) -> String {
        reader::location(self.files.get(location.file()).map(|file| &**file), location.line())
    }
}
