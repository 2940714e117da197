//! How the grids of a corpus are written, unless they are givens of 9×9.

use std::fmt;

use grid::{AnyGrid, Grid, Shape};
use serde::{Deserialize, Serialize};

use super::{
    alphabet::{Alphabet, any_text, defect_at, parse_any},
    defect::Defect,
    notation::read_cells,
    pencilmarks,
};

/// The shape and the alphabet of all grids of a corpus.
///
/// ```
/// use sudoku_bench_corpus::layout::{Alphabet, Notation};
/// use grid::Shape;
///
/// let four = Notation { shape: Shape::of_cells(16).unwrap(), alphabet: Alphabet::FromOne };
/// let grid = four.read(b"1.3..4..2.......").unwrap();
/// assert_eq!((grid.clues(), four.text(&grid)), (4, "1.3..4..2.......".into()));
/// assert_eq!(four.read(b"1.3").unwrap_err().reason, "3 cells instead of 16 (4×4)");
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

impl Notation {
    pub const CANDIDATES: Notation = Notation { shape: Shape::NINE, alphabet: Alphabet::Candidates };

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

    /// Reads a puzzle.
    ///
    /// # Errors
    ///
    /// Returns the defect of a field that is no grid of this shape in this alphabet.
    pub fn read(&self, field: &[u8]) -> Result<AnyGrid, Defect> {
        if self.has_candidates() {
            return pencilmarks::parse(field);
        }
        if let Some(grid) = self.read_compact(field) {
            return Ok(grid);
        }
        let text = std::str::from_utf8(field).map_err(|error| Defect::new("invalid UTF-8", error.valid_up_to()))?;
        let parsed = parse_any(text, Some(self.shape), Some(self.alphabet));
        parsed.map(|(grid, _)| grid).map_err(|reason| Defect::new(reason, defect_at(text, self.shape, self.alphabet)))
    }

    /// Returns what a row must have, for messages: "256 cells a row, 16×16 (4×4 boxes, 1-9A)".
    pub(crate) fn wanted(&self) -> String {
        format!("{} cells a row, {self}", self.shape.cells())
    }

    /// Reads a solution. Those of puzzles of candidates are 81 cells.
    ///
    /// # Errors
    ///
    /// Returns the defect of a field that is no grid of this shape in this alphabet.
    pub(crate) fn read_solution(&self, field: &[u8]) -> Result<AnyGrid, Defect> {
        if !self.has_candidates() {
            return self.read(field);
        }
        let mut grid = Grid::EMPTY;
        read_cells(field, false, &mut grid).map(|()| grid.into())
    }

    /// Reads a grid of one character a cell and nothing else, which is the common case.
    fn read_compact(&self, field: &[u8]) -> Option<AnyGrid> {
        if field.len() != self.shape.cells() || self.alphabet == Alphabet::Numbers {
            return None;
        }
        let side = self.shape.side();
        let values: Option<Box<[u8]>> = field.chunks(1).map(|cell| self.alphabet.value_of(cell, side)).collect();
        AnyGrid::new(self.shape, values?)
    }

    /// Returns a grid as text: one character a cell, or numbers with spaces between them.
    pub fn text(&self, grid: &AnyGrid) -> String {
        any_text(grid, self.alphabet)
    }
}
