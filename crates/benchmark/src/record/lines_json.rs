//! JSON with a line for each key of the outermost object, and for each item of its arrays: a change of one strategy is a change of
//! one line, which people read in a diff and git stores in few bytes.

use corpus::layout::JsonMembers;
use serde::Serialize;
use serde_json::value::RawValue;

/// Returns an object, whose keys need no escapes, as text that ends with a line end.
pub fn lines_json(object: &impl Serialize) -> String {
    let compact = serde_json::to_string(object).expect("plain data");
    let JsonMembers(members) = serde_json::from_str(&compact).expect("it is an object");
    let lines = members.iter().map(|(key, value)| format!("  \"{key}\": {}", with_lines(value.get())));
    format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// Puts each item of an array on a line of its own; other values stay as they are.
fn with_lines(value: &str) -> String {
    match serde_json::from_str::<Vec<&RawValue>>(value) {
        Ok(items) if !items.is_empty() => {
            let items: Vec<&str> = items.into_iter().map(RawValue::get).collect();
            format!("[\n    {}\n  ]", items.join(",\n    "))
        }
        _ => value.into(),
    }
}
