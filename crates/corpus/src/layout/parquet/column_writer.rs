//! Writes the fields of a column as values of its type.

use std::sync::Arc;

use ::parquet::{
    basic::{LogicalType, Repetition, Type as PhysicalType},
    column::writer::{ColumnWriter, ColumnWriterImpl},
    data_type::{ByteArray, DataType},
    errors::ParquetError,
    schema::types::{GroupTypeBuilder, Type, TypePtr},
};
use bytes::Bytes;

use super::found_type::integers;
use crate::layout::{column_type::ColumnType, notation::parse_cells};

/// Values to pass to the `parquet` crate at a time.
const BATCH: usize = 1024;

/// Bits of the cells of a grid.
const CELL_BITS: i8 = 8;

/// Bits of unsigned integers.
const UNSIGNED_BITS: i8 = 64;

/// The levels of a list: the list is missing, is empty, has a missing element, has an element.
const LIST_LEVELS: [i16; 4] = [0, 1, 2, 3];

/// The elements of a list, some of which may be missing.
type Elements<T> = Vec<Option<T>>;

/// The fields of a column that are not written yet.
pub struct ColumnFields {
    name: String,
    column_type: ColumnType,
    text: Vec<u8>,
    /// The end of each field in `text`.
    ends: Vec<usize>,
}

impl ColumnFields {
    /// Creates a column without fields.
    pub fn new(name: String, column_type: ColumnType) -> ColumnFields {
        ColumnFields { name, column_type, text: Vec::new(), ends: Vec::new() }
    }

    /// Adds a field, and returns its length. Invalid UTF-8 is replaced as [`String::from_utf8_lossy`] does.
    pub fn push(&mut self, field: &[u8]) -> usize {
        let before = self.text.len();
        self.text.extend_from_slice(String::from_utf8_lossy(field).as_bytes());
        self.ends.push(self.text.len());
        self.text.len() - before
    }

    /// Returns the column's part of the schema of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the `parquet` crate does not accept the name.
    pub fn schema(&self) -> Result<TypePtr, ParquetError> {
        match self.column_type {
            ColumnType::Unknown | ColumnType::Text | ColumnType::OptionalText | ColumnType::Decimal => {
                optional_type(&self.name, PhysicalType::BYTE_ARRAY, Some(LogicalType::String))
            }
            ColumnType::Integer => optional_type(&self.name, PhysicalType::INT64, None),
            ColumnType::Unsigned => {
                optional_type(&self.name, PhysicalType::INT64, Some(LogicalType::integer(UNSIGNED_BITS, false)))
            }
            ColumnType::Float => optional_type(&self.name, PhysicalType::DOUBLE, None),
            ColumnType::Boolean => optional_type(&self.name, PhysicalType::BOOLEAN, None),
            ColumnType::Integers => self.list_schema(optional_type("element", PhysicalType::INT64, None)?),
            ColumnType::Cells => {
                let cell = LogicalType::integer(CELL_BITS, false);
                self.list_schema(optional_type("element", PhysicalType::INT32, Some(cell))?)
            }
        }
    }

    /// Returns the schema of a column of lists with these elements.
    fn list_schema(&self, element: TypePtr) -> Result<TypePtr, ParquetError> {
        let list = Arc::new(group_type("list", Repetition::REPEATED, element).build()?);
        let column = group_type(&self.name, Repetition::OPTIONAL, list);
        Ok(Arc::new(column.with_logical_type(Some(LogicalType::List)).build()?))
    }

    /// Writes all fields.
    ///
    /// # Errors
    ///
    /// Returns an error if a value does not have the type of the column.
    pub fn write(&mut self, writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        let text = Bytes::from(std::mem::take(&mut self.text));
        let ends = std::mem::take(&mut self.ends);
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let fields: Vec<Bytes> = begins.zip(&ends).map(|(begin, &end)| text.slice(begin..end)).collect();
        match writer {
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                let is_optional = matches!(self.column_type, ColumnType::OptionalText | ColumnType::Decimal);
                write_values(writer, &fields, |field| {
                    Ok(Some(ByteArray::from(field.clone())).filter(|_| !is_optional || !field.is_empty()))
                })
            }
            ColumnWriter::Int64ColumnWriter(writer) if self.column_type == ColumnType::Integers => {
                self.write_lists(writer, &fields, "lists of integers", integers)
            }
            ColumnWriter::Int32ColumnWriter(writer) => self.write_lists(writer, &fields, "grids", cells),
            ColumnWriter::Int64ColumnWriter(writer) if self.column_type == ColumnType::Unsigned => {
                write_values(writer, &fields, |field| {
                    Ok(self.parse(field, "integers from 0 on")?.map(u64::cast_signed))
                })
            }
            ColumnWriter::Int64ColumnWriter(writer) => {
                write_values(writer, &fields, |field| self.parse(field, "integers"))
            }
            ColumnWriter::DoubleColumnWriter(writer) => {
                write_values(writer, &fields, |field| self.parse(field, "numbers"))
            }
            ColumnWriter::BoolColumnWriter(writer) => {
                write_values(writer, &fields, |field| self.parse(field, "true or false"))
            }
            _ => Err(ParquetError::General(format!("the column {} has a type that is not written", self.name))),
        }
    }

    /// Parses a field; returns `None` if it is empty.
    fn parse<T: std::str::FromStr>(&self, field: &[u8], what: &str) -> Result<Option<T>, ParquetError> {
        let text = str::from_utf8(field).unwrap_or_default();
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| self.misfit(text, what)) }
    }

    fn misfit(&self, text: &str, what: &str) -> ParquetError {
        ParquetError::General(format!("the column {} holds {what}, and {text:?} is none", self.name))
    }

    fn write_lists<T: DataType>(
        &self,
        writer: &mut ColumnWriterImpl<'_, T>,
        fields: &[Bytes],
        what: &str,
        parse: fn(&str) -> Option<Elements<T::T>>,
    ) -> Result<(), ParquetError> {
        let [missing, empty, no_element, element] = LIST_LEVELS;
        for fields in fields.chunks(BATCH) {
            let mut values = Vec::new();
            let mut levels = Vec::new();
            let mut repetitions = Vec::new();
            for field in fields {
                let text = str::from_utf8(field).unwrap_or_default();
                if text.is_empty() {
                    levels.push(missing);
                    repetitions.push(0);
                    continue;
                }
                let list = parse(text).ok_or_else(|| self.misfit(text, what))?;
                repetitions.extend((0..list.len().max(1)).map(|index| i16::from(index > 0)));
                levels.extend(list.iter().map(|value| if value.is_some() { element } else { no_element }));
                levels.extend(list.is_empty().then_some(empty));
                values.extend(list.into_iter().flatten());
            }
            writer.write_batch(&values, Some(&levels), Some(&repetitions))?;
        }
        Ok(())
    }
}

/// Returns the type of a column whose values may be null.
fn optional_type(name: &str, physical: PhysicalType, logical: Option<LogicalType>) -> Result<TypePtr, ParquetError> {
    let column = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
    Ok(Arc::new(column.with_logical_type(logical).build()?))
}

/// Returns the type of a group of one field.
fn group_type<'a>(name: &'a str, repetition: Repetition, field: TypePtr) -> GroupTypeBuilder<'a> {
    Type::group_type_builder(name).with_repetition(repetition).with_fields(vec![field])
}

/// Returns the cells of a grid.
fn cells(text: &str) -> Option<Elements<i32>> {
    let grid = parse_cells(text.as_bytes())?;
    Some(grid.cells().iter().map(|&cell| Some(cell.into())).collect())
}

/// Writes a value for each field; `None` is a missing value.
fn write_values<T: DataType>(
    writer: &mut ColumnWriterImpl<'_, T>,
    fields: &[Bytes],
    value: impl Fn(&Bytes) -> Result<Option<T::T>, ParquetError>,
) -> Result<(), ParquetError> {
    for fields in fields.chunks(BATCH) {
        let found = fields.iter().map(&value).collect::<Result<Vec<_>, _>>()?;
        let levels: Vec<_> = found.iter().map(|value| i16::from(value.is_some())).collect();
        let values: Vec<_> = found.into_iter().flatten().collect();
        writer.write_batch(&values, Some(&levels), None)?;
    }
    Ok(())
}
