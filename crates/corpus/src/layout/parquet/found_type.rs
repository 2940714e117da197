//! Finds the type of a column from its values, all of which must be seen.

use super::value::{Meaning, Value};
use crate::layout::column_type::ColumnType;

/// The types that may be found, in the order of preference.
const DETECTED_TYPES: [ColumnType; 4] =
    [ColumnType::Integer, ColumnType::Float, ColumnType::Boolean, ColumnType::Integers];

/// The types that the values of a column have in common.
pub struct FoundType {
    types: Vec<ColumnType>,
    /// True once a value was seen that is not missing.
    any: bool,
}

impl FoundType {
    /// Returns the state before the first value.
    pub fn new() -> FoundType {
        FoundType { types: DETECTED_TYPES.into(), any: false }
    }

    /// Takes the next value into account. An empty field is a missing value of any type.
    pub fn add(&mut self, field: &[u8]) {
        if !field.is_empty() && !self.types.is_empty() {
            self.any = true;
            self.types.retain(|column_type| is_kept(field, *column_type));
        }
    }

    /// Returns the type that holds all values so far: text if there is no other, or if every field is empty.
    pub fn get(&self) -> ColumnType {
        self.types.first().copied().filter(|_| self.any).unwrap_or(ColumnType::Text)
    }
}

/// Returns true if a value of this type is read back as the same text, so that nothing is lost: `007`, `+1`, `1.50` and
/// `True` are texts. The exception is a zero after the point: `2.0` is a number too, and is read back as `2`.
fn is_kept(field: &[u8], column_type: ColumnType) -> bool {
    let Ok(text) = std::str::from_utf8(field) else { return false };
    match column_type {
        ColumnType::Integer => text.parse().is_ok_and(|value: i64| written(&value) == field),
        ColumnType::Unsigned => text.parse().is_ok_and(|value: u64| value.to_string() == text),
        ColumnType::Float => {
            let digits = text.strip_suffix(".0").unwrap_or(text);
            text.parse().is_ok_and(|value: f64| value.is_finite() && written(&value) == digits.as_bytes())
        }
        ColumnType::Boolean => text == "true" || text == "false",
        ColumnType::Integers => {
            integers(text).is_some_and(|values| serde_json::to_vec(&values).is_ok_and(|list| list == field))
        }
        ColumnType::Unknown | ColumnType::Text | ColumnType::OptionalText | ColumnType::Decimal | ColumnType::Cells => {
            true
        }
    }
}

/// Returns the text that the reader makes of a value.
fn written(value: &impl Value) -> Vec<u8> {
    let mut text = Vec::new();
    value.push(Meaning::Plain, &mut text);
    text
}

/// Parses a list of integers, some of which may be missing.
pub fn integers(text: &str) -> Option<Vec<Option<i64>>> {
    if text.starts_with('[') { serde_json::from_str(text).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_found_if_no_value_loses_a_digit() {
        let found = |values: &[&str]| {
            let mut found = FoundType::new();
            values.iter().for_each(|value| found.add(value.as_bytes()));
            found.get()
        };
        use ColumnType::{Boolean, Float, Integer, Integers, Text};
        for (values, wanted) in [
            (&["1", "-20", "", "9223372036854775807"][..], Integer),
            (&["1", "007"], Text),
            (&["+1"], Text),
            (&["-0"], Float),
            (&[" 1"], Text),
            (&["9223372036854775808"], Text),
            (&["1.5", "-2", "3.0", "", "1e300"], Float),
            (&["1.50"], Text),
            (&["1.", "2"], Text),
            (&[".5"], Text),
            (&["0.1234567890123456789"], Text),
            (&["NaN"], Text),
            (&["inf"], Text),
            (&["true", "", "false"], Boolean),
            (&["True"], Text),
            (&["true", "1"], Text),
            (&["[1,-2]", "[]", ""], Integers),
            (&["[1, 2]"], Text),
            (&["[[1]]"], Text),
            (&["[1.5]"], Text),
            (&["1", "[1]"], Text),
            (&["1", "2", "x"], Text),
            (&["", ""], Text),
            (&[], Text),
        ] {
            assert_eq!(found(values), wanted, "{values:?}");
        }
        assert!(!is_kept(b"\xff", Integer));
    }
}
