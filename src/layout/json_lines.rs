//! A JSON object per line. (jsonlines.org)

use std::io::Write;

use ::csv::ByteRecord;
use serde_json::Value;

use super::{
    defect::Defect,
    definition::{Layout, Reading, Writing},
    head::Head,
    json_object::JsonObject,
    line_reader::LineReader,
    row_reader::{RawRow, RowReader},
    row_writer::{Field, RowWriter, field},
    schema::{ColumnType, Schema, free_name},
    syntax::Syntax,
};
use crate::error::{Error, Result};

/// The registry entry.
pub const JSON_LINES: Layout = Layout {
    name: "jsonl",
    extensions: &["jsonl", "ndjson"],
    read: Some(Reading {
        about: "a JSON object a line",
        detect: |head| head.first().trim_ascii_start().starts_with(b"{") || is_array(head),
        continues: |_, _| true,
        open: |source| {
            if is_array(&source.head()) {
                let reason =
                    "is a JSON array, which cannot be read in parts; write an object a line, as `jq -c .[]` does";
                return Err(Error::malformed(source.path, 1, reason));
            }
            Ok(Box::new(JsonLinesReader { lines: source.lines, names: None }))
        },
    }),
    write: Some(Writing {
        about: "an object with every column, all as strings",
        zeros: false,
        names_columns: true,
        generic_extension: false,
        needs_puzzle: false,
        independent_rows: true,
        compressible: true,
        open: |schema| Ok(Box::new(JsonLinesWriter::new(schema))),
    }),
};

/// Returns true if a file is an array of objects.
fn is_array(head: &Head<'_>) -> bool {
    let mut lines = head.lines().map(<[u8]>::trim_ascii);
    let behind = lines.next().and_then(|line| line.strip_prefix(b"[")).unwrap_or(b"x").trim_ascii_start();
    behind.starts_with(b"{") || (behind.is_empty() && lines.next().is_some_and(|line| line.starts_with(b"{")))
}

struct JsonLinesReader<'a> {
    lines: LineReader<'a>,
    /// The keys of the first object.
    names: Option<Vec<String>>,
}

impl RowReader for JsonLinesReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let Some(line) = self.lines.next_row()? else { return Ok(None) };
        fields.clear();
        if line.overlong {
            return Ok(Some(line.into()));
        }
        let defect = match serde_json::from_slice::<JsonObject>(line.bytes) {
            Ok(object) => {
                let names = self.names.get_or_insert_with(|| object.names());
                object.fields(names).for_each(|field| fields.push_field(&field));
                None
            }
            Err(error) => {
                let message = error.to_string();
                // The place is part of the defect.
                let reason = message.rsplit_once(" at line ").map_or(&*message, |(reason, _)| reason);
                Some(Defect::new(format!("no JSON object: {reason}"), error.column().saturating_sub(1)))
            }
        };
        Ok(Some(RawRow { line: line.number, bytes: line.bytes, spaces_are_blanks: true, defect }))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(self.names.iter().flatten().map(String::as_str).collect())
    }

    fn syntax(&self) -> Syntax {
        Syntax::Json(self.names.clone().unwrap_or_default().into())
    }
}

struct JsonLinesWriter {
    /// The keys, as JSON, and the types of their values.
    keys: Vec<(String, ColumnType)>,
}

impl JsonLinesWriter {
    fn new(schema: &Schema) -> JsonLinesWriter {
        // The keys of an object are unique.
        let mut names: Vec<String> = Vec::new();
        for name in &schema.names {
            names.push(free_name(name, &names));
        }
        let key = |(place, name)| (Value::from(name).to_string(), schema.column_type(place));
        JsonLinesWriter { keys: names.into_iter().enumerate().map(key).collect() }
    }
}

impl RowWriter for JsonLinesWriter {
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        for (place, (key, column_type)) in self.keys.iter().enumerate() {
            let field = String::from_utf8_lossy(field(fields, place));
            let value = match column_type {
                ColumnType::OptionalText if field.is_empty() => Value::Null,
                ColumnType::Integer => field.parse::<u64>().map_or(Value::Null, Value::from),
                ColumnType::Text | ColumnType::OptionalText => Value::from(field),
            };
            let before = if place == 0 { '{' } else { ',' };
            write!(text, "{before}{key}:{value}").expect("writing to memory cannot fail");
        }
        text.extend_from_slice(b"}\n");
        Ok(())
    }
}
