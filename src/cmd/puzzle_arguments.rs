//! Puzzles that are arguments, in place of files.

use std::{io::Write, path::PathBuf};

use corpus::{
    error::{Error, Result},
    reader::{Corpus, Extras},
};
use grid::{
    AnyGrid, Grid,
    text::{Notation, NotationOverride},
};
use tempfile::NamedTempFile;

use super::{
    corpora::{corpus_of_files, of_any_shape},
    files, interrupt,
    puzzle_text::{beginning, defect, puzzle_text},
};
use crate::cli::ReadingArgs;

pub struct PuzzleArgument {
    pub grid: AnyGrid,
    pub notation: Notation,
    /// The puzzle as a field of CSV.
    pub field: String,
}

/// Returns the puzzles if the arguments are puzzles, or `None` if they are files. Returns [`Error::Usage`] if an argument is meant as
/// a puzzle but is none, or if there are both puzzles and files.
pub fn puzzles(arguments: &[PathBuf], reading: &ReadingArgs) -> Result<Option<Vec<PuzzleArgument>>> {
    let said = reading.notation_override();
    let texts: Vec<Option<&str>> = arguments.iter().map(|argument| puzzle_text(argument, said)).collect();
    if texts.iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut puzzles = Vec::new();
    for (argument, text) in arguments.iter().zip(texts) {
        let Some(text) = text else {
            files::check_inputs([argument])?;
            let advice = "name either files or puzzles, or write the puzzles into a file, a puzzle a line";
            return usage!("{} is no puzzle; {advice}", argument.display());
        };
        puzzles.extend(read(text, reading)?);
    }
    Ok(Some(puzzles))
}

/// Reads the puzzles of a text: one, perhaps with white space between its cells, or whatever a file may hold.
pub fn read(text: &str, reading: &ReadingArgs) -> Result<Vec<PuzzleArgument>> {
    let said = reading.notation_override();
    if let Some(puzzle) = one_puzzle(text, said) {
        return Ok(vec![puzzle]);
    }
    let read = read_as_file(text, reading);
    read.unwrap_or_else(|_| Err(String::new())).map_err(|reason| {
        // For cells alone, the reason of the reader of grids says more than that of the reader of files.
        let is_said = text.starts_with(['[', '{', ':']) && !reason.is_empty();
        let no_puzzle = || format!("{} is neither a file nor a puzzle: {reason}", beginning(text));
        Error::Usage(if is_said { no_puzzle() } else { defect(text, said) })
    })
}

fn one_puzzle(text: &str, said: NotationOverride) -> Option<PuzzleArgument> {
    // A blank may also be a space.
    let cells = text.split_ascii_whitespace().collect::<String>();
    let digits = [text, &cells].into_iter().find_map(|text| Some((Grid::parse(text.as_bytes()).ok()?, text)));
    if let Some((grid, text)) = digits.filter(|_| said.alphabet.is_none()) {
        let grid = AnyGrid::from(grid);
        if said.shape.is_none_or(|shape| shape == grid.shape()) {
            let field = if text.contains(' ') { format!("\"{text}\"") } else { text.to_string() };
            return Some(PuzzleArgument { grid, notation: Notation::default(), field });
        }
    }
    let (grid, notation) = said.parse(text).ok()?;
    Some(PuzzleArgument { field: notation.text(&grid), grid, notation })
}

/// Reads the puzzles of a text as a file in any layout. Returns the reason of its first row that is no puzzle; empty if it has no row.
fn read_as_file(text: &str, reading: &ReadingArgs) -> Result<Result<Vec<PuzzleArgument>, String>> {
    let file = temporary_file(text)?;
    let corpus = corpus_of_files(vec![file.path().into()], reading.clone(), Extras::default());
    let corpus = of_any_shape(Corpus { notice: None, ..corpus })?;
    let mut puzzles = Vec::new();
    for block in corpus.blocks_until(interrupt::catch()?) {
        let block = block?;
        if let Some(reject) = block.rejects.first() {
            return Ok(Err(if block.schema.names.len() > 1 { String::new() } else { reject.reason.clone() }));
        }
        let notation = block.schema.notation;
        let argument = |grid: &AnyGrid| PuzzleArgument { field: notation.text(grid), grid: grid.clone(), notation };
        puzzles.extend(block.puzzles.iter().map(|puzzle| argument(&puzzle.givens)));
    }
    Ok(if puzzles.is_empty() { Err(String::new()) } else { Ok(puzzles) })
}

/// Writes the puzzles to a temporary file, and returns it with the arguments that read it. The file is deleted when it is dropped.
/// Returns [`Error::Usage`] if the puzzles have several notations.
pub fn to_file(puzzles: &[PuzzleArgument], reading: ReadingArgs) -> Result<(NamedTempFile, ReadingArgs)> {
    let notation = puzzles[0].notation;
    if let Some(differing) = puzzles.iter().find(|puzzle| puzzle.notation != notation) {
        return usage!("puzzles of {notation} and of {} are not rows of one output", differing.notation);
    }
    let rows: Vec<&str> = puzzles.iter().map(|puzzle| &*puzzle.field).collect();
    let file = temporary_file(&rows.join("\n"))?;
    // A puzzle and its solution, one after the other, are two arguments.
    let mut reading = ReadingArgs { layout: None, delimiter: Some(b','), no_header: true, ..reading };
    if !notation.is_default() {
        reading.shape = Some(notation.shape);
        reading.alphabet = Some(notation.alphabet);
    }
    Ok((file, reading))
}

fn temporary_file(text: &str) -> Result<NamedTempFile> {
    let written = NamedTempFile::new().and_then(|mut file| writeln!(file, "{text}").map(|()| file));
    written.map_err(|source| Error::System { action: "write the puzzles to a temporary file".into(), source })
}
