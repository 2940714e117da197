//! Puzzles with candidates: as 81 groups of digits, as 729 characters, and as lines of HoDoKu's library.

use grid::{ALL_VALUES, AnyGrid, CELLS, Grid, text::Notation};

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

impl Given {
    /// Returns the puzzle with its candidates, if there are any that the values do not rule out.
    pub fn puzzle(&self) -> AnyGrid {
        let of_values = Marks::of(&self.grid);
        let candidates = |cell| match self.grid.get(cell) {
            // With the candidates that the values rule out, a blank with one other is no given.
            0 => self.marks.cells[cell] | ALL_VALUES & !of_values.cells[cell],
            value => 1 << (value - 1),
        };
        match self.has_marks {
            true => AnyGrid::of_candidates(std::array::from_fn(candidates)),
            false => self.grid.into(),
        }
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
