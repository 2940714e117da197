//! What is kept of standard input and pipes: their beginnings, and copies for passes that read a corpus twice.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
};

use tempfile::TempPath;

use super::input::{Input, LookedAt, is_empty_stream, is_read_once};
use crate::{
    error::{Error, Result},
    fs::CHUNK,
};

/// What is kept of inputs that can be read only once; shared by all clones. Messages name the input as the user did, never its copy.
#[derive(Clone, Debug, Default)]
pub struct KeptInputs {
    /// Copies, which are removed with the last clone.
    copies: Vec<(PathBuf, Arc<TempPath>)>,
    /// Beginnings of inputs that were looked at and not read yet.
    beginnings: Arc<Mutex<Vec<Beginning>>>,
}

#[derive(Debug)]
struct Beginning {
    path: PathBuf,
    looked_at: LookedAt,
    /// How many of the bytes are shown to those who look at the input; `None` once it may be read.
    shown: Option<usize>,
}

impl KeptInputs {
    /// Copies standard input and pipes among the files to `directory`. Returns an error if a stream cannot be read, as
    /// after `stop` is set, or its copy cannot be written.
    pub fn copy(&self, files: &[PathBuf], directory: &Path, stop: &AtomicBool) -> Result<KeptInputs> {
        let streams = files.iter().filter(|path| is_read_once(path));
        let copies = streams.map(|path| Ok((path.clone(), Arc::new(self.copy_of(path, directory, stop)?))));
        Ok(KeptInputs { copies: copies.collect::<Result<_>>()?, beginnings: self.beginnings.clone() })
    }

    /// Returns the path of the copy of an input, or of the input itself if it has no copy.
    pub fn source<'a>(&'a self, input: &'a Path) -> &'a Path {
        self.copies.iter().find(|(copied, _)| copied == input).map_or(input, |(_, copy)| copy)
    }

    /// Returns true if an input, or its copy, can be read only once.
    pub(super) fn is_read_once(&self, input: &Path) -> bool {
        is_read_once(self.source(input))
    }

    /// Returns true for an input that can be read only once, but is known to be empty without reading it.
    pub(super) fn is_known_empty(&self, input: &Path) -> bool {
        !self.beginnings().iter().any(|beginning| beginning.path == input) && is_empty_stream(input)
    }

    /// Opens an input as [`Input::open`] does, from its beginning on.
    pub(super) fn open<'a>(&self, path: &Path, stop: &'a AtomicBool, digest: bool) -> Result<Input<'a>> {
        let mut beginnings = self.beginnings();
        let Some(index) = beginnings.iter().position(|beginning| beginning.path == path) else {
            drop(beginnings);
            return Input::open(path, stop, digest);
        };
        if let Beginning { looked_at, shown: Some(length), .. } = &beginnings[index] {
            return Input::first_bytes(looked_at, *length, stop, digest).map_err(Error::io(path, "open"));
        }
        Ok(Input::resume(beginnings.swap_remove(index).looked_at, stop, digest))
    }

    /// Reads the beginning of an input that can be read only once. Until [`KeptInputs::end_look`], whoever opens the input
    /// finds its first `lines` lines and nothing more, however much its writer has written; then all of it, from the
    /// beginning on. Returns false if it has no more lines. Returns an error if the input cannot be read.
    pub(super) fn look_at(&self, path: &Path, lines: usize, stop: &AtomicBool) -> Result<bool> {
        let input = self.open(path, stop, false)?;
        let (looked_at, length, has_more) = input.look(lines).map_err(Error::io(path, "read"))?;
        self.beginnings().push(Beginning { path: path.into(), looked_at, shown: Some(length) });
        Ok(has_more)
    }

    /// Ends a [look](KeptInputs::look_at): the input may be read.
    pub(super) fn end_look(&self, path: &Path) {
        let mut beginnings = self.beginnings();
        beginnings.iter_mut().filter(|begun| begun.path == path).for_each(|begun| begun.shown = None);
    }

    fn beginnings(&self) -> MutexGuard<'_, Vec<Beginning>> {
        self.beginnings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn copy_of(&self, path: &Path, directory: &Path, stop: &AtomicBool) -> Result<TempPath> {
        if !directory.is_dir() {
            let reason = "is no directory; standard input is kept in a file there, so create it first";
            return Err(Error::Directory { path: directory.into(), reason });
        }
        let failed = |action| Error::io(directory, action);
        let file = tempfile::Builder::new().prefix("sudoku-bench-").tempfile_in(directory);
        let mut file = file.map_err(failed("make a file in"))?;
        copy_input(self.open(path, stop, false)?, path, &mut file, directory)?;
        file.flush().map_err(failed("keep a stream in"))?;
        Ok(file.into_temp_path())
    }
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
