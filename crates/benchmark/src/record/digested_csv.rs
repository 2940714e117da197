//! CSV files whose digest is in the manifest.

use std::{fs, path::Path};

use corpus::{
    csv_text::csv_text,
    digest::hex,
    error::{Error, Result},
};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

/// Renders rows that have no names.
pub fn csv_rows(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    String::from_utf8(csv_text(false, rows)).expect("the fields are text")
}

/// Returns the names of the columns, with a line end.
pub fn header<T: Serialize + Default>() -> Vec<u8> {
    csv_text(true, [T::default()]).split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default().into()
}

/// Reads the rows of a file, and calls `add` for each. Unknown columns are ignored. Returns an error if a row is malformed, if `add`
/// returns a reason why a row is wrong, or if the file does not have this digest.
pub fn read<T: Serialize + DeserializeOwned + Default>(
    path: &Path,
    digest: &str,
    mut add: impl FnMut(T) -> Result<(), String>,
) -> Result<()> {
    let text = fs::read(path).map_err(Error::io(path, "read"))?;
    let header = header::<T>();
    let header = header.trim_ascii_end();
    // A later version may have more columns at the end.
    if !text.strip_prefix(header).is_some_and(|more| matches!(more, [b',' | b'\r' | b'\n', ..])) {
        return Err(Error::malformed(path, 1, format!("is not the header {}", String::from_utf8_lossy(header))));
    }
    if text.last() != Some(&b'\n') {
        let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        return Err(Error::malformed(path, lines + 1, "the line has no end: cut short"));
    }
    for (line, row) in (2..).zip(csv::Reader::from_reader(&*text).deserialize()) {
        let row = row.map_err(|error| format!("not a row of this file: {}", reason(&error)));
        row.and_then(&mut add).map_err(|reason| Error::malformed(path, line, reason))?;
    }
    if hex(&Sha256::digest(&text)) == digest {
        return Ok(());
    }
    let reason = "does not match the digest in manifest.json: changed by hand, or cut short";
    Err(Error::malformed(path, 0, reason))
}

/// Returns the parser's reason without its position, which the error states separately.
fn reason(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => format!("{len} fields instead of {expected_len}"),
        _ => error.to_string(),
    }
}
