//! Reads a long file on a thread of its own.

use std::{
    fs::File,
    io::{self, Cursor, Read},
};

use crate::{
    fs::CHUNK,
    layout::{ReadPiece, copy_piece},
    stage::Source,
};

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

impl ReadPiece for ReadThread {
    fn read_piece(&mut self, piece: &mut Vec<u8>) -> io::Result<()> {
        if self.piece.position() < self.piece.get_ref().len() as u64 {
            return copy_piece(self, piece);
        }
        if !self.pieces.next(piece).inspect_err(|_| piece.clear())? {
            piece.clear();
        }
        Ok(())
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
