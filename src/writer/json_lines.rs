//! A JSON object a line, with every field as a string. (jsonlines.org)

use std::io::Write;

use serde_json::Value;

use super::{Field, Kind, Writer, field};
use crate::{error::Result, layout::free_name};

pub const JSON_LINES: Kind = Kind {
    name: "jsonl",
    extensions: &["jsonl", "ndjson"],
    about: "an object with every column, all as strings",
    zeros: false,
    new: |schema| {
        // The keys of an object are unique.
        let mut names: Vec<String> = Vec::new();
        for name in &schema.names {
            names.push(free_name(name, &names));
        }
        Ok(Box::new(JsonLines { keys: names.into_iter().map(|name| Value::from(name).to_string()).collect() }))
    },
};

struct JsonLines {
    keys: Vec<String>,
}

impl Writer for JsonLines {
    fn rows_are_independent(&self) -> bool {
        true
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        for (place, key) in self.keys.iter().enumerate() {
            let value = Value::from(String::from_utf8_lossy(field(fields, place)));
            let before = if place == 0 { '{' } else { ',' };
            write!(text, "{before}{key}:{value}").expect("memory");
        }
        text.extend_from_slice(b"}\n");
        Ok(())
    }
}
