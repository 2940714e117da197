//! A column, by number or name.

use std::num::NonZeroUsize;

use crate::layout::index_of_name;

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Column {
    /// The column with this number, from 1.
    Number(NonZeroUsize),
    Name(String),
}

impl Column {
    /// Returns the index of the column among those with these names.
    pub fn index_in(&self, names: &[String]) -> Option<usize> {
        match self {
            Column::Number(number) => Some(number.get() - 1).filter(|&index| index < names.len()),
            Column::Name(wanted) => index_of_name(names.iter().map(String::as_bytes), wanted),
        }
    }
}

impl std::fmt::Display for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Column::Number(number) => number.fmt(f),
            Column::Name(name) => name.fmt(f),
        }
    }
}

impl From<Column> for String {
    fn from(column: Column) -> String {
        column.to_string()
    }
}

impl TryFrom<String> for Column {
    type Error = String;

    fn try_from(text: String) -> Result<Column, String> {
        text.parse()
    }
}

impl std::str::FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Column, String> {
        let text = text.trim();
        match text.parse().map(NonZeroUsize::new) {
            _ if text.is_empty() => Err("a column has a name or a number".into()),
            Ok(None) => Err("columns are counted from 1".into()),
            Ok(Some(number)) => Ok(Column::Number(number)),
            Err(_) => Ok(Column::Name(text.into())),
        }
    }
}
