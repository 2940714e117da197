//! Writes a long file on a thread of its own.

use std::{
    fs::File,
    io::{self, Write},
    sync::{
        Arc,
        mpsc::{self, Receiver, SyncSender},
    },
    thread::{self, JoinHandle},
};

use super::cut;

/// Length from which a file has a thread.
const MIN_THREADED_BYTES: u64 = 1 << 20;

/// Pieces that may wait for the thread.
const MAX_QUEUED_PIECES: usize = 4;

/// Bytes after which the thread calls `fsync`. Otherwise an interrupted command could have to wait for the disk until a
/// gigabyte is written.
const SYNC_EVERY: u64 = 32 << 20;

/// A file to append to. Once it is long, another thread writes it.
#[derive(Debug)]
pub struct WriteBehind {
    file: Arc<File>,
    /// Length of the file once everything is written.
    length: u64,
    thread: Option<WriteThread>,
    /// True if a piece could not be written. Later pieces would leave a gap.
    has_failed: bool,
}

impl WriteBehind {
    /// Appends to a file of this length, at whose end its position is.
    pub fn new(file: File, length: u64) -> WriteBehind {
        WriteBehind { file: Arc::new(file), length, thread: None, has_failed: false }
    }

    /// Returns the length of the file once everything is written.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Begins to append a piece: all of it, or nothing if the disk is full. With `may_wait`, another thread may write
    /// it later. Returns an empty vector to reuse.
    ///
    /// # Errors
    ///
    /// Returns an error if this piece or an earlier one cannot be written.
    pub fn write(&mut self, piece: Vec<u8>, may_wait: bool) -> io::Result<Vec<u8>> {
        if may_wait && self.thread.is_none() && self.length >= MIN_THREADED_BYTES {
            self.thread = WriteThread::begin(self.file.clone(), self.length);
        }
        let length = piece.len() as u64;
        let written = match &mut self.thread {
            _ if self.has_failed => Err(an_earlier_error()),
            Some(thread) => thread.write(piece),
            None => append(&self.file, self.length, &piece).map(|()| piece),
        };
        let mut spare = written.inspect_err(|_| self.has_failed = true)?;
        self.length += length;
        spare.clear();
        Ok(spare)
    }

    /// Waits until everything is written, and returns the file.
    pub fn wait(&mut self) -> io::Result<&File> {
        self.thread.as_mut().map_or(Ok(()), WriteThread::wait)?;
        Ok(&self.file)
    }
}

/// Appends a piece to a file of this length: all of it, or nothing if the disk is full.
fn append(mut file: &File, length: u64, piece: &[u8]) -> io::Result<()> {
    file.write_all(piece).inspect_err(|_| cut(file, length))
}

fn an_earlier_error() -> io::Error {
    io::Error::other("an earlier part could not be written")
}

/// A thread that writes, up to the first error.
#[derive(Debug)]
struct WriteThread {
    /// `None` once the thread is to end.
    pieces: Option<SyncSender<Vec<u8>>>,
    /// Written pieces, whose memory is reused; or the error that ended the thread.
    written: Receiver<io::Result<Vec<u8>>>,
    /// Number of pieces that are not known to be written.
    waiting: usize,
    thread: Option<JoinHandle<()>>,
}

impl WriteThread {
    /// Starts the thread; returns `None` if the system has no more.
    fn begin(file: Arc<File>, mut length: u64) -> Option<WriteThread> {
        let (pieces, received) = mpsc::sync_channel::<Vec<u8>>(MAX_QUEUED_PIECES);
        let (sender, written) = mpsc::channel();
        // A device has no `fsync`.
        let (mut synced, can_sync) = (length, file.metadata().is_ok_and(|found| found.is_file()));
        let run = move || {
            for piece in received {
                let mut result = append(&file, length, &piece);
                length += piece.len() as u64;
                if can_sync && result.is_ok() && length - synced >= SYNC_EVERY {
                    (result, synced) = (file.sync_data(), length);
                }
                let is_error = result.is_err();
                // The file may be dropped while its last pieces are written.
                let _ = sender.send(result.map(|()| piece));
                if is_error {
                    break;
                }
            }
        };
        let thread = thread::Builder::new().name("write".into()).spawn(run).ok()?;
        Some(WriteThread { pieces: Some(pieces), written, waiting: 0, thread: Some(thread) })
    }

    /// Begins to write a piece, and returns one that is written.
    fn write(&mut self, piece: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut spare = Vec::new();
        while let Ok(written) = self.written.try_recv() {
            spare = written?;
            self.waiting -= 1;
        }
        self.waiting += 1;
        match &self.pieces {
            Some(pieces) if pieces.send(piece).is_ok() => {}
            _ => self.wait()?,
        }
        Ok(spare)
    }

    /// Waits until all pieces are written. After an error, some piece always stays unwritten.
    fn wait(&mut self) -> io::Result<()> {
        while self.waiting > 0 {
            self.written.recv().unwrap_or_else(|_| Err(an_earlier_error()))?;
            self.waiting -= 1;
        }
        Ok(())
    }
}

impl Drop for WriteThread {
    /// Waits until everything is written: the program may end before the thread does.
    fn drop(&mut self) {
        self.pieces = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_long_file_is_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("f");
        let content: Vec<u8> = (0..5 * MIN_THREADED_BYTES as u32).map(|i| (i / 7 % 251) as u8).collect();
        for waits in [false, true] {
            let mut file = WriteBehind::new(File::create(&path).unwrap(), 0);
            for (index, piece) in content.chunks(100_000).enumerate() {
                file.write(piece.to_vec(), true).unwrap();
                if waits && index % 7 == 0 {
                    let length = file.wait().unwrap().metadata().unwrap().len();
                    assert_eq!(length, file.length());
                }
            }
            assert_eq!((file.length(), file.thread.is_some()), (content.len() as u64, true));
            drop(file);
            let mut read = Vec::new();
            File::open(&path).unwrap().read_to_end(&mut read).unwrap();
            assert!(read == content);
        }
    }

    #[test]
    fn a_file_goes_on_where_it_was_cut() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("f");
        let mut file = File::create(&path).unwrap();
        file.write_all(b"whole, half a pie").unwrap();
        cut(&file, 6);
        file.write_all(b" end").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "whole, end");
    }

    /// A file that is opened for reading only cannot be written.
    #[test]
    fn after_an_error_nothing_is_written() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("f");
        std::fs::write(&path, vec![1; MIN_THREADED_BYTES as usize]).unwrap();
        let mut file = WriteBehind::new(File::open(&path).unwrap(), MIN_THREADED_BYTES);
        let errors = (0..20).filter(|_| file.write(vec![2; 10], true).is_err()).count();
        assert!(errors > 0, "an error is reported before there is no room for more pieces");
        assert!(file.wait().is_err() && file.wait().is_err());
        drop(file);
        assert_eq!(std::fs::metadata(&path).unwrap().len(), MIN_THREADED_BYTES);
    }
}
