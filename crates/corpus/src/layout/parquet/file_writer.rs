//! Writes rows of text to a Parquet file whose columns have known types. The same rows give the same bytes.

use std::{
    io::{self, ErrorKind, Write},
    sync::Arc,
};

use ::parquet::{
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::{
        properties::{EnabledStatistics, WriterProperties},
        writer::SerializedFileWriter,
    },
    schema::types::{Type, TypePtr},
};

use super::column_writer::ColumnFields;
use crate::layout::{column_type::ColumnType, schema::unique_names};

/// Rows in a row group.
const GROUP_ROWS: usize = 100_000;
/// Maximum bytes of text in a row group.
const GROUP_BYTES: usize = 64 << 20;
/// Writes rows to a file.
pub struct FileWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<ColumnFields>,
    rows: usize,
    bytes: usize,
    group_rows: usize,
}

impl<W: Write + Send> FileWriter<W> {
    /// Begins a file with columns of these names and types. A column without a name gets one, and a column whose name is
    /// taken, in any case, gets a number.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no columns.
    pub fn new(out: W, names: &[String], types: &[ColumnType]) -> io::Result<FileWriter<W>> {
        FileWriter::with_group_rows(out, names, types, GROUP_ROWS)
    }

    fn with_group_rows(out: W, names: &[String], types: &[ColumnType], group_rows: usize) -> io::Result<FileWriter<W>> {
        if names.is_empty() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "a Parquet file has at least one column"));
        }
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("sudoku-bench version ", env!("CARGO_PKG_VERSION")).into())
            // Minimum and maximum of the puzzles in a page are useless.
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .build();
        let columns: Vec<_> =
            distinct(names).into_iter().zip(types).map(|(name, &kind)| ColumnFields::new(name, kind)).collect();
        let file = SerializedFileWriter::new(out, schema(&columns).map_err(io_error)?, Arc::new(properties));
        Ok(FileWriter { file: file.map_err(io_error)?, columns, rows: 0, bytes: 0, group_rows })
    }

    /// Adds a row, which has a field for each column.
    ///
    /// # Errors
    ///
    /// Returns an error if a value does not have the type of its column.
    pub fn row<'a>(&mut self, fields: impl Iterator<Item = &'a [u8]>) -> io::Result<()> {
        self.columns.iter_mut().zip(fields).for_each(|(column, field)| self.bytes += column.push(field));
        self.rows += 1;
        if self.rows == self.group_rows || self.bytes >= GROUP_BYTES { self.write_group() } else { Ok(()) }
    }

    /// Writes the remaining rows and the metadata.
    ///
    /// # Errors
    ///
    /// Returns an error if a value does not have the type of its column.
    pub fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.write_group()?;
        }
        // Flushes first: the crate's next call, which writes only the metadata, would lose an I/O error.
        self.file.flush()?;
        self.file.into_inner().map_err(io_error)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.file.next_row_group().map_err(io_error)?;
        for column in &mut self.columns {
            let mut writer = group.next_column().map_err(io_error)?.ok_or(ErrorKind::InvalidInput)?;
            column.write(writer.untyped()).map_err(io_error)?;
            writer.close().map_err(io_error)?;
        }
        group.close().map_err(io_error)?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

fn schema(columns: &[ColumnFields]) -> Result<TypePtr, ParquetError> {
    let columns = columns.iter().map(ColumnFields::schema).collect::<Result<_, ParquetError>>()?;
    Ok(Arc::new(Type::group_type_builder("schema").with_fields(columns).build()?))
}

/// Returns unique names: `column_N` for an empty name, and a number after a name that is taken.
fn distinct(names: &[String]) -> Vec<String> {
    let names: Vec<_> = names.iter().enumerate().map(column_name).collect();
    unique_names(names.iter().map(String::as_str))
}

/// Returns the name of a column, which has one in every file of Parquet.
fn column_name((index, name): (usize, &String)) -> String {
    match name.is_empty() {
        true => format!("column_{}", index + 1),
        false => name.clone(),
    }
}

/// Returns the I/O error, if that is the cause.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(source) => io::Error::other(source),
        },
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use ::parquet::file::reader::{FileReader, SerializedFileReader};

    use bytes::Bytes;

    use super::*;

    fn written(names: &[&str], rows: &[Vec<&str>], group_rows: usize) -> Vec<u8> {
        let names: Vec<_> = names.iter().map(|name| name.to_string()).collect();
        let types = vec![ColumnType::Text; names.len()];
        let mut writer = FileWriter::with_group_rows(Vec::new(), &names, &types, group_rows).unwrap();
        rows.iter().for_each(|row| writer.row(row.iter().map(|field| field.as_bytes())).unwrap());
        writer.finish().unwrap()
    }

    fn read(content: &[u8]) -> (Vec<String>, Vec<csv::ByteRecord>) {
        let file = SerializedFileReader::new(Bytes::copy_from_slice(content)).unwrap();
        let columns = file.metadata().file_metadata().schema_descr().columns();
        let names = columns.iter().map(|column| column.name().to_string()).collect();
        let text = |(_, field): (&String, &::parquet::record::Field)| match field {
            ::parquet::record::Field::Str(text) => text.clone(),
            other => panic!("{other}"),
        };
        let row = |row: ::parquet::record::Row| row.get_column_iter().map(text).collect::<Vec<_>>().into();
        let rows: Vec<_> = file.get_row_iter(None).unwrap().map(|found| row(found.unwrap())).collect();
        assert_eq!(file.metadata().file_metadata().num_rows(), rows.len() as i64);
        (names, rows)
    }

    #[test]
    fn files_are_read_back() {
        let numbers: Vec<_> = (0..5000).map(|n| n.to_string()).collect();
        let notes = ["", "é", "a,\"\n", "007"];
        for (count, group_rows) in [(0, 10), (1, 10), (30, 10), (31, 10), (5000, 3000), (5000, 5000)] {
            let rows: Vec<_> =
                numbers[..count].iter().enumerate().map(|(n, number)| vec![&**number, notes[n % 4]]).collect();
            let content = written(&["puzzle", "note"], &rows, group_rows);
            assert_eq!(content, written(&["puzzle", "note"], &rows, group_rows));
            let wanted: Vec<_> = rows.into_iter().map(csv::ByteRecord::from).collect();
            assert_eq!(read(&content), (vec!["puzzle".to_string(), "note".into()], wanted));
        }
    }

    #[test]
    fn column_names_are_unique() {
        let (names, rows) =
            read(&written(&["a", "A", "", "a_2", "a.b", ""], &[vec!["1", "2", "3", "4", "5", "6"]], 10));
        assert_eq!(names, ["a", "A_2", "column_3", "a_2_2", "a.b", "column_6"]);
        assert_eq!(rows, [csv::ByteRecord::from(vec!["1", "2", "3", "4", "5", "6"])]);
        assert_eq!(FileWriter::new(Vec::new(), &[], &[]).err().unwrap().kind(), ErrorKind::InvalidInput);
    }

    #[test]
    fn invalid_utf_8_is_replaced() {
        let mut writer = FileWriter::new(Vec::new(), &["a".into()], &[ColumnType::Text]).unwrap();
        writer.row([&b"\xff3"[..]].into_iter()).unwrap();
        assert_eq!(read(&writer.finish().unwrap()).1, [csv::ByteRecord::from(vec!["\u{fffd}3"])]);
    }

    #[test]
    fn errors_of_the_system_are_returned() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let written = FileWriter::new(Full, &["a".into()], &[ColumnType::Text]).and_then(FileWriter::finish);
        assert_eq!(written.err().unwrap().kind(), ErrorKind::StorageFull);
    }
}
