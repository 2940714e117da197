//! A JSON object a line. (jsonlines.org)

use std::{borrow::Cow, fmt};

use ::csv::ByteRecord;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::{Head, Kind, Layout, RawRow, line_reader::Lines, schema::Syntax};
use crate::error::{Error, Result};

pub const JSON_LINES: Kind = Kind {
    name: "jsonl",
    about: "a JSON object a line",
    detect: |head: &Head<'_>| {
        head.lines().next().is_some_and(|line| line.trim_ascii_start().starts_with(b"{")) || is_array(head)
    },
    open: |head| {
        if is_array(head) {
            let reason = "is a JSON array, which cannot be read in parts; write an object a line, as `jq -c .[]` does";
            return Err(Error::malformed(head.path, 1, reason));
        }
        Ok(Box::new(JsonLines::default()))
    },
};

/// Whether a file is an array of objects.
fn is_array(head: &Head<'_>) -> bool {
    let mut lines = head.lines().map(<[u8]>::trim_ascii);
    let behind = lines.next().and_then(|line| line.strip_prefix(b"[")).unwrap_or(b"x").trim_ascii_start();
    behind.starts_with(b"{") || (behind.is_empty() && lines.next().is_some_and(|line| line.starts_with(b"{")))
}

#[derive(Default)]
struct JsonLines {
    /// The keys of the first object.
    names: Option<Vec<String>>,
}

impl Layout for JsonLines {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>> {
        let Some(line) = lines.next_row()? else { return Ok(None) };
        fields.clear();
        if line.overlong {
            return Ok(Some(line.into()));
        }
        let broken = match serde_json::from_slice::<Object>(line.bytes) {
            Ok(object) => {
                let names = self.names.get_or_insert_with(|| object.names());
                object.fields(names).for_each(|field| fields.push_field(&field));
                None
            }
            Err(error) => {
                let said = error.to_string();
                // The place is told by the reject.
                let what = said.rsplit_once(" at line ").map_or(&*said, |(what, _)| what);
                Some((format!("no JSON object: {what}").into(), error.column().saturating_sub(1)))
            }
        };
        Ok(Some(RawRow { line: line.number, bytes: line.bytes, quoted: true, broken }))
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(self.names.iter().flatten().map(String::as_str).collect())
    }

    fn syntax(&self) -> Syntax {
        Syntax::Json(self.names.clone().unwrap_or_default().into())
    }
}

/// An object with its keys in order.
pub struct Object(Vec<(String, Value)>);

impl Object {
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The values of these keys, as text.
    pub fn fields(&self, names: &[String]) -> impl Iterator<Item = Cow<'static, [u8]>> {
        // Mostly they are in the same order.
        let find = |(place, wanted): (usize, &String)| match self.0.get(place) {
            Some(pair) if pair.0 == *wanted => Some(pair),
            _ => self.0.iter().find(|(name, _)| name == wanted),
        };
        names.iter().enumerate().map(move |name| match find(name) {
            None | Some((_, Value::Null)) => Cow::from(&b""[..]),
            Some((_, Value::String(text))) => text.clone().into_bytes().into(),
            Some((_, other)) => other.to_string().into_bytes().into(),
        })
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Object(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}
