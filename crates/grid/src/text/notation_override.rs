//! What the user says about the notation of grids, and what their texts show.

use super::{
    alphabet::{Alphabet, fits, fits_any},
    cells::{shape_of, split},
    field_defect::{field_defect, not_a_cell},
    notation::Notation,
    pencilmarks,
    words::words,
};
use crate::{AnyGrid, Shape};

/// Rows in which a grid of 9×9 is looked for.
const NINE_ROWS: usize = 100;

/// What the user says about the grids of a corpus; what is missing is found by content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotationOverride {
    pub shape: Option<Shape>,
    pub alphabet: Option<Alphabet>,
}

impl NotationOverride {
    /// Returns the grid in a text, and how it is written.
    ///
    /// Cells stand one after the other, or have separators between them, and rows may have borders between them. Without an
    /// alphabet, 729 characters that can be the candidates of 9×9 are read as such. The error says why the text is no grid,
    /// or that several alphabets fit.
    pub fn parse(self, text: &str) -> Result<(AnyGrid, Notation), String> {
        let NotationOverride { shape, alphabet } = self;
        if alphabet == Some(Alphabet::Candidates) || self.may_be_candidates() && pencilmarks::is_puzzle(text) {
            return candidates_of(text, shape).map(|puzzle| (puzzle, Notation::CANDIDATES));
        }
        let mut joined = Vec::new();
        let cells = split(text.as_bytes(), shape, alphabet, &mut joined).map_err(|defect| defect.reason)?;
        let (cells, shape) = cells.ok_or_else(|| self.not_a_grid(text))?;
        let alphabet = alphabet.map_or_else(|| detect(&cells, shape), Ok)?;
        let notation = Notation { shape, alphabet };
        let grid = notation.parse(text.as_bytes()).map_err(|defect| defect.reason)?;
        Ok((grid, notation))
    }

    /// Returns why the cells of a text are too many or too few.
    fn not_a_grid(self, text: &str) -> String {
        if let Some(shape) = self.shape {
            let notation = Notation { shape, alphabet: self.alphabet.unwrap_or_default() };
            return field_defect(text.as_bytes(), notation).reason.into();
        }
        let cells: usize = words(text.as_bytes()).map(<[u8]>::len).sum();
        format!("{cells} cells fit no grid from 4×4 to 25×25 with boxes of two rows or more; --shape names another")
    }

    /// Returns the grid of 9×9 in one of the first rows, numbered from 1; `None` if the user says how grids are written.
    pub fn nine_of_row(self, number: usize, text: &[u8]) -> Option<AnyGrid> {
        let is_asked = self == NotationOverride::default() && number <= NINE_ROWS;
        if is_asked { Notation::default().parse(text).ok() } else { None }
    }

    fn may_be_candidates(self) -> bool {
        self.shape.is_none_or(|shape| shape == Shape::NINE)
            && self.alphabet.is_none_or(|alphabet| alphabet == Alphabet::Candidates)
    }

    /// Returns how the grids in these texts are written: as 9×9 if one of the first is, unless the user says something else. `None` if
    /// the user says 9×9, or if most texts that are not empty are no grids.
    ///
    /// ```
    /// use sudoku_bench_grid::text::{Alphabet, NotationOverride};
    ///
    /// let found = NotationOverride::default().notation_of(&["1.3..4..2.......".into()]).unwrap().unwrap();
    /// assert_eq!((found.shape.side(), found.alphabet), (4, Alphabet::FromOne));
    /// ```
    ///
    /// The error says that several alphabets fit.
    pub fn notation_of(self, texts: &[String]) -> Result<Option<Notation>, String> {
        if texts.iter().zip(1..).any(|(text, number)| self.nine_of_row(number, text.as_bytes()).is_some()) {
            return Ok(Some(Notation::default()));
        }
        if self.are_candidates(texts) {
            return Ok(Some(Notation::CANDIDATES));
        }
        let shape = self.shape_of(texts).filter(|shape| *shape != Shape::NINE);
        let Some(shape) = shape.filter(|_| self.alphabet != Some(Alphabet::Candidates)) else { return Ok(None) };
        let alphabet = self.alphabet.map_or_else(|| detect_alphabet(texts, shape), Ok)?;
        Ok(Some(Notation { shape, alphabet }))
    }

    /// Returns true if most of these texts that are not empty are puzzles of candidates.
    pub fn are_candidates(self, texts: &[String]) -> bool {
        let texts = not_empty(texts);
        self.may_be_candidates() && 2 * texts.iter().filter(|text| pencilmarks::is_puzzle(text)).count() > texts.len()
    }

    /// Returns the shape of at least half of these texts that are not empty.
    pub fn shape_of(self, texts: &[String]) -> Option<Shape> {
        let texts = not_empty(texts);
        let shape = self.shape.or_else(|| texts.iter().find_map(|text| shape_of(text, None, self.alphabet)))?;
        let grids = texts.iter().filter(|text| shape_of(text, Some(shape), self.alphabet).is_some()).count();
        (grids > 0 && 2 * grids >= texts.len()).then_some(shape)
    }
}

impl From<Notation> for NotationOverride {
    fn from(Notation { shape, alphabet }: Notation) -> NotationOverride {
        NotationOverride { shape: Some(shape), alphabet: Some(alphabet) }
    }
}

fn not_empty(texts: &[String]) -> Vec<&String> {
    texts.iter().filter(|text| !text.trim().is_empty()).collect()
}

fn candidates_of(text: &str, shape: Option<Shape>) -> Result<AnyGrid, String> {
    if let Some(shape) = shape.filter(|shape| *shape != Shape::NINE) {
        return Err(format!("candidates are read of 9×9 only, not of {0}×{0}", shape.side()));
    }
    pencilmarks::parse(text.as_bytes()).map_err(|defect| defect.reason.into_owned())
}

/// Returns the only alphabet that the grids in some texts fit, or why there is none. Texts without a grid of the shape are left out.
fn detect_alphabet(texts: &[String], shape: Shape) -> Result<Alphabet, String> {
    let mut joined = vec![Vec::new(); texts.len()];
    let cells = |(text, joined)| Some(split(text, Some(shape), None, joined).ok()??.0);
    let grids = texts.iter().map(String::as_bytes).zip(&mut joined).filter_map(cells);
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

fn detect(cells: &[&[u8]], shape: Shape) -> Result<Alphabet, String> {
    let side = shape.side();
    if side <= 9 {
        return small_alphabet(cells, side);
    }
    let fitting: Vec<Alphabet> = Alphabet::ALL.into_iter().filter(|&alphabet| fits(cells, alphabet, side)).collect();
    match fitting[..] {
        [] => Err(no_alphabet(cells, Notation { shape, alphabet: most_fitting(cells, side) })),
        [only] => Ok(only),
        // Numbers below 10 are the same.
        [first, Alphabet::Numbers] => Ok(first),
        _ if fitting.contains(&Alphabet::FromZero) && !fitting.contains(&Alphabet::Letters) => zero_is(cells, side),
        _ => Err(ambiguous(&fitting, "no cell tells them apart")),
    }
}

/// Returns the alphabet from 1, unless a `0` may be the first value: it stands beside another blank, and no cell is the last value.
fn small_alphabet(cells: &[&[u8]], side: usize) -> Result<Alphabet, String> {
    let has_other_blank = cells.iter().any(|cell| Alphabet::FromZero.value_of(cell, side) == Some(0));
    let has_last = cells.iter().any(|cell| Alphabet::FromOne.value_of(cell, side) == Some(side as u8));
    if !cells.contains(&&b"0"[..]) || !has_other_blank || has_last {
        return Ok(Alphabet::FromOne);
    }
    let reason = format!("0 stands beside another blank, and {side} is not there");
    Err(ambiguous(&[Alphabet::FromOne, Alphabet::FromZero], &reason))
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

/// Returns which cell is in no alphabet, or not in the one that fits most cells.
fn no_alphabet(cells: &[&[u8]], notation: Notation) -> String {
    let is_bad = |cell: &&&[u8]| notation.alphabet.value_of(cell, notation.shape.side()).is_none();
    let bad = cells.iter().find(is_bad).copied().unwrap_or_default();
    not_a_cell(bad, bad.len(), notation)
}

fn ambiguous(fitting: &[Alphabet], reason: &str) -> String {
    let names: Vec<&str> = fitting.iter().map(|alphabet| alphabet.name()).collect();
    format!("the cells fit the alphabets {} ({reason}); choose one with --alphabet", names.join(" and "))
}

fn most_fitting(cells: &[&[u8]], side: usize) -> Alphabet {
    let fitting = |alphabet: &Alphabet| cells.iter().filter(|cell| alphabet.value_of(cell, side).is_some()).count();
    Alphabet::ALL.into_iter().rev().max_by_key(fitting).expect("there are alphabets")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, shape: Option<Shape>, alphabet: Option<Alphabet>) -> Result<(AnyGrid, Alphabet), String> {
        let parsed = NotationOverride { shape, alphabet }.parse(text);
        parsed.map(|(grid, notation)| (grid, notation.alphabet))
    }

    /// Returns a full grid of a side with boxes as high as wide, and the same with a blank in every fifth cell.
    fn grids(side: usize) -> [AnyGrid; 2] {
        let shape = Shape::of_cells(side * side).unwrap();
        let full = shape.pattern();
        let blanks = full.iter().enumerate().map(|(cell, &value)| if cell % 5 == 0 { 0 } else { value });
        [AnyGrid::new(shape, blanks.collect::<Vec<u8>>()).unwrap(), AnyGrid::new(shape, full).unwrap()]
    }

    #[test]
    fn every_alphabet_is_read_as_it_is_written() {
        for side in [4, 6, 8, 9, 10, 12, 16, 25] {
            let [puzzle, full] = grids(side);
            let alphabets = if side <= 9 { &Alphabet::ALL[..1] } else { &Alphabet::ALL[..4] };
            for &alphabet in alphabets {
                let text = alphabet.text(&puzzle);
                for text in [text.to_lowercase(), text.replace('.', "?"), text.clone()] {
                    assert_eq!(parse(&text, None, None), Ok((puzzle.clone(), alphabet)), "{text}");
                }
                let full_text = alphabet.text(&full);
                assert_eq!(parse(&full_text, None, Some(alphabet)), Ok((full.clone(), alphabet)));
                let rows: Vec<String> = puzzle.cells().chunks(side).map(|row| row_text(row, alphabet)).collect();
                assert_eq!(parse(&rows.join("\n"), None, None), Ok((puzzle.clone(), alphabet)), "{rows:?}");
                if alphabet != Alphabet::Numbers {
                    let lines = rows.join("\n").replace(' ', "");
                    assert_eq!(parse(&lines, None, None), Ok((puzzle.clone(), alphabet)), "{lines}");
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
                    assert_eq!(parse(&text, None, None), Ok((puzzle.clone(), Alphabet::Numbers)), "{text}");
                }
            }
        }
    }

    fn row_text(row: &[u8], alphabet: Alphabet) -> String {
        row.iter().map(|&value| alphabet.word(value)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_zero_is_a_blank_or_a_value() {
        let [puzzle, _] = grids(16);
        let zeros = Alphabet::FromOne.text(&puzzle).replace('.', "0");
        assert_eq!(parse(&zeros, None, None), Ok((puzzle.clone(), Alphabet::FromOne)));
        let without_last = zeros.replace('G', "0");
        assert_eq!(parse(&without_last, None, None).unwrap().1, Alphabet::FromOne);
        let unclear = without_last.replace('0', ".");
        let error = parse(&unclear, None, None).unwrap_err();
        assert!(error.contains("1-9A and 0-9A (neither 0 nor G is there)"), "{error}");
        for alphabet in [Alphabet::FromOne, Alphabet::FromZero] {
            assert_eq!(parse(&unclear, None, Some(alphabet)).unwrap().1, alphabet);
        }
    }
}
