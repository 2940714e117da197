//! The digest of a file, computed on a thread of its own: it takes longer than anything else that a file's reader does.

use std::{
    mem,
    sync::mpsc::{self, SyncSender},
    thread::{self, JoinHandle},
};

use sha2::{Digest, Sha256};

use crate::digest::hex;

/// Pieces that may wait for the thread: enough that reader and thread need not take turns.
const WAITING: usize = 16;

/// Computes the SHA-256 of a stream.
pub enum Hasher {
    /// On a thread, which ends with the digest when no more pieces come.
    Thread(SyncSender<Vec<u8>>, JoinHandle<Sha256>),
    /// Here, if no thread can be started.
    Here(Sha256),
    /// The digest in hexadecimal.
    Done(String),
}

impl Hasher {
    /// Begins with an empty stream.
    pub fn new() -> Hasher {
        let (sender, pieces) = mpsc::sync_channel::<Vec<u8>>(WAITING);
        let hash = move || pieces.into_iter().fold(Sha256::new(), |sha256, piece| sha256.chain_update(piece));
        match thread::Builder::new().name("sha256".into()).spawn(hash) {
            Ok(thread) => Hasher::Thread(sender, thread),
            Err(_) => Hasher::Here(Sha256::new()),
        }
    }

    /// Adds a piece of the stream.
    pub fn update(&mut self, piece: &[u8]) {
        match self {
            // The thread ends only when the sender is dropped.
            Hasher::Thread(sender, _) => drop(sender.send(piece.to_vec())),
            Hasher::Here(sha256) => sha256.update(piece),
            Hasher::Done(_) => {}
        }
    }

    /// Ends the stream.
    pub fn finish(&mut self) {
        let sha256 = match mem::replace(self, Hasher::Done(String::new())) {
            Hasher::Thread(sender, thread) => {
                drop(sender);
                thread.join().expect("hashing does not panic")
            }
            Hasher::Here(sha256) => sha256,
            done @ Hasher::Done(_) => return *self = done,
        };
        *self = Hasher::Done(hex(&sha256.finalize()));
    }

    /// Returns the digest in hexadecimal, once the stream has ended.
    pub fn digest(&self) -> Option<&str> {
        match self {
            Hasher::Done(digest) => Some(digest),
            _ => None,
        }
    }
}
