//! Finds the type of a column from its values, all of which must be seen.

use super::value::float;
use crate::layout::column_type::ColumnType;

/// The types that may be found, in the order of preference.
const DETECTED_TYPES: [ColumnType; 4] =
    [ColumnType::Integer, ColumnType::Float, ColumnType::Boolean, ColumnType::Integers];

/// The types that the values of a column have in common; `None` before the first value that is not missing.
#[derive(Clone, Default)]
pub struct FoundType(Option<Vec<ColumnType>>);

impl FoundType {
    /// Takes the next value into account. An empty field is a missing value of any type.
    pub fn add(&mut self, field: &[u8]) {
        if !field.is_empty() {
            let text = std::str::from_utf8(field).unwrap_or_default();
            self.0.get_or_insert(DETECTED_TYPES.into()).retain(|column_type| is_kept(text, *column_type));
        }
    }

    /// Returns the type that holds all values so far: text if there is no other, or if every field is empty.
    pub fn get(&self) -> ColumnType {
        self.0.iter().flatten().next().copied().unwrap_or(ColumnType::Text)
    }
}

/// Returns true if a value of this type is read back as the same text, so that nothing is lost: `007`, `+1`, `1.50` and
/// `True` are texts. The exception is a zero after the point: `2.0` is a number too, and is read back as `2`.
fn is_kept(text: &str, column_type: ColumnType) -> bool {
    match column_type {
        ColumnType::Integer => text.parse().is_ok_and(|value: i64| value.to_string() == text),
        ColumnType::Float => {
            let digits = text.strip_suffix(".0").unwrap_or(text);
            text.parse().is_ok_and(|value: f64| value.is_finite() && float(value, value) == digits)
        }
        ColumnType::Boolean => text == "true" || text == "false",
        ColumnType::Integers => {
            integers(text).is_some_and(|values| serde_json::to_string(&values).is_ok_and(|list| list == text))
        }
        _ => false,
    }
}

/// Parses a list of integers, some of which may be missing.
pub fn integers(text: &str) -> Option<Vec<Option<i64>>> {
    if text.starts_with('[') { serde_json::from_str(text).ok() } else { None }
}
