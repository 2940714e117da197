//! Reads a long file on a thread of its own.

use std::{
    fs::File,
    io::{self, Cursor, Read},
};

use crate::{fs::CHUNK, stage::Source};

/// Pieces of [`CHUNK`] bytes that may wait for the reader.
const MAX_QUEUED_PIECES: usize = 16;

pub struct ReadThread {
    pieces: Source<Vec<u8>, io::Error>,
    piece: Cursor<Vec<u8>>,
}

impl ReadThread {
    /// Begins to read a regular file from its current position.
    pub fn begin(mut file: File) -> ReadThread {
        let pieces = Source::begin("read", MAX_QUEUED_PIECES, move |piece: &mut Vec<u8>| {
            piece.clear();
            Ok(file.by_ref().take(CHUNK as u64).read_to_end(piece)? > 0)
        });
        ReadThread { pieces, piece: Cursor::default() }
    }
}

impl Read for ReadThread {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.piece.read(buffer)?;
        if read > 0 || buffer.is_empty() || !self.pieces.next(self.piece.get_mut())? {
            return Ok(read);
        }
        self.piece.set_position(0);
        self.piece.read(buffer)
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
            let mut thread = ReadThread::begin(File::open(&path).unwrap());
            let mut read = vec![0; length];
            // Pieces and reads have different lengths.
            read.chunks_mut(10_007).for_each(|chunk| thread.read_exact(chunk).unwrap());
            assert!(read == content, "{length}");
            assert_eq!((thread.read(&mut [0; 10]).unwrap(), thread.read(&mut [0; 10]).unwrap()), (0, 0));
        }
    }
}
