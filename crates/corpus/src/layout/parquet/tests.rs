use std::{io::Write, path::Path};

use ::parquet::{
    data_type::Int32Type,
    file::{
        reader::{FileReader, SerializedFileReader},
        writer::SerializedFileWriter,
    },
    schema::{parser::parse_message_type, printer::print_schema},
};
use csv::ByteRecord;

use super::{found_type::FoundType, reader::ParquetReader, writer::ParquetRowWriter};
use crate::{
    error::Result,
    layout::{
        column_type::ColumnType::{
            self, Boolean, Cells, Decimal, Float, Integer, Integers, OptionalText, Text, Unknown, Unsigned,
        },
        row_reader::RowReader,
        row_writer::{Field, RowWriter},
        schema::Schema,
    },
};

fn open(content: &[u8]) -> Result<ParquetReader> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(content).unwrap();
    ParquetReader::open(Path::new("c.parquet"), file)
}

/// Reads the rows before the end or the first error, and the error.
fn read(content: &[u8]) -> (Vec<ByteRecord>, Option<String>) {
    let mut rows = Vec::new();
    let mut row = ByteRecord::new();
    let mut reader = match open(content) {
        Ok(reader) => reader,
        Err(error) => return (rows, Some(error.to_string())),
    };
    loop {
        match reader.next(&mut row).map(|row| row.is_some()) {
            Ok(true) => rows.push(row.clone()),
            Ok(false) => return (rows, None),
            Err(error) => {
                assert_eq!(reader.next(&mut row).unwrap_err().to_string(), error.to_string());
                return (rows, Some(error.to_string()));
            }
        }
    }
}

/// Writes rows with columns of these types.
fn written<const N: usize>(columns: &[(&str, ColumnType); N], rows: &[[&str; N]]) -> Result<Vec<u8>> {
    let names = columns.iter().map(|(name, _)| name.to_string()).collect();
    let types = columns.iter().map(|(_, column_type)| *column_type).collect();
    let mut writer = ParquetRowWriter::new(&Schema { names, types, ..Schema::default() })?;
    let mut text = Vec::new();
    for row in rows {
        writer.row(&row.map(|field| Field::from(field.as_bytes())), &mut text)?;
    }
    while writer.end(&mut text)? {}
    Ok(text)
}

/// Returns the schema of a file and its rows, as the `parquet` crate prints them.
fn printed(content: Vec<u8>) -> (String, Vec<String>) {
    let file = SerializedFileReader::new(bytes::Bytes::from(content)).unwrap();
    let mut schema = Vec::new();
    print_schema(&mut schema, file.metadata().file_metadata().schema());
    let rows = file.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string());
    (String::from_utf8(schema).unwrap(), rows.collect())
}

#[test]
fn every_type_is_text() {
    let content = include_bytes!("every_type.parquet");
    let mut wanted = csv::Reader::from_reader(&include_bytes!("every_type.csv")[..]);
    let reader = open(content).unwrap();
    assert_eq!(reader.names().as_ref(), Some(wanted.byte_headers().unwrap()));
    let numbers = [Text, Integer, Integer, Integer, Unsigned, Float, Float, Float, Boolean];
    let decimals_and_times = [[Decimal; 4].as_slice(), &[Text; 9]].concat();
    let lists = [Integers, Text, Text, Text, Text, Integer, Integer, Integers, Text, Text, Text, Text];
    assert_eq!(reader.types(), [&numbers[..], &decimals_and_times, &lists].concat());
    assert_eq!(read(content), (wanted.byte_records().map(|row| row.unwrap()).collect(), None));
}

#[test]
fn columns_have_the_types_of_their_values() {
    let grid = format!("{:.<81}", "12");
    let largest = u64::MAX.to_string();
    let columns = [
        ("puzzle", Text),
        ("PUZZLE", Integer),
        ("", OptionalText),
        ("n", Unsigned),
        ("d", Decimal),
        ("g", Cells),
        ("id", Unknown),
        ("x", Unknown),
        ("ok", Unknown),
        ("l", Unknown),
        ("name", Unknown),
    ];
    let rows = [
        ["1", "17", "solved", &largest, "1.50", &grid, "1", "1.5", "true", "[3,2]", "01"],
        ["", "", "", "", "", "", "", "2.0", "", "[]", ""],
    ];
    let (schema, rows) = printed(written(&columns, &rows).unwrap());
    assert_eq!(format!("{schema}{}\n", rows.join("\n")), include_str!("written.txt"));
}

#[test]
fn a_type_is_found_if_no_value_loses_a_digit() {
    for case in include_str!("found_types.txt").lines().filter(|line| line.starts_with('[')) {
        let (wanted, values): (ColumnType, Vec<String>) = serde_json::from_str(case).unwrap();
        let mut found = FoundType::default();
        values.iter().for_each(|value| found.add(value.as_bytes()));
        assert_eq!(found.get(), wanted, "{values:?}");
    }
}

/// The value that decides the type comes in the second row group.
#[test]
fn a_late_value_decides_the_type() {
    let mut rows = vec![["1", "7"]; 100_001];
    rows.push(["2", "x"]);
    let (schema, rows) = printed(written(&[("a", Unknown), ("b", Unknown)], &rows).unwrap());
    assert!(schema.contains("INT64 a;") && schema.contains("BYTE_ARRAY b (STRING);"), "{schema}");
    assert_eq!((&*rows[0], &*rows[100_001]), ("{a: 1, b: \"7\"}", "{a: 2, b: \"x\"}"));
    let error = written(&[("n", Integer)], &[["1x"]]).unwrap_err().to_string();
    assert!(error.contains("the column n holds integers, and \"1x\" is none"), "{error}");
}

#[test]
fn rows_before_a_damaged_page_are_returned() {
    let rows: Vec<_> = (0..110_000).map(|row| format!("{row:081}")).collect();
    let rows: Vec<_> = rows.iter().map(|row| [&**row]).collect();
    let mut content = written(&[("puzzle", Text)], &rows).unwrap();
    let wanted: Vec<_> = rows.iter().map(|row| ByteRecord::from(&row[..])).collect();
    assert_eq!(read(&content), (wanted.clone(), None));
    let length = content.len();
    content[length * 19 / 20..length * 99 / 100].fill(0xff);
    let (found, error) = read(&content);
    assert!(found.len() > 100_000 && found == wanted[..found.len()], "{}", found.len());
    let error = error.unwrap();
    let place = format!("c.parquet:{}: this row and those after it cannot be read: ", found.len() + 1);
    assert!(error.contains(&place) && error.contains("fetch it again"), "{error}");
}

#[test]
fn damage_is_an_error_or_loses_no_row() {
    let content = include_bytes!("every_type.parquet");
    for length in (0..content.len()).step_by(97) {
        let error = read(&content[..length]).1.unwrap();
        assert!(error.contains("c.parquet: the file is cut short: "), "{length}: {error}");
    }
    for index in (0..content.len()).step_by(7) {
        let mut content = content.to_vec();
        content[index] ^= 0x81;
        let (rows, error) = read(&content);
        assert!(rows.len() == 3 || error.is_some_and(|error| error.contains("c.parquet:")), "{index}");
    }
}

/// As Avro writes them.
#[test]
fn lists_of_two_levels_are_lists() {
    let schema = parse_message_type("message s { optional group l (LIST) { repeated int32 array; } }").unwrap();
    let mut file = SerializedFileWriter::new(Vec::new(), schema.into(), Default::default()).unwrap();
    let mut group = file.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<Int32Type>().write_batch(&[1, 2, 3], Some(&[2, 2, 2, 1, 0]), Some(&[0, 1, 0, 0, 0])).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    let wanted = [["[1,2]"], ["[3]"], ["[]"], [""]].map(|row| ByteRecord::from(&row[..]));
    assert_eq!(read(&file.into_inner().unwrap()), (wanted.into(), None));
}

#[test]
fn columns_of_one_name_are_an_error() {
    let schema = parse_message_type("message s { required int32 a; required int64 a; }").unwrap();
    let file = SerializedFileWriter::new(Vec::new(), schema.into(), Default::default()).unwrap();
    let error = read(&file.into_inner().unwrap()).1.unwrap();
    assert!(
        error.contains("c.parquet: the file cannot be read: Parquet error: two columns have the same name"),
        "{error}"
    );
}
