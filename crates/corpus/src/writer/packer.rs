//! Compresses an output on a thread of its own.

use std::io;

use crate::{
    fs::{CHUNK, CreateEncoder, Encode},
    stage::{Consume, Sink},
};

/// Pieces of text that may wait for the thread.
const MAX_QUEUED_TEXTS: usize = 4;

pub struct Packer(Sink<Encoding>);

impl Packer {
    pub fn begin(create: CreateEncoder) -> io::Result<Packer> {
        let mut texts = Sink::new(Encoding { encoder: create()?, pending: Vec::new() });
        texts.start_thread("encode", MAX_QUEUED_TEXTS);
        Ok(Packer(texts))
    }

    /// Begins to compress a piece. Returns compressed bytes that are ready, perhaps of earlier pieces. Returns an error if
    /// this piece or an earlier one cannot be compressed.
    pub fn write(&mut self, text: Vec<u8>) -> io::Result<Vec<u8>> {
        self.0.put(text)?;
        Ok(self.0.outputs().collect::<Vec<_>>().concat())
    }

    /// Ends the text. Returns the rest of the compressed bytes.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        let Encoding { mut encoder, pending } = self.0.finish()?;
        encoder.write_all(&pending)?;
        let packed: Vec<_> = self.0.outputs().chain([encoder.finish()?]).collect();
        Ok(packed.concat())
    }
}

/// An encoder, and the text that it did not get yet. It always gets [`CHUNK`] bytes at a time, so that the compressed
/// bytes do not depend on the lengths of the pieces.
struct Encoding {
    encoder: Box<dyn Encode>,
    pending: Vec<u8>,
}

impl Consume for Encoding {
    type Piece = Vec<u8>;

    fn consume(&mut self, text: Vec<u8>) -> io::Result<Vec<u8>> {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fs::COMPRESSIONS;

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
                let expected = packed(Packer(Sink::new(here)), text, text.len().max(1));
                for piece in [1000, CHUNK, CHUNK + 1, 5 * CHUNK - 1] {
                    assert!(packed(Packer::begin(create).unwrap(), text, piece) == expected, "{length}, {piece}");
                }
            }
        }
    }
}
