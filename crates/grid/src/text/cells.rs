//! Cells of a grid of any shape, in any alphabet.

use super::{
    alphabet::{Alphabet, is_blank, number},
    defect::Defect,
    words::{Borders, offset, words},
};
use crate::{AnyGrid, Shape, numbers::plural};

/// Reads the grid in a text.
///
/// # Errors
///
/// Returns the defect of a text that is no grid of this shape in this alphabet.
pub fn read(text: &[u8], shape: Shape, alphabet: Alphabet) -> Result<AnyGrid, Defect> {
    if let Some(grid) = read_compact(text, shape, alphabet) {
        return Ok(grid);
    }
    let text = std::str::from_utf8(text).map_err(|error| Defect::new("invalid UTF-8", error.valid_up_to()))?;
    let (cells, _) = split(text, Some(shape), Some(alphabet)).map_err(|reason| Defect::new(reason, text.len()))?;
    let values: Option<Vec<u8>> = cells.iter().map(|cell| alphabet.value_of(cell, shape.side())).collect();
    let grid = values.and_then(|values| AnyGrid::new(shape, values));
    grid.ok_or_else(|| Defect::new(not_a_cell(&cells, shape, alphabet), bad_cell(text, &cells, shape, alphabet)))
}

/// Reads a grid of one character a cell and nothing else, which is the common case.
fn read_compact(text: &[u8], shape: Shape, alphabet: Alphabet) -> Option<AnyGrid> {
    if text.len() != shape.cells() || alphabet == Alphabet::Numbers {
        return None;
    }
    let values: Option<Box<[u8]>> = text.chunks(1).map(|cell| alphabet.value_of(cell, shape.side())).collect();
    AnyGrid::new(shape, values?)
}

fn bad_cell(text: &str, cells: &[&[u8]], shape: Shape, alphabet: Alphabet) -> usize {
    let bad = cells.iter().find(|cell| alphabet.value_of(cell, shape.side()).is_none());
    bad.map_or(text.len(), |cell| offset(text.as_bytes(), cell))
}

/// Returns the cells in a text as they are written, and the shape.
pub fn split(text: &str, shape: Option<Shape>, alphabet: Option<Alphabet>) -> Result<(Vec<&[u8]>, Shape), String> {
    let borders = Borders::of(text);
    let lines = || text.lines().filter(|line| !borders.has(line));
    let words: Vec<&[u8]> = lines().flat_map(|line| words(line.as_bytes())).map(or_blank).collect();
    let characters: Vec<&[u8]> = words.iter().flat_map(|word| word.chunks(1)).collect();
    let has_shape = |cells: &[&[u8]]| match shape {
        Some(shape) => Some(shape).filter(|shape| shape.cells() == cells.len()),
        None => Shape::of_cells(cells.len()),
    };
    // A word is a cell, a row, or a part of a row. A row has at most five parts, each of two cells or more.
    let are_short = words.iter().all(|word| word.len() <= 2);
    let are_cells = are_short && has_shape(&words).is_some()
        || alphabet == Some(Alphabet::Numbers)
        || words.len() > 5 * Shape::MAX_SIDE;
    let cells = if are_cells { words } else { characters };
    if let Some(shape) = has_shape(&cells) {
        return Ok((cells, shape));
    }
    let columns: Option<Vec<_>> = lines().map(columns).collect();
    let columns = columns.map(|lines| lines.concat()).unwrap_or_default();
    let shape = has_shape(&columns).ok_or_else(|| wrong_count(cells.len(), shape))?;
    Ok((columns, shape))
}

/// Returns a word as a blank if it stands for nothing in JSON or Python.
pub fn or_blank(word: &[u8]) -> &[u8] {
    if [&b"null"[..], b"None", b"nan", b"NaN"].contains(&word) { b"." } else { word }
}

/// Returns the cells of a line in columns of two characters, such as `01` or ` 1`; `None` if one is neither a number nor a blank.
pub fn columns(line: &str) -> Option<Vec<&[u8]>> {
    let line = line.trim_end().as_bytes();
    // The first column may have lost its space.
    let (first, rest) = line.split_at(line.len() % 2);
    let columns = Some(first).filter(|first| !first.is_empty()).into_iter().chain(rest.chunks(2));
    let cells = columns.map(|column| column.trim_ascii());
    cells.map(|cell| (number(cell).is_some() || is_blank(cell)).then_some(cell)).collect()
}

pub fn fits(cells: &[&[u8]], alphabet: Alphabet, side: usize) -> bool {
    cells.iter().all(|cell| alphabet.value_of(cell, side).is_some())
}

/// Returns the shape of the grid in a text; `None` if no shape has so many cells, or if no alphabet fits them.
pub fn shape_of_text(text: &str) -> Option<Shape> {
    let (cells, shape) = split(text, None, None).ok()?;
    fits_any(&cells, shape).then_some(shape)
}

/// Returns true if cells are values or blanks of a grid in one of the alphabets. Where one digit is enough, that is the first.
pub fn fits_any(cells: &[&[u8]], shape: Shape) -> bool {
    let alphabets = if shape.side() <= 9 { &Alphabet::ALL[..1] } else { &Alphabet::ALL[..4] };
    alphabets.iter().any(|alphabet| fits(cells, *alphabet, shape.side()))
}

fn wrong_count(count: usize, shape: Option<Shape>) -> String {
    match shape {
        Some(shape) => format!("{} instead of {} ({2}×{2})", plural(count as u64, "cell"), shape.cells(), shape.side()),
        None => {
            format!("{count} cells fit no grid from 4×4 to 25×25 with boxes of two rows or more; --shape names another")
        }
    }
}

pub fn not_a_cell(cells: &[&[u8]], shape: Shape, alphabet: Alphabet) -> String {
    let side = shape.side();
    let bad = cells.iter().find(|cell| alphabet.value_of(cell, side).is_none());
    let bad = String::from_utf8_lossy(bad.copied().unwrap_or_default());
    format!("{bad:?} is neither a value of a {side}×{side} grid nor a blank ({})", alphabet.name())
}
