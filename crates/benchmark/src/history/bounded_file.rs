//! Small files of a history, which may come from someone else.

use std::{
    fs,
    io::{self, Read},
    path::Path,
};

/// Reads a file of at most `most` bytes that is no link.
pub fn read_bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("is not a file: links are not followed"));
    }
    let mut content = Vec::new();
    fs::File::open(path)?.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 > most {
        return Err(io::Error::other(format!("has more than {most} bytes")));
    }
    Ok(content)
}
