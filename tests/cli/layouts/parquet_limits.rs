//! Small Parquet files that claim much: they are errors, and take little memory.

use super::*;

/// Returns a number in groups of seven bits.
fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Returns an integer in Thrift's compact protocol.
fn integer(number: u64) -> Vec<u8> {
    varint(number << 1)
}

/// Returns the header of a list of structures in the field after the last one.
fn list(length: usize) -> Vec<u8> {
    [&[0x19, 0xfc][..], &varint(length as u64)].concat()
}

/// Returns a group of a schema.
fn group(name: &str, children: u64) -> Vec<u8> {
    [&[0x35, 0, 0x18, name.len() as u8], name.as_bytes(), b"\x15", &integer(children), b"\0"].concat()
}

/// A column of a schema.
#[derive(Clone, Copy)]
enum Repetition {
    Required = 0,
    Repeated = 2,
}

/// Returns a column of texts in a schema.
fn leaf(name: &str, repetition: Repetition) -> Vec<u8> {
    [&[0x15, 12, 0x25, 2 * repetition as u8, 0x18, name.len() as u8], name.as_bytes(), b"\0"].concat()
}

/// Returns a file with this schema, these pages and row groups, and this number of rows.
fn parquet(pages: &[u8], schema: &[Vec<u8>], rows: u64, groups: &[Vec<u8>]) -> Vec<u8> {
    let footer = [
        [&[0x15, 2][..], &list(schema.len()), &schema.concat()].concat(),
        [&[0x16][..], &integer(rows), &list(groups.len()), &groups.concat(), b"\0"].concat(),
    ]
    .concat();
    [b"PAR1", pages, &footer, &(footer.len() as u32).to_le_bytes(), b"PAR1"].concat()
}

const SNAPPY: u8 = 1;
const GZIP: u8 = 2;
const ZSTD: u8 = 6;

/// Returns a data page that claims to have this length unpacked.
fn page(unpacked: u64, values: u64, packed: &[u8]) -> Vec<u8> {
    let header = [&[0x15, 0, 0x15][..], &integer(unpacked), b"\x15", &integer(packed.len() as u64)].concat();
    [&header, &[0x2c, 0x15][..], &integer(values), &[0x15, 0, 0x15, 6, 0x15, 6, 0, 0], packed].concat()
}

/// Returns a dictionary with one text, and a data page with rows that all have it.
fn dictionary(text: &[u8], rows: u64) -> Vec<u8> {
    let value = [&(text.len() as u32).to_le_bytes()[..], text].concat();
    let packed = zstd::encode_all(&value[..], 1).unwrap();
    let header = [&[0x15, 4, 0x15][..], &integer(value.len() as u64), b"\x15", &integer(packed.len() as u64)].concat();
    let places = [&[1][..], &varint(rows << 1), &[0]].concat();
    let mut data = page(places.len() as u64, rows, &zstd::encode_all(&places[..], 1).unwrap());
    // The encoding comes after the number of values.
    let encoding = data.windows(5).position(|window| window == [0, 0x15, 6, 0x15, 6]).unwrap();
    data[encoding] = 16;
    [&header, &[0x4c, 0x15, 2, 0x15, 0, 0, 0][..], &packed, &data].concat()
}

/// Returns the row group of columns that all have this page, as often as there are columns, after the first bytes.
fn row_group(columns: usize, codec: u8, page: &[u8], values: u64, rows: u64) -> Vec<u8> {
    let length = page.len() as u64;
    let chunk = |place: usize| {
        let begin = 4 + place as u64 * length;
        let name = format!("c{place:04}");
        [
            &[0x26, 0, 0x1c, 0x15, 12, 0x19, 0x15, 0, 0x19, 0x18, 5][..],
            name.as_bytes(),
            &[0x15, 2 * codec, 0x16],
            &integer(values),
            b"\x16",
            &integer(1 << 30),
            b"\x16",
            &integer(length),
            b"\x26",
            &integer(begin),
            &[0, 0],
        ]
        .concat()
    };
    let chunks: Vec<_> = (0..columns).map(chunk).collect();
    [list(chunks.len()), chunks.concat(), vec![0x16, 0, 0x16], integer(rows), vec![0]].concat()
}

/// Returns a file of columns that all have this page.
fn columns(count: usize, codec: u8, repetition: Repetition, page: &[u8], values: u64, rows: u64) -> Vec<u8> {
    let leaves = (0..count).map(|place| leaf(&format!("c{place:04}"), repetition));
    let schema: Vec<_> = std::iter::once(group("schema", count as u64)).chain(leaves).collect();
    parquet(&page.repeat(count), &schema, rows, &[row_group(count, codec, page, values, rows)])
}

/// Checks that a file is an error with this text, found in 200 MB of memory.
#[track_caller]
fn is_refused(content: &[u8], wanted: &str) {
    let (code, notes) = inspect_in_memory("corpus.parquet", content, 200);
    assert!(code == Some(1) && notes.contains(wanted), "{code:?}: {notes}");
}

#[test]
fn a_small_file_is_read() {
    let row = [&[81, 0, 0, 0], EASY.as_bytes()].concat();
    let page = page(row.len() as u64, 1, &zstd::encode_all(&row[..], 1).unwrap());
    assert_eq!(solve_file("c", columns(1, ZSTD, Repetition::Required, &page, 1, 1), &[]).1, "E");
}

#[test]
fn a_schema_that_is_nested_too_deep_or_claims_too_much_is_an_error() {
    for depth in [100, 10_000] {
        let mut schema = vec![group("g", 1); depth];
        schema.push(leaf("p", Repetition::Required));
        is_refused(&parquet(b"", &schema, 0, &[]), "the columns are nested more than 64 deep");
    }
    for children in [0x7fff_ffff, 3, 0xffff_ffff] {
        let schema = [group("g", children), leaf("p", Repetition::Required)];
        is_refused(&parquet(b"", &schema, 0, &[]), "the schema contradicts itself");
    }
    let many: Vec<_> =
        std::iter::once(group("g", 10_001)).chain(vec![leaf("p", Repetition::Required); 10_001]).collect();
    is_refused(&parquet(b"", &many, 0, &[]), "there are more than 10000 columns");
    // The names of the groups are part of each column's path.
    let names = (0..60).map(|_| group(&"g".repeat(60), 1)).chain([group("g", 9_000)]);
    let schema: Vec<_> = names.chain(vec![leaf("p", Repetition::Required); 9_000]).collect();
    is_refused(&parquet(b"", &schema, 0, &[]), "the names of the columns have more than 16777216 bytes");
}

#[test]
fn pages_that_claim_too_much_are_errors() {
    let claims = |unpacked| columns(1, SNAPPY, Repetition::Required, &page(unpacked, 1, &[0; 9]), 1, 1);
    is_refused(&claims(0x7fff_ffff), "a page is larger than 1 GiB");
    let wanted = "its pages take more memory than those of a file of this length should";
    is_refused(&claims(1 << 30), wanted);
    // The size a second time, in the long form, which the `parquet` crate takes.
    let mut long = page(9, 1, &[0; 9]);
    let end = long.len() - 10;
    long.splice(end..end, [&[0x05, 4][..], &integer(1 << 30)].concat());
    is_refused(&columns(1, SNAPPY, Repetition::Required, &long, 1, 1), wanted);
}

#[test]
fn the_pages_of_all_columns_share_the_memory() {
    let value = [&((40 << 20) as u32).to_le_bytes()[..], &vec![b'1'; 40 << 20]].concat();
    let page = page(value.len() as u64, 1, &zstd::encode_all(&value[..], 1).unwrap());
    let wanted = "its pages take more memory than those of a file of this length should";
    is_refused(&columns(20, ZSTD, Repetition::Required, &page, 1, 1), wanted);
}

#[test]
fn gzip_unpacks_no_more_than_the_header_says() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    (0..400).for_each(|_| encoder.write_all(&[b'1'; 1 << 20]).unwrap());
    let page = page(100, 1, &encoder.finish().unwrap());
    let content = columns(1, GZIP, Repetition::Required, &page, 1, 1);
    is_refused(&content, "a page is larger than its header says");
}

#[test]
fn a_long_text_in_many_rows_takes_little_memory() {
    let pages = dictionary(&vec![b'1'; 30 << 20], 10_000);
    let content = columns(1, ZSTD, Repetition::Required, &pages, 10_000, 10_000);
    is_refused(&content, "a text in the dictionary is longer than 1,048,576 bytes");
    let pages = dictionary(&vec![b'1'; 1 << 20], 300);
    let content = columns(1, ZSTD, Repetition::Required, &pages, 300, 300);
    is_refused(&content, "no puzzle found in 300 rows");
}

/// Run-length encoding has any number of levels in a few bytes.
#[test]
fn a_list_of_very_many_values_is_an_error() {
    let values = 500_000_000;
    let runs = |level| [&varint(values << 1)[..], &[level]].concat();
    let repetitions = runs(1);
    let definitions = runs(0);
    let levels = |runs: &[u8]| [&(runs.len() as u32).to_le_bytes()[..], runs].concat();
    let data = [levels(&repetitions), levels(&definitions)].concat();
    let page = page(data.len() as u64, values, &zstd::encode_all(&data[..], 1).unwrap());
    let content = columns(1, ZSTD, Repetition::Repeated, &page, values, 1);
    is_refused(&content, "its pages take more memory than those of a file of this length should");
}
