//! A JSON object whose keys keep their order.

use std::{borrow::Cow, cell::OnceCell, collections::HashMap, fmt};

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Value, value::RawValue};

/// The members of a JSON object in their order.
pub struct JsonMembers<'t>(pub Vec<(String, &'t RawValue)>);

/// A JSON object whose keys keep their order, and whose values are texts.
pub struct JsonObject(Vec<(String, Vec<u8>)>);

impl JsonObject {
    pub fn new(members: Vec<(String, Vec<u8>)>) -> JsonObject {
        JsonObject(members)
    }

    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Returns the values of these keys; an empty text for a missing key.
    pub fn fields(&self, names: &[String]) -> impl Iterator<Item = Cow<'static, [u8]>> {
        let by_name = OnceCell::new();
        // Of equal keys, the first counts.
        let index = || self.0.iter().rev().map(|pair| (&*pair.0, pair)).collect::<HashMap<_, _>>();
        // Most objects of a file have their keys in the same order.
        let find = move |(position, wanted): (usize, &String)| match self.0.get(position) {
            Some(pair) if pair.0 == *wanted => Some(pair),
            _ => by_name.get_or_init(index).get(&**wanted).copied(),
        };
        names.iter().enumerate().map(move |name| match find(name) {
            None => Cow::from(&b""[..]),
            Some((_, text)) => text.clone().into(),
        })
    }
}

/// Returns the reason of an error without the line and column.
pub fn reason(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(&*message, |(reason, _)| reason).into()
}

/// Returns a JSON value as text: a string without quotes, an empty text for `null`, and a number with the digits of the
/// file, because a grid of 81 digits would lose digits in a float. Returns an error for a string that is not valid Unicode.
pub fn value_text(value: &RawValue) -> serde_json::Result<Vec<u8>> {
    Ok(match value.get().as_bytes() {
        b"null" => Vec::new(),
        [b'"', ..] => serde_json::from_str::<String>(value.get())?.into_bytes(),
        [b'[' | b'{', ..] => serde_json::from_str::<Value>(value.get())?.to_string().into_bytes(),
        other => other.to_vec(),
    })
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonObject, D::Error> {
        deserializer.deserialize_map(Pairs(value_text)).map(JsonObject)
    }
}

impl<'de> Deserialize<'de> for JsonMembers<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonMembers<'de>, D::Error> {
        deserializer.deserialize_map(Pairs(Ok)).map(JsonMembers)
    }
}

/// The members of an object, with what is made of their values.
struct Pairs<'de, T>(fn(&'de RawValue) -> serde_json::Result<T>);

impl<'de, T> Visitor<'de> for Pairs<'de, T> {
    type Value = Vec<(String, T)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<(String, T)>, A::Error> {
        let mut pairs = Vec::new();
        while let Some((name, value)) = map.next_entry()? {
            pairs.push((name, self.0(value).map_err(|error| A::Error::custom(reason(&error)))?));
        }
        Ok(pairs)
    }
}
