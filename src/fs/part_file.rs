//! A file that has a temporary name until it is complete.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::error::{Error, Result};

/// The end of a temporary name.
pub const PART: &str = ".part";

/// The temporary name of a file.
pub fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(PART);
    part.into()
}

/// A file under a temporary name. One that is given up stays there, and with it what it holds.
#[derive(Debug)]
pub struct PartFile {
    target: PathBuf,
    part: PathBuf,
    out: BufWriter<File>,
}

impl PartFile {
    /// Begins a file.
    pub fn create(target: PathBuf) -> Result<PartFile> {
        let part = part_of(&target);
        let file = File::create(&part).map_err(Error::io(&part, "create"))?;
        Ok(PartFile { target, part, out: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Adds to the file.
    pub fn write(&mut self, content: &[u8]) -> Result<()> {
        self.out.write_all(content).map_err(|error| self.error(error))
    }

    /// Adds CSV rows to the file.
    pub fn rows<T: serde::Serialize>(&mut self, header: bool, rows: impl IntoIterator<Item = T>) -> Result<()> {
        let mut csv = csv::WriterBuilder::new().has_headers(header).from_writer(&mut self.out);
        let written = rows.into_iter().try_for_each(|row| csv.serialize(row)).and_then(|()| Ok(csv.flush()?));
        drop(csv);
        written.map_err(|error| self.error(error.into()))
    }

    /// Gives what there is another name, and goes on with an empty file.
    pub fn start_over(&mut self, name: &Path) -> Result<()> {
        self.flush()?;
        fs::rename(&self.part, name).map_err(Error::io(name, "write"))?;
        let file = File::create(&self.part).map_err(Error::io(&self.part, "create"))?;
        self.out = BufWriter::with_capacity(1 << 16, file);
        Ok(())
    }

    /// Sees to it that everything is with the system.
    pub fn flush(&mut self) -> Result<()> {
        self.out.flush().map_err(|error| self.error(error))
    }

    /// The same for a file of any kind that a user names: what a link points to is replaced, not the link, and a device
    /// or a pipe is written to as it is.
    pub fn create_for_user(path: &Path) -> Result<PartFile> {
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => {
                let file = File::options().write(true).open(path).map_err(Error::io(path, "open"))?;
                let out = BufWriter::with_capacity(1 << 16, file);
                Ok(PartFile { target: path.into(), part: path.into(), out })
            }
            Ok(_) => PartFile::create(fs::canonicalize(path).map_err(Error::io(path, "open"))?),
            Err(_) => PartFile::create(path.into()),
        }
    }

    /// Takes the file away.
    pub fn discard(self) {
        // If that fails, an empty file is left; the error that led here is the one to tell.
        if self.part != self.target {
            let _ = fs::remove_file(self.part);
        }
    }

    /// Its temporary name.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// Writes all that is to be in the file, and gives it its name.
    pub fn complete(mut self, content: &[u8]) -> Result<()> {
        self.write(content)?;
        self.flush()?;
        self.commit()
    }

    /// Gives the complete file, which was flushed, its name.
    pub fn commit(self) -> Result<()> {
        if self.part == self.target {
            return Ok(());
        }
        fs::rename(&self.part, &self.target).map_err(Error::io(&self.target, "write"))
    }

    fn error(&self, error: io::Error) -> Error {
        Error::io(&self.part, "write")(error)
    }
}
