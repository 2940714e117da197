//! The description of a column: what files, documents and Python's tables have of it.

use std::{borrow::Cow, fmt};

use super::{column_type::ColumnType, row_writer::Field};

#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    Missing,
    /// All of 64 bits, with a sign or without one.
    Integer(i128),
    Float(f64),
    Boolean(bool),
    Text(Cow<'a, str>),
}

/// A column of rows that are made from values of `R`.
pub struct ColumnSpec<R> {
    pub name: String,
    pub column_type: ColumnType,
    /// What the values are, in the words of the documents.
    pub about: &'static str,
    value: Box<dyn for<'r> Fn(&'r R) -> Value<'r> + Send + Sync>,
}

impl<R: 'static> ColumnSpec<R> {
    pub fn new(
        name: impl Into<String>,
        column_type: ColumnType,
        about: &'static str,
        value: impl for<'r> Fn(&'r R) -> Value<'r> + Send + Sync + 'static,
    ) -> ColumnSpec<R> {
        ColumnSpec { name: name.into(), column_type, about, value: Box::new(value) }
    }

    pub fn value<'r>(&self, row: &'r R) -> Value<'r> {
        (self.value)(row)
    }

    /// Returns the column for rows of which `part` is a part. A row without the part has no value.
    pub fn of_part<S: 'static>(
        self,
        part: impl for<'s> Fn(&'s S) -> Option<&'s R> + Send + Sync + 'static,
    ) -> ColumnSpec<S> {
        let ColumnSpec { name, column_type, about, value } = self;
        ColumnSpec::new(name, column_type, about, move |row: &S| part(row).map_or(Value::Missing, &value))
    }

    /// Returns the names and the types, which a writer needs before the first row.
    pub fn names_and_types(columns: &[ColumnSpec<R>]) -> Vec<(String, ColumnType)> {
        columns.iter().map(|column| (column.name.clone(), column.column_type)).collect()
    }

    pub fn fields<'r>(columns: &[ColumnSpec<R>], row: &'r R) -> Vec<Field<'r>> {
        columns.iter().map(|column| column.value(row).into()).collect()
    }

    /// Returns the row of the column in the table of a document.
    pub fn document_row(&self) -> String {
        let kind = match self.column_type {
            ColumnType::Integer | ColumnType::Unsigned => "count",
            ColumnType::Float => "number",
            ColumnType::Boolean => "boolean",
            _ => "text",
        };
        format!("| `{}` | {kind} | {} |\n", self.name, self.about)
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Missing => Ok(()),
            Value::Integer(number) => number.fmt(f),
            Value::Float(number) => number.fmt(f),
            Value::Boolean(is_true) => is_true.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}

impl<'a> From<Value<'a>> for Field<'a> {
    fn from(value: Value<'a>) -> Field<'a> {
        match value {
            Value::Missing => Field::default(),
            Value::Integer(number) => itoa::Buffer::new().format(number).as_bytes().to_vec().into(),
            Value::Text(Cow::Borrowed(text)) => text.as_bytes().into(),
            value => value.to_string().into_bytes().into(),
        }
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Value::Integer(number.into())
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Integer(number.into())
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Float(number)
    }
}

impl From<bool> for Value<'_> {
    fn from(is_true: bool) -> Self {
        Value::Boolean(is_true)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(text.into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Missing, Into::into)
    }
}
