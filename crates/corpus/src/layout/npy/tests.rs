//! Arrays are read, whole and damaged.

use std::{
    fs,
    io::{Cursor, Write},
    path::Path,
};

use csv::ByteRecord;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{NPY, NPZ, header::rendered};
use crate::{
    error::Result,
    layout::{ColumnType, Field, Layout, LayoutOverride, LineReader, Schema, Source, open},
};

const PUZZLE: &str = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
const FULL: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

fn elements(grid: &str, descr: &str, offset: i64) -> Vec<u8> {
    let size: usize = descr[2..].parse().unwrap();
    grid.bytes()
        .flat_map(|byte| {
            let value = i64::from(byte - b'0') + offset;
            if descr.starts_with('>') {
                value.to_be_bytes()[8 - size..].to_vec()
            } else {
                value.to_le_bytes()[..size].to_vec()
            }
        })
        .collect()
}

fn array(grids: &[&str], descr: &str, offset: i64, shape: &[u64]) -> Vec<u8> {
    let mut bytes = rendered(descr, shape);
    grids.iter().for_each(|grid| bytes.extend(elements(grid, descr, offset)));
    bytes
}

fn archive(arrays: &[(&str, Vec<u8>)], method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in arrays {
        zip.start_file(format!("{name}.npy"), SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Reads a file: its layout, the names and types of its columns, its rows, and why other arrays are left out.
struct Found {
    layout: &'static str,
    names: Vec<String>,
    types: Vec<ColumnType>,
    rows: Vec<Vec<String>>,
    left_out: String,
}

fn read(bytes: &[u8], offset: Option<i64>) -> Result<Found> {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), bytes).unwrap();
    let opened = fs::File::open(file.path()).unwrap();
    let lines = LineReader::new(Box::new(bytes), "f".into());
    let source = Source { path: Path::new("f"), lines, file: Some(opened), offset, shape: None };
    let found = open(source, &LayoutOverride { offset, ..LayoutOverride::default() }, 1)?;
    let mut rows = found.rows;
    let mut fields = ByteRecord::new();
    let mut texts = Vec::new();
    while rows.next(&mut fields)?.is_some() {
        texts.push(fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect());
    }
    let names = rows.names().unwrap_or_default();
    Ok(Found {
        layout: found.layout.name,
        names: names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect(),
        types: rows.types(),
        rows: texts,
        left_out: rows.notes().join("; "),
    })
}

fn error(bytes: &[u8]) -> String {
    read(bytes, None).err().unwrap().to_string()
}

#[test]
fn every_type_shape_and_offset_is_read() {
    let types = ["|u1", "|i1", "<u2", ">u2", "<i2", ">i2", "<u4", ">u4", "<i4", ">i4", "<u8", ">u8", "<i8", ">i8"];
    for descr in types {
        for shape in [&[2, 81][..], &[2, 9, 9]] {
            for offset in if descr.contains('u') { &[0, 1][..] } else { &[-1, 0, 1] } {
                let found = read(&array(&[PUZZLE, FULL], descr, *offset, shape), None).unwrap();
                assert_eq!(
                    (found.layout, &*found.names, &*found.types),
                    ("npy", &["puzzle".into()][..], &[ColumnType::Text][..])
                );
                assert_eq!(found.rows, [[PUZZLE], [FULL]], "{descr} {shape:?} {offset}");
            }
        }
    }
    let many = vec![PUZZLE; 5000];
    assert_eq!(read(&array(&many, "<i8", 1, &[5000, 81]), None).unwrap().rows.len(), 5000);
    assert_eq!(read(&array(&[], "|u1", 0, &[0, 81]), None).unwrap().rows.len(), 0);
}

#[test]
fn other_values_become_a_list() {
    let sixteen: Vec<u8> = (0..256).map(|cell| cell as u8 % 17).collect();
    let found = read(&[&rendered("|u1", &[1, 256])[..], &sixteen].concat(), None).unwrap();
    assert!(found.rows[0][0].starts_with("[0,1,2") && found.rows[0][0].contains(",16,0,"));
    let found = read(&array(&[PUZZLE], "|i1", -1, &[1, 81]), Some(0)).unwrap();
    assert!(found.rows[0][0].starts_with("[7,-1,-1,"));
    let four = array(&["1234341221434321"], "|u1", 0, &[1, 4, 4]);
    assert_eq!(read(&four, None).unwrap().rows, [["1234341221434321"]]);
}

#[test]
fn an_archive_has_a_column_for_each_array() {
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let ratings = [&rendered("<u8", &[2])[..], &7_u64.to_le_bytes(), &u64::MAX.to_le_bytes()].concat();
        let arrays = [
            ("inputs", array(&[PUZZLE, PUZZLE], "<i4", 1, &[2, 81])),
            ("labels", array(&[FULL, FULL], "|i1", -1, &[2, 9, 9])),
            ("rating", ratings),
            ("logits", rendered("<f4", &[2, 81, 10])),
            ("seeds", array(&["123"], "|u1", 0, &[3])),
            ("masks", array(&["1".repeat(81).as_str(); 2], "|u1", 0, &[2, 81])),
        ];
        let found = read(&archive(&arrays, method), None).unwrap();
        assert_eq!((found.layout, found.names.join(" ")), ("npz", "inputs labels rating".into()));
        assert_eq!(found.types, [ColumnType::Text, ColumnType::Text, ColumnType::Unsigned]);
        let largest = u64::MAX.to_string();
        assert_eq!(found.rows, [[PUZZLE, FULL, "7"], [PUZZLE, FULL, &largest]]);
        assert!(found.left_out.contains("masks has cells from 1 to 1"));
        assert!(found.left_out.contains("argmax") && found.left_out.contains("seeds has 3 numbers beside 2 grids"));
    }
}

#[test]
fn damaged_arrays_are_errors() {
    let whole = array(&[PUZZLE, FULL], "<i4", 0, &[2, 81]);
    assert_eq!(error(&whole[..whole.len() - 1]), "f:2: ends after 1 of 2 rows; is the file cut short?");
    assert!(error(&whole[..60]).contains("ends within its header"));
    assert_eq!(error(&[&whole[..], b"1"].concat()), "f: has more bytes than the 2 rows of its header");
    let huge = rendered("<i8", &[u64::MAX, 64, 64]);
    assert!(error(&huge).contains("ends after 0 of 18,446,744,073,709,551,615 rows"));
    for (shape, words) in [
        (&[u64::MAX, u64::MAX][..], "has the shape"),
        (&[2, 80], "(2, 80)"),
        (&[2, 9, 10], "(2, 9, 10)"),
        (&[], "has the shape ()"),
        (&[1; 65], "64 dimensions"),
    ] {
        assert!(error(&rendered("|u1", shape)).contains(words), "{shape:?}: {}", error(&rendered("|u1", shape)));
    }
    let fortran = String::from_utf8_lossy(&rendered("|u1", &[2, 81])[10..]).replace("False", "True ");
    let fortran = [&b"\x93NUMPY\x01\x00v\x00"[..], fortran.as_bytes()].concat();
    assert!(error(&fortran).contains("ascontiguousarray"));
    assert!(error(&array(&["0".repeat(81).as_str()], "|u1", 40, &[1, 81])).contains("--offset N"));
}

#[test]
fn rows_before_the_end_of_a_cut_array_are_returned() {
    let whole = array(&[PUZZLE; 5], "|u1", 0, &[5, 81]);
    let lines = LineReader::new(Box::new(&whole[..whole.len() - 10]), "f".into());
    let source = Source { path: Path::new("f"), lines, file: None, offset: None, shape: None };
    let mut rows = open(source, &LayoutOverride::default(), 1).unwrap().rows;
    let mut fields = ByteRecord::new();
    for line in 1..=4 {
        assert_eq!(rows.next(&mut fields).unwrap().unwrap().line, line);
    }
    assert!(rows.next(&mut fields).unwrap_err().to_string().starts_with("f:5: ends after 4 of 5 rows"));
}

#[test]
fn damaged_archives_are_errors() {
    let grids = array(&[PUZZLE, FULL], "|u1", 0, &[2, 81]);
    let stored = |arrays: &[(&str, Vec<u8>)]| archive(arrays, CompressionMethod::Stored);
    let mut flipped = stored(&[("a", grids.clone())]);
    flipped[200] ^= 1;
    assert!(error(&flipped).contains("checksum"));
    let whole = stored(&[("a", grids.clone())]);
    assert!(error(&whole[..whole.len() - 30]).contains("damaged or cut short"));
    let other = array(&[PUZZLE], "|u1", 0, &[1, 81]);
    assert!(error(&stored(&[("train", grids), ("test", other)])).contains("2 grids in train but 1 in test"));
    assert!(error(&stored(&[("x", rendered("<f8", &[3]))])).contains("no array of grids: x holds floating-point"));
    let cut = array(&[PUZZLE], "|u1", 0, &[2, 81]);
    assert!(error(&stored(&[("a", cut)])).starts_with("f/a.npy:2: ends after 1 of 2 rows"));
}

/// Every byte of the headers and directories, changed in several ways.
#[test]
fn damage_never_panics() {
    let flat = array(&[PUZZLE, FULL], "<i2", 1, &[2, 81]);
    let arrays = [("a", flat.clone()), ("b", array(&["12"], "|u1", 0, &[2]))];
    let stored = archive(&arrays, CompressionMethod::Stored);
    let deflated = archive(&arrays, CompressionMethod::Deflated);
    for file in [flat, stored, deflated] {
        for at in 0..file.len() {
            for change in [1, 0x80] {
                let mut damaged = file.clone();
                damaged[at] ^= change;
                let _ = read(&damaged, None);
            }
            if at % 8 == 0 {
                let _ = read(&file[..at], Some(0));
            }
        }
    }
}

/// Writes rows with these columns; returns the file, and what is left out.
fn written(layout: &Layout, names: &[&str], rows: &[&[&str]], offset: i64) -> (Vec<u8>, String) {
    let schema = Schema { names: names.iter().map(|name| name.to_string()).collect(), ..Schema::default() };
    let mut writer = (layout.write.as_ref().unwrap().open)(&schema).unwrap();
    let mut file = Vec::new();
    assert!(writer.set_offset(offset));
    for row in rows {
        let fields: Vec<_> = row.iter().map(|field| Field::from(field.as_bytes())).collect();
        writer.row(&fields, &mut file).unwrap();
    }
    while writer.end(&mut file).unwrap() {}
    (file, writer.left_out().join("; "))
}

#[test]
fn written_arrays_are_read_back() {
    for (offset, descr) in [(0, "|u1"), (1, "|u1"), (-1, "|i1"), (246, "|u1")] {
        let (file, left_out) = written(&NPY, &["puzzle"], &[&[PUZZLE], &[FULL]], offset);
        assert_eq!(file, array(&[PUZZLE, FULL], descr, offset, &[2, 81]));
        assert_eq!(read(&file, Some(offset)).unwrap().rows, [[PUZZLE], [FULL]]);
        assert_eq!(left_out, "");
    }
    let many: Vec<&[&str]> = vec![&[PUZZLE]; 5000];
    assert_eq!(written(&NPY, &["puzzle"], &many, 0).0, array(&[PUZZLE; 5000], "|u1", 0, &[5000, 81]));
    assert_eq!(read(&written(&NPY, &["puzzle"], &[], 0).0, None).unwrap().rows.len(), 0);
}

#[test]
fn grids_and_integers_become_arrays() {
    let names = ["puzzle", "solution", "rating", "source", "a/b", "nothing", "id", "A/B"];
    let rows: [&[&str]; 3] = [
        &[PUZZLE, FULL, "-7", "forum", "1", "", "", "2"],
        &[PUZZLE, "", "8", "1", "1", "", "1", "2"],
        &[PUZZLE, FULL, "9", "1", "1", "", "2", "2"],
    ];
    let (file, left_out) = written(&NPZ, &names, &rows, 1);
    let found = read(&file, Some(1)).unwrap();
    assert_eq!(found.names, ["puzzle", "solution", "rating", "a_b", "A_B_2"]);
    assert_eq!(found.rows[1], [PUZZLE, &"0".repeat(81), "8", "1", "2"]);
    assert_eq!(found.rows[2], [PUZZLE, FULL, "9", "1", "2"]);
    for words in
        ["source (row 1 has \"forum\", neither", "nothing (no row", "id (1 of its first", "1 missing grid in solution"]
    {
        assert!(left_out.contains(words), "{left_out}");
    }
    let (again, _) = written(&NPZ, &names, &rows, 1);
    assert!(file == again, "the same rows are the same bytes");
}

#[test]
fn an_archive_of_many_columns_is_an_error() {
    let schema = Schema { names: (0..33).map(|index| index.to_string()).collect(), ..Schema::default() };
    let error = (NPZ.write.unwrap().open)(&schema).err().unwrap().to_string();
    assert!(error.contains("33 columns") && error.contains("--columns"), "{error}");
}
