//! A line with a puzzle, then a line with its solution, as QQWing prints them.

use ::csv::ByteRecord;

use super::{
    defect::Defect,
    definition::{Layout, Reading},
    head::Head,
    line_reader::LineReader,
    notation::{is_separated, parse_cells},
    row_reader::{RawRow, RowReader},
};
use crate::error::Result;
use solver::grid::{CELLS, Grid};

/// The registry entry.
pub const PAIRS: Layout = Layout {
    name: "pairs",
    extensions: &[],
    read: Some(Reading {
        about: "a line with a puzzle, then a line with its solution, as QQWing prints them",
        detect,
        continues: |_, _| false,
        rows_are_lines: false,
        open: |source| Ok(Box::new(PairsReader { lines: source.lines, next: None, text: Vec::new() })),
    }),
    write: None,
};

/// Lines to look at for pairs.
const DETECTED_LINES: usize = 4;

fn detect(head: &Head<'_>) -> bool {
    let lines: Vec<_> = head.lines().take(DETECTED_LINES).collect();
    // One of the two solutions may be wrong.
    let is_pair = |pair: &[&[u8]]| !is_full(pair[0]) && is_full(pair[1]);
    let mut pairs = lines.chunks_exact(2);
    pairs.clone().all(is_pair) && pairs.any(|pair| is_solution(pair[0], pair[1]))
}

/// Returns the grid that is the whole of a line.
fn grid(line: &[u8]) -> Option<Grid> {
    let is_whole = line.trim_ascii().len() == CELLS || is_separated(line);
    parse_cells(line).filter(|_| is_whole)
}

fn is_full(line: &[u8]) -> bool {
    grid(line).is_some_and(|grid| grid.clues() == CELLS)
}

/// Returns true if a line is a full grid with the givens of the puzzle in another line.
fn is_solution(puzzle: &[u8], solution: &[u8]) -> bool {
    let (Some(puzzle), Some(solution)) = (grid(puzzle), grid(solution)) else { return false };
    let agrees = |cell: usize| puzzle.get(cell) == 0 || puzzle.get(cell) == solution.get(cell);
    puzzle.clues() < CELLS && solution.clues() == CELLS && (0..CELLS).all(agrees)
}

struct PairsReader<'a> {
    lines: LineReader<'a>,
    /// The number and the text of a line that was read ahead and is no solution of the line before.
    next: Option<(u64, Vec<u8>)>,
    text: Vec<u8>,
}

impl PairsReader<'_> {
    /// Returns the next line as a number and a text.
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
        let after = self.line()?;
        let has_solution = after.as_ref().is_some_and(|(_, text)| is_full(text));
        if !has_solution && is_full(&puzzle) {
            (self.next, self.text) = (after, puzzle);
            let defect = Some(Defect::new("a solution without a puzzle in the line before", 0));
            return Ok(Some(RawRow { line: number, bytes: &self.text, spaces_are_blanks: true, defect }));
        }
        let solution = match after {
            Some((_, solution)) if has_solution => solution,
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

#[cfg(test)]
mod tests {
    use super::*;

    const P: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const S: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    #[test]
    fn a_pair_is_a_row_and_no_line_is_lost() {
        let text = format!("{P}\n{S}\n\n{P}\n{P}\n{S}\n{S}\nbad\n{S}\n{P}");
        let mut reader =
            PairsReader { lines: LineReader::new(Box::new(text.as_bytes()), "f".into()), next: None, text: Vec::new() };
        let (mut fields, mut found) = (ByteRecord::new(), Vec::new());
        while let Some(row) = reader.next(&mut fields).unwrap() {
            let (line, is_good) = (row.line, row.defect.is_none());
            found.push((line, is_good, is_good && !fields[1].is_empty()));
        }
        let wanted =
            [(1, true, true), (4, true, false), (5, true, true), (7, false, false), (8, true, true), (10, true, false)];
        assert_eq!(found, wanted);
    }

    #[test]
    fn pairs_are_detected_by_givens() {
        let is = |text: String| detect(&Head { bytes: text.as_bytes() });
        assert!(
            is(format!("{P}\n{S}\n")) && is(format!("{P}\n\n{S}\n\n{P}\n\n{S}\n")) && is(format!("{P}\n{S}\n{P}\n"))
        );
        for text in
            [format!("{P}\n{P}\n"), format!("{S}\n{S}\n"), format!("{P} {S}\n{S}\n"), format!("{P}\n{S}\n{P}\n{P}\n")]
        {
            assert!(!is(text.clone()), "{text}");
        }
        assert!(!is(format!("{P}\n{}\n", S.replace('8', "9"))));
    }
}
