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

const ARROW_STREAM: &str =
    "convert it to Parquet; in Python: datasets.Dataset.from_file(FILE).to_parquet(\"puzzles.parquet\")";
const PAGE: &str = "fetch the file itself, which a web page links to as `raw` or `download`";
const POINTER: &str = "fetch the file itself: git lfs pull";
const SQLITE: &str = "write its table as CSV: sqlite3 -header -csv FILE 'SELECT * FROM puzzles' > puzzles.csv, with the name of the table";
const TENSORS: &str = "save its array, in Python: numpy.save(\"puzzles.npy\", torch.load(FILE).numpy())";
const TFRECORD: &str =
    "write its fields as lines or arrays; in Python: tensorflow.data.TFRecordDataset(FILE) reads them";

static FOREIGN: &[Foreign] = &[
    ("an Arrow file (Feather)", |first| first.starts_with(b"ARROW1"), FEATHER),
    ("a Feather file of version 1", |first| first.starts_with(b"FEA1"), FEATHER),
    ("an Arrow stream (.arrow)", |first| first.starts_with(b"\xff\xff\xff\xff"), ARROW_STREAM),
    ("a PyTorch file (.pt)", |first| first_member(first).is_some_and(|name| name.ends_with(b"/data.pkl")), TENSORS),
    ("a pickle", is_pickle, PICKLE),
    ("an SQLite database", |first| first.starts_with(b"SQLite format 3\0"), SQLITE),
    ("a TFRecord file", is_tfrecord, TFRECORD),
    ("a pointer of Git LFS", |first| first.starts_with(b"version https://git-lfs.github.com/"), POINTER),
    ("an HTML page", is_html, PAGE),
    ("an error message of a server", |first| first.starts_with(b"404: Not Found"), PAGE),
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

/// The first two versions of a pickle have no mark: they begin with an empty list or dictionary, or the name of a class.
fn is_pickle(first: &[u8]) -> bool {
    let is_old = [&b"(lp0\n"[..], b"(dp0\n", b"ccopy_reg\n", b"cnumpy", b"]q\0", b"}q\0"]
        .iter()
        .any(|mark| first.starts_with(mark));
    is_old || matches!(first, [0x80, 2..=5, ..])
}

/// A record begins with its length in eight bytes and their checksum in four. Then follows the first field of a message.
fn is_tfrecord(first: &[u8]) -> bool {
    let Some((length, rest)) = first.split_first_chunk() else { return false };
    (1..1 << 30).contains(&u64::from_le_bytes(*length)) && rest.get(4) == Some(&b'\n')
}

fn is_html(first: &[u8]) -> bool {
    let begin = first.trim_ascii_start().to_ascii_lowercase();
    begin.starts_with(b"<!doctype html") || begin.starts_with(b"<html")
}

fn is_part_of_workbook(name: &[u8]) -> bool {
    [&b"[Content_Types].xml"[..], b"_rels/", b"docProps/", b"xl/"].iter().any(|part| name.starts_with(part))
}
