//! Small files of a history, which may come from someone else.

use std::{
    fs,
    io::{self, Read},
    path::Path,
};

/// Reads a file of at most `max_bytes` bytes that is no link.
pub fn read_bounded(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("is not a file: links are not followed"));
    }
    let mut content = Vec::new();
    fs::File::open(path)?.take(max_bytes + 1).read_to_end(&mut content)?;
    if content.len() as u64 > max_bytes {
        return Err(io::Error::other(format!("has more than {max_bytes} bytes")));
    }
    Ok(content)
}
