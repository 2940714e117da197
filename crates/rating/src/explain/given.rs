//! Puzzles with candidates: as 81 groups of digits, as 729 characters, and as lines of HoDoKu's library.

use grid::{CELLS, Grid, text::Notation};

use crate::Marks;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub grid: Grid,
    pub marks: Marks,
    /// True if candidates were given that the values do not rule out.
    pub has_marks: bool,
}

impl From<&Grid> for Given {
    fn from(grid: &Grid) -> Given {
        Given { grid: *grid, marks: Marks::of(grid), has_marks: false }
    }
}

/// Parses a puzzle: 81 cells; 729 characters, nine for each cell, with its candidates and blanks; a
/// grid of 81 groups of digits, in which a group of one digit is a filled cell; or a line of HoDoKu's library,
/// `:TECHNIQUE:DIGITS:CELLS:DELETED:…`, in which `+` comes before a value that is no given, and 472 is candidate 4 of r7c2.
///
/// # Errors
///
/// Returns what is wrong.
pub fn parse(text: &str) -> Result<Given, String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with(':') {
        return library_line(text);
    }
    let characters: String = text.split_whitespace().collect();
    if characters.len() == 9 * CELLS && !characters.contains(['|', '-', '+']) {
        return nine_for_each_cell(&characters);
    }
    if let Ok(grid) = Grid::parse(characters.as_bytes()) {
        return Ok(Given::from(&grid));
    }
    let groups: Vec<&str> = groups(text).collect();
    match groups.len() {
        CELLS => groups_of_candidates(&groups),
        count => Err(format!(
            "is no puzzle: it has {} characters and {count} groups of digits; a puzzle is 81 cells, 729 candidates, 81 groups of \
             candidates or a line of HoDoKu's library",
            characters.len()
        )),
    }
}

fn groups(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_ascii_digit()).filter(|group| !group.is_empty())
}

/// Returns true if a text is a grid of candidates and nothing else: 81 groups of digits in one line or nine, with spaces, lines or
/// colons between them, and lines without digits.
pub fn is_grid(text: &str) -> bool {
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(|c: char| c.is_ascii_digit())).collect();
    let is_between = |c: char| c.is_ascii_digit() || c.is_whitespace() || "|:*".contains(c);
    let is_row = |row: &&str| row.chars().all(is_between) && groups(row).count() == CELLS / rows.len().max(1);
    matches!(rows.len(), 1 | 9) && rows.iter().all(is_row) && parse(text).is_ok_and(|given| given.has_marks)
}

fn nine_for_each_cell(text: &str) -> Result<Given, String> {
    let puzzle = Notation::CANDIDATES.parse(text.as_bytes()).map_err(|defect| defect.reason)?;
    let candidates = puzzle.candidates().expect("a puzzle of candidates");
    let cells_of = |digit: usize| (0..CELLS).filter(move |&cell| candidates[cell] >> digit & 1 == 1);
    let digits = std::array::from_fn(|digit| cells_of(digit).fold(0, |cells, cell| cells | 1 << cell));
    Ok(Given { grid: Grid::EMPTY, marks: Marks::from_digits(digits), has_marks: true })
}

fn groups_of_candidates(groups: &[&str]) -> Result<Given, String> {
    let mut grid = Grid::EMPTY;
    let mut digits = [0; 9];
    for (cell, group) in groups.iter().enumerate() {
        let has_twice = group.chars().any(|digit| group.matches(digit).count() > 1);
        if group.contains('0') || has_twice {
            return Err(format!("group {} is {group}; candidates are 1 to 9, each once", cell + 1));
        }
        let values = group.bytes().map(|byte| usize::from(byte - b'1'));
        if group.len() == 1 {
            values.for_each(|digit| grid.set(cell, digit as u8 + 1));
        } else {
            values.for_each(|digit| digits[digit] |= 1 << cell);
        }
    }
    let from_values = Marks::of(&grid);
    let kept = std::array::from_fn(|digit: usize| digits[digit] & from_values.digits[digit]);
    Ok(Given { grid, marks: Marks::from_digits(kept), has_marks: true })
}

fn library_line(line: &str) -> Result<Given, String> {
    let fields: Vec<&str> = line.split(':').collect();
    let (Some(cells), deleted) = (fields.get(3), fields.get(4).copied().unwrap_or_default()) else {
        return Err("is no line of HoDoKu's library: it has fewer than four fields".into());
    };
    let cells: String = cells.chars().filter(|&character| character != '+').collect();
    let grid = Grid::parse(cells.as_bytes()).map_err(|error| error.to_string())?;
    let mut marks = Marks::of(&grid);
    for candidate in deleted.split_ascii_whitespace() {
        let digits: Vec<usize> = candidate.bytes().map(|byte| usize::from(byte.wrapping_sub(b'1'))).collect();
        match digits[..] {
            [digit @ 0..9, row @ 0..9, column @ 0..9] => marks.remove(9 * row + column, digit),
            _ => return Err(format!("{candidate} is no deleted candidate: a value, a row and a column, such as 472")),
        }
    }
    Ok(Given { grid, marks, has_marks: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each blank has two candidates or more.
    const PUZZLE: &str = "7...46.8..6..7....8........2.9..5..65....9..1..1.3..........1.3..52...4.....915.8";

    #[test]
    fn all_notations_of_a_puzzle_are_the_same() {
        let given = parse(PUZZLE).unwrap();
        let of_cell = |cell: usize| match given.grid.get(cell) {
            0 => (1..=9).filter(|value| given.marks.has(cell, value - 1)).map(|value| value.to_string()).collect(),
            value => value.to_string(),
        };
        let rows: Vec<String> =
            (0..9).map(|row| (0..9).map(|column| of_cell(9 * row + column) + " ").collect()).collect();
        let grid = parse(&format!("+---+\n| {}|\n+---+", rows.join("|\n| "))).unwrap();
        assert_eq!((grid.grid, &grid.marks), (given.grid, &given.marks));
        let library = parse(&format!(":0000:x:+{PUZZLE}:228 213::")).unwrap();
        assert!(library.grid == given.grid && !library.marks.has(16, 1) && !library.marks.has(2, 1));
        let place =
            |cell: usize, digit: usize| if of_cell(cell).contains(&(digit + 1).to_string()) { digit + 1 } else { 0 };
        let in_place: String = (0..729).map(|at| place(at / 9, at % 9).to_string()).collect();
        let in_place = parse(&in_place).unwrap();
        assert!(in_place.grid == Grid::EMPTY && in_place.marks.has(0, 6) && !in_place.marks.has(0, 3));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(parse("12345").unwrap_err().contains("5 characters and 1 groups"));
        assert!(parse(&"2".repeat(729)).unwrap_err().contains("cell 1 has candidate 2 twice"));
        assert!(parse(&format!(":0000:x:{PUZZLE}:47:")).unwrap_err().contains("47 is no deleted candidate"));
        assert!(parse(":1:2").unwrap_err().contains("fewer than four"));
    }
}
