//! The alphabets of the values of grids of any shape, and which of them a text is written in.
//!
//! | alphabet | values | sides |
//! | --- | --- | --- |
//! | `1-9A` | `1` to `9`, then `A`, `B`, … | any |
//! | `0-9A` | `0` to `9`, then `A`, `B`, …: `0` is the first value, so a blank is another character | any; below 10 if said |
//! | `A-Z` | `A`, `B`, … | any; below 10 if said |
//! | `numbers` | numbers from 1, with white space, commas or other separators between them, or in columns of two characters | from 10 |
//! | `candidates` | 729 characters, nine for each cell: its candidates, and blanks | 9 |
//!
//! Letters may be upper or lower case. A blank is one of `. _ - * ?`, a `0` that is no value, or an `X` that is no value. In columns,
//! it may be two of the same.

use crate::{AnyGrid, Shape, character_of};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alphabet {
    /// One character a cell: digits from 1, then letters.
    #[default]
    FromOne,
    /// One character a cell: digits from 0, then letters.
    FromZero,
    Letters,
    /// Numbers with separators between them, or in columns of two characters.
    Numbers,
    /// Nine characters a cell of 9×9: its candidates, and blanks.
    Candidates,
}

impl Alphabet {
    pub const ALL: [Alphabet; 5] =
        [Alphabet::FromOne, Alphabet::FromZero, Alphabet::Letters, Alphabet::Numbers, Alphabet::Candidates];

    pub const fn name(self) -> &'static str {
        match self {
            Alphabet::FromOne => "1-9A",
            Alphabet::FromZero => "0-9A",
            Alphabet::Letters => "A-Z",
            Alphabet::Numbers => "numbers",
            Alphabet::Candidates => "candidates",
        }
    }

    /// Returns the value of a word, 0 for a blank; `None` if it is neither in a grid with this side.
    pub fn value_of(self, word: &[u8], side: usize) -> Option<u8> {
        let value = match (self, word) {
            (Alphabet::Candidates, _) => return None,
            (Alphabet::Numbers, _) => number(word),
            (Alphabet::FromOne, [byte]) => from_one(*byte).filter(|value| *value > 0),
            (Alphabet::FromZero, [byte]) => from_one(*byte).map(|value| value + 1),
            (Alphabet::Letters, [byte]) => letter(*byte),
            _ => None,
        };
        value.filter(|value| (1..=side).contains(&usize::from(*value))).or_else(|| is_blank(word).then_some(0))
    }

    /// Returns a value as it is written, 0 as a blank.
    pub fn word(self, value: u8) -> String {
        match (value, self) {
            (0, _) => ".".into(),
            (_, Alphabet::FromOne | Alphabet::Candidates) => character_of(value).into(),
            (1, Alphabet::FromZero) => "0".into(),
            (_, Alphabet::FromZero) => character_of(value - 1).into(),
            (_, Alphabet::Letters) => char::from(b'A' + value - 1).into(),
            (_, Alphabet::Numbers) => value.to_string(),
        }
    }

    /// Returns a grid as text: one character a cell, or numbers with spaces between them, or nine characters a cell if it was given as
    /// candidates.
    pub fn text(self, grid: &AnyGrid) -> String {
        if grid.candidates().is_some() || matches!(self, Alphabet::FromOne | Alphabet::Candidates) {
            return grid.to_string();
        }
        let separator = if self == Alphabet::Numbers { " " } else { "" };
        let words: Vec<String> = grid.cells().iter().map(|&value| self.word(value)).collect();
        words.join(separator)
    }

    /// Returns true for a character that is a blank in grids with this side.
    pub fn is_blank(self, character: u8, side: usize) -> bool {
        match self {
            Alphabet::Candidates => b".0".contains(&character),
            _ => self.value_of(&[character], side) == Some(0),
        }
    }
}

/// Returns true if cells are values or blanks of an alphabet.
pub fn fits(cells: &[&[u8]], alphabet: Alphabet, side: usize) -> bool {
    cells.iter().all(|cell| alphabet.value_of(cell, side).is_some())
}

/// Returns true if cells are values or blanks in an alphabet that is detected: `1-9A`, and above 9×9 also the others.
pub fn fits_any(cells: &[&[u8]], shape: Shape) -> bool {
    let alphabets = if shape.side() <= 9 { &Alphabet::ALL[..1] } else { &Alphabet::ALL[..4] };
    alphabets.iter().any(|alphabet| fits(cells, *alphabet, shape.side()))
}

/// Returns the number that a digit or letter stands for, where `A` follows `9`.
fn from_one(byte: u8) -> Option<u8> {
    (byte as char).to_digit(36).map(|value| value as u8)
}

fn letter(byte: u8) -> Option<u8> {
    byte.is_ascii_alphabetic().then(|| byte.to_ascii_uppercase() - b'A' + 1)
}

pub fn number(word: &[u8]) -> Option<u8> {
    std::str::from_utf8(word).ok().and_then(|word| word.parse().ok())
}

pub fn is_blank(word: &[u8]) -> bool {
    let character = match *word {
        [one] => one,
        [one, other] if one == other => one,
        _ => return false,
    };
    matches!(character, b'.' | b'0' | b'*' | b'_' | b'-' | b'x' | b'X' | b'?')
}
