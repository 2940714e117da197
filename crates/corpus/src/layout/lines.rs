//! A puzzle per line, perhaps with a number before it, and ratings or a comment after it: the plain lists of the field, and .sdm
//! files.

use ::csv::ByteRecord;
use grid::{
    self, CELLS, Grid,
    text::{Defect, Notation, was_grid},
};
use memchr::memchr;

use super::{
    definition::{LIST_BLANKS, Layout, Reading, Writing},
    head::Head,
    line_reader::{LONE_RETURN, LineReader},
    row_reader::{Ahead, RawRow, RowReader},
    row_writer::{Field, field},
    source::Source,
    syntax::{DELIMITERS, NO_WORD, Syntax, spaced_fields, words},
};
use crate::error::Result;

pub const LINES: Layout = Layout {
    name: "lines",
    extensions: &["txt"],
    read: Some(Reading {
        about: "a puzzle a line, perhaps with a number before it or ratings after it; .sdm",
        detect,
        // Stricter than `detect`, which accepts a bad line before good ones.
        continues: |line, _| has_puzzle(line),
        open: |source| Ok(Box::new(LinesReader::new(source))),
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "the puzzle, then the other columns, with spaces between them",
        blanks: |_| LIST_BLANKS,
        one_blank: false,
        generic_extension: true,
        any_shape: true,
        open: |schema| {
            let puzzle = schema.puzzle;
            Ok(Box::new(move |fields: &[Field<'_>], text: &mut Vec<u8>| {
                push_row(fields, puzzle, text);
                Ok(())
            }))
        },
        is_spaced: true,
        ..Writing::GIVENS
    }),
};

fn detect(head: &Head<'_>) -> bool {
    begins_with_puzzle(head.first()) || (!is_separated(head.first()) && head.lines().any(has_puzzle))
}

/// Returns true if a line has quotes or delimiters, as separated fields do.
fn is_separated(line: &[u8]) -> bool {
    line.iter().any(|byte| *byte == b'"' || DELIMITERS.contains(byte))
}

/// Returns true if a line begins with a puzzle, or has one after other words.
fn has_puzzle(line: &[u8]) -> bool {
    let is_puzzle = |word: &[u8]| was_grid(word) || Grid::parse(word).is_ok_and(|grid| grid.clues() > 0);
    begins_with_puzzle(line) || (!is_separated(line) && words(line, usize::MAX).skip(1).any(is_puzzle))
}

/// Returns true if a line begins with a puzzle that is not a field before a tab.
fn begins_with_puzzle(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let end = line.iter().position(u8::is_ascii_whitespace);
    let (first, after) = line.split_at(end.unwrap_or(line.len()));
    let is_puzzle = || first.len() >= CELLS && Notation::default().parse(first).is_ok();
    ((was_grid(first) || is_puzzle()) && !after.starts_with(b"\t")) || has_spaces_as_blanks(line)
}

/// Returns true if a line is 81 cells, some of which are blank as a space.
fn has_spaces_as_blanks(line: &[u8]) -> bool {
    line.len() == CELLS
        && line.iter().all(|&byte| grid::value_of(byte).is_some())
        && line.trim_ascii().iter().filter(|&&byte| byte == b' ').count() > 8
}

struct LinesReader<'a> {
    lines: LineReader<'a>,
    /// True if a line is a puzzle and nothing else.
    spaces_are_blanks: bool,
    /// Fields in a line: the words of the first line with a puzzle.
    fields: Option<usize>,
    /// True once a line was read that is not a title.
    begun: bool,
}

impl<'a> LinesReader<'a> {
    fn new(source: Source<'a>) -> LinesReader<'a> {
        let first = source.head().lines().find(|line| has_puzzle(line));
        let fields = first.map(|line| words(line, usize::MAX).count());
        let spaces_are_blanks = source.head().lines().any(has_spaces_as_blanks);
        LinesReader { lines: source.lines, spaces_are_blanks, fields, begun: false }
    }
}

impl RowReader for LinesReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let Some(line) = self.lines.next_row()? else { return Ok(None) };
        let spaces_are_blanks = self.spaces_are_blanks;
        if line.overlong {
            return Ok(Some(line.into()));
        }
        if !self.begun
            && self.fields.is_some_and(|n| words(line.bytes, usize::MAX).count() != n)
            && let Err(defect) = Notation::default().read(line.bytes, spaces_are_blanks, &mut Grid::EMPTY.into())
        {
            // The line is a title; without a defect, it would be taken for a header.
            return Ok(Some(RawRow { line: line.number, bytes: line.bytes, spaces_are_blanks, defect: Some(defect) }));
        }
        self.begun = true;
        fields.clear();
        if spaces_are_blanks {
            fields.push_field(line.bytes);
        } else {
            let n = *self.fields.get_or_insert_with(|| words(line.bytes, usize::MAX).count());
            spaced_fields(line.bytes, n).for_each(|field| fields.push_field(field));
        }
        let defect = memchr(b'\r', line.bytes).map(|at| Defect::new(LONE_RETURN, at));
        Ok(Some(RawRow { line: line.number, bytes: line.bytes, spaces_are_blanks, defect }))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn ahead(&mut self) -> Option<Ahead<'_>> {
        let &mut LinesReader { spaces_are_blanks, fields, begun, .. } = self;
        let open =
            move |lines| -> Box<dyn RowReader> { Box::new(LinesReader { lines, spaces_are_blanks, fields, begun }) };
        Some(Ahead { lines: &mut self.lines, open: Box::new(open) })
    }

    fn syntax(&self) -> Syntax {
        match self.fields {
            Some(n) if !self.spaces_are_blanks => Syntax::Spaced(n),
            _ => Syntax::Whole,
        }
    }
}

fn push_row(fields: &[Field<'_>], puzzle: usize, text: &mut Vec<u8>) {
    text.extend_from_slice(field(fields, puzzle));
    for (_, other) in fields.iter().enumerate().filter(|(index, _)| *index != puzzle) {
        text.push(b' ');
        // An empty field would shift the fields after it.
        text.extend_from_slice(if other.is_empty() { NO_WORD } else { b"" });
        text.extend(other.iter().map(|byte| if byte.is_ascii_whitespace() { b'_' } else { *byte }));
    }
    text.push(b'\n');
}
