//! What every compression is made of: a stream of decoded bytes, and an encoder.

use std::{
    io::{self, Read, Write},
    mem,
};

/// Bytes to decode at a time.
pub const CHUNK: usize = 64 << 10;

pub type Stream<'a> = Box<dyn Read + 'a>;

/// Compresses bytes into memory, perhaps on other threads.
pub trait Encode: Write + Send {
    fn take(&mut self) -> Vec<u8>;

    fn finish(self: Box<Self>) -> io::Result<Vec<u8>>;
}

impl Encode for zstd::Encoder<'static, Vec<u8>> {
    fn take(&mut self) -> Vec<u8> {
        mem::take(self.get_mut())
    }

    fn finish(self: Box<Self>) -> io::Result<Vec<u8>> {
        zstd::Encoder::finish(*self)
    }
}
