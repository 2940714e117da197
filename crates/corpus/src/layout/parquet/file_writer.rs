//! Writes rows of text to a Parquet file whose columns have known types. The same rows give the same bytes.

use std::sync::Arc;

use ::parquet::{
    basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel},
    column::writer::{
        ColumnWriter::{
            self, BoolColumnWriter, ByteArrayColumnWriter, DoubleColumnWriter, Int32ColumnWriter, Int64ColumnWriter,
        },
        ColumnWriterImpl,
    },
    data_type::DataType,
    errors::ParquetError,
    file::{
        properties::{EnabledStatistics, WriterProperties},
        writer::SerializedFileWriter,
    },
    schema::types::{Type, TypePtr},
};
use bytes::Bytes;
use grid::text::Notation;

use super::found_type::integers;
use crate::layout::{column_type::ColumnType, schema::unique_names, shared_bytes::SharedBytes};

/// Rows in a row group.
const GROUP_ROWS: usize = 100_000;
/// Maximum bytes of text in a row group.
const GROUP_BYTES: usize = 64 << 20;

/// Values to pass to the `parquet` crate at a time.
const BATCH: usize = 1024;

/// The levels of a list: the list is missing, is empty, has a missing element, has an element.
const LIST_LEVELS: [i16; 4] = [0, 1, 2, 3];

/// The elements of a list, some of which may be missing.
type Elements<T> = Vec<Option<T>>;

pub struct FileWriter {
    file: SerializedFileWriter<SharedBytes>,
    columns: Vec<ColumnFields>,
    rows: usize,
    bytes: usize,
}

impl FileWriter {
    /// Begins a file with columns of these names and types. A column without a name gets one, and a column whose name is
    /// taken, in any case, gets a number.
    pub fn new(out: SharedBytes, names: &[String], types: &[ColumnType]) -> Result<FileWriter, ParquetError> {
        if names.is_empty() {
            return Err(ParquetError::General("a Parquet file has at least one column".into()));
        }
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("sudoku-bench version ", env!("CARGO_PKG_VERSION")).into())
            // Minimum and maximum of the puzzles in a page are useless.
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .build();
        let names = distinct(names).into_iter().zip(types);
        let column = |(name, &column_type)| ColumnFields { name, column_type, text: Vec::new(), ends: Vec::new() };
        let columns: Vec<_> = names.map(column).collect();
        let fields = columns.iter().map(ColumnFields::schema).collect::<Result<_, _>>()?;
        let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        Ok(FileWriter { file, columns, rows: 0, bytes: 0 })
    }

    /// Adds a row, which has a field for each column.
    pub fn row<'a>(&mut self, fields: impl Iterator<Item = &'a [u8]>) -> Result<(), ParquetError> {
        self.columns.iter_mut().zip(fields).for_each(|(column, field)| self.bytes += column.push(field));
        self.rows += 1;
        if self.rows == GROUP_ROWS || self.bytes >= GROUP_BYTES { self.write_group() } else { Ok(()) }
    }

    /// Writes the remaining rows and the metadata.
    pub fn finish(mut self) -> Result<(), ParquetError> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.file.close().map(|_| ())
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for column in &mut self.columns {
            let mut writer = group.next_column()?.expect("the schema has a column for each");
            column.write(writer.untyped())?;
            writer.close()?;
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

/// Returns unique names: `column_N` for an empty name, and a number after a name that is taken.
fn distinct(names: &[String]) -> Vec<String> {
    let name = |(index, name): (usize, &String)| match name.is_empty() {
        true => format!("column_{}", index + 1),
        false => name.clone(),
    };
    let names: Vec<_> = names.iter().enumerate().map(name).collect();
    unique_names(names.iter().map(String::as_str))
}

/// The fields of a column that are not written yet.
struct ColumnFields {
    name: String,
    column_type: ColumnType,
    text: Vec<u8>,
    /// The end of each field in `text`.
    ends: Vec<usize>,
}

impl ColumnFields {
    /// Adds a field, and returns its length. Invalid UTF-8 is replaced as [`String::from_utf8_lossy`] does.
    fn push(&mut self, field: &[u8]) -> usize {
        let before = self.text.len();
        self.text.extend_from_slice(String::from_utf8_lossy(field).as_bytes());
        self.ends.push(self.text.len());
        self.text.len() - before
    }

    /// Returns the column's part of the schema of the file.
    fn schema(&self) -> Result<TypePtr, ParquetError> {
        let (physical, logical) = match self.column_type {
            ColumnType::Integer | ColumnType::Integers => (PhysicalType::INT64, None),
            ColumnType::Unsigned => (PhysicalType::INT64, Some(LogicalType::integer(64, false))),
            ColumnType::Cells => (PhysicalType::INT32, Some(LogicalType::integer(8, false))),
            ColumnType::Float => (PhysicalType::DOUBLE, None),
            ColumnType::Boolean => (PhysicalType::BOOLEAN, None),
            ColumnType::Unknown | ColumnType::Text | ColumnType::OptionalText | ColumnType::Decimal => {
                (PhysicalType::BYTE_ARRAY, Some(LogicalType::String))
            }
        };
        let has_lists = matches!(self.column_type, ColumnType::Integers | ColumnType::Cells);
        let value = Type::primitive_type_builder(if has_lists { "element" } else { &self.name }, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical);
        let value = Arc::new(value.build()?);
        if !has_lists {
            return Ok(value);
        }
        let list =
            Type::group_type_builder("list").with_repetition(Repetition::REPEATED).with_fields(vec![value]).build()?;
        let column = Type::group_type_builder(&self.name)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(Some(LogicalType::List))
            .with_fields(vec![Arc::new(list)]);
        Ok(Arc::new(column.build()?))
    }

    fn write(&mut self, writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        let text = Bytes::from(std::mem::take(&mut self.text));
        let ends = std::mem::take(&mut self.ends);
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let fields: Vec<Bytes> = begins.zip(&ends).map(|(begin, &end)| text.slice(begin..end)).collect();
        match (self.column_type, writer) {
            (ColumnType::Integers, Int64ColumnWriter(to)) => {
                self.write_lists(to, &fields, "lists of integers", integers)
            }
            (ColumnType::Unsigned, Int64ColumnWriter(to)) => {
                self.write_values(to, &fields, "integers from 0 on", |field| parse(field).map(u64::cast_signed))
            }
            (_, Int32ColumnWriter(to)) => self.write_lists(to, &fields, "grids", cells),
            (_, Int64ColumnWriter(to)) => self.write_values(to, &fields, "integers", parse),
            (_, DoubleColumnWriter(to)) => self.write_values(to, &fields, "numbers", parse),
            (_, BoolColumnWriter(to)) => self.write_values(to, &fields, "true or false", parse),
            (_, ByteArrayColumnWriter(to)) => {
                self.write_values(to, &fields, "texts", |field| Some(field.clone().into()))
            }
            _ => unreachable!("the schema has no other types"),
        }
    }

    fn write_values<T: DataType>(
        &self,
        writer: &mut ColumnWriterImpl<'_, T>,
        fields: &[Bytes],
        what: &str,
        parse: impl Fn(&Bytes) -> Option<T::T>,
    ) -> Result<(), ParquetError> {
        for fields in fields.chunks(BATCH) {
            let mut values = Vec::with_capacity(fields.len());
            let mut levels = Vec::with_capacity(fields.len());
            for field in fields {
                let is_missing = field.is_empty() && self.column_type != ColumnType::Text;
                if !is_missing {
                    values.push(parse(field).ok_or_else(|| self.misfit(field, what))?);
                }
                levels.push(i16::from(!is_missing));
            }
            writer.write_batch(&values, Some(&levels), None)?;
        }
        Ok(())
    }

    fn misfit(&self, field: &Bytes, what: &str) -> ParquetError {
        let text = String::from_utf8_lossy(field);
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
                if field.is_empty() {
                    levels.push(missing);
                    repetitions.push(0);
                    continue;
                }
                let list = str::from_utf8(field).ok().and_then(parse).ok_or_else(|| self.misfit(field, what))?;
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

fn cells(text: &str) -> Option<Elements<i32>> {
    let grid = Notation::default().parse(text.as_bytes()).ok()?;
    Some(grid.cells().iter().map(|&cell| Some(cell.into())).collect())
}

fn parse<T: std::str::FromStr>(field: &Bytes) -> Option<T> {
    str::from_utf8(field).ok()?.parse().ok()
}
