//! A line with a puzzle, then a line with its solution, as QQWing prints them.

use ::csv::ByteRecord;
use grid::{
    AnyGrid, CELLS,
    text::{Defect, Notation, is_separated, padded},
};

use super::{
    definition::{Layout, Reading},
    head::{Head, is_skipped},
    line_reader::LineReader,
    row_reader::{RawRow, RowReader},
};
use crate::error::Result;

pub const PAIRS: Layout = Layout {
    name: "pairs",
    extensions: &[],
    read: Some(Reading {
        about: "a line with a puzzle, then a line with its solution, as QQWing prints them",
        detect,
        continues: |_, _| false,
        open: |source| Ok(Box::new(PairsReader { lines: source.lines, next: None, text: Vec::new() })),
        // A solution may be missing.
        may_change: false,
        is_of_lines: true,
        ..Reading::TEXT
    }),
    write: None,
};

/// Minimum givens of a puzzle that shows a pair: a full grid agrees with fewer by chance.
const MIN_GIVENS: usize = 9;

/// Returns true if the first lines have a puzzle and then its solution, and do not begin with a full grid. Other puzzles may
/// have no solution, or a wrong one.
fn detect(head: &Head<'_>) -> bool {
    let grids: Vec<_> = head.certain_lines().filter(|line| !is_skipped(line)).map(grid).collect();
    let begins_with_puzzle = grids.first().is_some_and(|first| first.as_ref().is_some_and(|grid| grid.clues() < CELLS));
    begins_with_puzzle && grids.windows(2).any(|pair| is_solution(pair[0].as_ref(), pair[1].as_ref()))
}

fn grid(line: &[u8]) -> Option<AnyGrid> {
    let is_whole = line.trim_ascii().len() == CELLS || is_separated(line);
    // A grid whose zeros are lost is still one of a pair.
    let cells = if is_whole { Some(line.to_vec()) } else { padded(line) };
    Notation::default().parse(&cells?).ok()
}

fn is_full(line: &[u8]) -> bool {
    grid(line).is_some_and(|grid| grid.clues() == CELLS)
}

fn is_solution(puzzle: Option<&AnyGrid>, solution: Option<&AnyGrid>) -> bool {
    let (Some(puzzle), Some(solution)) = (puzzle, solution) else { return false };
    let agree = puzzle.cells().iter().zip(solution.cells()).all(|(given, value)| *given == 0 || given == value);
    (MIN_GIVENS..CELLS).contains(&puzzle.clues()) && solution.clues() == CELLS && agree
}

struct PairsReader<'a> {
    lines: LineReader<'a>,
    /// The number and the text of a line that was read ahead and is no solution of the line before.
    next: Option<(u64, Vec<u8>)>,
    text: Vec<u8>,
}

impl PairsReader<'_> {
    fn line(&mut self) -> Result<Option<(u64, Vec<u8>)>> {
        match self.next.take() {
            Some(next) => Ok(Some(next)),
            None => Ok(self.lines.next_row()?.map(|line| (line.number, line.bytes.to_vec()))),
        }
    }
}

impl RowReader for PairsReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let Some((number, puzzle)) = self.line()? else { return Ok(None) };
        if is_full(&puzzle) {
            self.text = puzzle;
            let defect = Some(Defect::new("a solution without a puzzle before it", 0));
            return Ok(Some(RawRow { line: number, bytes: &self.text, spaces_are_blanks: true, defect }));
        }
        let solution = match self.line()? {
            Some((_, solution)) if is_full(&solution) => solution,
            after => {
                self.next = after;
                Vec::new()
            }
        };
        fields.clear();
        fields.push_field(&puzzle);
        fields.push_field(&solution);
        Ok(Some(RawRow::assembled(number, fields, &mut self.text)))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(["puzzle", "solution"].into_iter().collect())
    }
}
