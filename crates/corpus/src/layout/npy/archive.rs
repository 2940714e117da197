//! Reads the arrays of an archive.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::Path,
    sync::Arc,
};

use zip::ZipArchive;

use super::{array::ArrayReader, reader::ColumnsReader};
use crate::{
    error::{Error, Result},
    fs::{Stream, unpacked_member},
    numbers::{count, plural},
};

/// Maximum number of arrays, each of which takes some memory.
const MAX_ARRAYS: usize = 64;

pub fn open(path: &Path, file: File, offset: Option<i64>) -> Result<ColumnsReader<Stream<'static>>> {
    let length = file.metadata().map_err(Error::io(path, "read"))?.len();
    let mut columns = Vec::new();
    let mut left_out = Vec::new();
    for (name, member) in members(path, file)? {
        let location = path.join(format!("{name}.npy"));
        match ArrayReader::open(&location, member, offset)? {
            Ok(array) => columns.push((name, array)),
            Err(reason) => left_out.push(format!("{name} {reason}")),
        }
    }
    let rows = grids_of_one_length(path, &columns, &left_out)?;
    columns.retain(|(name, array)| {
        let is_kept = array.rows() == rows;
        if !is_kept {
            left_out.push(format!("{name} has {} beside {}", plural(array.rows(), "number"), plural(rows, "grid")));
        }
        is_kept
    });
    Ok(ColumnsReader::new(columns, left_out, length))
}

/// Returns the number of grids in each array of grids. Returns an error if there is no such array, or if they have
/// different lengths.
fn grids_of_one_length<R: Read>(path: &Path, columns: &[(String, ArrayReader<R>)], left_out: &[String]) -> Result<u64> {
    let mut grids = columns.iter().filter(|(_, array)| array.is_of_grids());
    let Some((name, array)) = grids.next() else {
        let reasons = if left_out.is_empty() { String::new() } else { format!(": {}", left_out.join("; ")) };
        return Err(Error::malformed(path, 0, format!("has no array of grids{reasons}")));
    };
    let rows = array.rows();
    let Some((other, array)) = grids.find(|(_, array)| array.rows() != rows) else { return Ok(rows) };
    let others = count(array.rows());
    let rows = plural(rows, "grid");
    let example = path.join(format!("{other}.npy"));
    let reason = format!("has {rows} in {name} but {others} in {other}; read one of them, as in {}", example.display());
    Err(Error::malformed(path, 0, reason))
}

/// Returns the arrays of an archive, each with its name.
fn members(path: &Path, file: File) -> Result<Vec<(String, Stream<'static>)>> {
    let file = Arc::new(file);
    let mut archive = ZipArchive::new(BufReader::new(&*file)).map_err(|error| Error::damaged_archive(path, error))?;
    if archive.has_duplicate_names() {
        return Err(Error::malformed(path, 0, "holds several arrays with the same name"));
    }
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(|error| Error::damaged_archive(path, error))?;
        let name = member.name().map_err(|error| Error::damaged_archive(path, error))?;
        let Some(name) = name.strip_suffix(".npy").map(String::from) else { continue };
        if members.len() == MAX_ARRAYS {
            return Err(Error::malformed(path, 0, format!("holds more than {MAX_ARRAYS} arrays")));
        }
        let begin = member.data_start().ok_or_else(|| Error::damaged_archive(path, "no data"))?;
        let range = FileRange { file: file.clone(), at: begin, left: member.compressed_size() };
        let content = unpacked_member(&member, Box::new(range));
        members.push((name, content.map_err(|reason| Error::malformed(path, 0, reason))?));
    }
    Ok(members)
}

/// Reads some bytes of a file that others read too, in turn.
struct FileRange {
    file: Arc<File>,
    at: u64,
    left: u64,
}

impl Read for FileRange {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.take(self.left).read(buffer)?;
        self.at += read as u64;
        self.left -= read as u64;
        Ok(read)
    }
}
