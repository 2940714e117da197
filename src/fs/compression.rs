//! Compressions of files, and archives: detected by their first bytes when read, chosen by the file name when written.

use std::{
    io::{self, BufReader, Read, Write},
    path::Path,
};

use bzip2::read::MultiBzDecoder;
use flate2::{bufread::MultiGzDecoder, write::GzEncoder};
use lzma_rust2::XzReader;

/// Bytes to decode at a time.
pub const CHUNK: usize = 64 << 10;
/// The most first bytes that identify a compression.
pub const MAGIC: usize = 262;

/// Kibibytes that a decoder may take: the dictionaries of `xz -9` have half of it. The decoder of zstd has the same limit.
const MAX_MEMORY: u32 = 128 << 10;

/// A stream of bytes.
pub type Stream<'a> = Box<dyn Read + 'a>;

/// Decodes a stream.
pub type Decode = for<'a> fn(Stream<'a>) -> io::Result<Stream<'a>>;

/// Creates an encoder.
pub type CreateEncoder = fn() -> io::Result<Box<dyn Encode>>;

/// How a compressed file or an archive is decoded.
pub enum Decoding {
    /// As a stream. Files that are concatenated are decoded as one.
    Stream(Decode),
    /// As a ZIP archive, which has its directory at its end.
    Zip,
    /// As a tar archive, which has no directory.
    Tar,
}

/// A compression.
pub struct Compression {
    /// File name extension, in lower case and without the dot.
    pub extension: &'static str,
    /// Bytes that identify a compressed file; any of these.
    pub magic: &'static [&'static [u8]],
    /// The place of these bytes in the file.
    pub magic_at: usize,
    /// How a file is decoded.
    pub decoding: Decoding,
    /// Creates an encoder; `None` if files are only read.
    pub encode: Option<CreateEncoder>,
}

/// Every compression.
pub static COMPRESSIONS: [Compression; 6] = [
    // RFC 1952
    Compression {
        extension: "gz",
        magic: &[b"\x1f\x8b"],
        magic_at: 0,
        decoding: Decoding::Stream(|input| Ok(Box::new(MultiGzDecoder::new(BufReader::with_capacity(CHUNK, input))))),
        encode: Some(|| Ok(Box::new(GzEncoder::new(Vec::new(), flate2::Compression::default())))),
    },
    // RFC 8878
    Compression {
        extension: "zst",
        magic: &[b"\x28\xb5\x2f\xfd"],
        magic_at: 0,
        decoding: Decoding::Stream(|input| Ok(Box::new(zstd::Decoder::new(input)?))),
        encode: Some(|| Ok(Box::new(zstd::Encoder::new(Vec::new(), 0)?))),
    },
    Compression {
        extension: "bz2",
        magic: &[b"BZh"],
        magic_at: 0,
        decoding: Decoding::Stream(|input| Ok(Box::new(MultiBzDecoder::new(BufReader::with_capacity(CHUNK, input))))),
        encode: None,
    },
    Compression {
        extension: "xz",
        magic: &[b"\xfd7zXZ\0"],
        magic_at: 0,
        decoding: Decoding::Stream(|input| {
            Ok(Box::new(XzReader::new_mem_limit(BufReader::with_capacity(CHUNK, input), true, MAX_MEMORY)))
        }),
        encode: None,
    },
    Compression {
        extension: "zip",
        magic: &[b"PK\x03\x04", b"PK\x05\x06"],
        magic_at: 0,
        decoding: Decoding::Zip,
        encode: None,
    },
    // The `magic` of POSIX, and of GNU tar.
    Compression { extension: "tar", magic: &[b"ustar"], magic_at: 257, decoding: Decoding::Tar, encode: None },
];

impl Compression {
    /// Finds the compression of a file with these first bytes.
    pub fn of_content(first: &[u8]) -> Option<&'static Compression> {
        COMPRESSIONS.iter().find(|compression| {
            let behind = first.get(compression.magic_at..).unwrap_or_default();
            compression.magic.iter().any(|magic| behind.starts_with(magic))
        })
    }

    /// Finds the compression that the name of a file stands for.
    pub fn of_name(path: &Path) -> Option<&'static Compression> {
        Compression::by_extension(path.extension()?.to_str()?)
    }

    /// Finds the compression with this extension, in any case.
    pub fn by_extension(extension: &str) -> Option<&'static Compression> {
        COMPRESSIONS.iter().find(|compression| compression.extension.eq_ignore_ascii_case(extension))
    }
}

/// Compresses bytes into memory.
pub trait Encode: Write {
    /// Returns the compressed bytes so far, for the caller to write and clear.
    fn output(&mut self) -> &mut Vec<u8>;

    /// Ends the stream and returns its last bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the encoder fails.
    fn finish(self: Box<Self>) -> io::Result<Vec<u8>>;
}

impl Encode for GzEncoder<Vec<u8>> {
    fn output(&mut self) -> &mut Vec<u8> {
        self.get_mut()
    }

    fn finish(self: Box<Self>) -> io::Result<Vec<u8>> {
        GzEncoder::finish(*self)
    }
}

impl Encode for zstd::Encoder<'static, Vec<u8>> {
    fn output(&mut self) -> &mut Vec<u8> {
        self.get_mut()
    }

    fn finish(self: Box<Self>) -> io::Result<Vec<u8>> {
        zstd::Encoder::finish(*self)
    }
}
