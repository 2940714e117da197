//! Parses a field of 81 cells in any notation.

use memchr::memchr;

use super::{
    any_rows, candidates,
    cells::or_blank,
    defect::Defect,
    grid_rows::{Added, GridRows},
    number_column,
    words::{BRACKETS, ROW, SEPARATORS, offset, words},
};
use crate::{CELLS, Grid, ParseGridError, numbers::plural, value_of};

/// Parses the grid at the beginning of a field.
///
/// Text after the 81st cell is ignored if white space separates it. If `spaces_are_blanks`, a space may stand for a blank;
/// otherwise white space ends the grid. Cells and rows may be separated by spaces, commas and similar characters and be in
/// brackets; rows may also be separated by dots. The marks of a text in a spreadsheet, `="…"` or `'…`, are left out.
///
/// # Errors
///
/// Returns the first defect if the field is not a grid.
#[inline(always)]
pub fn read_cells(field: &[u8], spaces_are_blanks: bool, grid: &mut Grid) -> Result<(), Defect> {
    if let Ok(text) = field.try_into()
        && (spaces_are_blanks || memchr(b' ', field).is_none())
        && !number_column::is_float_of_81_characters(text)
        && grid.read(text)
    {
        return Ok(());
    }
    parse_other(field).map(|parsed| *grid = parsed)
}

/// Returns true if a whole field is a grid with separators between its cells or rows.
pub fn is_separated(field: &[u8]) -> bool {
    field.len() >= CELLS + ROW - 1 && separated(field).is_some()
}

fn parse_other(field: &[u8]) -> Result<Grid, Defect> {
    if let Some(defect) = number_column::defect(field) {
        return Err(defect);
    }
    let begin = field.len() - field.trim_ascii_start().len();
    let cells = field[begin..].split(u8::is_ascii_whitespace).next().unwrap_or_default();
    Grid::parse(cells).or_else(|error| {
        let known_defect = || known_defect(field).unwrap_or_else(|| field_defect(field, begin, cells, error));
        separated(field).or_else(|| Grid::parse(number_column::spreadsheet_text(field)?).ok()).ok_or_else(known_defect)
    })
}

/// Returns the defect of a field that is a grid of candidates, a grid of another size, or a list of cells with a bad cell.
fn known_defect(field: &[u8]) -> Option<Defect> {
    let short = Some(field).filter(|field| field.len() <= MAX_OTHER_FORM);
    let known = |field| candidates::field_defect(field).or_else(|| any_rows::defect(field));
    short.and_then(known).or_else(|| separated_defect(field))
}

fn separated_defect(field: &[u8]) -> Option<Defect> {
    let words = || words(&field[..field.len().min(MAX_SEPARATED_BYTES)]);
    let cells = words().filter(|word| word.len() == 1).count();
    if cells < CELLS / 2 {
        return None;
    }
    let bad = words().find(|word| word.len() > 1 || value_of(word[0]).is_none());
    let reason = match bad {
        Some(word) => format!("{:?} is neither a value from 1 to 9 nor a blank", String::from_utf8_lossy(word)),
        None => format!("{} instead of 81", plural(cells as u64, "cell")),
    };
    Some(Defect::new(reason, bad.map_or(field.len(), |word| offset(field, word))))
}

/// Returns the index of a whole puzzle in a text that should have none, so that no puzzle is skipped silently.
pub fn find_puzzle(text: &[u8]) -> Option<usize> {
    if text.len() < CELLS || text.len() > MAX_TEXT {
        return None;
    }
    let is_end = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte) || b"<>=:".contains(byte);
    // A border of 81 characters has no values.
    let found = text
        .split(is_end)
        .find(|word| Grid::parse(word).is_ok_and(|grid| grid.clues() >= ROW))
        .map(|word| offset(text, word));
    found.or_else(|| separated(text).filter(|grid| grid.clues() >= ROW).map(|_| 0))
}

/// Returns the defect of a field whose first word, `cells` at `begin`, is not a grid.
fn field_defect(field: &[u8], begin: usize, cells: &[u8], error: ParseGridError) -> Defect {
    match error {
        ParseGridError::Length { .. } if cells.is_empty() => Defect::new("the field is empty", begin),
        ParseGridError::Length { cells } => {
            let what = match cells {
                729 => " (candidates of every cell? --alphabet candidates reads them, where a command has it)",
                _ => "",
            };
            let reason = format!("{} instead of 81{what}", plural(cells as u64, "cell"));
            Defect::new(reason, begin + cells.min(CELLS))
        }
        ParseGridError::NotACell { at, .. } => {
            let at = begin + at;
            let reason = match std::str::from_utf8(&field[at..]) {
                Err(error) if error.valid_up_to() == 0 => "invalid UTF-8".into(),
                Err(error) => not_a_cell(std::str::from_utf8(&field[at..at + error.valid_up_to()]).unwrap_or_default()),
                Ok(text) => not_a_cell(text),
            };
            Defect::new(reason, at)
        }
    }
}

fn not_a_cell(text: &str) -> String {
    let character = text.chars().next().unwrap_or_default();
    format!("{character:?} is neither a value from 1 to 9 nor a blank")
}

/// Maximum bytes of a text in which a puzzle is looked for.
const MAX_TEXT: usize = 1 << 20;
/// Maximum bytes of a field that may be a grid of candidates or of another size.
const MAX_OTHER_FORM: usize = 4096;
/// Maximum bytes of a grid with separators between its cells.
const MAX_SEPARATED_BYTES: usize = 2048;

/// Parses cells or rows with separators between them.
fn separated(field: &[u8]) -> Option<Grid> {
    if field.len() < CELLS || field.len() > MAX_SEPARATED_BYTES {
        return None;
    }
    let text: Vec<u8> = field.iter().copied().filter(|byte| !BRACKETS.contains(byte)).collect();
    of_words(text.split(|byte| SEPARATORS.contains(byte)).filter(|word| !word.is_empty()))
        // A blank may be empty between two commas.
        .or_else(|| of_words(text.trim_ascii().split(|&byte| byte == b',').map(<[u8]>::trim_ascii)))
        // Rows separated by dots have zeros as blanks.
        .or_else(|| of_words(text.split(|&byte| byte == b'.').filter(|word| !word.is_empty())))
        .or_else(|| if memchr(b'\n', field).is_some() { nine_lines(field) } else { None })
}

/// Parses the first nine rows in a text of several lines.
fn nine_lines(text: &[u8]) -> Option<Grid> {
    let mut rows = GridRows::default();
    for (line, number) in text.split(|&byte| byte == b'\n').zip(1..) {
        match rows.add(line, number) {
            Added::Grid(ended) => return Grid::parse(&ended.cells).ok().filter(|_| ended.defect.is_none()),
            // The line is another puzzle.
            Added::Text if find_puzzle(line).is_some() => return None,
            Added::Part | Added::Text => {}
        }
    }
    None
}

/// Parses a grid of 81 cells or 9 rows.
fn of_words<'w>(words: impl Iterator<Item = &'w [u8]>) -> Option<Grid> {
    let mut cells = Vec::with_capacity(CELLS);
    let mut count = 0;
    for word in words.map(or_blank) {
        count += 1;
        match word.len() {
            0 => cells.push(b'0'),
            1 | ROW => cells.extend_from_slice(word),
            _ => return None,
        }
        if cells.len() > CELLS {
            return None;
        }
    }
    if count != CELLS && count != ROW { None } else { Grid::parse(&cells).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn read(field: &[u8], spaces_are_blanks: bool) -> Result<Grid, Defect> {
        let mut grid = Grid::EMPTY;
        read_cells(field, spaces_are_blanks, &mut grid).map(|()| grid)
    }

    /// The last two of the 81 characters, `.0`, look like blanks.
    #[test]
    fn a_float_of_81_characters_is_no_grid() {
        let float = format!("{}.0", "4300".repeat(20).split_off(1));
        assert!(read(float.as_bytes(), true).unwrap_err().reason.starts_with("a floating-point number"));
        assert!(read(float.replace("43", "4.").as_bytes(), true).is_ok());
    }

    #[test]
    fn cells_and_rows_may_be_separated() {
        let zeros = PUZZLE.replace('.', "0");
        let cells: Vec<_> = zeros.split("").filter(|cell| !cell.is_empty()).collect();
        let rows: Vec<_> = zeros.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let nested: Vec<_> = cells.chunks(9).map(|row| format!("[{}]", row.join(", "))).collect();
        for field in [
            cells.join(" "),
            cells.join(","),
            format!("[{}]", cells.join(", ")),
            format!("[{}]", nested.join(", ")),
            format!("[{}]", nested.join("\n ")),
            rows.join("."),
            rows.join("/"),
            rows.join("\n"),
            cells.join(",").replace('0', ""),
            cells.join(", ").replace('0', "null"),
            format!("('{}')", rows.join("', '")),
        ] {
            assert_eq!(read(field.as_bytes(), false).map(|grid| grid.to_string()), Ok(PUZZLE.into()), "{field}");
        }
        let bad = |field: String| read(field.as_bytes(), true).unwrap_err();
        assert_eq!(bad(cells[1..].join(",")), Defect::new("80 cells instead of 81", 159));
        let reason = "\"a\" is neither a value from 1 to 9 nor a blank";
        assert_eq!(bad(cells.join(" ").replacen('8', "a", 1)), Defect::new(reason, 0));
        assert_eq!(bad(format!("[{}]", cells.join(", ").replacen('9', "10", 1))).at, 1 + 3 * 22);
    }

    #[test]
    fn puzzles_are_found_in_other_text() {
        let find = |text: String| find_puzzle(text.as_bytes());
        assert_eq!(find(format!("1,{PUZZLE},x")), Some(2));
        assert_eq!(find(format!("<game data=\"{PUZZLE}\"")), Some(12));
        assert_eq!(find(PUZZLE.replace("", " ")), Some(0));
        for text in [PUZZLE[1..].into(), format!("{PUZZLE}1"), "-".repeat(81), "some words ".repeat(9)] {
            assert_eq!(find(text.clone()), None, "{text}");
        }
    }
}
