//! Reads a long file on a thread of its own.

use std::{
    fs::File,
    io::{self, Cursor, Read},
    mem,
    sync::mpsc::{self, Receiver, Sender, SyncSender},
    thread,
};

use crate::fs::CHUNK;

/// Pieces of [`CHUNK`] bytes that may wait for the reader.
const MAX_QUEUED_PIECES: usize = 16;

/// A file that another thread reads ahead.
pub struct ReadThread {
    pieces: Receiver<io::Result<Vec<u8>>>,
    /// Takes back the pieces, to reuse their memory.
    used: Sender<Vec<u8>>,
    piece: Cursor<Vec<u8>>,
}

impl ReadThread {
    /// Begins to read a regular file from its current position; `None` if the system has no more threads.
    pub fn begin(file: File) -> Option<ReadThread> {
        let (sender, pieces) = mpsc::sync_channel(MAX_QUEUED_PIECES);
        let (used, spare) = mpsc::channel();
        let run = move || read(file, &sender, &spare);
        thread::Builder::new().name("read".into()).spawn(run).ok()?;
        Some(ReadThread { pieces, used, piece: Cursor::default() })
    }
}

impl Read for ReadThread {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.piece.read(buffer)?;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        // After the end of the file, there is no sender.
        let Ok(next) = self.pieces.recv() else { return Ok(0) };
        let piece = mem::replace(&mut self.piece, Cursor::new(next?)).into_inner();
        // The thread may have ended.
        let _ = self.used.send(piece);
        self.piece.read(buffer)
    }
}

/// Reads a file to its end or an error, or until its reader is gone.
fn read(mut file: File, pieces: &SyncSender<io::Result<Vec<u8>>>, spare: &Receiver<Vec<u8>>) {
    loop {
        let mut piece = spare.try_recv().unwrap_or_default();
        piece.clear();
        let next = match file.by_ref().take(CHUNK as u64).read_to_end(&mut piece) {
            Ok(0) => return,
            Ok(_) => Ok(piece),
            Err(error) => Err(error),
        };
        let is_error = next.is_err();
        if pieces.send(next).is_err() || is_error {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_without_the_thread() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("f");
        for length in [0, 1, CHUNK - 1, CHUNK, 40 * CHUNK + 5] {
            let content: Vec<u8> = (0..length).map(|i| (i / 7 % 251) as u8).collect();
            std::fs::write(&path, &content).unwrap();
            let mut thread = ReadThread::begin(File::open(&path).unwrap()).unwrap();
            let mut read = vec![0; length];
            // Pieces and reads have different lengths.
            read.chunks_mut(10_007).for_each(|chunk| thread.read_exact(chunk).unwrap());
            assert!(read == content, "{length}");
            assert_eq!((thread.read(&mut [0; 10]).unwrap(), thread.read(&mut [0; 10]).unwrap()), (0, 0));
        }
        // A file that is not read to its end leaves nothing behind.
        ReadThread::begin(File::open(&path).unwrap()).unwrap().read_exact(&mut [0; 10]).unwrap();
    }

    #[test]
    fn an_error_is_returned_in_its_place() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("f");
        let file = File::create(&path).unwrap();
        let mut thread = ReadThread::begin(file).unwrap();
        assert!(thread.read(&mut [0; 10]).is_err(), "the file is open for writing only");
    }
}
