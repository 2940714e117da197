//! Writes a long file on a thread of its own.

use std::{
    fs::File,
    io::{self, Write},
    sync::Arc,
};

use super::cut;
use crate::stage::{Consume, Sink};

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
    pieces: Sink<Appender>,
}

impl WriteBehind {
    /// Appends to a file of this length, at whose end its position is.
    pub fn new(file: File, length: u64) -> WriteBehind {
        let file = Arc::new(file);
        WriteBehind { file: file.clone(), length, pieces: Sink::new(Appender { file, length, synced: length }) }
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
        if may_wait && self.length >= MIN_THREADED_BYTES {
            self.pieces.start_thread("write", MAX_QUEUED_PIECES);
        }
        let length = piece.len() as u64;
        self.pieces.put(piece)?;
        self.length += length;
        let mut spare = self.pieces.outputs().last().unwrap_or_default();
        spare.clear();
        Ok(spare)
    }

    /// Waits until everything is written, and returns the file.
    pub fn wait(&mut self) -> io::Result<&File> {
        self.pieces = Sink::new(self.pieces.finish()?);
        Ok(&self.file)
    }
}

impl Drop for WriteBehind {
    /// Waits until everything is written: the program may end before the thread does.
    fn drop(&mut self) {
        let _ = self.pieces.finish();
    }
}

/// Appends pieces to a file.
#[derive(Debug)]
struct Appender {
    file: Arc<File>,
    length: u64,
    /// Length of the file at the last `fsync`.
    synced: u64,
}

impl Consume for Appender {
    /// Appends all of a piece, or nothing if the disk is full.
    fn consume(&mut self, piece: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut file = &*self.file;
        file.write_all(&piece).inspect_err(|_| cut(file, self.length))?;
        self.length += piece.len() as u64;
        if self.length - self.synced >= SYNC_EVERY {
            self.synced = self.length;
            // A device has no `fsync`.
            if file.metadata().is_ok_and(|found| found.is_file()) {
                file.sync_data()?;
            }
        }
        Ok(piece)
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
            assert_eq!((file.length(), file.pieces.has_thread()), (content.len() as u64, true));
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
