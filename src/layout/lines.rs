//! A puzzle a line, and behind it, where white space separates them, ratings or a comment: the plain lists of the field,
//! and .sdm.

use ::csv::ByteRecord;
use memchr::memchr;

use super::{
    DELIMITERS, Head, Kind, Layout, RawRow,
    line_reader::{LONE_RETURN, Lines},
    notation::read_cells,
    schema::Syntax,
};
use crate::{
    error::Result,
    grid::{self, CELLS, Grid},
};

pub const LINES: Kind = Kind {
    name: "lines",
    about: "a puzzle a line, perhaps with ratings behind it; .sdm",
    detect: |head| {
        let first = head.lines().next().unwrap_or_default();
        begins_with_puzzle(first) || (has_no_delimiter(first) && head.lines().any(begins_with_puzzle))
    },
    open: |head| {
        let first = head.lines().find(|line| begins_with_puzzle(line));
        let fields = first.map(|line| words(line, usize::MAX).count());
        Ok(Box::new(PlainLines { spaces_are_blanks: has_spaces(head), fields, begun: false }))
    },
};

fn has_no_delimiter(line: &[u8]) -> bool {
    !line.iter().any(|byte| DELIMITERS.contains(byte))
}

/// Whether a line begins with a puzzle, and not with a field that a tab ends.
pub fn begins_with_puzzle(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let end = line.iter().position(u8::is_ascii_whitespace);
    let (first, behind) = line.split_at(end.unwrap_or(line.len()));
    let is_puzzle = first.len() >= CELLS && read_cells(first, false, &mut { Grid::EMPTY }).is_ok();
    (is_puzzle && !behind.starts_with(b"\t")) || is_fixed(line)
}

/// Whether a line is 81 cells, of which some are blank as a space.
fn is_fixed(line: &[u8]) -> bool {
    let is_cell = |&byte: &u8| grid::value_of(byte).is_some();
    line.len() == CELLS
        && line.iter().all(is_cell)
        && line.trim_ascii().iter().filter(|&&byte| byte == b' ').count() > 8
}

fn has_spaces(head: &Head<'_>) -> bool {
    head.lines().any(is_fixed)
}

struct PlainLines {
    /// Then a line is a puzzle and nothing else.
    spaces_are_blanks: bool,
    /// How many fields a line has: as many words as the first with a puzzle.
    fields: Option<usize>,
    /// Whether a line was read that may be a header.
    begun: bool,
}

impl Layout for PlainLines {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>> {
        let Some(line) = lines.next_row()? else { return Ok(None) };
        let quoted = self.spaces_are_blanks;
        if line.overlong {
            return Ok(Some(line.into()));
        }
        if !self.begun
            && self.fields.is_some_and(|n| words(line.bytes, usize::MAX).count() != n)
            && let Err(bad) = read_cells(line.bytes, quoted, &mut { Grid::EMPTY })
        {
            // A title is no header, whatever its words are.
            let broken = Some((bad.reason.into(), bad.at));
            return Ok(Some(RawRow { line: line.number, bytes: line.bytes, quoted, broken }));
        }
        self.begun = true;
        fields.clear();
        if quoted {
            fields.push_field(line.bytes);
        } else {
            let n = *self.fields.get_or_insert_with(|| words(line.bytes, usize::MAX).count());
            words(line.bytes, n).for_each(|word| fields.push_field(word));
        }
        let lone = memchr(b'\r', line.bytes);
        let broken = lone.map(|at| (LONE_RETURN.into(), at));
        Ok(Some(RawRow { line: line.number, bytes: line.bytes, quoted, broken }))
    }

    fn syntax(&self) -> Syntax {
        match self.fields {
            Some(n) if !self.spaces_are_blanks => Syntax::Spaced(n),
            _ => Syntax::Whole,
        }
    }
}

/// The first words of a line; the last of `n` has the rest in it.
pub fn words(line: &[u8], n: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = line.trim_ascii();
    let mut left = n;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        left -= 1;
        let end = if left == 0 { None } else { rest.iter().position(u8::is_ascii_whitespace) };
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind.trim_ascii_start();
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_has_the_rest() {
        let split = |line: &str, n| {
            words(line.as_bytes(), n).map(|word| String::from_utf8_lossy(word).into()).collect::<Vec<String>>()
        };
        assert_eq!(split(" a  b\tc d ", 3), ["a", "b", "c d"]);
        assert_eq!(split("a b", 5), ["a", "b"]);
        assert_eq!(split("  ", 1), [""; 0]);
    }

    #[test]
    fn what_begins_with_a_puzzle() {
        let puzzle = "1........".repeat(9);
        let is = |line: &str| begins_with_puzzle(line.as_bytes());
        assert!(is(&puzzle) && is(&format!("  {puzzle} 1.2")) && is(&puzzle.replace('.', " ")));
        for line in [&puzzle[1..], &format!("{puzzle}\t{puzzle}"), &format!("{puzzle},1"), &format!("a {puzzle}")] {
            assert!(!is(line), "{line}");
        }
    }
}
