//! The cells of a grid in a field.

use super::{
    alphabet::{Alphabet, fits, fits_any},
    defect::Defect,
    grid_rows::{Added, GridRows},
    notation::Notation,
    number_column::spreadsheet_text,
    row::{columns, or_blank},
    words::{BRACKETS, offset, words},
};
use crate::{AnyGrid, CELLS, Shape};

/// Maximum bytes for each cell of a field with separators between its cells.
const MAX_CELL_BYTES: usize = 25;

/// Returns the grid in a field; `None` if the field is anything else, or has anything after the grid.
///
/// Cells and rows may be separated by spaces, commas and similar characters and be in brackets; rows may also be separated by
/// dots, or stand in a line each, with borders and titles. The marks of a text in a spreadsheet, `="…"` or `'…`, are left out.
pub fn grid(field: &[u8], notation: Notation, spaces_are_blanks: bool) -> Option<AnyGrid> {
    let Notation { shape, alphabet } = notation;
    let field = spreadsheet_text(field).unwrap_or(field);
    if let Some(grid) = compact(field, notation, spaces_are_blanks) {
        return Some(grid);
    }
    if field.len() > MAX_CELL_BYTES * Shape::MAX_CELLS.min(4 * shape.cells()) {
        return None;
    }
    let mut joined = Vec::new();
    let (cells, _) = split(field, Some(shape), Some(alphabet), &mut joined).ok()??;
    let values: Option<Vec<u8>> = cells.iter().map(|cell| alphabet.value_of(cell, shape.side())).collect();
    AnyGrid::new(shape, values?)
}

/// Reads a grid of one character a cell and nothing else, which is the common case.
fn compact(text: &[u8], Notation { shape, alphabet }: Notation, spaces_are_blanks: bool) -> Option<AnyGrid> {
    if text.len() != shape.cells() || alphabet == Alphabet::Numbers {
        return None;
    }
    let mut values = vec![0; text.len()].into_boxed_slice();
    for (value, character) in values.iter_mut().zip(text.chunks(1)) {
        if !spaces_are_blanks || character != b" " {
            *value = alphabet.value_of(character, shape.side())?;
        }
    }
    AnyGrid::new(shape, values)
}

/// Splits a text into cells, as they are written. The number says how many cells are in a group.
type Form = for<'t> fn(&'t [u8]) -> Option<(Vec<&'t [u8]>, usize)>;

/// The cells of a grid as they are written, and its shape. The values are not checked.
type Cells<'t> = (Vec<&'t [u8]>, Shape);

/// Returns the cells in a text; `None` if the text is no grid. If the text has titles, or borders between its rows, the
/// rows without them are put into `joined`. The error is the first defect of a text of several lines: a malformed grid,
/// text after the grid, or a whole grid in one line before it.
pub fn split<'t>(
    text: &'t [u8],
    shape: Option<Shape>,
    alphabet: Option<Alphabet>,
    joined: &'t mut Vec<u8>,
) -> Result<Option<Cells<'t>>, Defect> {
    let found = split_line(text, shape, alphabet);
    if found.is_some() || !text.contains(&b'\n') {
        return Ok(found);
    }
    *joined = join_rows(text, shape)?;
    Ok(split_line(joined, shape, alphabet))
}

fn split_line(text: &[u8], shape: Option<Shape>, alphabet: Option<Alphabet>) -> Option<Cells<'_>> {
    let of_numbers: &[Form] = &[words_as_cells, between_commas, in_columns];
    let of_characters: &[Form] = &[words_as_cells, between_commas, groups, between_dots, in_columns];
    let forms = if alphabet == Some(Alphabet::Numbers) { of_numbers } else { of_characters };
    // A list has cells, or rows in lists of their own.
    let lists = text.iter().filter(|byte| b"[(".contains(byte)).count();
    forms.iter().find_map(|form| {
        let (cells, width) = form(text)?;
        let shape = shape.or_else(|| Shape::of_cells(cells.len())).filter(|shape| shape.cells() == cells.len())?;
        let side = shape.side();
        let is_grid = side.is_multiple_of(width) || width == shape.cells();
        (is_grid && [0, 1, side, side + 1].contains(&lists)).then_some((cells, shape))
    })
}

fn words_as_cells(text: &[u8]) -> Option<(Vec<&[u8]>, usize)> {
    let words: Vec<&[u8]> = words(text).map(or_blank).collect();
    words.iter().all(|word| word.len() <= 2).then_some((words, 1))
}

/// Returns the characters of groups of equal length.
fn groups(text: &[u8]) -> Option<(Vec<&[u8]>, usize)> {
    characters(words(text).collect())
}

/// Returns the cells of groups with dots between them; then zeros are the blanks.
fn between_dots(text: &[u8]) -> Option<(Vec<&[u8]>, usize)> {
    characters(trimmed(text).split(|&byte| byte == b'.').filter(|group| !group.is_empty()).collect())
}

fn characters(groups: Vec<&[u8]>) -> Option<(Vec<&[u8]>, usize)> {
    let width = groups.first()?.len();
    let are_equal = groups.iter().all(|group| group.len() == width);
    are_equal.then(|| (groups.into_iter().flat_map(|group| group.chunks(1)).collect(), width))
}

/// Returns the cells between commas, where a blank may be empty.
fn between_commas(text: &[u8]) -> Option<(Vec<&[u8]>, usize)> {
    let cells: Vec<&[u8]> = text.split(|&byte| byte == b',').map(|cell| or_blank(trimmed(cell))).collect();
    cells.iter().all(|cell| cell.len() <= 2).then_some((cells, 1))
}

/// Returns the cells of a grid above 9×9 in columns of two characters.
fn in_columns(text: &[u8]) -> Option<(Vec<&[u8]>, usize)> {
    let lines: Option<Vec<_>> = text.split(|&byte| byte == b'\n').map(columns).collect();
    lines.map(|lines| (lines.concat(), 1)).filter(|(cells, _)| cells.len() > CELLS)
}

/// Returns a text without the spaces and brackets at its ends.
fn trimmed(text: &[u8]) -> &[u8] {
    let is_cell = |byte: &u8| !byte.is_ascii_whitespace() && !BRACKETS.contains(byte);
    let begin = text.iter().position(is_cell).unwrap_or(text.len());
    let end = text.iter().rposition(is_cell).map_or(begin, |last| last + 1);
    &text[begin..end]
}

/// Returns the rows of a grid with a line for each, perhaps after a title, without its borders; nothing if there is none.
fn join_rows(text: &[u8], shape: Option<Shape>) -> Result<Vec<u8>, Defect> {
    let mut rows = GridRows::new(shape);
    let mut found = None;
    for (line, number) in text.split(|&byte| byte == b'\n').zip(1..) {
        let at = offset(text, line);
        match rows.add(line, number) {
            Added::Part if found.is_none() || rows.is_empty() => {}
            Added::Grid(ended) if found.is_none() => found = Some(ended),
            Added::Text if found.is_none() && !has_grid(line, shape) => {}
            _ => return Err(Defect::surplus(at)),
        }
    }
    let Some(ended) = found.or_else(|| rows.end(0)) else { return Ok(Vec::new()) };
    match ended.defect {
        None => Ok(ended.cells),
        Some(defect) => {
            let line = text.split(|&byte| byte == b'\n').nth(ended.line as usize - 1).unwrap_or_default();
            Err(Defect { at: offset(text, line) + defect.at, ..defect })
        }
    }
}

/// Returns true if a line has a word as long as a grid.
fn has_grid(line: &[u8], shape: Option<Shape>) -> bool {
    words(line).any(|word| shape.is_some_and(|shape| word.len() == shape.cells()))
}

/// Returns the shape of the grid in a text; `None` if no shape has so many cells, or if no alphabet fits them.
pub fn shape_of_text(text: &str) -> Option<Shape> {
    shape_of(text, None, None)
}

/// Returns the shape of the grid in a text, where the shape or the alphabet may be said.
pub fn shape_of(text: &str, shape: Option<Shape>, alphabet: Option<Alphabet>) -> Option<Shape> {
    let mut joined = Vec::new();
    let (cells, shape) = split(text.as_bytes(), shape, alphabet, &mut joined).ok()??;
    let is_grid = match alphabet {
        Some(alphabet) => fits(&cells, alphabet, shape.side()),
        None => fits_any(&cells, shape),
    };
    is_grid.then_some(shape)
}
