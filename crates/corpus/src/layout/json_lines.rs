//! A JSON object per line. (jsonlines.org)

use ::csv::ByteRecord;
use grid::text::{Defect, Notation};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::{
    column_type::ColumnType,
    definition::{Layout, Reading, Writing},
    json_object::{JsonObject, reason},
    line_reader::LineReader,
    row_reader::{Ahead, RawRow, RowReader},
    row_writer::{Field, RowWriter, field},
    schema::{Schema, unique_names},
    syntax::Syntax,
};
use crate::error::Result;

pub const JSON_LINES: Layout = Layout {
    name: "jsonl",
    extensions: &["jsonl", "ndjson"],
    read: Some(Reading {
        about: "a JSON object a line",
        detect: |head| head.first().trim_ascii_start().starts_with(b"{"),
        open: |source| Ok(Box::new(JsonLinesReader { lines: source.lines, names: None })),
        is_table: true,
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "an object with every column; numbers if their type is known",
        open: |schema| Ok(Box::new(JsonLinesWriter::new(schema))),
        ..Writing::TABLE
    }),
};

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
                // The column is part of the defect.
                Some(Defect::new(format!("no JSON object: {}", reason(&error)), error.column().saturating_sub(1)))
            }
        };
        Ok(Some(RawRow { line: line.number, bytes: line.bytes, spaces_are_blanks: true, defect }))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn ahead(&mut self) -> Option<Ahead<'_>> {
        let names = self.names.clone();
        Some(Ahead { lines: &mut self.lines, open: Box::new(|lines| Box::new(JsonLinesReader { lines, names })) })
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(self.names.iter().flatten().map(String::as_str).collect())
    }

    fn syntax(&self) -> Syntax {
        Syntax::Json(self.names.clone().unwrap_or_default().into())
    }
}

struct JsonLinesWriter {
    keys: Vec<(String, ColumnType)>,
}

impl JsonLinesWriter {
    fn new(schema: &Schema) -> JsonLinesWriter {
        // The keys of an object are unique.
        let names = unique_names(schema.names.iter().map(String::as_str));
        let key = |(index, name)| (Value::from(name).to_string(), schema.column_type(index));
        JsonLinesWriter { keys: names.into_iter().enumerate().map(key).collect() }
    }
}

/// Appends a field as a JSON value of a type. A value that is not of the type becomes a string.
fn push_value(field: &[u8], column_type: ColumnType, text: &mut Vec<u8>) {
    let is_text = matches!(column_type, ColumnType::Unknown | ColumnType::Text);
    let is_typed = !is_text && ![ColumnType::OptionalText, ColumnType::Cells].contains(&column_type);
    if field.is_empty() && !is_text {
        text.extend_from_slice(b"null");
    } else if column_type == ColumnType::Cells
        && let Ok(grid) = Notation::default().parse(field)
    {
        serde_json::to_writer(text, grid.cells()).expect("writing to memory cannot fail");
    } else if is_typed && serde_json::from_slice::<IgnoredAny>(field).is_ok() {
        text.extend_from_slice(field);
    } else {
        serde_json::to_writer(text, &String::from_utf8_lossy(field)).expect("writing to memory cannot fail");
    }
}

impl RowWriter for JsonLinesWriter {
    fn has_types(&self) -> bool {
        true
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        for (index, (key, column_type)) in self.keys.iter().enumerate() {
            text.push(if index == 0 { b'{' } else { b',' });
            text.extend_from_slice(key.as_bytes());
            text.push(b':');
            push_value(field(fields, index), *column_type, text);
        }
        text.extend_from_slice(b"}\n");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_known_types_are_not_strings() {
        for case in include_str!("json_values.txt").lines().filter(|line| line.starts_with('[')) {
            let (column_type, field, wanted): (ColumnType, String, String) = serde_json::from_str(case).unwrap();
            let mut text = Vec::new();
            push_value(field.as_bytes(), column_type, &mut text);
            assert_eq!(String::from_utf8_lossy(&text), wanted, "{column_type:?}");
        }
    }
}
