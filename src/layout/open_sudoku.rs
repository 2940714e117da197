//! OpenSudoku's XML: `<game data="81 digits" />`, with 0 for a blank.
//!
//! The file is cut at every `>`, so that it streams; what is in a tag is left to an XML library.

use ::csv::ByteRecord;
use memchr::{memchr, memchr_iter, memmem, memrchr};
use quick_xml::{Reader, escape::unescape, events::Event};

use super::{
    Head, Kind, Layout, RawRow, as_csv,
    line_reader::{Line, Lines, MAX_RECORD},
    notation::{find_puzzle, read_cells},
};
use crate::{error::Result, grid::Grid};

pub const OPEN_SUDOKU: Kind = Kind {
    name: "opensudoku",
    about: "XML with an element `game` for each puzzle",
    detect: |head: &Head<'_>| head.bytes.trim_ascii_start().starts_with(b"<"),
    open: |_| Ok(Box::new(OpenSudoku::default())),
};

/// The attribute with the cells.
const DATA: &str = "data";

#[derive(Default)]
struct OpenSudoku {
    /// The attributes of the first game, but the cells.
    names: Option<Vec<String>>,
    /// Bytes of the line before the element at hand.
    column: usize,
    text: Vec<u8>,
}

/// Where something is in the file.
#[derive(Clone, Copy)]
struct Place {
    /// From 1.
    line: u64,
    /// From 0.
    column: usize,
}

impl Place {
    /// The place of a byte of a text that begins here.
    fn of(self, text: &[u8], offset: usize) -> Place {
        let breaks = memchr_iter(b'\n', &text[..offset]).count();
        let column = if breaks == 0 { self.column + offset } else { offset - line_begin(text, offset) };
        Place { line: self.line + breaks as u64, column }
    }
}

/// Where the line with this byte begins.
fn line_begin(text: &[u8], offset: usize) -> usize {
    memrchr(b'\n', &text[..offset]).map_or(0, |at| at + 1)
}

/// What is next up to a `>` that is neither in quotes nor in a comment.
fn next_tag<'l>(lines: &'l mut Lines<'_>) -> Result<Option<Line<'l>>> {
    let Some(mut total) = lines.length(0, b'>')? else { return lines.next_until(b'>') };
    let begin = memchr(b'<', &lines.rest()[..total]).unwrap_or(total);
    let is_comment = lines.rest()[begin..total].starts_with(b"<!--");
    let mut quote = open_quote(None, &lines.rest()[begin..total]);
    loop {
        let is_whole = if is_comment { lines.rest()[..total].ends_with(b"-->") } else { quote.is_none() };
        let Some(more) = (if is_whole { None } else { lines.length(total, b'>')? }) else { break };
        let behind = &lines.rest()[total..total + more];
        // There is no `<` in quotes, so one of these is missing.
        if total + more > MAX_RECORD || (!is_comment && memchr(b'<', behind).is_some()) {
            break;
        }
        quote = open_quote(quote, behind);
        total += more;
    }
    Ok(Some(lines.take(total)))
}

/// The quote that is open behind a text, if one is before it.
fn open_quote(before: Option<u8>, text: &[u8]) -> Option<u8> {
    text.iter().fold(before, |open, &byte| match (open, byte) {
        (None, b'"' | b'\'') => Some(byte),
        (Some(quote), _) if quote == byte => None,
        _ => open,
    })
}

impl Layout for OpenSudoku {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>> {
        while let Some(line) = next_tag(lines)? {
            let at = Place { line: line.number, column: self.column };
            self.column = at.of(line.bytes, line.bytes.len()).column;
            if line.overlong {
                let broken = Some(("an element is longer than 1,048,576 bytes".into(), MAX_RECORD));
                return Ok(Some(RawRow { line: line.number, broken, ..RawRow::default() }));
            }
            let (offset, read) = element(line.bytes);
            let Place { line: number, column } = at.of(line.bytes, offset);
            let broken = match read {
                Ok(None) => continue,
                Err(reason) => {
                    self.text = line.bytes[line_begin(line.bytes, offset)..].to_vec();
                    Some((reason.into(), column))
                }
                Ok(Some(attributes)) => {
                    self.split(&attributes, fields);
                    as_csv(fields, &mut self.text);
                    None
                }
            };
            return Ok(Some(RawRow { line: number, bytes: &self.text, quoted: true, broken }));
        }
        Ok(None)
    }

    fn names(&self) -> Option<ByteRecord> {
        let names = self.names.iter().flatten().map(String::as_str);
        Some(["puzzle"].into_iter().chain(names).collect())
    }
}

type Attributes = Vec<(String, String)>;

/// The attributes of a text's last tag if it is a game, or what is wrong; and where.
fn element(text: &[u8]) -> (usize, Result<Option<Attributes>, String>) {
    let begin = memchr(b'<', text).unwrap_or(text.len());
    let (before, tag) = text.split_at(begin);
    if let Some(at) = find_puzzle(before) {
        return (at, Err("a puzzle that is in no element".into()));
    }
    let behind = tag.strip_prefix(b"<game").and_then(|behind| behind.first());
    if behind.is_none_or(|byte| !byte.is_ascii_whitespace() && !b"/>".contains(byte)) {
        return (begin, Ok(None));
    }
    let attributes = match attributes(tag) {
        Ok(attributes) => attributes,
        Err(reason) => return (begin, Err(reason)),
    };
    let Some((_, cells)) = attributes.iter().find(|(name, _)| name == DATA) else {
        return (begin, Err(format!("the game has no attribute {DATA}")));
    };
    match read_cells(cells.as_bytes(), true, &mut { Grid::EMPTY }) {
        Ok(()) => (begin, Ok(Some(attributes))),
        Err(bad) => {
            let place = memmem::find(tag, cells.as_bytes()).filter(|_| !cells.is_empty());
            (begin + place.map_or(0, |place| place + bad.at), Err(bad.reason))
        }
    }
}

fn attributes(tag: &[u8]) -> Result<Attributes, String> {
    let text = std::str::from_utf8(tag).map_err(|_| "invalid UTF-8")?;
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let (Ok(Event::Empty(tag)) | Ok(Event::Start(tag))) = reader.read_event() else {
        return Err("the element is not closed".into());
    };
    let attribute = |attribute: quick_xml::events::attributes::Attribute<'_>| {
        let value = unescape(&attribute.value).map_err(|error| error.to_string())?.into_owned();
        Ok((attribute.key.as_ref().to_string(), value))
    };
    tag.attributes().map(|found| found.map_err(|error| error.to_string()).and_then(attribute)).collect()
}

impl OpenSudoku {
    fn split(&mut self, attributes: &Attributes, fields: &mut ByteRecord) {
        let others = || attributes.iter().map(|(name, _)| name.clone()).filter(|name| name != DATA);
        let names = self.names.get_or_insert_with(|| others().collect());
        let value = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value);
        fields.clear();
        fields.push_field(value(DATA).as_bytes());
        names.iter().for_each(|name| fields.push_field(value(name).as_bytes()));
    }
}
