//! Bytes of a stream in pieces, as they were read: readers on other threads get whole lines of them without a copy.

use std::{
    collections::VecDeque,
    io::{self, Read},
    sync::Arc,
};

const PIECE_BYTES: usize = 64 << 10;

/// A stream that is read in pieces.
pub trait ReadPiece: Read {
    /// Replaces the content of `piece`, whose memory is reused, by the next bytes; by none at the end of the stream.
    fn read_piece(&mut self, piece: &mut Vec<u8>) -> io::Result<()> {
        copy_piece(self, piece)
    }
}

/// Does what [`ReadPiece::read_piece`] does, for any stream.
pub fn copy_piece(stream: &mut (impl Read + ?Sized), piece: &mut Vec<u8>) -> io::Result<()> {
    piece.try_reserve(PIECE_BYTES.saturating_sub(piece.len()))?;
    piece.resize(PIECE_BYTES, 0);
    let read = loop {
        match stream.read(piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => break read,
        }
    };
    piece.truncate(*read.as_ref().unwrap_or(&0));
    read.map(|_| ())
}

impl ReadPiece for io::Empty {}

impl ReadPiece for &[u8] {}

/// A part of a stream.
#[derive(Clone, Default)]
pub struct Pieces {
    pieces: VecDeque<Arc<Vec<u8>>>,
    /// Bytes of the first piece that are before the part.
    begin: usize,
    length: usize,
}

impl Pieces {
    pub fn of(piece: Arc<Vec<u8>>, begin: usize) -> Pieces {
        Pieces { length: piece.len() - begin, pieces: [piece].into(), begin }
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub fn slices(&self) -> impl Iterator<Item = &[u8]> {
        let mut begin = self.begin;
        let mut left = self.length;
        self.pieces.iter().map(move |piece| {
            let slice = &piece[begin..piece.len().min(begin + left)];
            (begin, left) = (0, left - slice.len());
            slice
        })
    }

    /// Appends a piece. A short piece is copied, because its memory may be much longer; this memory is returned for reuse.
    pub fn push(&mut self, piece: Vec<u8>) -> Option<Vec<u8>> {
        self.length += piece.len();
        let is_short = piece.len() < piece.capacity() / 2;
        let (kept, spare) = if is_short { (piece.to_vec(), Some(piece)) } else { (piece, None) };
        self.pieces.push_back(kept.into());
        spare
    }

    /// Removes and returns the first bytes.
    pub fn split_off_first(&mut self, length: usize) -> Pieces {
        let mut first = Pieces { pieces: VecDeque::new(), begin: self.begin, length };
        let mut end = self.begin + length;
        while end > 0
            && let Some(piece) = self.pieces.front()
        {
            first.pieces.push_back(piece.clone());
            if end < piece.len() {
                break;
            }
            end -= piece.len();
            self.pieces.pop_front();
        }
        (self.begin, self.length) = (end, self.length - length);
        first
    }

    /// Returns the bytes in one piece.
    pub fn into_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.length);
        self.slices().for_each(|slice| bytes.extend_from_slice(slice));
        bytes
    }

    /// Returns the memory of the pieces that no other reader has.
    pub fn into_spare(self) -> impl Iterator<Item = Vec<u8>> {
        self.pieces.into_iter().filter_map(|piece| Arc::try_unwrap(piece).ok())
    }
}
