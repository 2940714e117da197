//! Reads a file, counts and hashes its bytes, and fails once the run is stopped.

use std::{
    fs,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use memchr::memchr_iter;

use super::read_thread::ReadThread;
use crate::{
    digest::Hasher,
    error::{Error, INTERRUPTED, Result, no_thread},
    fs::Compression,
    layout::{NothingYet, ReadPiece, copy_piece},
    numbers::{count, plural},
};

pub const STANDARD_INPUT: &str = "-";

/// Returns true for what can be read only once: standard input, a pipe or a device.
pub fn is_read_once(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT) || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Returns true for an input that can be read only once, but is known to be empty without reading it: the null device, and
/// standard input from a file that has no more bytes.
pub fn is_empty_stream(path: &Path) -> bool {
    if path != Path::new(STANDARD_INPUT) {
        return fs::metadata(path).is_ok_and(|found| is_null_device(&found));
    }
    let Ok(mut file) = standard_input() else { return false };
    let Ok(found) = file.metadata() else { return false };
    is_null_device(&found) || found.is_file() && file.stream_position().is_ok_and(|position| position >= found.len())
}

#[cfg(unix)]
fn is_null_device(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    found.file_type().is_char_device() && fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == found.rdev())
}

#[cfg(not(unix))]
fn is_null_device(_: &fs::Metadata) -> bool {
    false
}

/// An input whose beginning was read, which is kept for whoever reads the input.
#[derive(Debug)]
pub struct LookedAt {
    file: fs::File,
    bytes: Vec<u8>,
}

/// The longest time between two checks of the stop flag.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// The most bytes of the beginning of an input that is looked at.
const MAX_BEGINNING: usize = 64 << 10;

/// Bytes from which a file is read on a thread of its own.
const MIN_THREADED_BYTES: u64 = 1 << 20;

pub struct Input<'a> {
    file: fs::File,
    /// What was read of the file before it was opened here.
    beginning: Vec<u8>,
    /// Bytes of the beginning that are counted and hashed already.
    counted: usize,
    /// True if there is nothing after the beginning.
    only_beginning: bool,
    stop: &'a AtomicBool,
    /// The digest in progress, if it was requested and the file has not ended.
    hasher: Option<Hasher>,
    sha256: Option<String>,
    bytes: u64,
    /// Length of a regular file when it was opened.
    length: Option<u64>,
    /// True if the position of the file may have changed because others read it too.
    shared: bool,
    thread: Option<ReadThread>,
    /// True to wait for the writer of a pipe.
    waits: bool,
}

impl<'a> Input<'a> {
    /// Opens a file or standard input, with a digest if requested. Opening a pipe that has no writer, and reading, fail once
    /// `stop` is set.
    ///
    /// Returns an error if the file is a directory, or if `stop` is set.
    pub fn open(path: &Path, stop: &'a AtomicBool, digest: bool) -> Result<Input<'a>> {
        let mut length = None;
        let file = if path == Path::new(STANDARD_INPUT) {
            standard_input().map_err(Error::io(path, "open"))?
        } else {
            let file = open_file(path, stop).map_err(Error::io(path, "open"))?;
            let found = file.metadata().map_err(Error::io(path, "open"))?;
            if found.is_dir() {
                return Err(Error::Directory { path: path.into(), reason: "is a directory; name the files in it" });
            }
            length = found.is_file().then_some(found.len());
            file
        };
        Ok(Input { length, ..Input::of(file, stop, digest) })
    }

    /// Returns an input from its beginning on.
    pub(super) fn resume(looked_at: LookedAt, stop: &'a AtomicBool, digest: bool) -> Input<'a> {
        Input { beginning: looked_at.bytes, ..Input::of(looked_at.file, stop, digest) }
    }

    /// Returns the first `length` bytes of an input that was looked at, as if there were no others.
    pub(super) fn first_bytes(
        looked_at: &LookedAt,
        length: usize,
        stop: &'a AtomicBool,
        digest: bool,
    ) -> io::Result<Input<'a>> {
        let beginning = looked_at.bytes[..length].to_vec();
        Ok(Input { beginning, only_beginning: true, ..Input::of(looked_at.file.try_clone()?, stop, digest) })
    }

    /// Reads the first `lines` lines, fewer if they are long; of a compressed input, as many bytes as may be kept. Returns the length of
    /// these lines, and false if there is nothing more.
    pub(super) fn look(mut self, lines: usize) -> io::Result<(LookedAt, usize, bool)> {
        let mut bytes = std::mem::take(&mut self.beginning);
        let mut has_more = true;
        let mut end = None;
        while has_more && bytes.len() < MAX_BEGINNING && end.is_none() {
            let mut piece = vec![0; MAX_BEGINNING - bytes.len()];
            let read = self.read_some(&mut piece)?;
            bytes.extend_from_slice(&piece[..read]);
            has_more = read > 0;
            let is_compressed = Compression::of_content(&bytes).is_some();
            end = memchr_iter(b'\n', &bytes).nth(lines - 1).filter(|_| !is_compressed);
        }
        let length = end.map_or(bytes.len(), |at| at + 1);
        Ok((LookedAt { file: self.file, bytes }, length, has_more))
    }

    fn of(file: fs::File, stop: &'a AtomicBool, digest: bool) -> Input<'a> {
        Input {
            file,
            beginning: Vec::new(),
            counted: 0,
            only_beginning: false,
            stop,
            hasher: digest.then(Hasher::default),
            sha256: None,
            bytes: 0,
            length: None,
            shared: false,
            thread: None,
            waits: true,
        }
    }

    pub fn is_file(&self) -> bool {
        self.length.is_some()
    }

    /// Returns true if [`Input::set_waits`] works here: not every system tells whether reading would wait.
    pub(crate) fn can_poll() -> bool {
        cfg!(unix)
    }

    /// Sets whether reading waits for the writer of a pipe. If not, it fails with [`NothingYet`] where it would wait.
    pub(crate) fn set_waits(&mut self, waits: bool) {
        self.waits = waits;
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the file, to be read in any order; `None` for standard input, pipes and devices.
    pub fn share(&mut self) -> io::Result<Option<fs::File>> {
        if !self.is_file() {
            return Ok(None);
        }
        self.shared = true;
        self.file.try_clone().map(Some)
    }

    /// Reads the rest of the file: all of it belongs to the digest and counts as read.
    pub fn finish(&mut self) -> io::Result<()> {
        if self.sha256.is_some() {
            return Ok(());
        }
        if self.shared && self.thread.is_none() {
            if self.hasher.is_none() {
                self.bytes = self.file.metadata()?.len();
                return Ok(());
            }
            self.file.seek(SeekFrom::Start(self.bytes))?;
        }
        io::copy(self, &mut io::sink()).map(|_| ())
    }

    /// Returns the SHA-256 of the file in hexadecimal, if the digest was requested and all of the file is read.
    pub fn sha256(&self) -> Option<String> {
        self.sha256.clone()
    }
}

impl Input<'_> {
    /// Ends the input. Fails if a file was cut while it was read, or if a pipe ends after a stop: Ctrl-C may also have
    /// ended its writer. In both cases, the content may end with a whole row, as if it were complete.
    fn end(&mut self) -> io::Result<()> {
        if !self.is_file() && self.stop.load(Ordering::Relaxed) {
            return Err(interrupted());
        }
        self.sha256 = self.hasher.take().map(Hasher::finish).or(self.sha256.take());
        if let Some(length) = self.length.filter(|&length| self.bytes < length) {
            let now = plural(self.bytes, "byte");
            let before = count(length);
            return Err(io::Error::other(format!("the file was cut while it was read, to {now} of {before}")));
        }
        Ok(())
    }

    /// Puts back the first bytes that were read.
    pub(super) fn put_back(&mut self, bytes: Vec<u8>) {
        self.counted = bytes.len();
        self.beginning.splice(..0, bytes);
    }

    /// Counts and hashes the bytes that were read; none at the end of the input.
    fn count(&mut self, bytes: &[u8]) -> io::Result<()> {
        let new = &bytes[self.counted.min(bytes.len())..];
        self.counted -= bytes.len() - new.len();
        if let Some(hasher) = &mut self.hasher {
            hasher.update(new);
        }
        self.bytes += new.len() as u64;
        if self.thread.is_none() && self.bytes >= MIN_THREADED_BYTES && self.is_file() {
            self.thread = self.file.try_clone().ok().map(ReadThread::begin);
        }
        if bytes.is_empty() { self.end() } else { Ok(()) }
    }

    /// Waits until there are bytes to read, or the end of the input.
    fn wait(&self) -> io::Result<()> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(interrupted());
            }
            if self.thread.is_some()
                || is_ready(&self.file, if self.waits { STOP_CHECK_INTERVAL } else { Duration::ZERO })?
            {
                return Ok(());
            }
            if !self.waits {
                return Err(NothingYet.into());
            }
        }
    }

    fn read_some(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.beginning.is_empty() || self.only_beginning {
            let read = self.beginning.len().min(buffer.len());
            buffer[..read].copy_from_slice(&self.beginning[..read]);
            self.beginning.drain(..read);
            return Ok(read);
        }
        loop {
            self.wait()?;
            let read = match &mut self.thread {
                Some(thread) => thread.read(buffer),
                None => self.file.read(buffer),
            };
            match read.as_ref().map_err(io::Error::kind) {
                Err(io::ErrorKind::Interrupted) => {}
                // Another reader of a non-blocking pipe has taken the bytes.
                Err(io::ErrorKind::WouldBlock) if !self.is_file() => {}
                _ => return read,
            }
        }
    }
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let read = self.read_some(buffer)?;
        self.count(&buffer[..read])?;
        Ok(read)
    }
}

impl ReadPiece for Input<'_> {
    fn read_piece(&mut self, piece: &mut Vec<u8>) -> io::Result<()> {
        if self.thread.is_none() || !self.beginning.is_empty() || self.only_beginning {
            return copy_piece(self, piece);
        }
        piece.clear();
        self.wait()?;
        self.thread.as_mut().map_or(Ok(()), |thread| thread.read_piece(piece))?;
        self.count(piece)
    }
}

/// Opens a file. A pipe or a device is opened on another thread, because that may wait for its writer.
fn open_file(path: &Path, stop: &AtomicBool) -> io::Result<fs::File> {
    let found = fs::metadata(path)?;
    if found.is_file() || found.is_dir() {
        return fs::File::open(path);
    }
    let (sender, opened) = mpsc::channel();
    let path = path.to_owned();
    // If the wait is stopped, the thread is left behind: no flag ends the system call.
    thread::Builder::new().name("open".into()).spawn(move || sender.send(fs::File::open(path))).map_err(no_thread)?;
    loop {
        match opened.recv_timeout(STOP_CHECK_INTERVAL) {
            Ok(file) => return file,
            Err(_) if stop.load(Ordering::Relaxed) => return Err(interrupted()),
            Err(_) => {}
        }
    }
}

pub fn interrupted() -> io::Error {
    io::Error::other(INTERRUPTED)
}

/// Opens standard input, without the buffer of the standard library: [`is_ready`] does not know what is in it.
fn standard_input() -> io::Result<fs::File> {
    #[cfg(unix)]
    let owned = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned().map(Into::into);
    #[cfg(windows)]
    let owned = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned().map(Into::into);
    #[cfg(not(any(unix, windows)))]
    let owned = Err(io::ErrorKind::Unsupported.into());
    owned
}

/// Returns true if reading would not block; waits for at most `wait`. A run that waits for the writer of a pipe can thus be
/// stopped.
#[cfg(unix)]
fn is_ready(file: &fs::File, wait: Duration) -> io::Result<bool> {
    use std::os::fd::AsFd;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    let wait = PollTimeout::try_from(wait).unwrap_or(PollTimeout::ZERO);
    match poll(&mut [PollFd::new(file.as_fd(), PollFlags::POLLIN)], wait) {
        Ok(ready) => Ok(ready > 0),
        Err(nix::errno::Errno::EINTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Returns true: this system has no `poll`.
#[cfg(not(unix))]
fn is_ready(_: &fs::File, _: Duration) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_cut_while_it_is_read_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("c.txt");
        fs::write(&path, "first\nsecond\n").unwrap();
        let stop = AtomicBool::new(false);
        let mut input = Input::open(&path, &stop, true).unwrap();
        input.read_exact(&mut [0; 6]).unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_len(6).unwrap();
        let error = input.read(&mut [0; 6]).unwrap_err().to_string();
        assert_eq!(error, "the file was cut while it was read, to 6 bytes of 13");
        // A file that grows is read to its end.
        let mut input = Input::open(&path, &stop, true).unwrap();
        fs::write(&path, "first\nsecond\nthird\n").unwrap();
        assert_eq!(io::read_to_string(&mut input).unwrap(), "first\nsecond\nthird\n");
        assert!(input.sha256().is_some());
    }
}
