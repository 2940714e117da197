//! Arrays are read, whole and damaged.

use std::{
    fs,
    io::{Cursor, Write},
    path::Path,
};

use csv::ByteRecord;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::header::rendered;
use crate::{
    error::Result,
    layout::{ColumnType, LayoutOverride, LineReader, Source, open},
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
