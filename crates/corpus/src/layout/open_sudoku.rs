//! OpenSudoku's XML: `<game data="81 digits" />`, with 0 for a blank, or with the state of a game that was played.
//!
//! The file is split at every `>`, so that it streams; an XML library parses each tag.

use std::collections::{HashMap, HashSet};

use ::csv::ByteRecord;
use grid::text::{Defect, DefectKind, Notation, find_puzzle};
use memchr::{memchr, memmem};
use quick_xml::{
    Reader,
    escape::{escape, unescape},
    events::Event,
};

use super::{
    definition::{Layout, Reading, Writing},
    game_state,
    line_reader::{Line, LineReader, MAX_RECORD},
    place::{Place, line_begin},
    row_reader::{RawRow, RowReader},
    row_writer::{Field, RowWriter, field},
    schema::{MAX_COLUMNS, Schema, unique_names},
};
use crate::error::Result;

pub const OPEN_SUDOKU: Layout = Layout {
    name: "opensudoku",
    extensions: &["opensudoku", "xml"],
    read: Some(Reading {
        about: "XML with an element `game` for each puzzle",
        detect: |head| head.bytes.trim_ascii_start().starts_with(b"<"),
        open: |source| Ok(Box::new(OpenSudokuReader { lines: source.lines, names: None, column: 0, text: Vec::new() })),
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "an element `game` for each puzzle, with the other columns as attributes",
        names_columns: true,
        open: |schema| Ok(Box::new(OpenSudokuWriter::new(schema))),
        ..Writing::GIVENS
    }),
};

const DATA: &str = "data";

struct OpenSudokuReader<'a> {
    lines: LineReader<'a>,
    /// The attributes of the first game other than the cells.
    names: Option<Vec<String>>,
    /// Bytes of the current line that were consumed.
    column: usize,
    text: Vec<u8>,
}

/// Returns the text up to the next `>` that is neither in quotes nor in a comment.
fn next_tag<'l>(lines: &'l mut LineReader<'_>) -> Result<Option<Line<'l>>> {
    let Some(mut total) = lines.length(0, b'>')? else { return lines.next_until(b'>') };
    let begin = memchr(b'<', &lines.rest()[..total]).unwrap_or(total);
    let is_comment = lines.rest()[begin..total].starts_with(b"<!--");
    let mut quote = open_quote(None, &lines.rest()[begin..total]);
    loop {
        let is_whole = if is_comment { lines.rest()[..total].ends_with(b"-->") } else { quote.is_none() };
        let Some(more) = (if is_whole { None } else { lines.length(total, b'>')? }) else { break };
        let after = &lines.rest()[total..total + more];
        // A `<` cannot be in quotes, so a quote or a `>` is missing.
        if total + more > MAX_RECORD || (!is_comment && memchr(b'<', after).is_some()) {
            break;
        }
        quote = open_quote(quote, after);
        total += more;
    }
    Ok(Some(lines.take(total)))
}

/// Returns the quote that is open at the end of a text, given the quote that is open before it.
fn open_quote(before: Option<u8>, text: &[u8]) -> Option<u8> {
    text.iter().fold(before, |open, &byte| match (open, byte) {
        (None, b'"' | b'\'') => Some(byte),
        (Some(quote), _) if quote == byte => None,
        _ => open,
    })
}

impl RowReader for OpenSudokuReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        while let Some(line) = next_tag(&mut self.lines)? {
            let at = Place { line: line.number, column: self.column };
            self.column = at.of(line.bytes, line.bytes.len()).column;
            if line.overlong {
                let defect = Some(Defect::new("an element is longer than 1,048,576 bytes", MAX_RECORD));
                return Ok(Some(RawRow { line: line.number, bytes: b"", spaces_are_blanks: false, defect }));
            }
            let (offset, found) = element(line.bytes);
            let Place { line: number, column } = at.of(line.bytes, offset);
            match found {
                Ok(None) => {}
                Ok(Some(attributes)) => {
                    self.split(&attributes, fields);
                    return Ok(Some(RawRow::assembled(number, fields, &mut self.text)));
                }
                Err(defect) => {
                    self.text = line.bytes[line_begin(line.bytes, offset)..].to_vec();
                    let defect = Some(Defect { at: column, ..defect });
                    return Ok(Some(RawRow { line: number, bytes: &self.text, spaces_are_blanks: true, defect }));
                }
            }
        }
        Ok(None)
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        let names = self.names.iter().flatten().map(String::as_str);
        Some(["puzzle"].into_iter().chain(names).collect())
    }
}

type Attributes = Vec<(String, String)>;

/// Returns the attributes of a text's last tag, `None` if the tag is not a game, or a defect; and its index in the
/// text.
fn element(text: &[u8]) -> (usize, Result<Option<Attributes>, Defect>) {
    let begin = memchr(b'<', text).unwrap_or(text.len());
    let (before, tag) = text.split_at(begin);
    if let Some(at) = find_puzzle(before) {
        return (at, Err(Defect::new("a puzzle that is in no element", 0)));
    }
    let after = tag.strip_prefix(b"<game").and_then(|after| after.first());
    if after.is_none_or(|byte| !byte.is_ascii_whitespace() && !b"/>".contains(byte)) {
        return (begin, Ok(None));
    }
    let mut attributes = match attributes(tag) {
        Ok(attributes) => attributes,
        Err(reason) => return (begin, Err(Defect::new(reason, 0))),
    };
    let states = attributes.iter_mut().filter(|(name, _)| name == DATA);
    states.for_each(|(_, state)| *state = game_state::givens(state).unwrap_or(std::mem::take(state)));
    let Some((_, cells)) = attributes.iter().find(|(name, _)| name == DATA) else {
        return (begin, Err(Defect::new(format!("the game has no attribute {DATA}"), 0)));
    };
    match Notation::default().parse(cells.as_bytes()) {
        Ok(_) => (begin, Ok(Some(attributes))),
        // The reader of the row can restore the zeros.
        Err(defect) if defect.kind == DefectKind::LostZeros => (begin, Ok(Some(attributes))),
        Err(defect) => {
            let index = memmem::find(tag, cells.as_bytes()).filter(|_| !cells.is_empty());
            (begin + index.map_or(0, |index| index + defect.at), Err(defect))
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
    let mut attributes = Attributes::new();
    let mut names = HashSet::new();
    // The library's own check compares each name with all names before it.
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let name = attribute.key.as_ref().to_string();
        if !names.insert(name.clone()) {
            return Err(format!("the attribute {name} is there twice"));
        }
        if names.len() > MAX_COLUMNS {
            return Err(format!("the element has more than {MAX_COLUMNS} attributes"));
        }
        let value = unescape(&attribute.value).map_err(|error| error.to_string())?.into_owned();
        attributes.push((name, value));
    }
    Ok(attributes)
}

impl OpenSudokuReader<'_> {
    fn split(&mut self, attributes: &Attributes, fields: &mut ByteRecord) {
        let names = self.names.get_or_insert_with(|| {
            attributes.iter().map(|(name, _)| name.clone()).filter(|name| name != DATA).collect()
        });
        let values: HashMap<&str, &str> = attributes.iter().map(|(name, value)| (&**name, &**value)).collect();
        let value = |wanted: &str| values.get(wanted).copied().unwrap_or_default().as_bytes();
        fields.clear();
        fields.push_field(value(DATA));
        names.iter().for_each(|name| fields.push_field(value(name)));
    }
}

struct OpenSudokuWriter {
    puzzle: usize,
    names: Vec<String>,
}

impl OpenSudokuWriter {
    fn new(schema: &Schema) -> OpenSudokuWriter {
        let names: Vec<_> = schema.names.iter().map(|name| attribute_name(name)).collect();
        // An element has an attribute at most once.
        OpenSudokuWriter { puzzle: schema.puzzle, names: unique_names(names.iter().map(String::as_str)) }
    }
}

/// Returns the name of the attribute that holds a column. A name in XML begins with a letter and consists of letters, digits
/// and a few other characters.
fn attribute_name(name: &str) -> String {
    let safe = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-', "_");
    let starts = safe.starts_with(|c: char| c.is_ascii_alphabetic());
    if starts && safe != DATA { safe } else { format!("column_{safe}") }
}

/// Escapes the value of an attribute. A tab or a line end that is not escaped is read as a space; XML has no other control
/// characters.
fn attribute_value(value: &str) -> String {
    escape(value).chars().fold(String::new(), |mut text, c| {
        match c {
            '\t' | '\n' | '\r' => text += &format!("&#{};", u32::from(c)),
            '\0'..' ' => text.push(' '),
            c => text.push(c),
        }
        text
    })
}

impl RowWriter for OpenSudokuWriter {
    fn begin(&mut self, text: &mut Vec<u8>) {
        text.extend_from_slice(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n");
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        text.extend([b"  <game data=\"", field(fields, self.puzzle), b"\""].concat());
        for (index, name) in self.names.iter().enumerate() {
            let value = String::from_utf8_lossy(field(fields, index));
            // The first element names the columns of the file, so empty values are written too.
            if index != self.puzzle {
                text.extend_from_slice(format!(" {name}=\"{}\"", attribute_value(&value)).as_bytes());
            }
        }
        text.extend_from_slice(b" />\n");
        Ok(())
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<bool> {
        text.extend_from_slice(b"</opensudoku>\n");
        Ok(false)
    }
}
