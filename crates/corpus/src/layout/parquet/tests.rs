//! Files written by the `parquet` crate, whole and damaged.

use std::{
    fs::File,
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use ::parquet::{
    basic::{Compression, Encoding, ZstdLevel},
    data_type::{
        BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type,
        Int64Type,
    },
    file::{
        metadata::{ColumnChunkMetaData, RowGroupMetaData},
        properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion},
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::{parser::parse_message_type, types::SchemaDescriptor},
};

use super::{metadata, reader::ParquetReader};
use crate::{
    error::Result,
    layout::{column_type::ColumnType, row_reader::RowReader},
};

/// A file with row groups that `write` fills.
fn file(
    schema: &str,
    properties: WriterPropertiesBuilder,
    groups: usize,
    write: impl Fn(usize, &mut SerializedRowGroupWriter<'_, Vec<u8>>),
) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build())).unwrap();
    for number in 0..groups {
        let mut group = file.next_row_group().unwrap();
        write(number, &mut group);
        group.close().unwrap();
    }
    file.into_inner().unwrap()
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    levels: Option<&[i16]>,
    repetitions: Option<&[i16]>,
) {
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<T>().write_batch(values, levels, repetitions).unwrap();
    column.close().unwrap();
}

/// Reads the rows before the end or the first error, and the error.
fn rows(parquet: &mut ParquetReader) -> (Vec<Vec<String>>, Option<String>) {
    let mut rows = Vec::new();
    let mut row = csv::ByteRecord::new();
    loop {
        match parquet.next_row(&mut row) {
            Ok(None) => return (rows, None),
            Ok(Some(number)) => {
                rows.push(row.iter().map(|field| String::from_utf8_lossy(field).into()).collect());
                assert_eq!(number, rows.len() as u64);
            }
            Err(error) => return (rows, Some(error.to_string())),
        }
    }
}

/// Reads all rows, or returns the error.
fn read(path: &Path) -> Result<Vec<Vec<String>>, String> {
    let mut parquet = ParquetReader::open(path, File::open(path).unwrap()).map_err(|error| error.to_string())?;
    let (rows, error) = rows(&mut parquet);
    error.map_or(Ok(rows), Err)
}

struct Directory(tempfile::TempDir);

impl Directory {
    fn new() -> Directory {
        Directory(tempfile::tempdir().unwrap())
    }

    fn open(&self, content: &[u8]) -> Result<ParquetReader> {
        std::fs::write(self.path(), content).unwrap();
        ParquetReader::open(&self.path(), File::open(self.path()).unwrap())
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("corpus.parquet")
    }

    /// Reads all rows, or returns the error.
    fn read(&self, content: &[u8]) -> Result<Vec<Vec<String>>, String> {
        std::fs::write(self.path(), content).unwrap();
        read(&self.path())
    }
}

fn typed(properties: WriterPropertiesBuilder) -> Vec<u8> {
    let schema = "message schema {
        required int32 clues; optional int64 id; optional double seconds; required float rating; required boolean minimal;
        optional binary puzzle (STRING); required int32 day (DATE); required int32 unsigned (INTEGER(32, false));
        optional group source { optional binary name (STRING); required int32 page; } }";
    file(schema, properties, 2, |_, group| {
        column::<Int32Type>(group, &[17, -1, i32::MAX], None, None);
        column::<Int64Type>(group, &[i64::MIN], Some(&[0, 1, 0]), None);
        column::<DoubleType>(group, &[0.1, 2.0], Some(&[1, 0, 1]), None);
        column::<FloatType>(group, &[0.1, 1e30, -0.5], None, None);
        column::<BoolType>(group, &[true, false, true], None, None);
        column::<ByteArrayType>(group, &["8..", ""].map(ByteArray::from), Some(&[1, 1, 0]), None);
        column::<Int32Type>(group, &[0, 1, 19_783], None, None);
        column::<Int32Type>(group, &[0, -1, 1], None, None);
        column::<ByteArrayType>(group, &["é".into()], Some(&[2, 1, 0]), None);
        column::<Int32Type>(group, &[5, 6], Some(&[1, 1, 0]), None);
    })
}

#[test]
fn every_type_is_text() {
    let wanted = [
        ["17", "", "0.1", "0.1", "true", "8..", "1970-01-01", "0", "é", "5"],
        ["-1", "-9223372036854775808", "", "1e30", "false", "", "1970-01-02", "4294967295", "", "6"],
        ["2147483647", "", "2", "-0.5", "true", "", "2024-03-01", "1", "", ""],
    ];
    let properties = [
        WriterProperties::builder(),
        WriterProperties::builder().set_compression(Compression::SNAPPY).set_dictionary_enabled(false),
        WriterProperties::builder().set_compression(Compression::GZIP(Default::default())),
        WriterProperties::builder().set_compression(Compression::LZ4_RAW),
        WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_writer_version(WriterVersion::PARQUET_2_0),
        // Integers, strings and truth values in the encodings of the second version.
        WriterProperties::builder().set_writer_version(WriterVersion::PARQUET_2_0).set_dictionary_enabled(false),
    ];
    for properties in properties {
        let directory = Directory::new();
        let mut parquet = directory.open(&typed(properties)).unwrap();
        let names = ["clues", "id", "seconds", "rating", "minimal", "puzzle", "day", "unsigned"];
        let found = parquet.names().unwrap();
        assert_eq!(found, csv::ByteRecord::from([&names[..], &["source.name", "source.page"]].concat()));
        let (rows, error) = rows(&mut parquet);
        assert_eq!((rows, error), ([wanted, wanted].concat().into_iter().map(Vec::from).map(strings).collect(), None));
    }
}

#[test]
fn columns_of_a_file_have_types() {
    use ColumnType::{Boolean, Float, Integer, Integers, Text};
    let directory = Directory::new();
    let parquet = directory.open(&typed(WriterProperties::builder())).unwrap();
    let wanted = [Integer, Integer, Float, Float, Boolean, Text, Text, Integer, Text, Integer];
    assert_eq!(parquet.types(), wanted);
    let schema = "message schema { required int64 n (INTEGER(64, false));
        required fixed_len_byte_array(32) d (DECIMAL(76, 2)); }";
    let numbers = file(schema, WriterProperties::builder(), 1, |_, group| {
        column::<Int64Type>(group, &[-1], None, None);
        column::<FixedLenByteArrayType>(
            group,
            &[ByteArray::from([[0xff; 31].as_slice(), &[0]].concat()).into()],
            None,
            None,
        );
    });
    let mut parquet = directory.open(&numbers).unwrap();
    assert_eq!(parquet.types(), [ColumnType::Unsigned, ColumnType::Decimal]);
    assert_eq!(rows(&mut parquet).0, [["18446744073709551615", "-2.56"]]);
    let lists = directory.open(&nested(WriterProperties::builder(), 1)).unwrap();
    assert_eq!(lists.types(), [Text, Text], "lists of lists, and of strings");
    let schema = "message schema { optional group list (LIST) { repeated group list { optional int32 element; } } }";
    let list = file(schema, WriterProperties::builder(), 1, |_, group| {
        column::<Int32Type>(group, &[1, -2], Some(&[3, 3, 1, 0]), Some(&[0, 1, 0, 0]));
    });
    let mut parquet = directory.open(&list).unwrap();
    assert_eq!(parquet.types(), [Integers]);
    assert_eq!(rows(&mut parquet).0, [["[1,-2]"], ["[]"], [""]]);
}

/// The `parquet` crate decodes brotli only with a large dependency.
#[test]
fn unsupported_compressions_are_named() {
    let schema = Arc::new(parse_message_type("message schema { required binary puzzle; }").unwrap());
    let descriptor = Arc::new(SchemaDescriptor::new(schema));
    let chunk =
        ColumnChunkMetaData::builder(descriptor.column(0)).set_compression(Compression::BROTLI(Default::default()));
    let group = RowGroupMetaData::builder(descriptor).add_column_metadata(chunk.build().unwrap()).build().unwrap();
    let message = metadata::check_chunk(&group, group.column(0), 0).err().unwrap().message("the file cannot be read");
    let wanted = "the file cannot be read: it is compressed by BROTLI, which is not supported. Convert the file to CSV, or \
                  to Parquet with zstd";
    assert_eq!(message, wanted);
}

fn strings(row: Vec<&str>) -> Vec<String> {
    row.into_iter().map(String::from).collect()
}

/// A list of lists of integers, and one of strings.
fn nested(properties: WriterPropertiesBuilder, rows: usize) -> Vec<u8> {
    let schema = "message schema {
        optional group grid (LIST) { repeated group list { optional group element (LIST) {
            repeated group list { optional int64 element; } } } }
        repeated binary tags (STRING); }";
    file(schema, properties, 2, |_, group| {
        let repeat = |levels: &[i16]| levels.repeat(rows);
        // [[0, 5], [null], []], [], null, [null], [[1]]
        let levels = [5, 5, 4, 3, 1, 0, 2, 5];
        let repetitions = [0, 2, 1, 1, 0, 0, 0, 0];
        let levels = repeat(&levels);
        let repetitions = repeat(&repetitions);
        column::<Int64Type>(group, &[0, 5, 1].repeat(rows), Some(&levels), Some(&repetitions));
        let values: Vec<_> = ["a\"b", "c", "d"].repeat(rows).into_iter().map(ByteArray::from).collect();
        let levels = [1, 1, 0, 0, 0, 1];
        column::<ByteArrayType>(group, &values, Some(&repeat(&levels)), Some(&repeat(&[0, 1, 0, 0, 0, 0])));
    })
}

#[test]
fn lists_are_json() {
    let wanted =
        [["[[0,5],[null],[]]", r#"["a\"b","c"]"#], ["[]", "[]"], ["", "[]"], ["[null]", "[]"], ["[[1]]", r#"["d"]"#]];
    // Pages that end within a batch, and batches that end within a page.
    let small = WriterProperties::builder().set_data_page_row_count_limit(300).set_write_batch_size(100);
    for properties in [small.clone(), small.set_writer_version(WriterVersion::PARQUET_2_0), WriterProperties::builder()]
    {
        let directory = Directory::new();
        let read = directory.read(&nested(properties, 500)).unwrap();
        let wanted: Vec<_> = wanted.repeat(1000).into_iter().map(|row| strings(row.into())).collect();
        assert_eq!(read, wanted);
    }
}

/// Two row groups of numbered rows, with some pages each.
fn numbered(properties: WriterPropertiesBuilder) -> Vec<u8> {
    let properties = properties.set_data_page_row_count_limit(100).set_write_batch_size(100);
    file("message schema { required binary puzzle; optional int32 row; }", properties, 2, |group_number, group| {
        let rows = group_number * 3000..(group_number + 1) * 3000;
        let puzzles: Vec<_> = rows.clone().map(|row| ByteArray::from(format!("{row:081}").as_str())).collect();
        column::<ByteArrayType>(group, &puzzles, None, None);
        let rows: Vec<_> = rows.map(|row| row as i32).collect();
        column::<Int32Type>(group, &rows, Some(&[1; 3000]), None);
    })
}

#[test]
fn progress_grows_with_the_rows() {
    let content = numbered(WriterProperties::builder());
    let mut parquet = Directory::new().open(&content).unwrap();
    assert_eq!(parquet.bytes(), 0);
    let mut progress = Vec::new();
    while let Some(row) = parquet.next_row(&mut csv::ByteRecord::new()).unwrap() {
        if row % 500 == 0 {
            progress.push(parquet.bytes());
        }
    }
    assert!(progress.len() == 12 && progress.is_sorted_by(|before, after| before < after), "{progress:?}");
    let length = content.len() as u64;
    assert!((length / 2..=length).contains(&progress[11]), "{progress:?} of {length}");
}

#[test]
fn rows_before_a_damaged_page_are_returned() {
    let directory = Directory::new();
    let properties = WriterProperties::builder().set_dictionary_enabled(false).set_compression(Compression::SNAPPY);
    let content = numbered(properties);
    drop(directory.open(&content).unwrap());
    let metadata = metadata::read(&File::open(directory.path()).unwrap()).ok().unwrap();
    let (begin, length) = metadata.row_group(1).column(0).byte_range();
    let mut damaged = content.clone();
    // In one of the thirty pages of the column.
    damaged[(begin + length / 2) as usize..][..40].fill(0xff);
    let mut parquet = directory.open(&damaged).unwrap();
    let (returned, error) = rows(&mut parquet);
    assert!((4300..4600).contains(&returned.len()), "{}", returned.len());
    assert_eq!(returned.len() % 100, 0);
    let is_right = |(row, fields): (usize, &Vec<String>)| *fields == [format!("{row:081}"), row.to_string()];
    assert!(returned.iter().enumerate().all(is_right));
    let error = error.unwrap();
    let location = format!("corpus.parquet:{}: this row and those after it cannot be read", returned.len() + 1);
    assert!(error.contains(&location) && error.contains("\"puzzle\"") && error.contains("fetch it again"), "{error}");
    // The error is permanent.
    assert_eq!(parquet.next_row(&mut csv::ByteRecord::new()).unwrap_err().to_string(), error);
}

#[test]
fn a_truncated_file_is_an_error() {
    let directory = Directory::new();
    let content = typed(WriterProperties::builder());
    std::fs::write(directory.path(), &content).unwrap();
    let file = File::options().write(true).open(directory.path()).unwrap();
    for length in (0..content.len()).rev() {
        file.set_len(length as u64).unwrap();
        let error =
            ParquetReader::open(&directory.path(), File::open(directory.path()).unwrap()).err().unwrap().to_string();
        let reason = if length < 4 { "does not begin with PAR1" } else { "cut short" };
        assert!(error.contains("corpus.parquet: ") && error.contains(reason), "{length}: {error}");
    }
    // Some bytes in the middle are missing.
    for length in (4..content.len() - 8).step_by(17) {
        let content = [&content[..length], &content[length + 4..]].concat();
        let read = directory.read(&content);
        assert!(read.is_ok() || read.as_ref().is_err_and(|error| error.contains("corpus.parquet")), "{read:?}");
    }
}

#[test]
fn damage_never_panics() {
    let directory = Directory::new();
    let small = |version| WriterProperties::builder().set_writer_version(version).set_offset_index_disabled(true);
    let files = [
        typed(small(WriterVersion::PARQUET_1_0).set_compression(Compression::SNAPPY)),
        nested(small(WriterVersion::PARQUET_1_0), 2),
        nested(small(WriterVersion::PARQUET_2_0).set_dictionary_enabled(false), 2),
        file(
            "message schema { optional binary puzzle; }",
            small(WriterVersion::PARQUET_1_0).set_dictionary_enabled(false).set_encoding(Encoding::DELTA_BYTE_ARRAY),
            1,
            |_, group| column::<ByteArrayType>(group, &["ab", "abc", "b"].map(ByteArray::from), Some(&[1; 3]), None),
        ),
    ];
    for content in files {
        let whole = directory.read(&content).unwrap();
        // Each byte is changed in place, which is faster than writing a new file.
        let mut file = File::options().write(true).open(directory.path()).unwrap();
        let mut put = |index: usize, byte: u8| {
            file.seek(SeekFrom::Start(index as u64)).unwrap();
            file.write_all(&[byte]).unwrap();
        };
        let mut errors = 0;
        for (index, &byte) in content.iter().enumerate() {
            for bits in [0x01, 0x80, 0xff] {
                put(index, byte ^ bits);
                let read = read(&directory.path());
                errors += usize::from(read.is_err());
                assert!(read.as_ref().map_or(true, |rows| rows.len() == whole.len()), "{index} {bits} {read:?}");
            }
            put(index, byte);
        }
        assert!(errors > content.len() / 4, "{errors} of {}", content.len());
    }
}

#[test]
fn garbage_is_an_error() {
    let directory = Directory::new();
    let garbage: Vec<u8> = (0..1000_u32).map(|n| ((n * n) >> 3) as u8).collect();
    let error = |content: &[u8]| directory.read(content).unwrap_err();
    assert!(error(b"puzzle,solution\n").contains("not a Parquet file"));
    assert!(error(b"PAR1").contains("cut short"));
    assert!(error(b"PAR1PAR1PAR1").contains("fetch it again"));
    assert!(error(&[b"PAR1", &garbage[..]].concat()).contains("cut short"));
    assert!(error(&[b"PAR1", &garbage[..], b"PARE"].concat()).contains("encrypted"));
    for length in [0, 1, 8, 900, 992, 1000, u32::MAX] {
        let content = [b"PAR1", &garbage[..], &length.to_le_bytes(), b"PAR1"].concat();
        assert!(error(&content).contains("fetch it again"), "{length}");
    }
}

/// Found by fuzzing: the `parquet` crate counts to two billion to skip a list of Booleans that has no bytes.
#[test]
fn a_list_of_booleans_in_the_metadata_is_an_error() {
    let content = typed(WriterProperties::builder());
    let (before, end) = content.split_at(content.len() - 9);
    // Field 100, a list of 2³¹ − 1 Booleans, before the end of the structure.
    let list = [0x09, 0xc8, 0x01, 0xf1, 0xff, 0xff, 0xff, 0xff, 0x07];
    let length = u32::from_le_bytes(end[1..5].try_into().unwrap()) + list.len() as u32;
    let content = [before, &list, &end[..1], &length.to_le_bytes(), &end[5..]].concat();
    let error = Directory::new().read(&content).unwrap_err();
    assert!(error.contains("the metadata contradict themselves"), "{error}");
}
