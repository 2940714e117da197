//! Writes rows as a Parquet file of strings.

use std::{
    io::{self, ErrorKind, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ::parquet::{
    basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel},
    data_type::{ByteArray, ByteArrayType},
    errors::ParquetError,
    file::{
        properties::{EnabledStatistics, WriterProperties},
        writer::SerializedFileWriter,
    },
    schema::types::{Type, TypePtr},
};
use bytes::Bytes;

use crate::{
    error::{Error, Result},
    layout::{
        row_writer::{Field, RowWriter, field},
        schema::free_name,
    },
};

/// Writes rows to a file in memory, and passes its bytes on as they appear.
pub struct ParquetRowWriter {
    /// `None` once the file is finished.
    file: Option<ParquetWriter<Written>>,
    columns: usize,
    written: Written,
}

impl ParquetRowWriter {
    /// Begins a file with these columns.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no columns.
    pub fn new(names: &[String]) -> Result<ParquetRowWriter> {
        let written = Written::default();
        let file = ParquetWriter::new(written.clone(), names).map_err(failed)?;
        Ok(ParquetRowWriter { file: Some(file), columns: names.len(), written })
    }
}

/// Bytes of the file that are not passed on yet.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Written {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.bytes().write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl RowWriter for ParquetRowWriter {
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        if let Some(file) = &mut self.file {
            file.row((0..self.columns).map(|place| field(fields, place))).map_err(failed)?;
        }
        text.append(&mut self.written.bytes());
        Ok(())
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<()> {
        if let Some(file) = self.file.take() {
            file.finish().map_err(failed)?;
        }
        text.append(&mut self.written.bytes());
        Ok(())
    }
}

fn failed(error: io::Error) -> Error {
    Error::io("the Parquet output", "write")(error)
}

/// Rows in a row group.
const GROUP_ROWS: usize = 100_000;
/// Maximum bytes of text in a row group.
const GROUP_BYTES: usize = 64 << 20;
/// Values to pass to the `parquet` crate at a time.
const BATCH: usize = 1024;

/// Writes rows of text to a Parquet file.
///
/// All columns are strings, even if they look like numbers: the values of later rows are not known when the first row is
/// written, and `007` must stay `007`. The same rows give the same bytes.
struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Texts>,
    rows: usize,
    bytes: usize,
    group_rows: usize,
}

/// The fields of a column that are not written yet.
#[derive(Default)]
struct Texts {
    text: Vec<u8>,
    /// The end of each field in `text`.
    ends: Vec<usize>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file with these columns. A column without a name gets one, and a column whose name is taken, in any case,
    /// gets a number.
    fn new(out: W, names: &[String]) -> io::Result<ParquetWriter<W>> {
        ParquetWriter::with_group_rows(out, names, GROUP_ROWS)
    }

    fn with_group_rows(out: W, names: &[String], group_rows: usize) -> io::Result<ParquetWriter<W>> {
        if names.is_empty() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "a Parquet file has at least one column"));
        }
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("sudoku-bench version ", env!("CARGO_PKG_VERSION")).into())
            // Minimum and maximum of the puzzles in a page are useless.
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .build();
        let file = SerializedFileWriter::new(out, schema(names).map_err(io_error)?, Arc::new(properties));
        let columns = names.iter().map(|_| Texts::default()).collect();
        Ok(ParquetWriter { file: file.map_err(io_error)?, columns, rows: 0, bytes: 0, group_rows })
    }

    /// Adds a row. Invalid UTF-8 is replaced as [`String::from_utf8_lossy`] does.
    fn row<'a>(&mut self, fields: impl Iterator<Item = &'a [u8]>) -> io::Result<()> {
        let mut places = self.columns.iter_mut();
        let mut fits = true;
        for field in fields {
            let Some(column) = places.next() else {
                fits = false;
                break;
            };
            let before = column.text.len();
            column.text.extend_from_slice(String::from_utf8_lossy(field).as_bytes());
            column.ends.push(column.text.len());
            self.bytes += column.text.len() - before;
        }
        if !fits || places.next().is_some() {
            self.forget_row();
            let reason = format!("a row does not have {} fields", self.columns.len());
            return Err(io::Error::new(ErrorKind::InvalidInput, reason));
        }
        self.rows += 1;
        if self.rows == self.group_rows || self.bytes >= GROUP_BYTES { self.write_group() } else { Ok(()) }
    }

    /// Writes the remaining rows and the metadata.
    fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.write_group()?;
        }
        // The crate's next call, which writes only the metadata, would lose an error of the system.
        self.file.flush()?;
        self.file.into_inner().map_err(io_error)
    }

    /// Removes an incomplete row.
    fn forget_row(&mut self) {
        for column in &mut self.columns {
            column.ends.truncate(self.rows);
            let end = column.ends.last().copied().unwrap_or(0);
            self.bytes -= column.text.len() - end;
            column.text.truncate(end);
        }
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.file.next_row_group().map_err(io_error)?;
        for column in &mut self.columns {
            let mut writer = group.next_column().map_err(io_error)?.ok_or(ErrorKind::InvalidInput)?;
            column.write(writer.typed::<ByteArrayType>()).map_err(io_error)?;
            writer.close().map_err(io_error)?;
        }
        group.close().map_err(io_error)?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

impl Texts {
    /// Writes all fields.
    fn write(
        &mut self,
        writer: &mut ::parquet::column::writer::ColumnWriterImpl<'_, ByteArrayType>,
    ) -> Result<(), ParquetError> {
        let text = Bytes::from(std::mem::take(&mut self.text));
        let mut begin = 0;
        let mut values = Vec::with_capacity(BATCH);
        for ends in self.ends.chunks(BATCH) {
            values.clear();
            for &end in ends {
                values.push(ByteArray::from(text.slice(begin..end)));
                begin = end;
            }
            // No value is null: an empty field is an empty string.
            writer.write_batch(&values, Some(&[1; BATCH][..values.len()]), None)?;
        }
        self.ends.clear();
        Ok(())
    }
}

fn schema(names: &[String]) -> Result<TypePtr, ParquetError> {
    let column = |name: &String| {
        let column = Type::primitive_type_builder(name, PhysicalType::BYTE_ARRAY)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(Some(LogicalType::String));
        Ok(Arc::new(column.build()?))
    };
    let columns = distinct(names).iter().map(column).collect::<Result<_, ParquetError>>()?;
    Ok(Arc::new(Type::group_type_builder("schema").with_fields(columns).build()?))
}

/// Returns unique names: `column_N` for an empty name, and a number behind a name that is taken.
fn distinct(names: &[String]) -> Vec<String> {
    let mut distinct = Vec::<String>::new();
    for (place, name) in names.iter().enumerate() {
        let name = if name.is_empty() { format!("column_{}", place + 1) } else { name.clone() };
        distinct.push(free_name(&name, &distinct));
    }
    distinct
}

/// Returns the error of the system, if the system is the cause.
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

    use super::*;

    fn written(names: &[&str], rows: &[Vec<&str>], group_rows: usize) -> Vec<u8> {
        let names: Vec<_> = names.iter().map(|name| name.to_string()).collect();
        let mut writer = ParquetWriter::with_group_rows(Vec::new(), &names, group_rows).unwrap();
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
        assert_eq!(ParquetWriter::new(Vec::new(), &[]).err().unwrap().kind(), ErrorKind::InvalidInput);
    }

    #[test]
    fn a_row_of_another_length_is_an_error() {
        let mut writer = ParquetWriter::new(Vec::new(), &["a".into(), "b".into()]).unwrap();
        writer.row([&b"1"[..], b"2"].into_iter()).unwrap();
        for row in [&[&b"x"[..]][..], &[b"x", b"y", b"z"], &[]] {
            assert_eq!(writer.row(row.iter().copied()).unwrap_err().kind(), ErrorKind::InvalidInput);
        }
        writer.row([&b"\xff3"[..], b""].into_iter()).unwrap();
        let (_, rows) = read(&writer.finish().unwrap());
        assert_eq!(rows, [["1", "2"], ["\u{fffd}3", ""]].map(|row| csv::ByteRecord::from(&row[..])));
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
        let written = ParquetWriter::new(Full, &["a".into()]).and_then(ParquetWriter::finish);
        assert_eq!(written.err().unwrap().kind(), ErrorKind::StorageFull);
    }
}
