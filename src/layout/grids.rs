//! Nine lines a puzzle: with or without blank lines, titles (`Grid 01`) or borders between them; .ss, and matrices with a
//! space or comma between the cells.

use ::csv::ByteRecord;

use super::{
    Head, Kind, Layout, RawRow, as_csv,
    line_reader::Lines,
    notation::{ROW, bad_cell, find_puzzle, grid_row, is_border, plural},
};
use crate::{
    error::Result,
    grid::{CELLS, Grid, value_of},
};

pub const GRIDS: Kind = Kind {
    name: "grids",
    about: "nine lines a puzzle, with titles, borders or blank lines between them; .ss",
    detect: |head: &Head<'_>| {
        let is_part = |line: &[u8]| grid_row(line).is_some() || is_border(line);
        let mut lines = head.lines().skip_while(|line| is_title(line));
        // One of two lines may have a bad cell.
        let [first, second] = [lines.next().unwrap_or_default(), lines.next().unwrap_or_default()];
        match (is_part(first), is_part(second)) {
            (true, is_second) => is_second || second.is_empty() || bad_cell(second).is_some(),
            (false, is_second) => is_second && bad_cell(first).is_some(),
        }
    },
    open: |head| Ok(Box::new(Grids { titled: head.lines().next().is_some_and(is_title), ..Grids::default() })),
};

/// Words, as in `Grid 01`, or a number.
fn is_title(line: &[u8]) -> bool {
    let letters = line.iter().filter(|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte)).count();
    let is_number = line.len() < 6 && line.iter().any(u8::is_ascii_alphanumeric);
    (letters > 1 || is_number) && line.len() < CELLS && grid_row(line).is_none() && bad_cell(line).is_none()
}

#[derive(Default)]
struct Grids {
    /// Whether every puzzle has a title.
    titled: bool,
    title: Vec<u8>,
    grid: Gathered,
    text: Vec<u8>,
}

impl Layout for Grids {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>> {
        while let Some(line) = lines.next_line()? {
            let is_title = is_title(line.bytes);
            let ends = is_title || line.bytes.first() == Some(&b'#');
            let ended = if ends { self.grid.end(line.number) } else { self.grid.add(line.bytes, line.number) };
            // A title is that of the grid behind it.
            let title = match &ended {
                _ if is_title => std::mem::replace(&mut self.title, line.bytes.trim_ascii().into()),
                Some(_) => std::mem::take(&mut self.title),
                None => continue,
            };
            if let Some(ended) = ended {
                return Ok(Some(self.record(ended, &title, fields)));
            }
        }
        let title = std::mem::take(&mut self.title);
        Ok(self.grid.end(0).map(|ended| self.record(ended, &title, fields)))
    }

    fn names(&self) -> Option<ByteRecord> {
        let names = ["id", "puzzle"];
        Some(names[usize::from(!self.titled)..].iter().collect())
    }
}

impl Grids {
    fn record(&mut self, ended: Ended, title: &[u8], fields: &mut ByteRecord) -> RawRow<'_> {
        fields.clear();
        if self.titled {
            fields.push_field(title);
        }
        fields.push_field(&ended.cells);
        ended.record(fields, &mut self.text)
    }
}

/// The rows of a grid as they come.
#[derive(Default)]
pub struct Gathered {
    /// The cells so far, and the line of the first.
    cells: Vec<u8>,
    line: u64,
    /// Lines that belong to the grid, of which one may be wrong.
    lines: usize,
    broken: Option<(u64, String, usize)>,
    /// Whether the line before was the last of a grid.
    follows: bool,
}

/// A grid that is whole, or broken.
pub struct Ended {
    /// The line on which it begins, or where it is broken.
    pub line: u64,
    /// Its cells as they are written.
    pub cells: Vec<u8>,
    /// What is wrong, and the byte (from 0).
    pub broken: Option<(String, usize)>,
}

impl Ended {
    /// A whole puzzle in a line.
    fn misplaced(line: &[u8], number: u64, at: usize) -> Ended {
        let reason = "a whole puzzle in a line, where every puzzle has nine".into();
        Ended { line: number, cells: line.into(), broken: Some((reason, at)) }
    }

    /// The same as a record: a row of CSV, but what is broken as it is written.
    pub fn record<'t>(self, fields: &ByteRecord, text: &'t mut Vec<u8>) -> RawRow<'t> {
        match &self.broken {
            Some(_) => *text = self.cells,
            None => as_csv(fields, text),
        }
        let broken = self.broken.map(|(reason, at)| (reason.into(), at));
        RawRow { line: self.line, bytes: text, quoted: true, broken }
    }
}

impl Gathered {
    /// Takes a line; the grid, if the line is its last.
    pub fn add(&mut self, line: &[u8], number: u64) -> Option<Ended> {
        if line.trim_ascii().is_empty() {
            self.follows = false;
            // Between boxes, or behind a grid.
            return if self.lines.is_multiple_of(3) { None } else { self.end(number) };
        }
        let has_other_blanks = self.cells.iter().any(|cell| b".0_*xX?".contains(cell));
        let is_dashes = line.iter().all(|&byte| byte == b'-');
        if is_border(line) || (is_dashes && has_other_blanks) {
            return None;
        }
        match grid_row(line) {
            Some(row) => self.cells.extend(row),
            None if self.lines == 0 && !self.is_meant(line) => {
                // Words before or behind a grid.
                self.follows = false;
                return find_puzzle(line).map(|at| Ended::misplaced(line, number, at));
            }
            None => {
                let no_cell = |&byte: &u8| value_of(byte).is_none() && byte != b'|';
                let at = bad_cell(line).or_else(|| line.iter().position(no_cell));
                let reason = format!("row {} of the grid does not have nine cells", self.lines + 1);
                self.broken.get_or_insert((number, reason, at.unwrap_or(line.len())));
            }
        }
        if self.lines == 0 {
            self.line = number;
        }
        self.lines += 1;
        if self.lines < ROW {
            return None;
        }
        let ended = self.end(number);
        self.follows = true;
        ended
    }

    /// Whether a line that is no row is meant to be the first of a grid; passed over, it would shift all that follow.
    fn is_meant(&self, line: &[u8]) -> bool {
        let is_near = (ROW - 2..=ROW + 2).contains(&line.len()) && line.iter().all(|&byte| value_of(byte).is_some());
        bad_cell(line).is_some() || (self.follows && is_near)
    }

    /// Ends the grid at a line, 0 for the end of the file; nothing if none was begun.
    pub fn end(&mut self, number: u64) -> Option<Ended> {
        let Gathered { cells, line, lines, broken, .. } = std::mem::take(self);
        if lines == 0 {
            return None;
        }
        let short = || {
            (lines < ROW)
                .then(|| (number.max(line), format!("the grid from line {line} on has {}", plural(lines, "row")), 0))
        };
        Some(match broken.or_else(short) {
            Some((line, reason, at)) => Ended { line, cells, broken: Some((reason, at)) },
            None => Ended { line, cells, broken: None },
        })
    }
}

/// The cells of a text of several lines.
pub fn of_text(text: &[u8]) -> Option<Grid> {
    let mut grid = Gathered::default();
    let mut lines = text.split(|&byte| byte == b'\n').zip(1..);
    let ended = lines.find_map(|(line, number)| grid.add(line, number))?;
    ended.broken.is_none().then(|| Grid::parse(&ended.cells).ok()).flatten()
}
