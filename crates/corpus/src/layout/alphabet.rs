//! The alphabets of the values of grids of any shape, and which of them a text is written in.
//!
//! | alphabet | values | sides |
//! | --- | --- | --- |
//! | `1-9A` | `1` to `9`, then `A`, `B`, … | any |
//! | `0-9A` | `0` to `9`, then `A`, `B`, …: `0` is the first value, so a blank is another character | from 10 |
//! | `A-Z` | `A`, `B`, … | from 10 |
//! | `numbers` | numbers from 1, with white space, commas or other separators between them, or in columns of two characters | from 10 |
//! | `candidates` | 729 characters, nine for each cell: its candidates, and blanks | 9 |
//!
//! Letters may be upper or lower case. A blank is one of `. _ - * ?`, a `0` that is no value, or an `X` that is no value. In columns,
//! it may be two of the same.

use grid::{AnyGrid, Shape};

use super::{
    grid_rows::{offset, words},
    pencilmarks,
};
use crate::numbers::plural;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// One character a cell: digits from 1, then letters.
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

    /// Returns true for a character that is a blank in grids with this side.
    pub fn is_blank(self, character: u8, side: usize) -> bool {
        match self {
            Alphabet::Candidates => b".0".contains(&character),
            _ => self.value_of(&[character], side) == Some(0),
        }
    }
}

/// Returns the number that a digit or letter stands for, where `A` follows `9`.
fn from_one(byte: u8) -> Option<u8> {
    (byte as char).to_digit(36).map(|value| value as u8)
}

fn letter(byte: u8) -> Option<u8> {
    byte.is_ascii_alphabetic().then(|| byte.to_ascii_uppercase() - b'A' + 1)
}

fn number(word: &[u8]) -> Option<u8> {
    std::str::from_utf8(word).ok().and_then(|word| word.parse().ok())
}

fn is_blank(word: &[u8]) -> bool {
    let character = match *word {
        [one] => one,
        [one, other] if one == other => one,
        _ => return false,
    };
    b".0*_-xX?".contains(&character)
}

/// Returns the grid in a text, and how it is written. `shape` and `alphabet` are those that the user named.
///
/// Cells stand one after the other, or have separators between them, and rows may have borders between them. Without an alphabet, 729
/// characters that can be the candidates of 9×9 are read as such.
///
/// # Errors
///
/// Returns why the text is no grid, or that several alphabets fit.
///
/// ```
/// use sudoku_bench_corpus::layout::{Alphabet, parse_any};
///
/// let (grid, alphabet) = parse_any("1 . 3 . 4 . . 2 . . . . . 1 . .", None, None).unwrap();
/// assert_eq!((grid.shape().side(), grid.clues(), alphabet), (4, 5, Alphabet::FromOne));
/// ```
pub fn parse_any(text: &str, shape: Option<Shape>, alphabet: Option<Alphabet>) -> Result<(AnyGrid, Alphabet), String> {
    let may_be_candidates = alphabet.is_none() && shape.is_none_or(|shape| shape == Shape::NINE);
    if alphabet == Some(Alphabet::Candidates) || may_be_candidates && pencilmarks::is_puzzle(text) {
        return candidates_of(text, shape).map(|puzzle| (puzzle, Alphabet::Candidates));
    }
    let (cells, shape) = split(text, shape, alphabet)?;
    let alphabet = alphabet.map_or_else(|| detect(&cells, shape), Ok)?;
    let values: Option<Vec<u8>> = cells.iter().map(|cell| alphabet.value_of(cell, shape.side())).collect();
    let grid =
        values.and_then(|values| AnyGrid::new(shape, values)).ok_or_else(|| not_a_cell(&cells, shape, alphabet))?;
    Ok((grid, alphabet))
}

fn candidates_of(text: &str, shape: Option<Shape>) -> Result<AnyGrid, String> {
    if let Some(shape) = shape.filter(|shape| *shape != Shape::NINE) {
        return Err(format!("candidates are read of 9×9 only, not of {0}×{0}", shape.side()));
    }
    pencilmarks::parse(text.as_bytes()).map_err(|defect| defect.reason.into_owned())
}

/// Returns the shape of the grid in a text; `None` if no shape has so many cells, or if no alphabet fits them.
pub fn shape_of_text(text: &str) -> Option<Shape> {
    let (cells, shape) = split(text, None, None).ok()?;
    fits_any(&cells, shape).then_some(shape)
}

pub fn is_grid_of(text: &str, shape: Shape) -> bool {
    split(text, Some(shape), None).is_ok_and(|(cells, _)| fits_any(&cells, shape))
}

fn fits_any(cells: &[&[u8]], shape: Shape) -> bool {
    Alphabet::ALL.iter().any(|alphabet| fits(cells, *alphabet, shape.side()))
}

/// Returns the only alphabet that the grids in some texts fit. Texts without a grid of the shape are left out.
///
/// # Errors
///
/// Returns why there is none, or that several fit.
pub fn detect_alphabet(texts: &[String], shape: Shape) -> Result<Alphabet, String> {
    let grids = texts.iter().filter_map(|text| Some(split(text, Some(shape), None).ok()?.0));
    let grids: Vec<Vec<&[u8]>> = grids.filter(|cells| fits_any(cells, shape)).collect();
    let side = shape.side();
    if grids.is_empty() {
        return Err(format!("no row is a grid of {side}×{side} in any alphabet"));
    }
    let fits_all = |alphabet: &Alphabet| grids.iter().all(|cells| fits(cells, *alphabet, side));
    let most =
        |alphabet: &Alphabet| 2 * grids.iter().filter(|cells| fits(cells, *alphabet, side)).count() > grids.len();
    let known: Vec<Alphabet> = Alphabet::ALL.into_iter().filter(most).collect();
    match known[..] {
        // Single rows in another alphabet are rejected.
        [only] if !Alphabet::ALL.iter().any(fits_all) => Ok(only),
        _ => detect(&grids.concat(), shape),
    }
}

/// Returns the index of the byte at which a text stops being a grid.
pub(super) fn defect_at(text: &str, shape: Shape, alphabet: Alphabet) -> usize {
    match split(text, Some(shape), Some(alphabet)) {
        Ok((cells, _)) => {
            let bad = cells.iter().find(|cell| alphabet.value_of(cell, shape.side()).is_none());
            bad.map_or(text.len(), |cell| offset(text.as_bytes(), cell))
        }
        Err(_) => text.len(),
    }
}

/// Returns the cells in a text as they are written, and the shape.
fn split(text: &str, shape: Option<Shape>, alphabet: Option<Alphabet>) -> Result<(Vec<&[u8]>, Shape), String> {
    let has_bars = text.contains('|');
    let lines = text.lines().filter(|line| !is_border(line, has_bars));
    let words: Vec<&[u8]> = lines.flat_map(|line| words(line.as_bytes())).collect();
    let characters: Vec<&[u8]> = words.iter().flat_map(|word| word.chunks(1)).collect();
    let has_shape = |cells: &[&[u8]]| match shape {
        Some(shape) => Some(shape).filter(|shape| shape.cells() == cells.len()),
        None => Shape::of_cells(cells.len()),
    };
    // Words are cells, or rows, or parts of rows. There are at most five of these in a row, and each has two cells or more.
    let are_short = words.iter().all(|word| word.len() <= 2);
    let are_cells = are_short && has_shape(&words).is_some()
        || alphabet == Some(Alphabet::Numbers)
        || words.len() > 5 * Shape::MAX_SIDE;
    let cells = if are_cells { words } else { characters };
    if let Some(shape) = has_shape(&cells) {
        return Ok((cells, shape));
    }
    let columns: Option<Vec<_>> = text.lines().filter(|line| !is_border(line, has_bars)).map(columns).collect();
    let columns = columns.map(|lines| lines.concat()).unwrap_or_default();
    let shape = has_shape(&columns).ok_or_else(|| wrong_count(cells.len(), shape))?;
    Ok((columns, shape))
}

/// Returns the cells of a line in columns of two characters, such as `01` or ` 1`; `None` if one is neither a number nor a blank.
pub(super) fn columns(line: &str) -> Option<Vec<&[u8]>> {
    let line = line.trim_end().as_bytes();
    // The first column may have lost its space.
    let (first, rest) = line.split_at(line.len() % 2);
    let columns = Some(first).filter(|first| !first.is_empty()).into_iter().chain(rest.chunks(2));
    let cells = columns.map(|column| column.trim_ascii());
    cells.map(|cell| (number(cell).is_some() || is_blank(cell)).then_some(cell)).collect()
}

fn fits(cells: &[&[u8]], alphabet: Alphabet, side: usize) -> bool {
    cells.iter().all(|cell| alphabet.value_of(cell, side).is_some())
}

/// Returns true for a line between rows. A line of dashes may be a row of blanks, unless rows have bars between their boxes.
pub(super) fn is_border(line: &str, has_bars: bool) -> bool {
    let strokes = line.bytes().filter(|byte| b"-=".contains(byte)).count();
    strokes > 2 && line.bytes().all(|byte| b"-=+|: \t".contains(&byte)) && (has_bars || line.contains('+'))
}

fn wrong_count(count: usize, shape: Option<Shape>) -> String {
    match shape {
        Some(shape) => format!("{} instead of {} ({2}×{2})", plural(count as u64, "cell"), shape.cells(), shape.side()),
        None => {
            format!("{count} cells fit no grid from 4×4 to 25×25 with boxes of two rows or more; --shape names another")
        }
    }
}

fn not_a_cell(cells: &[&[u8]], shape: Shape, alphabet: Alphabet) -> String {
    let side = shape.side();
    let bad = cells.iter().find(|cell| alphabet.value_of(cell, side).is_none());
    let bad = String::from_utf8_lossy(bad.copied().unwrap_or_default());
    format!("{bad:?} is neither a value of a {side}×{side} grid nor a blank ({})", alphabet.name())
}

fn detect(cells: &[&[u8]], shape: Shape) -> Result<Alphabet, String> {
    let side = shape.side();
    if side <= 9 {
        return Ok(Alphabet::FromOne);
    }
    let fitting: Vec<Alphabet> = Alphabet::ALL.into_iter().filter(|&alphabet| fits(cells, alphabet, side)).collect();
    match fitting[..] {
        [] => Err(not_a_cell(cells, shape, most_fitting(cells, side))),
        [only] => Ok(only),
        // Numbers below 10 are the same.
        [first, Alphabet::Numbers] => Ok(first),
        _ if fitting.contains(&Alphabet::FromZero) && !fitting.contains(&Alphabet::Letters) => zero_is(cells, side),
        _ => Err(ambiguous(&fitting, "no cell tells them apart")),
    }
}

/// Returns whether a `0` is a blank or the first value, where no cell has the last letter of the alphabet from 1.
fn zero_is(cells: &[&[u8]], side: usize) -> Result<Alphabet, String> {
    let has_zero = cells.contains(&&b"0"[..]);
    let has_other_blank = cells.iter().any(|cell| Alphabet::FromZero.value_of(cell, side) == Some(0));
    match (has_zero, has_other_blank) {
        (true, true) => Ok(Alphabet::FromZero),
        // Otherwise the puzzle would have no blanks.
        (true, false) => Ok(Alphabet::FromOne),
        (false, _) => {
            let last = char::from(b'A' + side as u8 - 10);
            Err(ambiguous(&[Alphabet::FromOne, Alphabet::FromZero], &format!("neither 0 nor {last} is there")))
        }
    }
}

fn ambiguous(fitting: &[Alphabet], reason: &str) -> String {
    let names: Vec<&str> = fitting.iter().map(|alphabet| alphabet.name()).collect();
    format!("the cells fit the alphabets {} ({reason}); choose one with --alphabet", names.join(" and "))
}

fn most_fitting(cells: &[&[u8]], side: usize) -> Alphabet {
    let fitting = |alphabet: &Alphabet| cells.iter().filter(|cell| alphabet.value_of(cell, side).is_some()).count();
    Alphabet::ALL.into_iter().rev().max_by_key(fitting).expect("there are alphabets")
}

/// Returns a grid as text: one character a cell, or numbers with spaces between them, or nine characters a cell if it was given as
/// candidates.
pub fn any_text(grid: &AnyGrid, alphabet: Alphabet) -> String {
    if grid.candidates().is_some() || matches!(alphabet, Alphabet::FromOne | Alphabet::Candidates) {
        return grid.to_string();
    }
    let separator = if alphabet == Alphabet::Numbers { " " } else { "" };
    let words: Vec<String> = grid.cells().iter().map(|&value| word_of(value, alphabet)).collect();
    words.join(separator)
}

pub fn word_of(value: u8, alphabet: Alphabet) -> String {
    let digit = |value: u8| {
        let digit = char::from_digit(value.into(), 36).expect("a value is at most 25");
        digit.to_ascii_uppercase().to_string()
    };
    match (value, alphabet) {
        (0, _) => ".".into(),
        (_, Alphabet::FromOne | Alphabet::Candidates) => digit(value),
        (_, Alphabet::FromZero) => digit(value - 1),
        (_, Alphabet::Letters) => char::from(b'A' + value - 1).to_string(),
        (_, Alphabet::Numbers) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a full grid of a side with boxes as high as wide, and the same with a blank in every fifth cell.
    fn grids(side: usize) -> [AnyGrid; 2] {
        let shape = Shape::of_cells(side * side).unwrap();
        let height = shape.box_height();
        let first = |row: usize| row % height * shape.box_width() + row / height;
        let cells = (0..side * side).map(|cell| ((first(cell / side) + cell % side) % side) as u8 + 1);
        let full: Vec<u8> = cells.collect();
        let blanks = full.iter().enumerate().map(|(cell, &value)| if cell % 5 == 0 { 0 } else { value });
        [AnyGrid::new(shape, blanks.collect::<Vec<u8>>()).unwrap(), AnyGrid::new(shape, full).unwrap()]
    }

    #[test]
    fn every_alphabet_is_read_as_it_is_written() {
        for side in [4, 6, 8, 9, 10, 12, 16, 25] {
            let [puzzle, full] = grids(side);
            let alphabets = if side <= 9 { &Alphabet::ALL[..1] } else { &Alphabet::ALL[..4] };
            for &alphabet in alphabets {
                let text = any_text(&puzzle, alphabet);
                for text in [text.to_lowercase(), text.replace('.', "?"), text.clone()] {
                    assert_eq!(parse_any(&text, None, None), Ok((puzzle.clone(), alphabet)), "{text}");
                }
                let full_text = any_text(&full, alphabet);
                assert_eq!(parse_any(&full_text, None, Some(alphabet)), Ok((full.clone(), alphabet)));
                let rows: Vec<String> = puzzle.cells().chunks(side).map(|row| row_text(row, alphabet)).collect();
                assert_eq!(parse_any(&rows.join("\n"), None, None), Ok((puzzle.clone(), alphabet)), "{rows:?}");
                if alphabet != Alphabet::Numbers {
                    let lines = rows.join("\n").replace(' ', "");
                    assert_eq!(parse_any(&lines, None, None), Ok((puzzle.clone(), alphabet)), "{lines}");
                }
            }
        }
    }

    #[test]
    fn numbers_may_stand_in_columns_of_two_characters() {
        for side in [10, 12, 16, 25] {
            let [puzzle, _] = grids(side);
            for [of_one_digit, blank] in [["0", ".."], ["0", "00"], [" ", " ."], [" ", " 0"]] {
                let column = |&value: &u8| match value {
                    0 => blank.into(),
                    1..10 => format!("{of_one_digit}{value}"),
                    _ => value.to_string(),
                };
                let rows: Vec<String> =
                    puzzle.cells().chunks(side).map(|row| row.iter().map(column).collect()).collect();
                for text in [rows.concat(), rows.concat().trim_start().into(), rows.join("\n")] {
                    assert_eq!(parse_any(&text, None, None), Ok((puzzle.clone(), Alphabet::Numbers)), "{text}");
                }
            }
        }
    }

    fn row_text(row: &[u8], alphabet: Alphabet) -> String {
        row.iter().map(|&value| word_of(value, alphabet)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_zero_is_a_blank_or_a_value() {
        let [puzzle, _] = grids(16);
        let zeros = any_text(&puzzle, Alphabet::FromOne).replace('.', "0");
        assert_eq!(parse_any(&zeros, None, None), Ok((puzzle.clone(), Alphabet::FromOne)));
        let without_last = zeros.replace('G', "0");
        assert_eq!(parse_any(&without_last, None, None).unwrap().1, Alphabet::FromOne);
        let unclear = without_last.replace('0', ".");
        let error = parse_any(&unclear, None, None).unwrap_err();
        assert!(error.contains("1-9A and 0-9A (neither 0 nor G is there)"), "{error}");
        for alphabet in [Alphabet::FromOne, Alphabet::FromZero] {
            assert_eq!(parse_any(&unclear, None, Some(alphabet)).unwrap().1, alphabet);
        }
    }

    #[test]
    fn letters_alone_may_be_unclear() {
        let text = "ABCDEFGA........".repeat(16);
        assert!(parse_any(&text, None, None).unwrap_err().contains("1-9A and A-Z"));
        assert_eq!(parse_any(&text.replace('A', "P"), None, None).unwrap().1, Alphabet::Letters);
    }

    #[test]
    fn rows_may_have_borders() {
        let wanted = parse_any("1.3.4..2.3..2..1", None, None).unwrap();
        for text in [
            "1 . | 3 .\n4 . | . 2\n----+----\n. 3 | . .\n2 . | . 1\n",
            "|1.|3.|\n|4.|.2|\n|-----|\n|.3|..|\n|2.|.1|",
            "1-3-\n4--2\n-3--\n2--1",
        ] {
            assert_eq!(parse_any(text, None, None), Ok(wanted.clone()), "{text}");
        }
    }

    #[test]
    fn a_defect_is_where_the_grid_ends() {
        let four = Shape::of_cells(16).unwrap();
        let at = |text: &str| defect_at(text, four, Alphabet::FromOne);
        assert_eq!([at("12345..........."), at("1 2 3 4 5 . . . . . . . . . . ."), at("12..")], [4, 8, 4]);
    }

    #[test]
    fn other_texts_are_errors() {
        let error = |text: &str, shape| parse_any(text, shape, None).unwrap_err();
        assert!(error("12345", None).starts_with("5 cells fit no grid"));
        assert_eq!(error("1234", Shape::of_cells(16)), "4 cells instead of 16 (4×4)");
        assert_eq!(error("5...............", None), "\"5\" is neither a value of a 4×4 grid nor a blank (1-9A)");
        assert!(error(&"Z".repeat(256), None).starts_with("\"Z\" is neither a value of a 16×16 grid"));
        let six = Shape::new(3, 2).unwrap();
        assert_eq!(parse_any(&".".repeat(36), Some(six), None).unwrap().0.shape(), six);
    }
}
