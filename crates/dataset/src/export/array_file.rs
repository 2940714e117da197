//! A file with a NumPy array whose number of rows is known at its end.

use std::{
    fs::File,
    io::{BufWriter, Seek, Write},
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    layout::npy_header,
};

/// Bytes to write at a time.
const CHUNK: usize = 1 << 16;

pub struct ArrayFile {
    path: PathBuf,
    out: BufWriter<File>,
    descr: &'static str,
    /// The lengths after the first one.
    row_shape: Vec<u64>,
}

impl ArrayFile {
    /// Creates a file with elements of the type `descr`. `row_shape` has the lengths after the number of rows.
    pub fn create(path: PathBuf, descr: &'static str, row_shape: &[u64]) -> Result<ArrayFile> {
        let file = File::create(&path).map_err(Error::io(&path, "create"))?;
        let mut array =
            ArrayFile { path, out: BufWriter::with_capacity(CHUNK, file), descr, row_shape: row_shape.into() };
        // The header of any number of rows has this length.
        array.write_header(0)?;
        Ok(array)
    }

    pub fn write(&mut self, rows: &[u8]) -> Result<()> {
        self.out.write_all(rows).map_err(Error::io(&self.path, "write"))
    }

    pub fn finish(mut self, rows: u64) -> Result<()> {
        self.out.rewind().map_err(Error::io(&self.path, "write"))?;
        self.write_header(rows)?;
        self.out.flush().and_then(|()| self.out.get_ref().sync_all()).map_err(Error::io(&self.path, "write"))
    }

    fn write_header(&mut self, rows: u64) -> Result<()> {
        let shape = [&[rows], &*self.row_shape].concat();
        self.write(&npy_header(self.descr, &shape))
    }
}

pub fn write_integers(path: &Path, values: impl Iterator<Item = i32>) -> Result<()> {
    let mut array = ArrayFile::create(path.into(), "<i4", &[])?;
    let mut rows = 0;
    for value in values {
        array.write(&value.to_le_bytes())?;
        rows += 1;
    }
    array.finish(rows)
}
