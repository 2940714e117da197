//! Puzzles that are arguments, in place of files.

use std::{
    io::{self, Write},
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use corpus::error::{Error, Result};
use grid::{
    AnyGrid, Grid, Shape,
    text::{Notation, NotationOverride},
};
use tempfile::NamedTempFile;

use super::files::{self, is_stdio};
use crate::cli::ReadingArgs;

/// The length of a text of digits and dots that is meant as a puzzle: some cells less than the smallest has.
const FEWEST_CELLS: usize = 12;
/// The lengths of texts that are nearly a puzzle of the usual size, for which the check of files has an error of its own.
const NEARLY_USUAL: RangeInclusive<usize> = 70..=90;
/// The most characters of a puzzle that an error repeats.
const SHOWN: usize = 40;

pub struct PuzzleArgument {
    pub grid: AnyGrid,
    pub notation: Notation,
    /// The puzzle as a field of CSV.
    pub field: String,
}

/// Returns the puzzles if the arguments are puzzles, or `None` if they are files. Returns [`Error::Usage`] if an argument is meant as
/// a puzzle but is none, or if there are both puzzles and files.
pub fn puzzles(arguments: &[PathBuf], said: NotationOverride) -> Result<Option<Vec<PuzzleArgument>>> {
    if !arguments.iter().filter_map(|argument| text_of(argument)).any(|text| looks_like_puzzle(text, said)) {
        return Ok(None);
    }
    arguments.iter().map(|argument| puzzle(argument, said)).collect::<Result<_>>().map(Some)
}

/// Returns the text of an argument, unless a file has this name.
fn text_of(argument: &Path) -> Option<&str> {
    argument.to_str().filter(|_| !argument.exists() && !is_stdio(argument))
}

/// Returns true if a text is meant as a puzzle: it is one or nearly one, or the user says how puzzles of
/// another shape than 9×9, or in another alphabet, are written.
fn looks_like_puzzle(text: &str, said: NotationOverride) -> bool {
    let says_how = said.alphabet.is_some() || said.shape.is_some_and(|shape| !shape.is_classic());
    says_how || parse(text, said).is_ok() || is_long_enough_for_letters(text) || looks_like_cells(text)
}

/// Returns true for a text of digits, blanks and separators that is too long for a number, and not nearly a puzzle of the usual size.
fn looks_like_cells(text: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_digit() || b".*_-?, |+\n".contains(&byte);
    text.len() >= FEWEST_CELLS && !NEARLY_USUAL.contains(&text.len()) && text.bytes().all(is_cell)
}

/// Returns true for a text with as many characters as a grid has cells whose values are more than the digits.
fn is_long_enough_for_letters(text: &str) -> bool {
    !text.contains('/') && Shape::of_cells(text.chars().count()).is_some_and(|shape| shape.side() > 9)
}

fn puzzle(argument: &Path, said: NotationOverride) -> Result<PuzzleArgument> {
    let Some(text) = text_of(argument) else {
        let file = argument.display();
        return usage!(
            "{file} is no puzzle; name either files or puzzles, or write the puzzles into a file, a puzzle a line"
        );
    };
    parse(text, said).or_else(|reason| {
        if !looks_like_puzzle(text, said) {
            files::check_inputs([&argument.to_path_buf()])?;
        }
        usage!("{} is no file, and no puzzle: {reason}", beginning(text))
    })
}

/// Parses a puzzle, perhaps with white space between its cells.
fn parse(text: &str, said: NotationOverride) -> Result<PuzzleArgument, String> {
    // A blank may also be a space.
    let cells = text.split_ascii_whitespace().collect::<String>();
    let digits = [text, &cells].into_iter().find_map(|text| Some((Grid::parse(text.as_bytes()).ok()?, text)));
    if let Some((grid, text)) = digits.filter(|_| said.alphabet.is_none()) {
        let grid = AnyGrid::from(grid);
        if said.shape.is_none_or(|shape| shape == grid.shape()) {
            let field = if text.contains(' ') { format!("\"{text}\"") } else { text.to_string() };
            return Ok(PuzzleArgument { grid, notation: Notation::default(), field });
        }
    }
    let (grid, notation) = said.parse(text)?;
    Ok(PuzzleArgument { field: notation.text(&grid), grid, notation })
}

fn beginning(text: &str) -> String {
    let line: String = text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > SHOWN { line + "…" } else { line }
}

/// Writes the puzzles to a temporary file, and returns it with the arguments that read it. The file is deleted when it is dropped.
/// Returns [`Error::Usage`] if the puzzles have several notations.
pub fn to_file(puzzles: &[PuzzleArgument], reading: ReadingArgs) -> Result<(NamedTempFile, ReadingArgs)> {
    let notation = puzzles[0].notation;
    if let Some(differing) = puzzles.iter().find(|puzzle| puzzle.notation != notation) {
        return usage!("puzzles of {notation} and of {} are not rows of one output", differing.notation);
    }
    let file = write_temporary(puzzles)
        .map_err(|source| Error::System { action: "write the puzzles to a temporary file".into(), source })?;
    // A puzzle and its solution, one after the other, are two arguments.
    let mut reading = ReadingArgs { layout: None, delimiter: Some(b','), no_header: true, ..reading };
    if !notation.is_default() {
        reading.shape = Some(notation.shape);
        reading.alphabet = Some(notation.alphabet);
    }
    Ok((file, reading))
}

fn write_temporary(puzzles: &[PuzzleArgument]) -> io::Result<NamedTempFile> {
    let mut file = NamedTempFile::new()?;
    puzzles.iter().try_for_each(|puzzle| writeln!(file, "{}", puzzle.field))?;
    Ok(file)
}
