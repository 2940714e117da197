//! A line with a row of a grid.

use super::{
    alphabet::{fits_any, is_blank, number},
    words::{BRACKETS, SEPARATORS, is_dashes, offset},
};
use crate::Shape;

/// The fewest rows of equal length that show a grid.
const MIN_ROWS: usize = 3;
/// The cells in a row of the smallest grid: a line of four characters may be anything.
pub const SMALLEST_SIDE: usize = 4;

/// Returns true if a text may be a cell of a grid with this side, in some alphabet. Letters and numbers are values above 9.
pub fn is_cell(text: &[u8], side: usize) -> bool {
    let is_value = match *text {
        [byte] if side > 9 => byte.is_ascii_alphanumeric(),
        [byte] => matches!(byte, b'1'..=b'9') && usize::from(byte - b'0') <= side,
        _ => side > 9 && number(text).is_some_and(|value| usize::from(value) <= side),
    };
    is_value || is_blank(text) && (side > 9 || text.len() == 1)
}

/// Returns true if a character may be a cell of a grid with this side, where a space may be a blank up to 9×9.
pub fn is_character(byte: u8, side: usize) -> bool {
    is_cell(&[byte], side) || byte == b' ' && side <= 9
}

/// Returns true for a row of one character a cell.
pub fn is_compact(line: &[u8], side: usize) -> bool {
    line.len() == side && line.iter().all(|&byte| is_character(byte, side)) && !line.trim_ascii().is_empty()
}

/// Returns the cells of a line that is a row of a grid with this side. Separators may stand between cells and between groups of cells,
/// above 9 if all groups are equally wide, and bars between boxes. Between commas, semicolons or tabs, a blank may be empty; in a frame up to
/// 9×9, a space. Above 9, numbers may stand in columns of two characters.
pub fn row(line: &[u8], side: usize) -> Option<Vec<&[u8]>> {
    let is_row = |cells: &Vec<&[u8]>| cells.len() == side && cells.iter().all(|cell| is_cell(cell, side));
    if is_compact(line, side) {
        return Some(line.chunks(1).collect());
    }
    let words: Vec<&[u8]> = row_words(line).collect();
    let are_boxes = !line.contains(&b'|') || boxes_are_equal(line);
    if are_boxes && is_row(&words) {
        return Some(words);
    }
    let fields = |delimiter: u8| line.split(move |&byte| byte == delimiter).map(<[u8]>::trim_ascii).map(or_blank);
    let mut delimited = b",;\t".iter().map(|&delimiter| fields(delimiter).collect());
    if let Some(cells) = delimited.find(is_row) {
        return Some(cells);
    }
    // Above 9, the letters of words would be cells, and the digits of numbers.
    let is_group = |word: &&[u8]| word.len() == words[0].len() && side.is_multiple_of(word.len());
    let are_groups = are_boxes && (side <= 9 || words.iter().all(is_group));
    let characters: Vec<&[u8]> = words.iter().flat_map(|word| word.chunks(1)).collect();
    if are_groups && is_row(&characters) {
        return Some(characters);
    }
    let placed = if side <= 9 { framed(line, side) } else { columns(line).filter(|_| !is_dashes(line)) };
    placed.filter(is_row)
}

/// Returns true if as many words or characters stand between all bars of a line.
fn boxes_are_equal(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"|").unwrap_or(line);
    let line = line.strip_suffix(b"|").unwrap_or(line);
    let sizes = |size: fn(&[u8]) -> usize| line.split(|&byte| byte == b'|').map(size).collect::<Vec<_>>();
    let of_words = sizes(|r#box| row_words(r#box).count());
    let of_characters = sizes(|r#box| row_words(r#box).map(<[u8]>::len).sum());
    [of_words, of_characters].iter().any(|sizes| sizes.iter().all(|size| *size == sizes[0]))
}

/// Returns the cells of a row with bars between its boxes, where a blank may be a space: `| 5 3   |   7   |       |`.
fn framed(line: &[u8], side: usize) -> Option<Vec<&[u8]>> {
    let line = line.trim_ascii_end();
    let has_ends = line.starts_with(b"|") && line.ends_with(b"|");
    let bars = line.iter().filter(|&&byte| byte == b'|').count();
    let boxes = (bars + 1).checked_sub(2 * usize::from(has_ends)).filter(|boxes| *boxes > 1)?;
    if !side.is_multiple_of(boxes) {
        return None;
    }
    [[" ", " | "], ["", "|"], [" ", "|"], ["", " | "]].iter().find_map(|[between, bar]| {
        let r#box = vec!["#"; side / boxes].join(between);
        let row = vec![&*r#box; boxes].join(bar);
        let pattern = if has_ends { format!("{}{row}{}", bar.trim_start(), bar.trim_end()) } else { row };
        let is_cell = |at: &usize| pattern.as_bytes()[*at] == b'#';
        let is_as_drawn = |(at, &byte): (usize, &u8)| is_cell(&at) || byte == pattern.as_bytes()[at];
        let fits = line.len() <= pattern.len() && line.iter().enumerate().all(is_as_drawn);
        let cell = |at: usize| or_blank(line.get(at..=at).unwrap_or_default().trim_ascii());
        fits.then(|| (0..pattern.len()).filter(is_cell).map(cell).collect())
    })
}

/// Returns the words of a line with a row; bars of candidate grids may end in `!`.
pub fn row_words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_separator = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte) || *byte == b'!';
    line.split(is_separator).filter(|word| !word.is_empty())
}

/// Returns a blank for a word that is empty or stands for nothing in JSON or Python, else the word.
pub fn or_blank(word: &[u8]) -> &[u8] {
    if [&b""[..], b"null", b"None", b"nan", b"NaN"].contains(&word) { b"." } else { word }
}

/// Returns the cells of a line in columns of two characters, such as `01` or ` 1`; `None` if one is neither a number nor a blank.
pub fn columns(line: &[u8]) -> Option<Vec<&[u8]>> {
    let line = line.trim_ascii_end();
    // The first column may have lost its space.
    let (first, rest) = line.split_at(line.len() % 2);
    let columns = Some(first).filter(|first| !first.is_empty()).into_iter().chain(rest.chunks(2));
    let cells = columns.map(|column| column.trim_ascii());
    cells.map(|cell| (number(cell).is_some() || is_blank(cell)).then_some(cell)).collect()
}

/// Returns the shape of the smallest grid of which a line may be a row.
pub fn shape_of_row(line: &[u8]) -> Option<Shape> {
    let is_row = |shape: &Shape| row(line, shape.side()).is_some_and(|cells| fits_any(&cells, *shape));
    // The cells of a single word have a character each, or two.
    let is_word = row_words(line).next().is_some_and(|word| word.len() == line.len());
    let may_fit = |side: &usize| !is_word || [line.len(), line.len().div_ceil(2)].contains(side);
    let sides = (SMALLEST_SIDE..=Shape::MAX_SIDE).filter(may_fit);
    let mut shapes = sides.filter_map(|side| Shape::of_cells(side * side));
    // Dashes are a border where nothing shows how many cells a row has.
    if is_dashes(line) { None } else { shapes.find(is_row) }
}

/// Returns the shape of the grid if a line is a row of another side, with at least six columns.
pub fn other_shape(line: &[u8], side: usize) -> Option<Shape> {
    let is_other = |shape: &Shape| shape.side() != side && shape.side() > SMALLEST_SIDE;
    let is_title = line.iter().all(|byte| byte.is_ascii_alphabetic() || SEPARATORS.contains(byte));
    shape_of_row(line).filter(is_other).filter(|_| !is_title)
}

/// Returns true if lines, borders left out, are rows of one grid with at least six columns.
pub fn are_rows<'l>(lines: impl Iterator<Item = &'l [u8]>) -> bool {
    let shapes: Vec<_> = lines.map(|line| other_shape(line, 0)).collect();
    shapes.len() >= MIN_ROWS && shapes[0].is_some() && shapes.iter().all(|shape| *shape == shapes[0])
}

/// Returns the index of the first bad cell in a line that is clearly meant as a row: at least three of four cells are good.
pub fn bad_cell(line: &[u8], side: usize) -> Option<usize> {
    let words: Vec<&[u8]> = line.split(|byte| SEPARATORS.contains(byte)).filter(|word| !word.is_empty()).collect();
    let text = line.trim_ascii();
    let units = if words.len() == side { words } else { text.chunks(1).collect() };
    // Above 9, most letters of a title would be cells.
    let may_be_title = side > 9 && units.iter().any(|unit| unit.trim_ascii().is_empty());
    let mut bad = units.iter().filter(|unit| !is_cell(unit, side));
    let first = bad.next()?;
    (units.len() == side && bad.count() < side / 4 && !may_be_title).then(|| offset(line, first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_distinguished_from_text() {
        for (line, expected) in include_str!("rows.txt").lines().filter_map(|case| case.rsplit_once(" →")) {
            let (side, line) = line.split_once(": ").unwrap();
            let cells = row(line.as_bytes(), side.parse().unwrap()).map(|cells| cells.join(&b' '));
            let cells = cells.map_or(String::new(), |cells| format!(" {}", String::from_utf8(cells).unwrap()));
            assert_eq!(cells, expected.replace('␣', " "), "{line}");
        }
        assert_eq!(shape_of_row(b"0123456789ABCDEF").map(Shape::side), Some(16));
        assert_eq!(shape_of_row(b"times-fiendish-2005-04-21"), None);
    }

    #[test]
    fn a_row_may_have_a_bad_cell() {
        assert_eq!(bad_cell(b"53..7..a.", 9), Some(7));
        assert_eq!(bad_cell(b" 5 3 10 . 7 . . . .", 9), Some(5));
        assert_eq!(bad_cell(b"12.5", 4), Some(3));
        for line in ["53..7....", "53..7...", "Grid 0001", "a puzzle of mine", "12-06-2006"] {
            assert_eq!(bad_cell(line.as_bytes(), 9), None, "{line}");
        }
        assert_eq!(bad_cell(b"Puzzle number 12", 16), None);
    }
}
