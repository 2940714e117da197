//! Grids of other sizes than 9×9, which are recognised only to name their size in the reason of the reject.

use super::{defect::Defect, words::words};
use crate::CELLS;

/// The common sizes: the number of cells in a row. Values from 10 on are written as numbers or letters.
const SIZES: [usize; 8] = [4, 6, 8, 10, 12, 15, 16, 25];
/// The fewest rows of equal length that show a grid.
const MIN_ROWS: usize = 3;

/// Returns the defect of a field that is a grid of another size, with or without separators between its cells.
pub fn defect(field: &[u8]) -> Option<Defect> {
    let words: Vec<_> = words(field.trim_ascii()).collect();
    let compact: Vec<_> = if let [word] = *words { word.chunks(1).collect() } else { Vec::new() };
    // Separators between all cells, no separators, and separators between rows.
    let joined: Vec<_> = words.iter().flat_map(|word| word.chunks(1)).collect();
    let size = [words, compact, joined].into_iter().find_map(|cells| size_of(&cells))?;
    Some(Defect::new(reason(size), field.len().min(CELLS.min(size * size))))
}

fn reason(size: usize) -> String {
    format!(
        "{} cells instead of 81 (a {size}×{size} grid? --shape {size} reads it, where a command has it)",
        size * size
    )
}

/// Returns the cells of a line that is a row of a grid of another size, with at least six columns: a line of four
/// characters may be anything.
fn row(line: &[u8]) -> Option<Vec<&[u8]>> {
    let words: Vec<_> = words(line).collect();
    // Bars may separate boxes, which are equally wide; the words of a title are not.
    let are_boxes = words.iter().all(|word| word.len() == words[0].len());
    let cells: Vec<_> = match SIZES.contains(&words.len()) {
        true => words,
        false if are_boxes => words.iter().flat_map(|word| word.chunks(1)).collect(),
        false => return None,
    };
    let size = cells.len();
    let is_title = cells.iter().all(|cell| cell.iter().all(u8::is_ascii_alphabetic));
    let is_size = size > SIZES[0] && SIZES.contains(&size);
    (is_size && !is_title && cells.iter().all(|cell| is_cell(cell, size))).then_some(cells)
}

/// Returns true if a line is a row of a grid of another size, with at least six columns.
pub fn is_row(line: &[u8]) -> bool {
    row(line).is_some()
}

/// Returns true if lines, without borders, are rows of a grid of another size.
pub fn are_rows<'l>(lines: impl Iterator<Item = &'l [u8]>) -> bool {
    let sizes: Vec<_> = lines.map(|line| row(line).map(|cells| cells.len())).collect();
    sizes.len() >= MIN_ROWS && sizes[0].is_some() && sizes.iter().all(|size| *size == sizes[0])
}

#[derive(Default)]
pub struct OtherRows {
    rows: usize,
    size: usize,
    /// Number of the first line, and its text.
    first: (u64, Vec<u8>),
    /// True while all cells fit a 4×4 grid: a line of sixteen cells may then be such a grid, or a row of a 16×16 grid.
    may_be_smallest: bool,
}

impl OtherRows {
    /// Adds a line with its number. If the line ends a grid, returns the number and the text of its first line, and the
    /// reason for which it cannot be read.
    pub fn add(&mut self, line: &[u8], number: u64) -> Option<(u64, Vec<u8>, Defect)> {
        let Some(cells) = row(line) else {
            *self = OtherRows::default();
            return None;
        };
        if self.size != cells.len() {
            *self = OtherRows { rows: 0, size: cells.len(), first: (number, line.to_vec()), may_be_smallest: true };
        }
        self.rows += 1;
        self.may_be_smallest &= cells.iter().all(|cell| is_cell(cell, SIZES[0]));
        if self.rows < self.size {
            return None;
        }
        let OtherRows { size, first: (number, text), may_be_smallest, .. } = std::mem::take(self);
        let is_unclear = may_be_smallest && size == SIZES[0] * SIZES[0];
        let reason =
            if is_unclear { format!("{size} lines of {size} cells instead of 81 cells") } else { reason(size) };
        Some((number, text, Defect::new(reason, 0)))
    }
}

fn size_of(cells: &[&[u8]]) -> Option<usize> {
    SIZES.into_iter().find(|&size| size * size == cells.len() && cells.iter().all(|cell| is_cell(cell, size)))
}

/// Returns true for a blank, and for a number or a letter that may be a value in a grid of this size.
fn is_cell(cell: &[u8], size: usize) -> bool {
    match cell {
        [b'.' | b'0' | b'*' | b'_' | b'-' | b'x' | b'X' | b'?'] => true,
        [byte @ b'1'..=b'9'] => usize::from(byte - b'0') <= size,
        [byte] => size > 9 && byte.is_ascii_alphabetic() && usize::from(byte.to_ascii_uppercase() - b'A') < size,
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => usize::from(10 * (tens - b'0') + ones - b'0') <= size,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_recognised_in_every_form() {
        let reason = |field: &str| defect(field.as_bytes()).map(|defect| defect.reason.into_owned());
        for size in SIZES {
            let wanted = format!(
                "{} cells instead of 81 (a {size}×{size} grid? --shape {size} reads it, where a command has it)",
                size * size
            );
            let digits = if size > 9 { "0123456789abcdef" } else { "0123" };
            let cells: String = digits.chars().cycle().take(size * size).collect();
            let spaced = cells.chars().map(String::from).collect::<Vec<_>>().join(" ");
            let numbers: Vec<_> = (0..size * size).map(|cell| (cell % (size + 1)).to_string()).collect();
            for field in [cells.clone(), cells.to_uppercase(), spaced, numbers.join(","), ".".repeat(size * size)] {
                assert_eq!(reason(&field), Some(wanted.clone()), "{field}");
            }
        }
        for field in ["Some16letters...", "a maze of words!", "9876543210987654", &".".repeat(49), "", "5"] {
            assert_eq!(reason(field), None, "{field}");
        }
    }

    #[test]
    fn rows_of_another_size_are_collected() {
        for (text, size) in [
            ("0123456789ABCDEF\n".repeat(16), Some(16)),
            ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n".repeat(16), Some(16)),
            ("12..56\n".repeat(6), Some(6)),
            ("1...|..8.\n".repeat(8), Some(8)),
            ("1...|..8\n".repeat(8), None),
            ("1.......\n".repeat(4) + "\n--------\n" + &".......8\n".repeat(4), Some(8)),
        ] {
            let mut rows = OtherRows::default();
            let mut found = None;
            let lines = || text.lines().filter(|line| !line.is_empty() && !line.starts_with("--------"));
            for line in lines() {
                found = rows.add(line.as_bytes(), 1).or(found);
            }
            assert_eq!(found.map(|(_, _, defect)| defect.reason.into_owned()), size.map(reason), "{text}");
            assert_eq!(are_rows(lines().take(5).map(str::as_bytes)), size.is_some(), "{text}");
        }
        let mut rows = OtherRows::default();
        let unclear = (1..=16).filter_map(|number| rows.add(b"1...2...3...4...", number)).next().unwrap();
        assert_eq!((unclear.0, &*unclear.2.reason), (1, "16 lines of 16 cells instead of 81 cells"));
    }
}
