//! Compressions of files, and archives: detected by their first bytes when read, chosen by the file name when written.

use std::{
    io::{self, BufReader, Write},
    path::Path,
    thread,
};

use lzma_rust2::XzReader;
use zstd::zstd_safe::CParameter;

use super::{
    codec::{CHUNK, Encode, Stream},
    gzip::Gzip,
    members::{self, BZIP2, BZIP2_END},
};

/// The number of first bytes that are enough to identify any compression.
pub const MAGIC: usize = 512;

/// Maximum kibibytes of memory for a decoder: twice the dictionary of `xz -9`. The decoder of zstd has the same limit.
const MAX_MEMORY: u32 = 128 << 10;

pub type Decode = for<'a> fn(Stream<'a>) -> io::Result<Stream<'a>>;

pub type CreateEncoder = fn() -> io::Result<Box<dyn Encode>>;

pub enum Decoding {
    /// As a stream. Files that are concatenated are decoded as one.
    Stream(Decode),
    /// As a ZIP archive, which has its directory at its end.
    Zip,
    /// As a tar archive, which has no directory.
    Tar,
}

pub struct Compression {
    /// File name extension, in lower case and without the dot.
    pub extension: &'static str,
    /// Recognises a compressed file by its first [`MAGIC`] bytes.
    pub begins: fn(&[u8]) -> bool,
    pub decoding: Decoding,
    /// Creates an encoder; `None` if files are only read.
    pub encode: Option<CreateEncoder>,
}

pub static COMPRESSIONS: [Compression; 6] = [
    // RFC 1952
    Compression {
        extension: "gz",
        begins: |first| first.starts_with(b"\x1f\x8b"),
        decoding: Decoding::Stream(|input| Ok(members::gzip(input))),
        encode: Some(|| Ok(Box::new(Gzip::default()))),
    },
    // RFC 8878
    Compression {
        extension: "zst",
        begins: is_zstd,
        decoding: Decoding::Stream(|input| Ok(Box::new(zstd::Decoder::new(input)?))),
        encode: Some(|| {
            let threads = thread::available_parallelism().map_or(1, |n| n.get() as u32);
            // The system may have no threads left.
            Ok(Box::new(zstd_encoder(threads).or_else(|_| zstd_encoder(0))?))
        }),
    },
    Compression {
        extension: "bz2",
        begins: is_bzip2,
        decoding: Decoding::Stream(|input| Ok(members::bzip2(input))),
        encode: None,
    },
    Compression {
        extension: "xz",
        begins: |first| first.starts_with(b"\xfd7zXZ\0"),
        decoding: Decoding::Stream(|input| {
            Ok(Box::new(XzReader::new_mem_limit(BufReader::with_capacity(CHUNK, input), true, MAX_MEMORY)))
        }),
        encode: None,
    },
    Compression {
        extension: "zip",
        begins: |first| first.starts_with(b"PK\x03\x04") || first.starts_with(b"PK\x05\x06"),
        decoding: Decoding::Zip,
        encode: None,
    },
    Compression { extension: "tar", begins: is_tar, decoding: Decoding::Tar, encode: None },
];

impl Compression {
    pub fn of_content(first: &[u8]) -> Option<&'static Compression> {
        COMPRESSIONS.iter().find(|compression| (compression.begins)(first))
    }

    pub fn of_name(path: &Path) -> Option<&'static Compression> {
        Compression::by_extension(path.extension()?.to_str()?)
    }

    pub fn by_extension(extension: &str) -> Option<&'static Compression> {
        COMPRESSIONS.iter().find(|compression| compression.extension.eq_ignore_ascii_case(extension))
    }
}

/// Creates an encoder with this many threads besides the calling thread. The output does not depend on the number of
/// threads, except that 0 threads may give another output.
fn zstd_encoder(threads: u32) -> io::Result<zstd::Encoder<'static, Vec<u8>>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 0)?;
    encoder.multithread(threads)?;
    // The smallest size that zstd permits: the text of unfinished jobs is lost if the program is killed.
    encoder.set_parameter(CParameter::JobSize(512 << 10))?;
    // Without a checksum, damage may go unnoticed.
    encoder.include_checksum(true)?;
    // Starts the threads now, so that a missing thread is an error here and not at the first text.
    encoder.flush()?;
    Ok(encoder)
}

/// A file may begin with a skippable frame, as files of pzstd do. Four bits of the magic number of such a frame are free.
fn is_zstd(first: &[u8]) -> bool {
    let is_skippable = matches!(first, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
    is_skippable || first.starts_with(b"\x28\xb5\x2f\xfd")
}

/// A text may begin with the first letters of bzip2, but not have the six bytes after the level that begin a block or
/// end an empty stream.
fn is_bzip2(first: &[u8]) -> bool {
    const BLOCK: &[u8] = &[0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
    first.starts_with(BZIP2) && first.get(4..10).is_some_and(|magic| magic == BLOCK || magic == BZIP2_END)
}

/// Any file may have the letters of POSIX's tar (and GNU's) at their offset, but not also the checksum of a header. The
/// field of the checksum counts as eight spaces.
fn is_tar(first: &[u8]) -> bool {
    let Some(header) = first.get(..512) else { return false };
    let field = header[148..156].iter().filter(|byte| byte.is_ascii_digit());
    let expected = field.fold(0, |sum, digit| sum * 8 + u32::from(digit - b'0'));
    header[257..].starts_with(b"ustar")
        && expected == sum_of(&header[..148]) + sum_of(&header[156..]) + 8 * u32::from(b' ')
}

fn sum_of(bytes: &[u8]) -> u32 {
    bytes.iter().copied().map(u32::from).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn texts_with_the_letters_of_an_archive_are_texts() {
        let mut archive = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(0);
        archive.append_data(&mut header, "a.txt", io::empty()).unwrap();
        let archive = archive.into_inner().unwrap();
        let extension = |bytes: &[u8]| Compression::of_content(bytes).map(|compression| compression.extension);
        assert_eq!(extension(&archive), Some("tar"));
        let mut text = vec![b'.'; 600];
        text[257..262].copy_from_slice(b"ustar");
        assert_eq!(extension(&text), None);
        assert_eq!(extension(&archive[..300]), None);
        assert_eq!(extension(b"BZh,puzzle\n"), None);
        let bzip2 = |text: &[u8]| {
            let mut bytes = Vec::new();
            bzip2::bufread::BzEncoder::new(text, bzip2::Compression::fast()).read_to_end(&mut bytes).unwrap();
            bytes
        };
        assert_eq!((extension(&bzip2(b"")), extension(&bzip2(b"text"))), (Some("bz2"), Some("bz2")));
    }
}
