//! A JSON array of puzzles, alone or as a value of an object: `{"puzzles": […]}`. Each puzzle is a string, a list or an
//! object.
//!
//! The reader splits the file at the commas between the elements, so it need not hold the whole file.

use std::path::PathBuf;

use ::csv::ByteRecord;
use grid::{
    Grid,
    text::{Defect, DefectKind, Notation, was_grid},
};
use serde_json::value::RawValue;

use super::{
    definition::{Layout, Reading},
    head::Head,
    json_around::Around,
    json_object::{JsonObject, reason, value_text},
    json_scan::{Scan, members},
    line_reader::{Line, LineReader, MAX_RECORD},
    place::Place,
    row_reader::{RawRow, RowReader},
    schema::PUZZLE_NAMES,
    source::Source,
};
use crate::error::{Error, Result};

pub const JSON_ARRAY: Layout = Layout {
    name: "json",
    extensions: &["json"],
    read: Some(Reading {
        about: "a JSON array of puzzles or objects, alone or as in `{\"puzzles\": […]}`",
        detect: |head: &Head<'_>| array_begin(head.bytes).is_some(),
        continues: |_, _| false,
        open: |source| Ok(Box::new(JsonArrayReader::new(source)?)),
        // A rejected element is not a line of the file.
        may_change: false,
        ..Reading::TEXT
    }),
    write: None,
};

const DETECTED_ELEMENTS: usize = 5;

/// Names of the array in files of responses, such as d1's.
const RESULT_NAMES: [&str; 3] = ["generations", "predictions", "results"];

/// Returns the number of bytes before the first element of the array; `None` if there is no array of puzzles.
fn array_begin(bytes: &[u8]) -> Option<usize> {
    let begin = bytes.len() - bytes.trim_ascii_start().len();
    match bytes.get(begin)? {
        b'[' => is_list_of_puzzles(&bytes[begin + 1..]).then_some(begin + 1),
        b'{' => member_array_begin(bytes, begin + 1),
        _ => None,
    }
}

/// Returns the same number for an object that has the array as a value. The first key of the object is at index `at`.
fn member_array_begin(bytes: &[u8], at: usize) -> Option<usize> {
    for (key, value) in members(&bytes[at..]) {
        let name: String = serde_json::from_slice(key).ok()?;
        let name = name.trim_end_matches('s');
        let mut known = PUZZLE_NAMES.iter().chain(&RESULT_NAMES).map(|known| known.trim_end_matches('s'));
        let elements = bytes[at + value..].strip_prefix(b"[");
        if known.any(|known| name.eq_ignore_ascii_case(known)) && elements.is_some_and(is_list_of_puzzles) {
            return Some(at + value + 1);
        }
    }
    None
}

fn is_list_of_puzzles(mut elements: &[u8]) -> bool {
    for _ in 0..DETECTED_ELEMENTS {
        let end = Scan::default().end(elements, b',');
        let element = elements[..end.unwrap_or(elements.len())].trim_ascii();
        // The end of a long object may not be read yet.
        if element.starts_with(b"{") || is_puzzle(element) {
            return true;
        }
        // A number alone in brackets may also be a line of a list.
        if end.is_some_and(|end| elements[end] == b',') && is_number_that_was_puzzle(element) {
            return true;
        }
        match end {
            Some(end) => elements = &elements[end + 1..],
            None => return false,
        }
    }
    false
}

/// Returns true if an element is a puzzle: a string, or a list of cells or rows. A text or list whose grid became a number or has
/// candidates counts too.
fn is_puzzle(element: &[u8]) -> bool {
    let is_text_or_list = element.starts_with(b"\"") || element.starts_with(b"[");
    let text = serde_json::from_slice::<&RawValue>(element).and_then(value_text);
    let is_grid = |text: Vec<u8>| {
        Notation::default().parse(&text).map_or_else(|defect| defect.kind != DefectKind::Other, |_| true)
    };
    is_text_or_list && text.is_ok_and(is_grid)
}

/// Returns true if an element is a number that was a grid, or that is a grid without a zero at its beginning.
fn is_number_that_was_puzzle(element: &[u8]) -> bool {
    was_grid(element) || (element.iter().all(u8::is_ascii_digit) && Grid::parse(element).is_ok())
}

struct JsonArrayReader<'a> {
    path: PathBuf,
    lines: LineReader<'a>,
    /// The keys of the first element, if it is an object; `None` before the first element.
    keys: Option<Option<Vec<String>>>,
    around: Around,
    place: Place,
    ended: bool,
    /// The bracket that ended the array, until the text behind it is checked.
    bracket: Option<u8>,
    text: Vec<u8>,
}

impl<'a> JsonArrayReader<'a> {
    fn new(source: Source<'a>) -> Result<JsonArrayReader<'a>> {
        let Source { path, mut lines, .. } = source;
        let Some(begin) = array_begin(lines.rest()) else {
            return Err(Error::malformed(path, 1, "is not a JSON array of puzzles"));
        };
        let before = lines.take(begin);
        let around = Around::new(path, before.number, before.bytes.to_vec())?;
        let place = around.array_begin();
        Ok(JsonArrayReader {
            path: path.into(),
            lines,
            keys: None,
            around,
            place,
            ended: false,
            bracket: None,
            text: Vec::new(),
        })
    }

    /// Puts the values of an element into `fields`, or returns the location and the reason of its defect.
    fn read(&mut self, element: &[u8], fields: &mut ByteRecord) -> Result<(), (Place, String)> {
        let begin = self.place;
        fields.clear();
        if element.starts_with(b"{") {
            let object: JsonObject = serde_json::from_slice(element).map_err(|error| no_json(error, begin))?;
            let Some(names) = self.keys.get_or_insert_with(|| Some(object.names())) else {
                return Err((begin, "is an object, but the first element is not".into()));
            };
            object.fields(names).for_each(|field| fields.push_field(&field));
            return Ok(());
        }
        let value: &RawValue = serde_json::from_slice(element).map_err(|error| no_json(error, begin))?;
        if self.keys.get_or_insert(None).is_some() {
            return Err((begin, "is not an object, but the first element is".into()));
        }
        fields.push_field(&value_text(value).map_err(|error| no_json(error, begin))?);
        Ok(())
    }

    fn end(&mut self) -> Result<Option<RawRow<'static>>> {
        if let Some(bracket) = self.bracket.take() {
            self.around.check_end(&self.path, bracket, &mut self.lines)?;
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
        let names = self.keys.iter().flatten().flatten().map(String::as_str);
        Some(if matches!(self.keys, Some(None)) { ["puzzle"].into_iter().collect() } else { names.collect() })
    }
}
