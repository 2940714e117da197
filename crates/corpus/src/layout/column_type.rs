//! The types of columns, for layouts that distinguish them.

/// The type of a column. An empty field is a missing value, except in a column of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub enum ColumnType {
    /// The type is not known: a layout may find it from all values of the column, or write texts.
    #[default]
    Unknown,
    /// Texts; an empty field is an empty text.
    Text,
    /// Texts; an empty field is a missing value.
    OptionalText,
    Integer,
    /// Integers from 0 to 2⁶⁴ − 1.
    Unsigned,
    /// Numbers with the digits that they are written with, which Parquet files get as texts.
    Decimal,
    Float,
    Boolean,
    /// Lists of integers, as in `[1,2,3]`.
    Integers,
    /// Grids of 81 cells, written as lists of integers with 0 for a blank. An empty field is a missing value.
    Cells,
}
