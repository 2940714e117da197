//! Rows as CSV, in memory.

use serde::Serialize;

/// Renders rows, after a header with the names of their fields if `with_header` is true.
pub fn csv_text<T: Serialize>(with_header: bool, rows: impl IntoIterator<Item = T>) -> Vec<u8> {
    let mut csv = csv::WriterBuilder::new().has_headers(with_header).from_writer(Vec::new());
    rows.into_iter().for_each(|row| csv.serialize(row).expect("writing to memory cannot fail"));
    csv.into_inner().expect("writing to memory cannot fail")
}
