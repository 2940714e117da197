//! Which arguments are puzzles, where a file may be named too.

use std::{ops::RangeInclusive, path::Path};

use grid::{
    Shape,
    text::{Notation, NotationOverride},
};

/// Minimum length of a text of digits and dots that is meant as a puzzle. The smallest grid has 16 cells, and some may be missing.
const MIN_CELLS: usize = 12;
/// The lengths of texts that are nearly a puzzle of the usual size.
const NEARLY_USUAL: RangeInclusive<usize> = 70..=90;
/// The beginning of puzzles that f-puzzles packed.
const PACKED: &str = "N4Ig";
/// Maximum characters of a puzzle that an error repeats.
const SHOWN_CHARS: usize = 40;

/// Returns the text of an argument that is meant as a puzzle; `None` if a file has this name, or if it is rather the name of a file.
pub fn puzzle_text(argument: &Path, said: NotationOverride) -> Option<&str> {
    argument.to_str().filter(|text| !argument.exists() && is_meant_as_puzzle(text, said))
}

/// Returns true for a text that no file's name looks like: a puzzle, or nearly one, rows, JSON, a line of HoDoKu's library, or what other
/// programs call a puzzle. If the user says how the puzzles of another shape or alphabet are written, every text is meant as one.
fn is_meant_as_puzzle(text: &str, said: NotationOverride) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_digit() || b".*_-?, |+\n".contains(&byte);
    let are_cells = text.len() >= MIN_CELLS && text.bytes().all(is_cell);
    let says_how = said.alphabet.is_some() || said.shape.is_some_and(|shape| !shape.is_classic());
    let begins_as_puzzle = text.starts_with(['[', '{', ':']) || text.contains('\n');
    (says_how || are_cells || begins_as_puzzle || foreign_name(text).is_some() || is_long_enough_for_letters(text))
        && text != "-"
        || said.parse(text).is_ok()
}

/// Returns true for a text with as many characters as a grid has cells whose values are more than the digits.
fn is_long_enough_for_letters(text: &str) -> bool {
    !text.contains('/') && Shape::of_cells(text.chars().count()).is_some_and(|shape| shape.side() > 9)
}

/// Returns what a text is that stands for a puzzle in another program; `None` for any other text.
fn foreign_name(text: &str) -> Option<&'static str> {
    let size = text.split_once(':').and_then(|(size, _)| size.split_once('x'));
    let starts_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if text.contains("://") || text.starts_with("www.") {
        Some("an address, and nothing is fetched")
    } else if text.starts_with(PACKED) {
        Some("a puzzle that f-puzzles packed, which is not unpacked here")
    } else if size.is_some_and(|(height, width)| starts_with_digit(height) && starts_with_digit(width)) {
        Some("a game id of Simon Tatham's Solo, which is not read here")
    } else {
        None
    }
}

/// Returns why a text that is meant as a puzzle is none.
pub fn defect(text: &str, said: NotationOverride) -> String {
    let reason = match (foreign_name(text), Notation::default().parse(text.as_bytes())) {
        (Some(name), _) => return format!("{} is {name}: copy the cells of the puzzle", beginning(text)),
        (_, Err(defect)) if NEARLY_USUAL.contains(&text.len()) && said == NotationOverride::default() => {
            defect.reason.into_owned()
        }
        _ => said.parse(text).err().unwrap_or_default(),
    };
    format!("{} is neither a file nor a puzzle: {reason}", beginning(text))
}

/// Returns the beginning of a text, in one line.
pub fn beginning(text: &str) -> String {
    let line: String = text.chars().take(SHOWN_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > SHOWN_CHARS { line + "…" } else { line }
}
