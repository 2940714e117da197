//! JSON documents that are not one array of puzzles: tables as pandas writes them, lists and maps of puzzles in an object, and
//! puzzles of several lines. They are held in memory.

use std::{io::Read, path::Path, vec};

use ::csv::ByteRecord;
use memchr::{memchr, memchr_iter};
use serde_json::value::RawValue;

use super::{
    head::Head,
    json_object::{JsonMembers, JsonObject, reason, value_text},
    json_puzzles::{grid_of, is_list_of_puzzles, is_puzzle},
    json_scan::{Scan, members},
    line_reader::LineReader,
    place::Place,
    row_reader::{RawRow, RowReader},
    schema::is_puzzle_name,
    source::Source,
};
use crate::{
    error::{Error, Result},
    numbers::plural,
};

const MAX_DOCUMENT: usize = 256 << 20;
/// Names of lists whose objects are rows, such as responses of a model.
const RESULT_NAMES: [&str; 4] = ["data", "generations", "predictions", "results"];
const TOO_LONG: &str = "the document is longer than 256 MiB; write an object a line";
const OTHER_LIST: &str = "another list is beside that of the puzzles; write an object for each puzzle";

/// What the members of an object are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The object is a row.
    Row,
    /// Each member is a row.
    Rows,
    /// Some members are lists of rows.
    Lists,
    /// Some members are columns: lists of values, or objects with the same keys.
    Columns,
    /// The names of columns, and rows without names, as in pandas' `orient="split"`.
    Split,
}

type Member<'t> = (String, &'t [u8]);

impl Form {
    /// Returns the form of an object. `text` is the text behind the opening brace, and need not be whole.
    fn of(text: &[u8]) -> Form {
        let members: Vec<Member<'_>> =
            members(text).filter_map(|(key, value)| Some((serde_json::from_slice(key).ok()?, value))).collect();
        if is_split(&members) {
            Form::Split
        } else if are_all(&members, |value| value.starts_with(b"{")) {
            Form::of_objects(&members)
        } else if is_map_of_puzzles(&members) {
            Form::Rows
        } else {
            Form::of_lists(&members)
        }
    }

    fn of_objects(members: &[Member<'_>]) -> Form {
        match members.iter().any(|(_, value)| holds_puzzle(value)) {
            _ if members.iter().any(|(name, _)| is_puzzle_name(name.as_bytes())) => Form::Columns,
            true => Form::Rows,
            false => Form::Row,
        }
    }

    fn of_lists(members: &[Member<'_>]) -> Form {
        let (rows, values): (Vec<_>, Vec<_>) = members.iter().partition(|(name, value)| is_list_of_rows(name, value));
        if rows.is_empty() || values.iter().any(|(name, _)| is_puzzle_name(name.as_bytes())) {
            return Form::Row;
        }
        let lists = members.iter().filter(|(_, value)| is_long_list(value)).count();
        let holds_objects = |value: &[u8]| value[1..].trim_ascii_start().starts_with(b"{");
        let has_column = rows.iter().any(|(name, value)| is_puzzle_name(name.as_bytes()) && !holds_objects(value));
        if lists > 1 && has_column { Form::Columns } else { Form::Lists }
    }
}

fn are_all(members: &[Member<'_>], is_kind: fn(&[u8]) -> bool) -> bool {
    !members.is_empty() && members.iter().all(|(_, value)| is_kind(value))
}

fn is_split(members: &[Member<'_>]) -> bool {
    let has_list = |wanted: &str| members.iter().any(|(name, value)| name == wanted && value.starts_with(b"["));
    has_list("columns") && (has_list("data") || has_list("index"))
}

/// Returns true for several puzzles, each with its name.
fn is_map_of_puzzles(members: &[Member<'_>]) -> bool {
    let has_blanks = |value: &[u8]| grid_of(value).is_some_and(|grid| grid.clues() < grid.shape().cells());
    members.len() > 1
        && are_all(members, has_blanks)
        && !members.iter().any(|(name, _)| is_puzzle_name(name.as_bytes()))
}

/// Returns true for a list of puzzles, or of objects that are rows: the list has a known name, or its first object holds a puzzle. The
/// messages of a model are a list of other objects.
fn is_list_of_rows(name: &str, value: &[u8]) -> bool {
    let Some(list) = value.strip_prefix(b"[").filter(|list| is_list_of_puzzles(list)) else { return false };
    let first = list.trim_ascii_start();
    !first.starts_with(b"{") || is_puzzle_name(name.as_bytes()) || RESULT_NAMES.contains(&name) || holds_puzzle(first)
}

/// Returns true if an object has a member with the name of puzzles, with a puzzle, or with a list of them.
fn holds_puzzle(object: &[u8]) -> bool {
    members(object.get(1..).unwrap_or_default()).any(|(key, value)| {
        let name: String = serde_json::from_slice(key).unwrap_or_default();
        is_puzzle_name(name.as_bytes()) || is_puzzle(value) || is_list_of_rows(&name, value)
    })
}

fn is_long_list(value: &[u8]) -> bool {
    value.strip_prefix(b"[").is_some_and(|elements| !elements.trim_ascii_start().starts_with(b"]"))
}

/// Returns true if a text begins with a document: an object that is no row or that goes on in the next line, or an opening bracket
/// in a line of its own.
pub fn detect(head: &Head<'_>) -> bool {
    let text = head.bytes.trim_ascii_start();
    let end = memchr(b'\n', text).unwrap_or(text.len());
    let (line, after) = text.split_at(end);
    let Some(object) = line.strip_prefix(b"{") else {
        return line.trim_ascii_end() == b"[" || line.trim_ascii_end() == b"[[";
    };
    let is_whole = Scan::default().end(object, b'}').is_some();
    match after.split_first() {
        // A line that is cut short may be before lines with objects.
        Some((_, next)) if !is_whole => !next.starts_with(b"{"),
        _ => after.trim_ascii().is_empty() && Form::of(object) != Form::Row,
    }
}

/// The members of an object, or the elements of a list without names.
type Values<'t> = Vec<(String, &'t RawValue)>;

/// Reads the rows of a text, all of which is JSON.
struct Document<'t> {
    path: &'t Path,
    text: &'t str,
    /// The index of each row in the text, and its fields.
    rows: Vec<(usize, JsonObject)>,
    /// The name of the column with the keys of rows or lists.
    label: &'static str,
}

impl<'t> Document<'t> {
    fn read(path: &'t Path, text: &'t str) -> Result<Document<'t>> {
        let mut document = Document { path, text, rows: Vec::new(), label: "id" };
        let values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
        let values = values.collect::<serde_json::Result<Vec<_>>>().map_err(|error| match error.is_eof() {
            true => Error::malformed(path, error.line() as u64, "the file ends within a value; is it cut short?"),
            false => Error::malformed(path, error.line() as u64, format!("not JSON: {}", reason(&error))),
        })?;
        match *values {
            [object] if object.get().starts_with('{') => document.add_members(object)?,
            _ => values.iter().try_for_each(|value| document.add_row("", value))?,
        }
        Ok(document)
    }

    fn add_members(&mut self, object: &'t RawValue) -> Result<()> {
        let members = self.values(object)?;
        match (Form::of(&object.get().as_bytes()[1..]), &*members) {
            // The answer of a server may be the only member.
            (Form::Rows, [(_, only)]) => self.add_members(only),
            (Form::Row, _) => self.add_row("", object),
            (Form::Rows, _) => members.iter().try_for_each(|(label, value)| self.add_row(label, value)),
            (Form::Lists, _) => self.add_lists(&members),
            (Form::Columns, _) => self.add_columns(members),
            (Form::Split, _) => self.add_split(&members),
        }
    }

    fn add_lists(&mut self, members: &Values<'t>) -> Result<()> {
        let is_rows = |(name, value): &(String, &RawValue)| is_list_of_rows(name, value.get().as_bytes());
        let lists = members.iter().filter(|member| is_rows(member)).count();
        self.label = "group";
        for member in members.iter().filter(|(_, value)| is_long_list(value.get().as_bytes())) {
            let (label, list) = member;
            if !is_rows(member) {
                return Err(self.error(list, OTHER_LIST));
            }
            let label = if lists > 1 { label } else { "" };
            self.values(list)?.into_iter().try_for_each(|(_, row)| self.add_row(label, row))?;
        }
        Ok(())
    }

    fn add_columns(&mut self, members: Values<'t>) -> Result<()> {
        let is_column = |value: &RawValue| value.get().starts_with('{') || is_long_list(value.get().as_bytes());
        let mut columns: Vec<(String, Values<'t>)> = Vec::new();
        for (name, column) in members.into_iter().filter(|(_, value)| is_column(value)) {
            let values = self.values(column)?;
            let labels = |values: &Values<'t>| values.iter().map(|(label, _)| label.clone()).collect::<Vec<_>>();
            if columns.first().is_some_and(|(_, first)| labels(first) != labels(&values)) {
                return Err(self.error(column, OTHER_LIST));
            }
            columns.push((name, values));
        }
        for row in 0..columns.first().map_or(0, |(_, values)| values.len()) {
            let fields: Values<'t> = columns.iter().map(|(name, values)| (name.clone(), values[row].1)).collect();
            self.push(&columns[0].1[row].0, fields[0].1, fields)?;
        }
        Ok(())
    }

    fn add_split(&mut self, members: &Values<'t>) -> Result<()> {
        let values = |wanted: &str| {
            let list = members.iter().find(|(name, _)| name == wanted);
            list.map_or(Ok(Vec::new()), |(_, list)| self.values(list))
        };
        let texts = |values: Values<'t>| -> Result<Vec<String>> {
            values.iter().map(|(_, value)| Ok(String::from_utf8_lossy(&self.value_text(value)?).into())).collect()
        };
        let [names, labels, rows] = [values("columns")?, values("index")?, values("data")?];
        let [names, labels] = [texts(names)?, texts(labels)?];
        for (number, (_, row)) in rows.into_iter().enumerate() {
            let values = self.values(row)?;
            if values.len() != names.len() {
                let reason = format!("has {}, and `columns` has {}", plural(values.len() as u64, "value"), names.len());
                return Err(self.error(row, reason));
            }
            let fields = names.iter().cloned().zip(values.into_iter().map(|(_, value)| value)).collect();
            self.push(labels.get(number).map_or("", String::as_str), row, fields)?;
        }
        Ok(())
    }

    fn add_row(&mut self, label: &str, value: &'t RawValue) -> Result<()> {
        let is_object = value.get().starts_with('{');
        let fields = if is_object { self.values(value)? } else { vec![("puzzle".into(), value)] };
        self.push(label, value, fields)
    }

    /// Adds a row that begins at a value. The label becomes a field, unless it is empty or the row has a field of this name.
    fn push(&mut self, label: &str, begin: &RawValue, fields: Values<'t>) -> Result<()> {
        let is_left_out = label.is_empty() || fields.iter().any(|(name, _)| name == self.label);
        let label = (!is_left_out).then(|| (self.label.to_string(), label.as_bytes().to_vec()));
        let fields = fields.into_iter().map(|(name, value)| Ok((name, self.value_text(value)?)));
        let object = label.into_iter().map(Ok).chain(fields).collect::<Result<_>>().map(JsonObject::new)?;
        self.rows.push((self.offset(begin), object));
        Ok(())
    }

    /// Returns the members of an object or the elements of a list; nothing for another value.
    fn values(&self, value: &'t RawValue) -> Result<Values<'t>> {
        let failed = |error: serde_json::Error| self.error(value, reason(&error));
        match value.get().as_bytes()[0] {
            b'{' => Ok(serde_json::from_str::<JsonMembers<'_>>(value.get()).map_err(failed)?.0),
            b'[' => {
                let elements: Vec<&RawValue> = serde_json::from_str(value.get()).map_err(failed)?;
                Ok(elements.into_iter().map(|value| (String::new(), value)).collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    fn value_text(&self, value: &RawValue) -> Result<Vec<u8>> {
        value_text(value).map_err(|error| self.error(value, reason(&error)))
    }

    /// Returns the index of a value in the text that it is a part of.
    fn offset(&self, value: &RawValue) -> usize {
        value.get().as_ptr() as usize - self.text.as_ptr() as usize
    }

    fn error(&self, value: &RawValue, reason: impl Into<String>) -> Error {
        let place = Place { line: 1, column: 0 }.of(self.text.as_bytes(), self.offset(value));
        Error::malformed(self.path, place.line, reason)
    }

    /// Returns the names of the columns, and the fields of each row with its line.
    fn into_fields(self) -> (Vec<String>, Vec<(u64, ByteRecord)>) {
        let names = self.rows.first().map_or(Vec::new(), |(_, row)| row.names());
        let mut line = 1;
        let mut begin = 0;
        let mut rows = Vec::new();
        for (at, row) in &self.rows {
            line += memchr_iter(b'\n', &self.text.as_bytes()[begin..*at]).count() as u64;
            begin = *at;
            rows.push((line, row.fields(&names).collect()));
        }
        (names, rows)
    }
}

pub struct DocumentReader<'a> {
    lines: LineReader<'a>,
    names: Vec<String>,
    rows: vec::IntoIter<(u64, ByteRecord)>,
    text: Vec<u8>,
}

impl<'a> DocumentReader<'a> {
    /// Reads a whole document.
    pub fn new(source: Source<'a>) -> Result<DocumentReader<'a>> {
        let Source { path, mut lines, .. } = source;
        let mut bytes = Vec::new();
        Read::take(&mut lines, MAX_DOCUMENT as u64 + 1).read_to_end(&mut bytes).map_err(Error::io(path, "read"))?;
        if bytes.len() > MAX_DOCUMENT {
            return Err(Error::malformed(path, 0, TOO_LONG));
        }
        let text = String::from_utf8_lossy(&bytes);
        let (names, rows) = Document::read(path, &text)?.into_fields();
        Ok(DocumentReader { lines, names, rows: rows.into_iter(), text: Vec::new() })
    }
}

impl RowReader for DocumentReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let Some((line, row)) = self.rows.next() else { return Ok(None) };
        *fields = row;
        Ok(Some(RawRow::assembled(line, fields, &mut self.text)))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(self.names.iter().map(String::as_str).collect())
    }
}
