//! Streams that are decoded or compressed.

use std::{
    io::{self, Read, Write},
    mem,
};

/// Bytes to decode at a time.
pub const CHUNK: usize = 64 << 10;

pub type Stream<'a> = Box<dyn Read + 'a>;

pub type Decode = for<'a> fn(Stream<'a>) -> io::Result<Stream<'a>>;

pub type CreateEncoder = fn() -> io::Result<Box<dyn Encode>>;

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
