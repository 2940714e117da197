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

/// Returns the columns, given as index and name, that have one of these names in any case. If there are none, returns those with
/// such a name after the last dot: a part of a struct, as in `data.solution`.
pub fn indices_of_names<'n>(columns: impl Iterator<Item = (usize, &'n [u8])> + Clone, names: &[&str]) -> Vec<usize> {
    let last_part = |name: &'n [u8]| name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let whole = columns.clone().filter(|(_, name)| is_one_of(name, names));
    let whole: Vec<usize> = whole.map(|(index, _)| index).collect();
    if !whole.is_empty() {
        return whole;
    }
    columns.filter(|(_, name)| is_one_of(last_part(name), names)).map(|(index, _)| index).collect()
}

pub fn is_one_of(name: &[u8], names: &[&str]) -> bool {
    names.iter().any(|known| name.trim_ascii().eq_ignore_ascii_case(known.as_bytes()))
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
