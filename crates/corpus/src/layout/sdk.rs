//! SudoCue's and SadMan's .sdk and .sdx files: lines with `#`, a letter and text, perhaps section names, and nine lines with
//! the cells. (sudocue.net/fileformats.php)

use ::csv::ByteRecord;
use grid::{
    Shape,
    text::{EndedGrid, GridRows, is_row},
};

use super::{
    definition::{Layout, Reading, Writing},
    head::Head,
    line_reader::LineReader,
    row_lines::{add_line, into_row, push_rows},
    row_reader::{RawRow, RowReader},
    row_writer::{Field, field},
};
use crate::error::Result;

pub const SDK: Layout = Layout {
    name: "sdk",
    extensions: &["sdk"],
    read: Some(Reading {
        about: "lines with author, level and the like, [Puzzle], nine lines a puzzle; .sdk, .sdx",
        detect,
        open: |source| {
            let known = Default::default();
            let grid = GridRows::new(source.shape);
            let text = Vec::new();
            Ok(Box::new(SdkReader { lines: source.lines, known, skips_section: false, grid, text }))
        },
        is_of_lines: true,
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "[Puzzle], then nine lines; author, level and the like before them",
        blanks: |_| b".0",
        one_blank: false,
        open: |schema| {
            let tag = |(letter, name)| Some((schema.index_of(name)?, char::from(letter)));
            let tags: Vec<(usize, char)> = TAGS.into_iter().filter_map(tag).collect();
            let puzzle = schema.puzzle;
            Ok(Box::new(move |fields: &[Field<'_>], text: &mut Vec<u8>| {
                tags.iter().for_each(|(index, letter)| push_tag(*letter, field(fields, *index), text));
                text.extend_from_slice(b"[Puzzle]\n");
                push_rows(field(fields, puzzle), Shape::default().side(), text);
                Ok(())
            }))
        },
        ..Writing::GIVENS
    }),
};

/// The letters of the tags, and their columns.
const TAGS: [(u8, &str); 7] = [
    (b'A', "author"),
    (b'D', "description"),
    (b'C', "comment"),
    (b'B', "date"),
    (b'S', "source"),
    (b'L', "level"),
    (b'U', "url"),
];

fn detect(head: &Head<'_>) -> bool {
    let tagged = head.bytes.split(|&byte| byte == b'\n').take_while(|line| tag(line).is_some()).count() > 0;
    is_section(head.first()) || (tagged && is_row(head.first(), Some(Shape::default())))
}

/// Words that begin with the letter of a tag where the line is a comment: `#Sudoku 2`, `#Difficulty: hard`.
const COMMENT_WORDS: [&str; 7] = ["sudoku", "solution", "difficulty", "created", "copyright", "by", "board"];

/// Returns the index of a line's tag, and the text after the letter.
fn tag(line: &[u8]) -> Option<(usize, &[u8])> {
    let line = line.strip_prefix(b"#")?;
    let (letter, text) = line.split_first()?;
    let word = line.split(|byte| !byte.is_ascii_alphabetic()).next().unwrap_or_default();
    let mut comments = COMMENT_WORDS.into_iter().chain(TAGS.map(|(_, name)| name));
    let is_comment = comments.any(|comment| word.eq_ignore_ascii_case(comment.as_bytes()));
    let index = TAGS.iter().position(|(tag, _)| tag == letter)?;
    (!is_comment).then_some((index, text.trim_ascii()))
}

fn is_section(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() > 2
        && line.starts_with(b"[")
        && line.ends_with(b"]")
        && line[1..line.len() - 1].iter().all(u8::is_ascii_alphabetic)
}

struct SdkReader<'a> {
    lines: LineReader<'a>,
    known: [Vec<u8>; TAGS.len()],
    /// True in a section other than the puzzle, such as the state of a game.
    skips_section: bool,
    grid: GridRows,
    text: Vec<u8>,
}

impl RowReader for SdkReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        while let Some(line) = self.lines.next_line()? {
            let number = line.number;
            let text = line.bytes;
            if is_section(text) {
                self.skips_section = !text.trim_ascii().eq_ignore_ascii_case(b"[puzzle]");
            } else if let Some((index, text)) = tag(text) {
                self.known[index] = text.to_vec();
            } else if !text.starts_with(b"#")
                && !self.skips_section
                && let Some(ended) = add_line(&mut self.grid, text, number)
            {
                return Ok(Some(self.row(ended, fields)));
            }
        }
        Ok(self.grid.end(0).map(|ended| self.row(ended, fields)))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(["puzzle"].into_iter().chain(TAGS.iter().map(|(_, name)| *name)).collect())
    }
}

impl SdkReader<'_> {
    fn row(&mut self, ended: EndedGrid, fields: &mut ByteRecord) -> RawRow<'_> {
        fields.clear();
        fields.push_field(&ended.cells);
        self.known.iter_mut().for_each(|known| fields.push_field(&std::mem::take(known)));
        into_row(ended, fields, &mut self.text)
    }
}

fn push_tag(letter: char, value: &[u8], text: &mut Vec<u8>) {
    let value = String::from_utf8_lossy(value).replace(char::is_control, " ");
    if !value.is_empty() {
        text.extend_from_slice(format!("#{letter}{value}\n").as_bytes());
    }
}
