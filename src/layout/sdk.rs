//! .sdk and .sdx, SudoCue's and SadMan's files: what is known of the puzzle in lines that begin with `#` and a letter,
//! perhaps sections, and nine lines with the cells. (sudocue.net/fileformats.php)

use ::csv::ByteRecord;

use super::{
    Head, Kind, Layout, RawRow,
    grids::{Ended, Gathered},
    line_reader::Lines,
    notation::grid_row,
};
use crate::error::Result;

pub const SDK: Kind = Kind {
    name: "sdk",
    about: "lines with author, level and the like, [Puzzle], nine lines a puzzle; .sdk, .sdx",
    detect: |head: &Head<'_>| {
        let tagged = head.bytes.split(|&byte| byte == b'\n').take_while(|line| tag(line).is_some()).count() > 0;
        let first = head.lines().next().unwrap_or_default();
        is_section(first) || (tagged && grid_row(first).is_some())
    },
    open: |_| Ok(Box::new(Sdk::default())),
};

/// The letters of what is known, and the columns that it goes to.
const TAGS: [(u8, &str); 7] = [
    (b'A', "author"),
    (b'D', "description"),
    (b'C', "comment"),
    (b'B', "date"),
    (b'S', "source"),
    (b'L', "level"),
    (b'U', "url"),
];

/// The place of a line's tag, and the text behind it.
fn tag(line: &[u8]) -> Option<(usize, &[u8])> {
    let (letter, text) = line.strip_prefix(b"#")?.split_first()?;
    Some((TAGS.iter().position(|(tag, _)| tag == letter)?, text.trim_ascii()))
}

fn is_section(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() > 2
        && line.starts_with(b"[")
        && line.ends_with(b"]")
        && line[1..line.len() - 1].iter().all(u8::is_ascii_alphabetic)
}

#[derive(Default)]
struct Sdk {
    known: [Vec<u8>; TAGS.len()],
    /// Whether the section at hand is not the puzzle, but how far somebody came.
    is_state: bool,
    grid: Gathered,
    text: Vec<u8>,
}

impl Layout for Sdk {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>> {
        while let Some(line) = lines.next_line()? {
            let (number, text) = (line.number, line.bytes);
            if is_section(text) {
                self.is_state = !text.trim_ascii().eq_ignore_ascii_case(b"[puzzle]");
            } else if let Some((place, text)) = tag(text) {
                self.known[place] = text.to_vec();
            } else if !text.starts_with(b"#")
                && !self.is_state
                && let Some(ended) = self.grid.add(text, number)
            {
                return Ok(Some(self.record(ended, fields)));
            }
        }
        Ok(self.grid.end(0).map(|ended| self.record(ended, fields)))
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(["puzzle"].into_iter().chain(TAGS.iter().map(|(_, name)| *name)).collect())
    }
}

impl Sdk {
    fn record(&mut self, ended: Ended, fields: &mut ByteRecord) -> RawRow<'_> {
        fields.clear();
        fields.push_field(&ended.cells);
        self.known.iter_mut().for_each(|known| fields.push_field(&std::mem::take(known)));
        ended.record(fields, &mut self.text)
    }
}
