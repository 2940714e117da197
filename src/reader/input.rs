//! The bytes of a file: counted, hashed, and no longer read once the run is told to stop.

use std::{
    fs,
    io::{self, Read},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use sha2::{Digest, Sha256};

use super::STANDARD_INPUT;
use crate::{
    digest::hex,
    error::{Error, Result},
};

/// An open file or standard input.
pub struct Input<'a> {
    source: Source,
    stop: &'a AtomicBool,
    sha256: Option<Sha256>,
    bytes: u64,
    ended: bool,
}

enum Source {
    File(fs::File),
    Standard(io::Stdin),
}

impl<'a> Input<'a> {
    /// Opens a file, or takes standard input, with a `digest` of what is read. Reading fails once `stop` is set.
    pub fn open(path: &Path, stop: &'a AtomicBool, digest: bool) -> Result<Input<'a>> {
        let source = if path == Path::new(STANDARD_INPUT) {
            Source::Standard(io::stdin())
        } else {
            let file = fs::File::open(path).map_err(Error::io(path, "open"))?;
            if file.metadata().map_err(Error::io(path, "open"))?.is_dir() {
                return Err(Error::Directory { path: path.into(), reason: "is a directory; name the files in it" });
            }
            Source::File(file)
        };
        Ok(Input { source, stop, sha256: digest.then(Sha256::new), bytes: 0, ended: false })
    }

    /// Bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// SHA-256 of the file in hexadecimal, once all of it is read.
    pub fn sha256(&self) -> Option<String> {
        self.sha256.clone().filter(|_| self.ended).map(|sha256| hex(&sha256.finalize()))
    }
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(io::Error::other("interrupted"));
            }
            if self.source.is_ready()? {
                break;
            }
        }
        let read = match &mut self.source {
            Source::File(file) => file.read(buffer)?,
            Source::Standard(stdin) => stdin.read(buffer)?,
        };
        if let Some(sha256) = &mut self.sha256 {
            sha256.update(&buffer[..read]);
        }
        self.bytes += read as u64;
        self.ended |= read == 0;
        Ok(read)
    }
}

impl Source {
    /// Whether there is something to read, so that reading does not wait; comes back within a fifth of a second. The
    /// writer of a pipe may take its time, and a run that waits for it should still stop when it is told to.
    #[cfg(unix)]
    fn is_ready(&self) -> io::Result<bool> {
        use std::os::fd::AsFd;

        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
        let fd = match self {
            Source::File(file) => file.as_fd(),
            Source::Standard(stdin) => stdin.as_fd(),
        };
        let ready = poll(&mut [PollFd::new(fd, PollFlags::POLLIN)], PollTimeout::from(200u8));
        match ready {
            Ok(ready) => Ok(ready > 0),
            Err(nix::errno::Errno::EINTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether there is something to read. Here nobody tells.
    #[cfg(not(unix))]
    fn is_ready(&self) -> io::Result<bool> {
        Ok(true)
    }
}
