//! A field → a grid: 81 cells in whatever notation.

use memchr::memchr;

use super::line_reader::MAX_RECORD;
use crate::{
    grid::{CELLS, Grid, ParseGridError, value_of},
    layout,
};

/// Cells in a row of a grid.
pub const ROW: usize = 9;

/// Why a field holds no grid, and the byte of the field (from 0) where that shows.
#[derive(Debug, PartialEq, Eq)]
pub struct BadField {
    /// What is wrong.
    pub reason: String,
    /// Where, from 0.
    pub at: usize,
}

/// Reads the grid at the beginning of a field.
///
/// Text after the 81st cell is ignored where white space separates it. A field that is `quoted` may use spaces as
/// blanks; in any other, white space ends the grid. Cells may be separated by spaces, commas or the like and be in
/// brackets; rows too, also by dots.
#[inline(always)]
pub fn read_cells(field: &[u8], quoted: bool, grid: &mut Grid) -> Result<(), BadField> {
    if let Ok(text) = field.try_into()
        && (quoted || memchr(b' ', field).is_none())
        && grid.read(text)
    {
        return Ok(());
    }
    parse(field).map(|parsed| *grid = parsed)
}

/// The grid of a field, in whatever notation; nothing where there is none.
pub fn parse_cells(field: &[u8]) -> Option<Grid> {
    let mut grid = Grid::EMPTY;
    read_cells(field, true, &mut grid).is_ok().then_some(grid)
}

/// The same for any other field than 81 cells.
fn parse(field: &[u8]) -> Result<Grid, BadField> {
    let begin = field.len() - field.trim_ascii_start().len();
    let cells = field[begin..].split(u8::is_ascii_whitespace).next().unwrap_or_default();
    Grid::parse(cells).or_else(|error| {
        separated(field).ok_or_else(|| bad_separated(field).unwrap_or_else(|| bad_field(field, begin, cells, error)))
    })
}

/// What is wrong with a field that is a list of cells, if it is one.
fn bad_separated(field: &[u8]) -> Option<BadField> {
    let is_separator = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte);
    let words = || field[..field.len().min(LONGEST)].split(is_separator).filter(|word| !word.is_empty());
    let cells = words().filter(|word| word.len() == 1).count();
    if cells < CELLS / 2 {
        return None;
    }
    let bad = words().find(|word| word.len() > 1 || value_of(word[0]).is_none());
    let reason = match bad {
        Some(word) => format!("{:?} is neither a value from 1 to 9 nor a blank", String::from_utf8_lossy(word)),
        None => format!("{} instead of 81", plural(cells, "cell")),
    };
    Some(BadField { reason, at: bad.map_or(field.len(), |word| offset(field, word)) })
}

/// Where a part of a text begins.
fn offset(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Where a whole puzzle is in a text in which none should be, so that none is passed over in silence.
pub fn find_puzzle(text: &[u8]) -> Option<usize> {
    if text.len() < CELLS || text.len() > MAX_RECORD {
        return None;
    }
    // A line that is drawn has no values.
    let is_puzzle = |cells: &[u8]| Grid::parse(cells).is_ok_and(|grid| grid.clues() >= ROW);
    let is_end = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte) || b"<>=:".contains(byte);
    let found = text.split(is_end).find(|word| is_puzzle(word)).map(|word| offset(text, word));
    found.or_else(|| separated(text).filter(|grid| grid.clues() >= ROW).map(|_| 0))
}

fn bad_field(field: &[u8], begin: usize, cells: &[u8], error: ParseGridError) -> BadField {
    match error {
        ParseGridError::Length { .. } if cells.is_empty() => {
            BadField { reason: "the field is empty".into(), at: begin }
        }
        ParseGridError::Length { cells } => {
            let what = match cells {
                729 => " (candidates of every cell? Only givens are read)",
                16 | 36 | 256 | 625 => " (a grid of another size? Only 9×9 is read)",
                _ => "",
            };
            let reason = format!("{} instead of 81{what}", plural(cells, "cell"));
            BadField { reason, at: begin + cells.min(CELLS) }
        }
        ParseGridError::NotACell { at, .. } => {
            let at = begin + at;
            let reason = match std::str::from_utf8(&field[at..]) {
                Err(error) if error.valid_up_to() == 0 => "invalid UTF-8".into(),
                Err(error) => not_a_cell(std::str::from_utf8(&field[at..at + error.valid_up_to()]).unwrap_or_default()),
                Ok(text) => not_a_cell(text),
            };
            BadField { reason, at }
        }
    }
}

/// "1 cell", "80 cells".
pub fn plural(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn not_a_cell(text: &str) -> String {
    let character = text.chars().next().unwrap_or_default();
    format!("{character:?} is neither a value from 1 to 9 nor a blank")
}

/// The most bytes of a grid with something between its cells.
const LONGEST: usize = 2048;
const BRACKETS: &[u8] = b"[](){}'\"";
const SEPARATORS: &[u8] = b" \t\r\n,;|/";

/// Cells or rows with something between them.
fn separated(field: &[u8]) -> Option<Grid> {
    if field.len() < CELLS || field.len() > LONGEST {
        return None;
    }
    let text: Vec<u8> = field.iter().copied().filter(|byte| !BRACKETS.contains(byte)).collect();
    let words = || text.split(|byte| SEPARATORS.contains(byte)).filter(|word| !word.is_empty());
    of_words(words())
        // What is between two commas may be nothing.
        .or_else(|| of_words(text.trim_ascii().split(|&byte| byte == b',').map(<[u8]>::trim_ascii)))
        // Rows between dots have no other blanks than zeros.
        .or_else(|| of_words(text.split(|&byte| byte == b'.').filter(|word| !word.is_empty())))
        .or_else(|| if memchr(b'\n', field).is_some() { layout::grid_of_text(field) } else { None })
}

/// A grid of 81 cells or 9 rows.
fn of_words<'w>(words: impl Iterator<Item = &'w [u8]>) -> Option<Grid> {
    let (mut cells, mut count) = (Vec::with_capacity(CELLS), 0);
    for word in words {
        count += 1;
        match word {
            b"" | b"null" | b"None" | b"nan" | b"NaN" => cells.push(b'0'),
            _ if word.len() == 1 || word.len() == ROW => cells.extend_from_slice(word),
            _ => return None,
        }
        if cells.len() > CELLS {
            return None;
        }
    }
    if count != CELLS && count != ROW { None } else { Grid::parse(&cells).ok() }
}

/// The cells of a row of a grid that is spread over lines, if a line is one: nine cells with nothing, a separator or bars
/// between them; candidates stand for a blank.
pub fn grid_row(line: &[u8]) -> Option<[u8; ROW]> {
    let is_cell = |&byte: &u8| value_of(byte).is_some();
    if line.len() == ROW && line.iter().all(is_cell) && !line.trim_ascii().is_empty() {
        return line.try_into().ok();
    }
    let is_separator = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte) || *byte == b'!';
    let cells: Vec<u8> = line.iter().copied().filter(|byte| !is_separator(byte)).collect();
    let words = || line.split(is_separator).filter(|word| !word.is_empty());
    if let Ok(cells) = <[u8; ROW]>::try_from(&*cells)
        && cells.iter().all(is_cell)
        && words().all(|word| [1, 3, ROW].contains(&word.len()))
    {
        return Some(cells);
    }
    let commas: Vec<_> = line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).collect();
    let cell = |word: &[u8]| match word {
        b"" => Some(b'0'),
        [byte] if value_of(*byte).is_some() => Some(*byte),
        _ => None,
    };
    if commas.len() == ROW
        && let Some(row) = commas.iter().map(|word| cell(word)).collect::<Option<Vec<_>>>()
    {
        return row.try_into().ok();
    }
    // Candidates run together; what a player has filled in has a `u` before it.
    let given = |word: &[u8]| match word {
        [byte] => value_of(*byte).map(|_| *byte),
        _ => word.strip_prefix(b"u").unwrap_or(word).iter().all(u8::is_ascii_digit).then_some(b'0'),
    };
    let row = words().map(given).collect::<Option<Vec<_>>>()?;
    row.try_into().ok()
}

/// Where a line stops being a row of a grid that is clearly meant to be one: seven of its nine cells are.
pub fn bad_cell(line: &[u8]) -> Option<usize> {
    let words: Vec<_> = line.split(|byte| SEPARATORS.contains(byte)).filter(|word| !word.is_empty()).collect();
    let bytes: Vec<_> = line.trim_ascii().chunks(1).collect();
    let units = if words.len() == ROW { words } else { bytes };
    let is_cell = |unit: &&[u8]| unit.len() == 1 && !unit[0].is_ascii_whitespace() && value_of(unit[0]).is_some();
    let bad = units.iter().find(|unit| !is_cell(unit))?;
    (units.len() == ROW && units.iter().filter(|unit| is_cell(unit)).count() >= ROW - 2).then(|| offset(line, bad))
}

/// Whether a line is drawn between the rows of a grid.
pub fn is_border(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let drawn = line.iter().all(|byte| b"-+=|*:.' ".contains(byte));
    let strokes = line.iter().filter(|byte| b"-=".contains(byte)).count();
    drawn && strokes > 4 && grid_row(line).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn read(field: &[u8], quoted: bool) -> Result<Grid, BadField> {
        let mut grid = Grid::EMPTY;
        read_cells(field, quoted, &mut grid).map(|()| grid)
    }

    #[test]
    fn fields_may_hold_spaces_and_more_than_the_grid() {
        let spaces = PUZZLE.replace('.', " ");
        assert_eq!(read(spaces.as_bytes(), true).unwrap().to_string(), PUZZLE);
        assert_eq!(read(format!("  {PUZZLE}  11.9 x").as_bytes(), false).unwrap().to_string(), PUZZLE);
        let bad = |field: &str, quoted| read(field.as_bytes(), quoted).unwrap_err();
        assert_eq!(bad(&spaces, false), BadField { reason: "1 cell instead of 81".into(), at: 1 });
        assert_eq!(bad(&PUZZLE[1..], true), BadField { reason: "80 cells instead of 81".into(), at: 80 });
        assert_eq!(bad(&format!("{PUZZLE}1"), true), BadField { reason: "82 cells instead of 81".into(), at: 81 });
        assert_eq!(bad(" ", false), BadField { reason: "the field is empty".into(), at: 1 });
        assert_eq!(
            bad("12é", false),
            BadField { reason: "'é' is neither a value from 1 to 9 nor a blank".into(), at: 2 }
        );
        assert_eq!(read(b"12\xff", false).unwrap_err(), BadField { reason: "invalid UTF-8".into(), at: 2 });
        assert_eq!(read("a\u{e9}".as_bytes(), false).unwrap_err().at, 0);
        assert!(bad(&"123456789".repeat(81), false).reason.contains("candidates"));
        assert!(bad(&".".repeat(256), false).reason.contains("another size"));
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
        assert_eq!(bad(cells[1..].join(",")), BadField { reason: "80 cells instead of 81".into(), at: 159 });
        let reason = "\"a\" is neither a value from 1 to 9 nor a blank".into();
        assert_eq!(bad(cells.join(" ").replacen('8', "a", 1)), BadField { reason, at: 0 });
        assert_eq!(bad(format!("[{}]", cells.join(", ").replacen('9', "10", 1))).at, 1 + 3 * 22);
    }

    #[test]
    fn puzzles_are_found_where_none_should_be() {
        let find = |text: String| find_puzzle(text.as_bytes());
        assert_eq!(find(format!("1,{PUZZLE},x")), Some(2));
        assert_eq!(find(format!("<game data=\"{PUZZLE}\"")), Some(12));
        assert_eq!(find(PUZZLE.replace("", " ")), Some(0));
        for text in [PUZZLE[1..].into(), format!("{PUZZLE}1"), "-".repeat(81), "some words ".repeat(9)] {
            assert_eq!(find(text.clone()), None, "{text}");
        }
    }

    #[test]
    fn rows_of_grids_are_told_from_borders_and_words() {
        let row = |line: &str| grid_row(line.as_bytes()).map(|row| String::from_utf8(row.to_vec()).unwrap());
        for line in ["53..7....", "5 3 . . 7 . . . .", "|53.|.7.|...|", "| 5 3 . | . 7 . | . . . |"] {
            assert!(row(line).is_some(), "{line}");
        }
        assert_eq!(row("5,3,,,7,,,,").unwrap(), "530070000");
        assert_eq!(row("53  7    ").unwrap(), "53  7    ");
        assert_eq!(row("5 3 124 u2 7 6 89 19 4").unwrap(), "530076004");
        for line in ["Grid 01", "53..7...", "", "         ", "|---+---+---|", "123456789,1"] {
            assert_eq!(row(line), None, "{line}");
        }
        assert_eq!(bad_cell(b"53..7..a."), Some(7));
        assert_eq!(bad_cell(b" 5 3 10 . 7 . . . ."), Some(5));
        for line in ["53..7....", "53..7...", "Grid 0001", "a puzzle of mine", "12-06-2006"] {
            assert_eq!(bad_cell(line.as_bytes()), None, "{line}");
        }
        for border in ["*-----------*", "|---+---+---|", "+-------+-------+", "------+-------+------", "======"] {
            assert!(is_border(border.as_bytes()), "{border}");
        }
        assert!(!is_border(b"---------") && !is_border(b"...") && !is_border(b"53..7...."));
    }
}
