//! Digests in hexadecimal.

use std::{fmt::Write, io, mem};

use sha2::{Digest, Sha256};

use crate::stage::{Consume, Sink};

pub fn hex(digest: &[u8]) -> String {
    digest.iter().fold(String::with_capacity(2 * digest.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Bytes to collect before they are handed to the thread.
const PIECE: usize = 1 << 16;
/// Pieces that may wait for the thread: enough that it and the caller need not take turns.
const MAX_QUEUED_PIECES: usize = 16;

/// Computes the SHA-256 of a stream. A long stream gets a thread of its own, as hashing takes longer than anything else that
/// is done with it.
#[derive(Default)]
pub struct Hasher {
    piece: Vec<u8>,
    pieces: Sink<Sha256>,
}

impl Consume for Sha256 {
    type Piece = Vec<u8>;

    fn consume(&mut self, piece: Vec<u8>) -> io::Result<Vec<u8>> {
        self.update(&piece);
        Ok(piece)
    }
}

impl Hasher {
    pub fn update(&mut self, bytes: &[u8]) {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.hand_over();
        }
    }

    /// Adds bytes to the stream, without a copy if there are many.
    pub fn append(&mut self, bytes: Vec<u8>) {
        if bytes.len() < PIECE {
            return self.update(&bytes);
        }
        if !self.piece.is_empty() {
            self.hand_over();
        }
        self.piece = bytes;
        self.hand_over();
    }

    fn hand_over(&mut self) {
        self.pieces.start_thread("sha256", MAX_QUEUED_PIECES);
        self.pieces.put(mem::take(&mut self.piece)).expect("hashing does not fail");
        self.piece = self.pieces.outputs().next().unwrap_or_else(|| Vec::with_capacity(2 * PIECE));
        self.piece.clear();
    }

    /// Returns the SHA-256 of the stream in hexadecimal.
    pub fn finish(mut self) -> String {
        let before = self.pieces.finish().expect("hashing does not fail");
        hex(&before.chain_update(self.piece).finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_the_whole_stream() {
        for length in [0, 3, PIECE - 1, PIECE, 5 * PIECE / 2, 40 * PIECE] {
            let stream: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
            let mut hasher = Hasher::default();
            stream.chunks(1000).for_each(|bytes| hasher.update(bytes));
            assert_eq!(hasher.finish(), hex(&Sha256::digest(&stream)));
            let mut hasher = Hasher::default();
            for bytes in stream.chunks(3 * PIECE) {
                let (few, many) = bytes.split_at(bytes.len().min(100));
                hasher.append(few.to_vec());
                hasher.append(many.to_vec());
            }
            assert_eq!(hasher.finish(), hex(&Sha256::digest(&stream)));
        }
    }
}
