//! A puzzle, then its solution, as QQWing prints them: each grid is a line, or nine lines.

use ::csv::ByteRecord;
use solver::grid::{CELLS, Grid};

use super::{
    defect::Defect,
    definition::{Layout, Reading},
    grid_rows::{EndedGrid, GridRows, grid_row, is_border},
    head::Head,
    line_reader::LineReader,
    nine_lines::add_line,
    notation::{is_separated, parse_cells},
    number_column::padded,
    row_reader::{RawRow, RowReader},
    schema::PUZZLE_NAMES,
};
use crate::error::Result;

/// The registry entry.
pub const PAIRS: Layout = Layout {
    name: "pairs",
    extensions: &[],
    read: Some(Reading {
        about: "a line with a puzzle, then a line with its solution, as QQWing prints them; or nine lines each",
        detect,
        continues: |_, _| false,
        rows_are_lines: false,
        open: |source| {
            let has_nine_lines = has_nine_lines(&source.head());
            let grids = Grids::new(source.lines, has_nine_lines);
            Ok(Box::new(PairsReader { grids, next: None, text: Vec::new() }))
        },
    }),
    write: None,
};

/// Minimum givens of a puzzle that shows a pair: a full grid agrees with fewer by chance.
const MIN_GIVENS: usize = 9;

/// Returns true if a full grid in the head agrees with the puzzle before it. Other puzzles may have no solution, or a wrong
/// one. A header says that every line is a puzzle.
fn detect(head: &Head<'_>) -> bool {
    let first = head.first().trim_ascii();
    let is_header = PUZZLE_NAMES.iter().any(|name| first.eq_ignore_ascii_case(name.as_bytes()));
    let has_nine_lines = has_nine_lines(head);
    if is_header || !(has_nine_lines || head.lines().any(|line| grid(line).is_some())) {
        return false;
    }
    let mut grids = Grids::new(LineReader::new(Box::new(head.bytes), "".into()), has_nine_lines);
    let mut before = None;
    // Reading from memory cannot fail.
    while let Ok(Some(next)) = grids.next() {
        let next = grid(&next.cells);
        if is_solution(before.as_ref(), next.as_ref()) {
            return true;
        }
        before = next;
    }
    false
}

/// Returns true if the first line is a row of a grid or a border.
fn has_nine_lines(head: &Head<'_>) -> bool {
    let first = head.first();
    first.len() < CELLS && (grid_row(first).is_some() || is_border(first))
}

/// Returns the grid that is the whole of a line.
fn grid(line: &[u8]) -> Option<Grid> {
    let is_whole = line.trim_ascii().len() == CELLS || is_separated(line);
    // A grid whose zeros are lost is still one of a pair.
    if is_whole { parse_cells(line) } else { padded(line).and_then(|cells| parse_cells(&cells)) }
}

fn is_full(line: &[u8]) -> bool {
    grid(line).is_some_and(|grid| grid.clues() == CELLS)
}

/// Returns true if a full grid has the givens of a puzzle.
fn is_solution(puzzle: Option<&Grid>, solution: Option<&Grid>) -> bool {
    let (Some(puzzle), Some(solution)) = (puzzle, solution) else { return false };
    let agrees = |cell: usize| puzzle.get(cell) == 0 || puzzle.get(cell) == solution.get(cell);
    (MIN_GIVENS..CELLS).contains(&puzzle.clues()) && solution.clues() == CELLS && (0..CELLS).all(agrees)
}

/// The grids of a file, whether or not they are puzzles.
struct Grids<'a> {
    lines: LineReader<'a>,
    /// The rows so far, if grids have nine lines.
    rows: Option<GridRows>,
}

impl<'a> Grids<'a> {
    fn new(lines: LineReader<'a>, has_nine_lines: bool) -> Grids<'a> {
        Grids { lines, rows: has_nine_lines.then(GridRows::default) }
    }

    fn next(&mut self) -> Result<Option<EndedGrid>> {
        let Some(rows) = &mut self.rows else {
            let line = self.lines.next_row()?;
            return Ok(line.map(|line| EndedGrid { line: line.number, cells: line.bytes.to_vec(), defect: None }));
        };
        while let Some(line) = self.lines.next_line()? {
            let is_comment = line.bytes.first() == Some(&b'#');
            let ended = if is_comment { rows.end(line.number) } else { add_line(rows, line.bytes, line.number) };
            if ended.is_some() {
                return Ok(ended);
            }
        }
        Ok(rows.end(0))
    }
}

struct PairsReader<'a> {
    grids: Grids<'a>,
    /// A grid that was read ahead and is no solution of the grid before.
    next: Option<EndedGrid>,
    text: Vec<u8>,
}

impl RowReader for PairsReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let puzzle = match self.next.take() {
            None => self.grids.next()?,
            next => next,
        };
        let Some(puzzle) = puzzle else { return Ok(None) };
        let is_unpaired = is_full(&puzzle.cells);
        let defect =
            puzzle.defect.or_else(|| is_unpaired.then(|| Defect::new("a solution without a puzzle before it", 0)));
        let mut solution = Vec::new();
        match self.grids.next()? {
            Some(after) if is_full(&after.cells) && !is_unpaired => solution = after.cells,
            after => self.next = after,
        }
        if defect.is_some() {
            self.text = puzzle.cells;
            return Ok(Some(RawRow { line: puzzle.line, bytes: &self.text, spaces_are_blanks: true, defect }));
        }
        fields.clear();
        fields.push_field(&puzzle.cells);
        fields.push_field(&solution);
        Ok(Some(RawRow::assembled(puzzle.line, fields, &mut self.text)))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.grids.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(["puzzle", "solution"].into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const S: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    fn nine_lines(grid: &str) -> String {
        grid.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect()
    }

    /// Reads all rows, as the line, and whether the row is good and has a solution.
    fn rows(text: &str) -> Vec<(u64, bool, bool)> {
        let lines = LineReader::new(Box::new(text.as_bytes()), "f".into());
        let grids = Grids::new(lines, has_nine_lines(&Head { bytes: text.as_bytes() }));
        let mut reader = PairsReader { grids, next: None, text: Vec::new() };
        let (mut fields, mut found) = (ByteRecord::new(), Vec::new());
        while let Some(row) = reader.next(&mut fields).unwrap() {
            let (line, is_good) = (row.line, row.defect.is_none());
            found.push((line, is_good, is_good && !fields[1].is_empty()));
        }
        found
    }

    #[test]
    fn a_pair_is_a_row_and_no_line_is_lost() {
        let text = format!("{P}\n{S}\n\n{P}\n{P}\n{S}\n{S}\nbad\n{S}\n{P}");
        let wanted =
            [(1, true, true), (4, true, false), (5, true, true), (7, false, false), (8, true, true), (10, true, false)];
        assert_eq!(rows(&text), wanted);
        let [puzzle, solution] = [P, S].map(nine_lines);
        let text = format!("{puzzle}\n{solution}\n{puzzle}\n{puzzle}{solution}{solution}");
        assert_eq!(rows(&text), [(1, true, true), (21, true, false), (31, true, true), (49, false, false)]);
    }

    #[test]
    fn a_full_grid_with_the_givens_of_the_puzzle_before_it_shows_pairs() {
        let is = |text: &str| detect(&Head { bytes: text.as_bytes() });
        let many = format!("{P}\n").repeat(20);
        let few_givens = format!("8{}", ".".repeat(80));
        let [puzzle, solution] = [P, S].map(nine_lines);
        for text in [
            format!("{P}\n{S}\n"),
            format!("{P}\n\n{S}\n\n{P}\n\n{S}\n"),
            format!("{P}\n{S}\n{P}\n{P}\n"),
            format!("{P}\n{P}\n{S}\n"),
            format!("{few_givens}\n{S}\n{many}{S}"),
            format!("bad\n{S}\n{P}\n{S}\n"),
            format!("{puzzle}{puzzle}\n{solution}"),
        ] {
            assert!(is(&text), "{text}");
        }
        for text in [
            format!("{P}\n{P}\n"),
            format!("{S}\n{S}\n"),
            format!("{P} {S}\n{S}\n"),
            format!("{P}\n{}\n", S.replace('8', "9")),
            format!("{few_givens}\n{S}\n{P}\n"),
            format!("puzzle\n{P}\n{S}\n"),
            format!("{puzzle}{puzzle}"),
        ] {
            assert!(!is(&text), "{text}");
        }
    }
}
