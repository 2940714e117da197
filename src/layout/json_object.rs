//! A JSON object whose keys keep their order.

use std::{borrow::Cow, cell::OnceCell, collections::HashMap, fmt};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// A JSON object whose keys keep their order.
pub struct JsonObject(Vec<(String, Value)>);

impl JsonObject {
    /// Returns the keys.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Returns the values of these keys as text: strings without quotes, an empty text for `null` and missing keys.
    pub fn fields(&self, names: &[String]) -> impl Iterator<Item = Cow<'static, [u8]>> {
        let by_name = OnceCell::new();
        // Of equal keys, the first counts.
        let index = || self.0.iter().rev().map(|pair| (&*pair.0, pair)).collect::<HashMap<_, _>>();
        // Most objects of a file have their keys in the same order.
        let find = move |(place, wanted): (usize, &String)| match self.0.get(place) {
            Some(pair) if pair.0 == *wanted => Some(pair),
            _ => by_name.get_or_init(index).get(&**wanted).copied(),
        };
        names.iter().enumerate().map(move |name| match find(name) {
            None | Some((_, Value::Null)) => Cow::from(&b""[..]),
            Some((_, Value::String(text))) => text.clone().into_bytes().into(),
            Some((_, other)) => other.to_string().into_bytes().into(),
        })
    }
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonObject, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = JsonObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<JsonObject, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(JsonObject(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}
