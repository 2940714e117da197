//! Copies of standard input and pipes, for passes that read a corpus twice.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use tempfile::TempPath;

use crate::{
    error::{Error, Result},
    fs::CHUNK,
    reader::{Input, STANDARD_INPUT, is_read_once},
};

/// Replaces standard input and pipes among the files by copies in `directory`, which are removed when the result is
/// dropped. Copying ends when `stop` is set.
///
/// # Errors
///
/// Returns an error if a stream cannot be read, or its copy cannot be written.
pub fn copy_streams(files: &mut [PathBuf], directory: &Path, stop: &AtomicBool) -> Result<Vec<TempPath>> {
    let streams = files.iter_mut().filter(|path| is_read_once(path));
    streams.map(|path| copy(path, directory, stop)).collect()
}

fn copy(path: &mut PathBuf, directory: &Path, stop: &AtomicBool) -> Result<TempPath> {
    if !directory.is_dir() {
        let reason = "is no directory; standard input is kept in a file there, so create it first";
        return Err(Error::Directory { path: directory.into(), reason });
    }
    let failed = |action| Error::io(directory, action);
    // Errors in rows name this file.
    let prefix = if *path == Path::new(STANDARD_INPUT) { "standard-input-" } else { "pipe-" };
    let file = tempfile::Builder::new().prefix(prefix).tempfile_in(directory);
    let mut file = file.map_err(failed("make a file in"))?;
    match Input::open(path, stop, false) {
        Ok(input) => copy_input(input, path, &mut file, directory, stop)?,
        // Stopped while it waited for a writer to open the pipe.
        Err(_) if stop.load(Ordering::Relaxed) => {}
        Err(error) => return Err(error),
    }
    file.flush().map_err(failed("keep a stream in"))?;
    *path = file.path().into();
    Ok(file.into_temp_path())
}

/// Copies a stream to its end, or until `stop` is set.
fn copy_input(
    mut input: Input<'_>,
    path: &Path,
    file: &mut impl Write,
    directory: &Path,
    stop: &AtomicBool,
) -> Result<()> {
    let mut piece = vec![0; CHUNK];
    loop {
        match input.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(read) => file.write_all(&piece[..read]).map_err(Error::io(directory, "keep a stream in"))?,
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(()),
            Err(error) => return Err(Error::io(path, "read")(error)),
        }
    }
}
