//! Rows in a temporary file, to be read once.

use std::{
    env,
    io::{self, BufReader, Read, Seek, Write},
};

use csv::ByteRecord;
use tempfile::SpooledTempFile;
use zstd::{Decoder, Encoder};

use crate::error::Error;

/// Bytes that are held in memory before the file is created.
const MAX_BYTES_IN_MEMORY: usize = 16 << 20;
/// Fast rather than small.
const LEVEL: i32 = 1;

/// Writes rows to a temporary file, compressed.
pub struct Spool {
    out: Encoder<'static, SpooledTempFile>,
    rows: u64,
}

pub struct SpooledRows {
    input: BufReader<Decoder<'static, BufReader<SpooledTempFile>>>,
    left: u64,
    buffer: Vec<u8>,
}

impl Spool {
    pub fn new() -> io::Result<Spool> {
        Ok(Spool { out: Encoder::new(SpooledTempFile::new(MAX_BYTES_IN_MEMORY), LEVEL)?, rows: 0 })
    }

    /// Appends a row; all rows have as many fields.
    pub fn push<'f>(&mut self, fields: impl Iterator<Item = &'f [u8]>) -> io::Result<()> {
        for field in fields {
            let length = u32::try_from(field.len()).map_err(io::Error::other)?;
            self.out.write_all(&length.to_le_bytes())?;
            self.out.write_all(field)?;
        }
        self.rows += 1;
        Ok(())
    }

    pub fn into_rows(self) -> io::Result<SpooledRows> {
        let mut file = self.out.finish()?;
        file.rewind()?;
        Ok(SpooledRows { input: BufReader::new(Decoder::new(file)?), left: self.rows, buffer: Vec::new() })
    }
}

impl SpooledRows {
    /// Puts the next row of `columns` fields into `fields`; returns false after the last row.
    pub fn next(&mut self, columns: usize, fields: &mut ByteRecord) -> io::Result<bool> {
        fields.clear();
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        for _ in 0..columns {
            let mut length = [0; 4];
            self.input.read_exact(&mut length)?;
            self.buffer.resize(u32::from_le_bytes(length) as usize, 0);
            self.input.read_exact(&mut self.buffer)?;
            fields.push_field(&self.buffer);
        }
        Ok(true)
    }
}

pub fn spool_failed(error: io::Error) -> Error {
    Error::io(env::temp_dir(), "use a temporary file in it")(error)
}
