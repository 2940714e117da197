//! JSON: an array of puzzles, or another [document](super::json_document). Each puzzle is a string, a list or an object. An array is split
//! at the commas between its elements, so it need not be held in memory.

use std::path::PathBuf;

use ::csv::ByteRecord;
use grid::text::Defect;
use serde_json::value::RawValue;

use super::{
    definition::{Layout, Reading},
    json_document::{self, DocumentReader},
    json_object::{JsonObject, reason, value_text},
    json_puzzles::is_list_of_puzzles,
    json_scan::Scan,
    line_reader::{Line, LineReader, MAX_RECORD},
    place::Place,
    row_reader::{RawRow, RowReader},
    source::Source,
};
use crate::error::{Error, Result};

pub const JSON: Layout = Layout {
    name: "json",
    extensions: &["json"],
    read: Some(Reading {
        about: "an array or a map of puzzles or objects in JSON, or a table as pandas writes it",
        detect: |head| array_begin(head.bytes).is_some() || json_document::detect(head),
        continues: |_, _| false,
        open: |source| match array_begin(source.lines.rest()) {
            Some(begin) => Ok(Box::new(JsonArrayReader::new(source, begin))),
            None => Ok(Box::new(DocumentReader::new(source)?)),
        },
        // A rejected element is not a line of the file.
        may_change: false,
        ..Reading::TEXT
    }),
    write: None,
};

/// Returns the number of bytes before the first element of the array; `None` if there is no array of puzzles.
fn array_begin(bytes: &[u8]) -> Option<usize> {
    let elements = bytes.trim_ascii_start().strip_prefix(b"[")?;
    is_list_of_puzzles(elements).then_some(bytes.len() - elements.len())
}

/// What the elements of an array are, as the first of them shows.
enum Elements {
    /// Objects with these keys.
    Objects(Vec<String>),
    /// Lists of fields.
    Lists,
    Puzzles,
}

struct JsonArrayReader<'a> {
    path: PathBuf,
    lines: LineReader<'a>,
    /// `None` before the first element.
    elements: Option<Elements>,
    place: Place,
    ended: bool,
    /// The bracket that ended the array, until the text behind it is checked.
    bracket: Option<u8>,
    text: Vec<u8>,
}

impl<'a> JsonArrayReader<'a> {
    fn new(source: Source<'a>, begin: usize) -> JsonArrayReader<'a> {
        let Source { path, mut lines, .. } = source;
        let before = lines.take(begin);
        let place = Place { line: before.number, column: 0 }.of(before.bytes, before.bytes.len());
        let text = Vec::new();
        JsonArrayReader { path: path.into(), lines, elements: None, place, ended: false, bracket: None, text }
    }

    /// Puts the values of an element into `fields`, or returns the location and the reason of its defect.
    fn read(&mut self, element: &[u8], fields: &mut ByteRecord) -> Result<(), (Place, String)> {
        let begin = self.place;
        fields.clear();
        let value: &RawValue = serde_json::from_slice(element).map_err(|error| no_json(error, begin))?;
        let is_object = element.starts_with(b"{");
        let first = || match element.split_first() {
            _ if is_object => Ok(Elements::Objects(serde_json::from_slice::<JsonObject>(element)?.names())),
            Some((b'[', fields)) if is_list_of_puzzles(fields) => Ok(Elements::Lists),
            _ => Ok(Elements::Puzzles),
        };
        if self.elements.is_none() {
            self.elements = Some(first().map_err(|error| no_json(error, begin))?);
        }
        match &self.elements {
            Some(Elements::Objects(_)) if !is_object => {
                return Err((begin, "is not an object, but the first element is".into()));
            }
            Some(Elements::Lists | Elements::Puzzles) if is_object => {
                return Err((begin, "is an object, but the first element is not".into()));
            }
            Some(Elements::Objects(names)) => {
                let object: JsonObject = serde_json::from_slice(element).map_err(|error| no_json(error, begin))?;
                object.fields(names).for_each(|field| fields.push_field(&field));
            }
            Some(Elements::Lists) => {
                let values: Vec<&RawValue> = serde_json::from_slice(element).map_err(|error| no_json(error, begin))?;
                for value in values {
                    fields.push_field(&value_text(value).map_err(|error| no_json(error, begin))?);
                }
            }
            _ => fields.push_field(&value_text(value).map_err(|error| no_json(error, begin))?),
        }
        Ok(())
    }

    /// Checks that nothing follows the array.
    fn end(&mut self) -> Result<Option<RawRow<'static>>> {
        let failed = |line: u64, reason: &str| Err(Error::malformed(&self.path, line, reason));
        if self.bracket.take() == Some(b'}') {
            return failed(self.place.line, "not JSON: the array ends with `}`");
        }
        while let Some(line) = self.lines.next_line()? {
            match line.bytes.trim_ascii() {
                b"" => {}
                [b'[', ..] => return failed(line.number, "another list follows"),
                _ => return failed(line.number, "not JSON: text follows the array"),
            }
        }
        Ok(None)
    }
}

/// Returns the place and the reason of text that is not JSON.
fn no_json(error: serde_json::Error, begin: Place) -> (Place, String) {
    let place = match error.line() {
        0 | 1 => Place { column: begin.column + error.column().saturating_sub(1), ..begin },
        line => Place { line: begin.line + line as u64 - 1, column: error.column().saturating_sub(1) },
    };
    (place, format!("not JSON: {}", reason(&error)))
}

/// Returns the next element with the comma or bracket after it; `None` if the file ends before.
fn next_element<'l>(lines: &'l mut LineReader<'_>) -> Result<Option<Line<'l>>> {
    let mut scan = Scan::default();
    let mut total = 0;
    loop {
        match lines.length(total, b',')? {
            Some(more) if total + more <= MAX_RECORD => total += more,
            None if lines.rest().len() == total => return Ok(None),
            _ => return lines.overlong(b',').map(Some),
        }
        if let Some(end) = scan.end(&lines.rest()[..total], b',') {
            return Ok(Some(lines.take(end + 1)));
        }
    }
}

impl RowReader for JsonArrayReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        if self.ended {
            return self.end();
        }
        let Some(line) = next_element(&mut self.lines)? else {
            return Err(Error::malformed(
                &self.path,
                self.place.line,
                "the array ends without `]`; is the file cut short?",
            ));
        };
        if line.overlong {
            let defect = Some(Defect::new("an element is longer than 1,048,576 bytes", MAX_RECORD));
            self.place = Place { line: line.number, column: 0 };
            return Ok(Some(RawRow { line: line.number, bytes: b"", spaces_are_blanks: false, defect }));
        }
        let whole = line.bytes.to_vec();
        let after = self.place.of(&whole, whole.len());
        let element = &whole[..whole.len() - 1];
        let begin = element.len() - element.trim_ascii_start().len();
        self.place = self.place.of(&whole, begin);
        let element = element.trim_ascii();
        self.bracket = whole.last().copied().filter(|&end| end != b',');
        self.ended = self.bracket.is_some();
        if self.ended && element.is_empty() {
            return self.end();
        }
        let found = self.read(element, fields);
        let line = self.place.line;
        self.place = after;
        match found {
            Ok(()) => Ok(Some(RawRow::assembled(line, fields, &mut self.text))),
            Err((Place { line, column }, reason)) => {
                self.text = element.to_vec();
                let defect = Some(Defect::new(reason, column));
                Ok(Some(RawRow { line, bytes: &self.text, spaces_are_blanks: true, defect }))
            }
        }
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        match self.elements.as_ref()? {
            Elements::Objects(names) => Some(names.iter().map(String::as_str).collect()),
            Elements::Puzzles => Some(["puzzle"].into_iter().collect()),
            Elements::Lists => None,
        }
    }
}
