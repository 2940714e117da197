//! Which column holds what: told by the caller, by a header, or by the fields themselves.

use memchr::memchr;

use super::Wanted;
use crate::{
    error::{Error, Result},
    grid::{CELLS, Grid},
};

const PUZZLE_NAMES: [&str; 8] = ["puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board"];
const SOLUTION_NAMES: [&str; 3] = ["solution", "solutions", "answer"];
const ID_NAMES: [&str; 2] = ["id", "puzzle_id"];

/// A column as a user names it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Column {
    /// By its place, from 1.
    Number(usize),
    /// By its name in the header, in any case.
    Name(String),
}

impl std::fmt::Display for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Column::Number(number) => number.fmt(f),
            Column::Name(name) => name.fmt(f),
        }
    }
}

impl From<Column> for String {
    fn from(column: Column) -> String {
        column.to_string()
    }
}

impl TryFrom<String> for Column {
    type Error = String;

    fn try_from(text: String) -> Result<Column, String> {
        text.parse()
    }
}

impl std::str::FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Column, String> {
        match text.trim().parse() {
            _ if text.trim().is_empty() => Err("a column has a name or a number".into()),
            Ok(0) => Err("columns are counted from 1".into()),
            Ok(number) => Ok(Column::Number(number)),
            Err(_) => Ok(Column::Name(text.trim().into())),
        }
    }
}

/// The places, from 0, of the fields that are used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// `None` as long as no row told.
    pub puzzle: Option<usize>,
    /// The corpus' own answer.
    pub solution: Option<usize>,
    /// Whether the caller told where the solution is.
    pub solution_asked: bool,
    /// The corpus' own name for the puzzle.
    pub id: Option<usize>,
}

/// Finds the columns of a file by its first row, and says whether that row is a header.
pub fn find(
    first: &csv::ByteRecord,
    puzzle: Option<&Column>,
    solution: Option<&Column>,
    path: &str,
) -> Result<(Columns, bool)> {
    let is_header = is_header(first, [puzzle, solution]);
    let place = |column: &Column| match column {
        Column::Number(number) => Ok(number - 1),
        Column::Name(name) => named(first, &[name]).ok_or_else(|| Error::NoColumn {
            path: path.into(),
            name: name.clone(),
            header: first
                .iter()
                .map(|field| format!("{:?}", String::from_utf8_lossy(field)))
                .collect::<Vec<_>>()
                .join(", "),
        }),
    };
    let by_header = |names: &[&str]| if is_header { named(first, names) } else { None };
    let puzzle = puzzle.map(place).transpose()?.or_else(|| by_header(&PUZZLE_NAMES));
    let solution_asked = solution.is_some();
    let solution = solution.map(place).transpose()?.or_else(|| by_header(&SOLUTION_NAMES));
    Ok((Columns { puzzle, solution, solution_asked, id: by_header(&ID_NAMES) }, is_header))
}

impl Columns {
    /// Finds the puzzle by content where neither caller nor header told: in the first field that holds one, with a
    /// blank if there is such a field; and in a file without a header the solution, in the first other full grid.
    pub fn learn(&mut self, row: &csv::ByteRecord, has_header: bool) {
        if self.puzzle.is_some() {
            return;
        }
        let grid = |field: &[u8]| {
            let mut grid = Grid::EMPTY;
            read_cells(field, true, &mut grid).is_ok().then_some(grid)
        };
        let free = |place: &usize| Some(*place) != self.solution && Some(*place) != self.id;
        let grids = |place: &usize| free(place) && grid(&row[*place]).is_some();
        let full = |place: &usize| grid(&row[*place]).is_some_and(|grid| grid.clues() == CELLS);
        let places = || (0..row.len()).filter(grids);
        self.puzzle = places().find(|place| !full(place)).or_else(|| places().next());
        if let (Some(puzzle), None, false) = (self.puzzle, self.solution, has_header) {
            self.solution = places().find(|place| *place != puzzle && full(place));
        }
    }

    /// Those of which something is wanted. With whole rows, a name of the puzzle is not.
    pub fn only(&self, wanted: Wanted) -> Columns {
        let (solution, id) = (self.solution.filter(|_| wanted.solutions), self.id.filter(|_| !wanted.rows));
        Columns { solution, id, ..*self }
    }

    /// The names of `n` columns without a header.
    pub fn names(&self, n: usize) -> Vec<String> {
        let name = |place| match Some(place) {
            place if place == self.puzzle => "puzzle".into(),
            place if place == self.solution => "solution".into(),
            _ => format!("column_{}", place + 1),
        };
        (0..n).map(name).collect()
    }

    /// What the puzzle was looked for in, for people.
    pub fn wanted(asked: Option<&Column>) -> String {
        match asked {
            Some(Column::Number(number)) => format!("puzzles in column {number}"),
            Some(Column::Name(name)) => format!("puzzles in the column named {name:?}"),
            None => format!("a column named {} or the first field that holds a puzzle", PUZZLE_NAMES.join(", ")),
        }
    }
}

/// A first row is a header if it has one of the names, or nothing in it but short words.
fn is_header(first: &csv::ByteRecord, asked: [Option<&Column>; 2]) -> bool {
    let asked = asked.into_iter().flatten().any(|column| match column {
        Column::Name(name) => named(first, &[name]).is_some(),
        Column::Number(_) => false,
    });
    let known = [&PUZZLE_NAMES[..], &SOLUTION_NAMES, &ID_NAMES].iter().any(|names| named(first, names).is_some());
    let is_word = |field: &[u8]| {
        let letter = |byte: &u8| byte.is_ascii_alphabetic() && !matches!(byte, b'x' | b'X');
        field.len() <= CELLS / 2 && field.iter().any(letter)
    };
    asked || known || first.iter().all(is_word)
}

/// The place of the first field that is one of these names, in any case.
fn named(row: &csv::ByteRecord, names: &[&str]) -> Option<usize> {
    row.iter().position(|field| names.iter().any(|name| field.trim_ascii().eq_ignore_ascii_case(name.as_bytes())))
}

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
/// blanks; in any other, white space ends the grid.
#[inline(always)]
pub fn read_cells(field: &[u8], quoted: bool, grid: &mut Grid) -> Result<(), BadField> {
    if let Ok(text) = field.try_into()
        && (quoted || memchr(b' ', field).is_none())
        && grid.read(text)
    {
        return Ok(());
    }
    parse_cells(field).map(|parsed| *grid = parsed)
}

/// The same for any other field than 81 cells.
fn parse_cells(field: &[u8]) -> Result<Grid, BadField> {
    let begin = field.len() - field.trim_ascii_start().len();
    let cells = field[begin..].split(u8::is_ascii_whitespace).next().unwrap_or_default();
    Grid::parse(cells).map_err(|error| {
        use crate::grid::ParseGridError::{Length, NotACell};
        match error {
            Length { .. } if cells.is_empty() => BadField { reason: "the field is empty".into(), at: begin },
            Length { cells } => {
                BadField { reason: format!("{} instead of 81", plural(cells, "cell")), at: begin + cells.min(CELLS) }
            }
            NotACell { at, .. } => {
                let at = begin + at;
                let reason = match std::str::from_utf8(&field[at..]) {
                    Err(error) if error.valid_up_to() == 0 => "invalid UTF-8".into(),
                    Err(error) => {
                        not_a_cell(std::str::from_utf8(&field[at..at + error.valid_up_to()]).unwrap_or_default())
                    }
                    Ok(text) => not_a_cell(text),
                };
                BadField { reason, at }
            }
        }
    })
}

/// "1 cell", "80 cells".
pub fn plural(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn not_a_cell(text: &str) -> String {
    let character = text.chars().next().unwrap_or_default();
    format!("{character:?} is neither a value from 1 to 9 nor a blank")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const FULL: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    fn row(fields: &[&str]) -> csv::ByteRecord {
        csv::ByteRecord::from(fields)
    }

    fn columns(fields: &[&str], puzzle: Option<Column>) -> (Option<usize>, Option<usize>, Option<usize>, bool) {
        let (found, header) = find(&row(fields), puzzle.as_ref(), None, "f").unwrap();
        (found.puzzle, found.solution, found.id, header)
    }

    #[test]
    fn names_are_found_in_any_case_and_any_order() {
        assert_eq!(columns(&["Source", "QUESTION", "answer", "rating"], None), (Some(1), Some(2), None, true));
        assert_eq!(columns(&["puzzle_id", "Solutions", " Quizzes "], None), (Some(2), Some(1), Some(0), true));
        for name in PUZZLE_NAMES {
            assert_eq!(columns(&["n", name], None), (Some(1), None, None, true));
        }
        assert_eq!(columns(&["a", "b"], None), (None, None, None, true));
        assert_eq!(columns(&["a", "b"], Some(Column::Name("B".into()))), (Some(1), None, None, true));
        assert_eq!(columns(&["id", "start"], Some(Column::Number(2))), (Some(1), None, Some(0), true));
    }

    #[test]
    fn a_row_with_cells_is_no_header() {
        assert_eq!(columns(&[PUZZLE], None), (None, None, None, false));
        assert_eq!(columns(&[&PUZZLE[1..], "x"], None), (None, None, None, false));
        assert_eq!(columns(&["49151"], None), (None, None, None, false));
        let error = find(&row(&[PUZZLE]), Some(&Column::Name("q".into())), None, "f").unwrap_err();
        assert!(error.to_string().contains("no column is named \"q\""), "{error}");
    }

    #[test]
    fn content_tells_where_names_do_not() {
        let mut found = Columns::default();
        found.learn(&row(&["1", PUZZLE, "0.5", FULL]), false);
        assert_eq!(found, Columns { puzzle: Some(1), solution: Some(3), ..Columns::default() });
        let mut found = Columns::default();
        found.learn(&row(&[FULL, PUZZLE]), false);
        assert_eq!(found, Columns { puzzle: Some(1), solution: Some(0), ..Columns::default() });
        let mut found = Columns { solution: Some(0), ..Columns::default() };
        found.learn(&row(&[FULL, PUZZLE]), true);
        assert_eq!(found, Columns { puzzle: Some(1), solution: Some(0), ..Columns::default() });
    }

    #[test]
    fn fields_may_hold_spaces_and_more_than_the_grid() {
        let read = |field: &[u8], quoted| {
            let mut grid = Grid::EMPTY;
            read_cells(field, quoted, &mut grid).map(|()| grid)
        };
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
    }
}
