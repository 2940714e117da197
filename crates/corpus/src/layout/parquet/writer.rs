//! Writes rows of text as a Parquet file, whose columns have types.
//!
//! The types are needed before the first row group is written, and a type is known for sure only after the last row. Rows
//! with a column of an unknown type are therefore kept in a temporary file first. Types of the first rows alone would be
//! wrong for a later row that does not fit, which could then neither be written nor be left out.

use std::{env, io};

use csv::ByteRecord;

use super::{file_writer::FileWriter, found_type::FoundType};
use crate::{
    error::{Error, Result},
    layout::{
        column_type::ColumnType,
        row_writer::{Field, RowWriter, field},
        schema::Schema,
        shared_bytes::SharedBytes,
        spool::{Spool, SpooledRows},
    },
};

/// Bytes of the file to return at a time, approximately.
const CHUNK: usize = 1 << 16;

/// Writes rows to a file in memory, and passes its bytes on as they appear.
pub struct ParquetRowWriter {
    names: Vec<String>,
    types: Vec<ColumnType>,
    state: State,
    written: SharedBytes,
}

enum State {
    /// Some types are not known yet.
    Finding { spool: Spool, found: Vec<FoundType> },
    /// The types are known, and rows are written as they come.
    Writing(FileWriter<SharedBytes>),
    /// The rows in the temporary file are written.
    Copying { rows: Box<SpooledRows>, file: FileWriter<SharedBytes> },
    /// The file is finished.
    Finished,
}

impl ParquetRowWriter {
    /// Begins a file with the columns of `schema`.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no columns.
    pub fn new(schema: &Schema) -> Result<ParquetRowWriter> {
        let names = schema.names.clone();
        let types: Vec<_> = (0..names.len()).map(|index| schema.column_type(index)).collect();
        let written = SharedBytes::default();
        let state = if types.contains(&ColumnType::Unknown) {
            let found = types.iter().map(|_| FoundType::new()).collect();
            State::Finding { spool: Spool::new().map_err(spool_failed)?, found }
        } else {
            State::Writing(FileWriter::new(written.clone(), &names, &types).map_err(failed)?)
        };
        Ok(ParquetRowWriter { names, types, state, written })
    }
}

impl RowWriter for ParquetRowWriter {
    fn has_types(&self) -> bool {
        true
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        let fields = || (0..self.names.len()).map(|index| field(fields, index));
        match &mut self.state {
            State::Finding { spool, found } => {
                let unknown = found.iter_mut().zip(&self.types).zip(fields());
                unknown
                    .filter(|((_, column_type), _)| **column_type == ColumnType::Unknown)
                    .for_each(|((found, _), field)| found.add(field));
                spool.push(fields()).map_err(spool_failed)?;
            }
            State::Writing(file) => file.row(fields()).map_err(failed)?,
            State::Copying { .. } | State::Finished => {}
        }
        text.append(&mut self.written.bytes());
        Ok(())
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<bool> {
        let (state, more) = match std::mem::replace(&mut self.state, State::Finished) {
            State::Finding { spool, found } => {
                for (column_type, found) in self.types.iter_mut().zip(found) {
                    *column_type = if *column_type == ColumnType::Unknown { found.get() } else { *column_type };
                }
                let file = FileWriter::new(self.written.clone(), &self.names, &self.types).map_err(failed)?;
                let rows = Box::new(spool.into_rows().map_err(spool_failed)?);
                (State::Copying { rows, file }, true)
            }
            State::Copying { mut rows, mut file } => {
                let mut fields = ByteRecord::new();
                let mut more = true;
                while more && self.written.bytes().len() < CHUNK {
                    more = rows.next(self.names.len(), &mut fields).map_err(spool_failed)?;
                    if more {
                        file.row(fields.iter()).map_err(failed)?;
                    }
                }
                (if more { State::Copying { rows, file } } else { State::Writing(file) }, true)
            }
            State::Writing(file) => {
                file.finish().map_err(failed)?;
                (State::Finished, false)
            }
            State::Finished => (State::Finished, false),
        };
        self.state = state;
        text.append(&mut self.written.bytes());
        Ok(more)
    }
}

fn failed(error: io::Error) -> Error {
    Error::io("the Parquet output", "write")(error)
}

fn spool_failed(error: io::Error) -> Error {
    Error::io(env::temp_dir(), "use a temporary file in it")(error)
}

#[cfg(test)]
mod tests {
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use bytes::Bytes;

    use super::*;

    /// Writes rows with columns of these types, and returns the schema of the file and its rows, as text.
    fn written(columns: &[(&str, ColumnType)], rows: &[&[&str]]) -> (String, Vec<String>) {
        let names = columns.iter().map(|(name, _)| name.to_string()).collect();
        let types = columns.iter().map(|(_, column_type)| *column_type).collect();
        let schema = Schema { names, types, ..Schema::default() };
        let mut writer = ParquetRowWriter::new(&schema).unwrap();
        let mut text = Vec::new();
        for row in rows {
            let fields: Vec<_> = row.iter().map(|field| Field::from(field.as_bytes())).collect();
            writer.row(&fields, &mut text).unwrap();
        }
        while writer.end(&mut text).unwrap() {}
        let file = SerializedFileReader::new(Bytes::from(text)).unwrap();
        let types = file.metadata().file_metadata().schema().get_fields().iter().map(|column| {
            let is_list = !column.is_primitive();
            if is_list { "LIST".into() } else { column.get_physical_type().to_string() }
        });
        let types = types.collect::<Vec<_>>().join(" ");
        (types, file.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect())
    }

    #[test]
    fn columns_have_the_types_of_their_values() {
        use ColumnType::{Integer, OptionalText, Text, Unknown};
        let columns = [("puzzle", Text), ("id", Unknown), ("rating", Unknown), ("ok", Unknown), ("list", Unknown)];
        let columns = [&columns[..], &[("name", Unknown), ("clues", Integer), ("status", OptionalText)]].concat();
        let rows: [&[&str]; 3] = [
            &["1", "1", "1.5", "true", "[3,2]", "01", "17", "solved"],
            &["2", "", "2.0", "false", "", "", "", ""],
            &["", "-3", "", "", "[]", "x", "25"],
        ];
        let (types, read) = written(&columns, &rows);
        assert_eq!(types, "BYTE_ARRAY INT64 DOUBLE BOOLEAN LIST BYTE_ARRAY INT64 BYTE_ARRAY");
        let wanted = [
            "{puzzle: \"1\", id: 1, rating: 1.5, ok: true, list: [3, 2], name: \"01\", clues: 17, status: \"solved\"}",
            "{puzzle: \"2\", id: null, rating: 2.0, ok: false, list: null, name: \"\", clues: null, status: null}",
            "{puzzle: \"\", id: -3, rating: null, ok: null, list: [], name: \"x\", clues: 25, status: null}",
        ];
        assert_eq!(read, wanted);
    }

    #[test]
    fn unsigned_integers_and_decimals_stay_what_they_are() {
        let largest = u64::MAX.to_string();
        let columns = [("n", ColumnType::Unsigned), ("d", ColumnType::Decimal)];
        let (types, read) = written(&columns, &[&[&largest, "1.50"], &["", ""]]);
        assert_eq!(types, "INT64 BYTE_ARRAY");
        assert_eq!(read, [format!("{{n: {largest}, d: \"1.50\"}}"), "{n: null, d: null}".into()]);
    }

    /// The type of the lists is what `datasets` loads as `List(Value("uint8"))`.
    #[test]
    fn grids_may_be_lists_of_small_integers() {
        let grid = format!("{:.<81}", "12");
        let (types, read) = written(&[("puzzle", ColumnType::Cells)], &[&[&grid], &[""]]);
        assert_eq!(types, "LIST");
        assert_eq!(read, [format!("{{puzzle: [1, 2{}]}}", ", 0".repeat(79)), "{puzzle: null}".into()]);
    }

    /// The value that decides the type comes after several row groups.
    #[test]
    fn a_late_value_decides_the_type() {
        let mut rows = vec![["1", "7"]; 250_000];
        let (types, read) = {
            let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
            written(&[("a", ColumnType::Unknown), ("b", ColumnType::Unknown)], &rows)
        };
        assert_eq!((&*types, read.len()), ("INT64 INT64", rows.len()));
        rows.push(["2", "x"]);
        let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
        let (types, read) = written(&[("a", ColumnType::Unknown), ("b", ColumnType::Unknown)], &rows);
        assert_eq!((&*types, read.len()), ("INT64 BYTE_ARRAY", rows.len()));
        assert_eq!((&*read[0], &*read[250_000]), ("{a: 1, b: \"7\"}", "{a: 2, b: \"x\"}"));
    }

    #[test]
    fn a_value_that_does_not_fit_a_known_type_is_an_error() {
        let schema = Schema { names: vec!["n".into()], types: vec![ColumnType::Integer], ..Schema::default() };
        let mut writer = ParquetRowWriter::new(&schema).unwrap();
        let mut text = Vec::new();
        writer.row(&[b"1x"[..].into()], &mut text).unwrap();
        let error = writer.end(&mut text).unwrap_err().to_string();
        assert!(error.contains("the column n holds integers, and \"1x\" is none"), "{error}");
    }
}
