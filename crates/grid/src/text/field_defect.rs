//! Why a field is no grid.

use super::{
    alphabet::Alphabet,
    candidates,
    cells::{grid, shape_of_text, split},
    defect::Defect,
    notation::Notation,
    number_column,
    row::or_blank,
    words::{offset, words},
};
use crate::numbers::plural;

/// Maximum bytes of a field that may be a grid of candidates or of another shape.
const MAX_OTHER_FORM: usize = 4096;
/// Maximum bytes of a word that is meant as one cell.
const MAX_WORD: usize = 16;

/// Returns the first defect of a field that is not a grid of a notation.
pub fn field_defect(field: &[u8], notation: Notation) -> Defect {
    let Notation { shape, alphabet } = notation;
    if let Some(defect) = number_column::defect(field).filter(|_| notation.is_default()) {
        return defect;
    }
    let Some(first) = field.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()) else {
        return Defect::new("the field is empty", field.len());
    };
    if let Some(defect) = defect_of_form(field, notation) {
        return defect;
    }
    let after = &field[offset(field, first) + first.len()..];
    if grid(first, notation, false).is_some() {
        let at = field.len() - after.trim_ascii_start().len();
        return Defect::surplus(at);
    }
    let are_cells = alphabet == Alphabet::Numbers || 2 * words(field).count() > shape.cells();
    let units = || words(field).flat_map(|word| word.chunks(if are_cells { word.len() } else { 1 }));
    let is_bad = |unit: &&[u8]| alphabet.value_of(or_blank(unit), shape.side()).is_none();
    if let Some(bad) = units().take(shape.cells() + 1).find(is_bad).filter(|bad| bad.len() <= MAX_WORD) {
        let at = offset(field, bad);
        return Defect::new(not_a_cell(&field[at..], bad.len(), notation), at);
    }
    let surplus = units().nth(shape.cells());
    Defect::new(wrong_count(units().count(), notation), surplus.map_or(field.len(), |unit| offset(field, unit)))
}

/// Returns the defect of a field that is a grid in another form: of candidates, of another shape, or with a line for each row.
fn defect_of_form(field: &[u8], Notation { shape, alphabet }: Notation) -> Option<Defect> {
    if field.len() > MAX_OTHER_FORM {
        return None;
    }
    let found = || shape_of_text(std::str::from_utf8(field).ok()?).filter(|found| *found != shape);
    let end = |cells: usize| field.len().min(shape.cells().min(cells));
    candidates::field_defect(field, shape)
        .or_else(|| found().map(|found| Defect::wrong_shape(found, shape.cells(), end(found.cells()))))
        .or_else(|| split(field, Some(shape), Some(alphabet), &mut Vec::new()).err())
}

fn wrong_count(cells: usize, Notation { shape, .. }: Notation) -> String {
    let which = match (cells, shape.is_classic()) {
        (729, true) => " (candidates of every cell? --alphabet candidates reads them)".into(),
        (_, true) => String::new(),
        (_, false) => format!(" ({0}×{0})", shape.side()),
    };
    format!("{} instead of {}{which}", plural(cells as u64, "cell"), shape.cells())
}

/// Returns the message that the word of `length` bytes at the beginning of a text is not a cell.
pub fn not_a_cell(text: &[u8], length: usize, Notation { shape, alphabet }: Notation) -> String {
    let side = shape.side();
    let valid = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() == 0 => return "invalid UTF-8".into(),
        Err(error) => std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default(),
    };
    let word = match valid.chars().next() {
        Some(character) if length <= character.len_utf8() => format!("{character:?}"),
        _ => format!("{:?}", String::from_utf8_lossy(&text[..length])),
    };
    if side <= 9 {
        return format!("{word} is neither a value from 1 to {side} nor a blank");
    }
    format!("{word} is neither a value of a {side}×{side} grid nor a blank ({})", alphabet.name())
}
