//! Compresses an output on a thread of its own.

use std::{
    io,
    sync::mpsc::{self, Receiver, Sender, SyncSender},
    thread::{self, JoinHandle},
};

use crate::fs::{CHUNK, CreateEncoder, Encode};

/// Pieces of text that may wait for the thread.
const MAX_QUEUED_TEXTS: usize = 4;

/// Compresses a text, which comes in pieces.
pub enum Packer {
    /// On another thread.
    Thread(PackThread),
    /// On this thread, if the system has no other.
    Here(Encoding),
}

impl Packer {
    /// Begins with a text.
    pub fn begin(create: CreateEncoder) -> io::Result<Packer> {
        let encoding = || create().map(|encoder| Encoding { encoder, pending: Vec::new() });
        Ok(match PackThread::begin(encoding()?) {
            Some(thread) => Packer::Thread(thread),
            None => Packer::Here(encoding()?),
        })
    }

    /// Begins to compress a piece. Returns compressed bytes that are ready, perhaps of earlier pieces.
    ///
    /// # Errors
    ///
    /// Returns an error if this piece or an earlier one cannot be compressed.
    pub fn write(&mut self, text: Vec<u8>) -> io::Result<Vec<u8>> {
        match self {
            Packer::Thread(thread) => thread.write(text),
            Packer::Here(encoding) => encoding.write(&text),
        }
    }

    /// Ends the text. Returns the rest of the compressed bytes.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        match self {
            Packer::Thread(thread) => thread.finish(),
            Packer::Here(encoding) => encoding.finish(),
        }
    }
}

/// An encoder, and the text that it did not get yet. It always gets [`CHUNK`] bytes at a time, so that the compressed
/// bytes do not depend on the lengths of the pieces.
pub struct Encoding {
    encoder: Box<dyn Encode>,
    pending: Vec<u8>,
}

impl Encoding {
    fn write(&mut self, text: &[u8]) -> io::Result<Vec<u8>> {
        let (first, rest) = text.split_at(text.len().min(CHUNK - self.pending.len()));
        self.pending.extend_from_slice(first);
        if self.pending.len() == CHUNK {
            self.encoder.write_all(&self.pending)?;
            let mut chunks = rest.chunks_exact(CHUNK);
            chunks.try_for_each(|chunk| self.encoder.write_all(chunk))?;
            self.pending.clear();
            self.pending.extend_from_slice(chunks.remainder());
        }
        Ok(self.encoder.take())
    }

    fn finish(mut self) -> io::Result<Vec<u8>> {
        self.encoder.write_all(&self.pending)?;
        self.encoder.finish()
    }
}

/// A thread that compresses, up to the first error.
pub struct PackThread {
    texts: SyncSender<Vec<u8>>,
    packed: Receiver<Vec<u8>>,
    /// Returns the last compressed bytes; `None` after an error.
    thread: Option<JoinHandle<io::Result<Vec<u8>>>>,
}

impl PackThread {
    /// Starts the thread; returns `None` if the system has no more.
    fn begin(encoding: Encoding) -> Option<PackThread> {
        let (texts, received) = mpsc::sync_channel(MAX_QUEUED_TEXTS);
        let (sender, packed) = mpsc::channel();
        let run = move || pack(encoding, received, &sender);
        let thread = thread::Builder::new().name("encode".into()).spawn(run).ok()?;
        Some(PackThread { texts, packed, thread: Some(thread) })
    }

    fn write(&mut self, text: Vec<u8>) -> io::Result<Vec<u8>> {
        if self.texts.send(text).is_err() {
            // Only an error ends the thread while there are texts.
            return end_of(self.thread.take());
        }
        Ok(joined(self.packed.try_iter()))
    }

    fn finish(self) -> io::Result<Vec<u8>> {
        drop(self.texts);
        let mut packed = joined(self.packed.iter());
        packed.extend(end_of(self.thread)?);
        Ok(packed)
    }
}

/// Compresses texts, and returns the last compressed bytes.
fn pack(mut encoding: Encoding, texts: Receiver<Vec<u8>>, packed: &Sender<Vec<u8>>) -> io::Result<Vec<u8>> {
    for text in texts {
        // The output may have been given up.
        let _ = packed.send(encoding.write(&text)?);
    }
    encoding.finish()
}

/// Waits for the end of the thread, and returns what it returns.
fn end_of(thread: Option<JoinHandle<io::Result<Vec<u8>>>>) -> io::Result<Vec<u8>> {
    let thread = thread.ok_or_else(|| io::Error::other("an earlier part could not be compressed"))?;
    thread.join().unwrap_or_else(|_| Err(io::Error::other("the encoder panicked")))
}

/// Joins pieces of compressed bytes.
fn joined(pieces: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let append = |mut all: Vec<u8>, piece: Vec<u8>| {
        all.extend(piece);
        all
    };
    pieces.reduce(append).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::fs::COMPRESSIONS;

    /// Packs a text piece by piece.
    fn packed(mut packer: Packer, text: &[u8], piece: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = text.chunks(piece).flat_map(|piece| packer.write(piece.to_vec()).unwrap()).collect();
        bytes.extend(packer.finish().unwrap());
        bytes
    }

    #[test]
    fn the_bytes_depend_on_the_text_alone() {
        let text: Vec<u8> = (0..20 * CHUNK as u32 + 5).map(|i| (i / 7 % 251) as u8).collect();
        for create in COMPRESSIONS.iter().filter_map(|compression| compression.encode) {
            for length in [0, 1, CHUNK, text.len()] {
                let text = &text[..length];
                let here = Encoding { encoder: create().unwrap(), pending: Vec::new() };
                let expected = packed(Packer::Here(here), text, text.len().max(1));
                for piece in [1000, CHUNK, CHUNK + 1, 5 * CHUNK - 1] {
                    assert!(packed(Packer::begin(create).unwrap(), text, piece) == expected, "{length}, {piece}");
                }
            }
        }
    }

    #[test]
    fn an_error_of_the_encoder_is_reported() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        impl Encode for Full {
            fn take(&mut self) -> Vec<u8> {
                Vec::new()
            }
            fn finish(self: Box<Self>) -> io::Result<Vec<u8>> {
                Ok(Vec::new())
            }
        }
        let begin = || Packer::begin(|| Ok(Box::new(Full))).unwrap();
        let mut packer = begin();
        let mut pieces = (0..20).map(|_| packer.write(vec![0; CHUNK]));
        let error = pieces.find_map(Result::err).expect("the thread ends before there is no room for more pieces");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        drop(pieces);
        assert!(packer.write(vec![0; CHUNK]).is_err() && packer.finish().is_err());
        // The last piece is compressed at the end.
        let mut packer = begin();
        packer.write(vec![0; 10]).unwrap();
        assert_eq!(packer.finish().unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
