//! Digests in hexadecimal.

use std::{
    fmt::Write,
    mem,
    sync::mpsc::{self, Receiver, SyncSender},
    thread::{self, JoinHandle},
};

use sha2::{Digest, Sha256};

/// Returns the hexadecimal digits of a digest.
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
    thread: Option<HashThread>,
    /// The digest of the pieces so far, if there is no thread.
    here: Option<Sha256>,
}

struct HashThread {
    pieces: SyncSender<Vec<u8>>,
    /// Pieces that are hashed, and whose memory is reused.
    hashed: Receiver<Vec<u8>>,
    thread: JoinHandle<Sha256>,
}

impl Hasher {
    /// Adds bytes to the stream.
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
        if self.thread.is_none() && self.here.is_none() {
            self.begin();
        }
        match (&self.thread, &mut self.here) {
            (Some(thread), _) => {
                let next = thread.hashed.try_recv().unwrap_or_else(|_| Vec::with_capacity(2 * PIECE));
                // The thread ends only when the sender is dropped.
                let _ = thread.pieces.send(mem::replace(&mut self.piece, next));
            }
            (None, here) => here.get_or_insert_default().update(&self.piece),
        }
        self.piece.clear();
    }

    /// Starts the thread, unless the system has no more.
    fn begin(&mut self) {
        let (pieces, received) = mpsc::sync_channel::<Vec<u8>>(MAX_QUEUED_PIECES);
        let (sender, hashed) = mpsc::channel();
        let hash = move || {
            received.into_iter().fold(Sha256::new(), |mut sha256, piece| {
                sha256.update(&piece);
                let _ = sender.send(piece);
                sha256
            })
        };
        let thread = thread::Builder::new().name("sha256".into()).spawn(hash);
        self.thread = thread.ok().map(|thread| HashThread { pieces, hashed, thread });
    }

    /// Returns the SHA-256 of the stream in hexadecimal.
    pub fn finish(self) -> String {
        let before = self.thread.map(|HashThread { pieces, thread, .. }| {
            drop(pieces);
            thread.join().expect("hashing does not panic")
        });
        hex(&before.or(self.here).unwrap_or_default().chain_update(self.piece).finalize())
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
