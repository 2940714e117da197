//! Kinds of files that cannot be read: they are recognised by their first bytes, and the error says how to convert them.

use crate::fs::first_member;

/// A kind of file that cannot be read: its name with an article, whether a file begins like one, and how to convert it.
type Foreign = (&'static str, fn(&[u8]) -> bool, &'static str);

const EXCEL: &str = "save the sheet as CSV, with the puzzles as text; in Python: \
                     pandas.read_excel(FILE, dtype=str).to_csv(\"puzzles.csv\", index=False)";
const FEATHER: &str = "convert it to Parquet; in Python: pandas.read_feather(FILE).to_parquet(\"puzzles.parquet\")";
const HDF5: &str =
    "write its table as CSV or Parquet; in Python: pandas.read_hdf(FILE).to_parquet(\"puzzles.parquet\")";
const LZMA: &str = "unpack it: xz --format=lzma -d < FILE > puzzles.txt";
const OPEN_DOCUMENT: &str = "save the sheet as CSV, with the puzzles as text";
const PICKLE: &str = "convert it to Parquet if you trust it, as reading a pickle can run any program; in Python: \
                      pandas.read_pickle(FILE).to_parquet(\"puzzles.parquet\")";

static FOREIGN: [Foreign; 12] = [
    ("an Arrow file (Feather)", |first| first.starts_with(b"ARROW1"), FEATHER),
    ("a Feather file of version 1", |first| first.starts_with(b"FEA1"), FEATHER),
    ("a pickle", |first| matches!(first, [0x80, 2..=5, ..]), PICKLE),
    ("an Excel workbook (.xlsx)", |first| first_member(first).is_some_and(is_part_of_workbook), EXCEL),
    ("an Excel workbook (.xls)", |first| first.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), EXCEL),
    ("an OpenDocument file (.ods)", |first| first_member(first) == Some(&b"mimetype"[..]), OPEN_DOCUMENT),
    ("a raw LZMA file (.lzma)", |first| first.starts_with(b"\x5d\0\0"), LZMA),
    ("an lzip file (.lz)", |first| first.starts_with(b"LZIP"), "unpack it: lzip -d < FILE > puzzles.txt"),
    ("a file of compress (.Z)", |first| first.starts_with(b"\x1f\x9d"), "unpack it: gzip -d < FILE > puzzles.txt"),
    ("a 7z archive", |first| first.starts_with(b"7z\xbc\xaf\x27\x1c"), "unpack it: 7z x FILE"),
    ("a RAR archive", |first| first.starts_with(b"Rar!\x1a\x07"), "unpack it: unrar x FILE"),
    ("an HDF5 file", |first| first.starts_with(b"\x89HDF\r\n"), HDF5),
];

/// Returns the reason for which a file with these first bytes cannot be read, and how to convert it; `None` for other files.
pub fn refusal(first: &[u8]) -> Option<String> {
    let (name, _, advice) = FOREIGN.iter().find(|(_, begins, _)| begins(first))?;
    Some(format!("is {name}, which is not read; {advice}"))
}

fn is_part_of_workbook(name: &[u8]) -> bool {
    [&b"[Content_Types].xml"[..], b"_rels/", b"docProps/", b"xl/"].iter().any(|part| name.starts_with(part))
}
