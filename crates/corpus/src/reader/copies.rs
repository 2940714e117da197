//! Copies of standard input and pipes, for passes that read a corpus twice.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use tempfile::TempPath;

use super::input::{Input, is_read_once};
use crate::{
    error::{Error, Result},
    fs::CHUNK,
};

/// Copies of inputs that can be read only once, which are removed with the last clone. All messages name the input, as the
/// user did, and never its copy.
#[derive(Clone, Debug, Default)]
pub struct Copies(Vec<(PathBuf, Arc<TempPath>)>);

impl Copies {
    /// Copies standard input and pipes among the files to `directory`.
    ///
    /// # Errors
    ///
    /// Returns an error if a stream cannot be read, as after `stop` is set, or its copy cannot be written.
    pub fn make(files: &[PathBuf], directory: &Path, stop: &AtomicBool) -> Result<Copies> {
        let streams = files.iter().filter(|path| is_read_once(path));
        let copies = streams.map(|path| Ok((path.clone(), Arc::new(copy(path, directory, stop)?))));
        copies.collect::<Result<_>>().map(Copies)
    }

    /// Returns the path of the copy of an input, or of the input itself if it has no copy.
    pub fn source<'a>(&'a self, input: &'a Path) -> &'a Path {
        self.0.iter().find(|(copied, _)| copied == input).map_or(input, |(_, copy)| copy)
    }
}

fn copy(path: &Path, directory: &Path, stop: &AtomicBool) -> Result<TempPath> {
    if !directory.is_dir() {
        let reason = "is no directory; standard input is kept in a file there, so create it first";
        return Err(Error::Directory { path: directory.into(), reason });
    }
    let failed = |action| Error::io(directory, action);
    let file = tempfile::Builder::new().prefix("sudoku-bench-").tempfile_in(directory);
    let mut file = file.map_err(failed("make a file in"))?;
    copy_input(Input::open(path, stop, false)?, path, &mut file, directory)?;
    file.flush().map_err(failed("keep a stream in"))?;
    Ok(file.into_temp_path())
}

fn copy_input(mut input: Input<'_>, path: &Path, file: &mut impl Write, directory: &Path) -> Result<()> {
    let mut piece = vec![0; CHUNK];
    loop {
        match input.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(read) => file.write_all(&piece[..read]).map_err(Error::io(directory, "keep a stream in"))?,
            Err(error) => return Err(Error::io(path, "read")(error)),
        }
    }
}
