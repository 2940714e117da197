//! How the grids of a corpus are written.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::alphabet::Alphabet;
use crate::{AnyGrid, Shape};

/// The shape and the alphabet of all grids of a corpus. The default is givens of 9×9, as digits.
///
/// ```
/// use sudoku_bench_grid::{Shape, text::{Alphabet, Notation}};
///
/// let four = Notation { shape: Shape::of_cells(16).unwrap(), alphabet: Alphabet::FromOne };
/// let grid = four.parse(b"1.3..4..2.......").unwrap();
/// assert_eq!((grid.clues(), four.text(&grid)), (4, "1.3..4..2.......".into()));
/// assert_eq!(four.parse(b"1.3").unwrap_err().reason, "3 cells instead of 16 (4×4)");
/// let nine = Notation::default();
/// assert_eq!(nine.parse(&[b'7'; 81]).unwrap().clues(), 81);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "NotationRecord", into = "NotationRecord")]
pub struct Notation {
    pub shape: Shape,
    pub alphabet: Alphabet,
}

/// A notation in a file; FORMAT.md defines its keys.
#[derive(Serialize, Deserialize)]
struct NotationRecord {
    side: usize,
    box_height: usize,
    box_width: usize,
    alphabet: String,
}

/// The usual alphabet: digits, and letters from 10 on.
impl From<Shape> for Notation {
    fn from(shape: Shape) -> Notation {
        Notation { shape, ..Notation::default() }
    }
}

impl From<Notation> for NotationRecord {
    fn from(Notation { shape, alphabet }: Notation) -> NotationRecord {
        let [side, box_height, box_width] = [shape.side(), shape.box_height(), shape.box_width()];
        NotationRecord { side, box_height, box_width, alphabet: alphabet.name().into() }
    }
}

impl TryFrom<NotationRecord> for Notation {
    type Error = String;

    fn try_from(record: NotationRecord) -> Result<Notation, String> {
        let shape = Shape::new(record.box_height, record.box_width).ok_or("there is no such shape")?;
        let alphabet = Alphabet::ALL.into_iter().find(|alphabet| alphabet.name() == record.alphabet);
        let alphabet = alphabet.ok_or("there is no such alphabet")?;
        if alphabet == Alphabet::Candidates && shape != Shape::NINE {
            return Err("candidates are of 9×9 only".into());
        }
        Ok(Notation { shape, alphabet })
    }
}

impl fmt::Display for Notation {
    /// Writes the shape and the alphabet: "16×16 (4×4 boxes, 1-9A)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [side, height, width] = [self.shape.side(), self.shape.box_height(), self.shape.box_width()];
        write!(f, "{side}×{side} ({height}×{width} boxes, {})", self.alphabet.name())
    }
}

impl Default for Notation {
    fn default() -> Notation {
        Notation { shape: Shape::NINE, alphabet: Alphabet::FromOne }
    }
}

impl Notation {
    pub const CANDIDATES: Notation = Notation { shape: Shape::NINE, alphabet: Alphabet::Candidates };

    /// Returns true for givens of 9×9 as digits.
    #[inline(always)]
    pub fn is_default(&self) -> bool {
        *self == Notation::default()
    }

    /// Returns true if the puzzles have [ratings](Shape::has_ratings).
    pub fn has_ratings(&self) -> bool {
        !self.has_candidates() && self.shape.has_ratings()
    }

    /// Returns true if the puzzles are given as candidates.
    pub fn has_candidates(&self) -> bool {
        self.alphabet == Alphabet::Candidates
    }

    /// Returns what the puzzles are, for messages: their size, or that they are candidates.
    pub fn kind(&self) -> String {
        if self.has_candidates() { "candidates".into() } else { format!("{0}×{0}", self.shape.side()) }
    }

    /// Returns what a row must have, for messages: "256 cells a row, 16×16 (4×4 boxes, 1-9A)".
    pub fn wanted(&self) -> String {
        match self.is_default() {
            true => "81 cells a row, values 1 to 9, blanks 0 . * _ - x X ?".into(),
            false => format!("{} cells a row, {self}", self.shape.cells()),
        }
    }

    /// Returns the notation of solutions. Those of puzzles of candidates are 81 cells.
    pub fn of_solutions(&self) -> Notation {
        if self.has_candidates() { Notation::default() } else { *self }
    }

    /// Returns a grid as text: one character a cell, or numbers with spaces between them.
    pub fn text(&self, grid: &AnyGrid) -> String {
        self.alphabet.text(grid)
    }
}
