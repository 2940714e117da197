//! Damages every kind of compressed file, and makes reads fail, at many positions: the content is the same, or reading
//! fails.

use std::{fs, io::Write};

use super::*;
use crate::reader::{Corpus, Extras};

const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn text() -> String {
    let row = |n: u8| format!("{n},{}\n", PUZZLE.replacen('.', &(n % 9 + 1).to_string(), 1));
    (0..20).fold("id,puzzle\n".into(), |text: String, n| text + &row(n))
}

fn gzip(content: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn zstd(content: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(content: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn xz() -> Vec<u8> {
    include_bytes!("text.xz").to_vec()
}

/// An archive with a second file, whose content would be read if the first were lost.
fn tar(names: [&str; 2]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in names.into_iter().zip([text(), PUZZLE.into()]) {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        archive.append_data(&mut header, name, content.as_bytes()).unwrap();
    }
    archive.into_inner().unwrap()
}

fn zip(method: zip::CompressionMethod) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [("c.csv", text()), (".hidden", PUZZLE.into())] {
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        archive.start_file(name, options).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    let text = text();
    let tar = tar(["c.csv", ".hidden"]);
    vec![
        ("gz", gzip(text.as_bytes(), 6)),
        ("gz, stored", gzip(text.as_bytes(), 0)),
        ("zst", zstd(text.as_bytes())),
        ("bz2", bzip2(text.as_bytes())),
        ("xz", xz()),
        ("gz in gz", gzip(&gzip(text.as_bytes(), 6), 6)),
        ("tar.gz", gzip(&tar, 6)),
        ("tar.gz, stored", gzip(&tar, 0)),
        ("tar.zst", zstd(&tar)),
        ("tar.bz2", bzip2(&tar)),
        ("zip", zip(zip::CompressionMethod::Deflated)),
        ("zip, stored", zip(zip::CompressionMethod::Stored)),
        ("tar", tar),
    ]
}

fn read(path: &Path, stream: Stream<'_>) -> Result<String, String> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let mut content = Content::decode(path, path, None, stream, &NEVER).map_err(|error| error.to_string())?;
    let mut text = String::new();
    let read = content.read_to_string(&mut text).and_then(|_| content.finish());
    let again = content.read(&mut [0; 10]).map_err(|error| error.to_string());
    assert_eq!(again.err(), read.as_ref().err().map(ToString::to_string), "an error stays");
    read.map(|()| text).map_err(|error| error.to_string())
}

fn rows(directory: &tempfile::TempDir, bytes: &[u8]) -> Result<String, String> {
    let path = directory.path().join("f");
    fs::write(&path, bytes).unwrap();
    let extras = Extras { rows: true, ..Extras::default() };
    let mut text = String::from("id,puzzle\n");
    for block in (Corpus { files: vec![path], extras, ..Corpus::default() }).blocks() {
        let block = block.map_err(|error| error.to_string())?;
        let rows = block.puzzles.iter().map(|puzzle| String::from_utf8_lossy(block.row(puzzle)).into_owned());
        rows.chain(block.rejects.iter().map(|reject| reject.text.clone())).for_each(|row| text += &(row + "\n"));
    }
    Ok(text)
}

#[test]
fn a_damaged_file_has_the_same_rows_or_an_error() {
    let directory = tempfile::tempdir().unwrap();
    for (kind, whole) in files() {
        assert_eq!(rows(&directory, &whole).as_ref(), Ok(&text()), "{kind}");
        // The data of a tar archive have no checksum.
        let unchecked = if kind == "tar" { 512..512 + text().len() } else { 0..0 };
        let positions = (0..whole.len()).step_by(whole.len() / 80 + 1).chain(whole.len() - 20..whole.len());
        let mut errors = 0;
        for at in positions {
            let flipped = [0x01, 0xff].map(|flip| {
                let mut damaged = whole.clone();
                damaged[at] ^= flip;
                damaged
            });
            let flipped = if unchecked.contains(&at) { &[][..] } else { &flipped };
            for damaged in flipped.iter().map(|damaged| &**damaged).chain([&whole[..at]]) {
                let found = rows(&directory, damaged);
                errors += usize::from(found.is_err());
                assert!(found.is_err() || found == Ok(text()), "{kind}: byte {at} of {}: {found:?}", damaged.len());
            }
        }
        assert!(errors > 50, "{kind}: {errors}");
    }
}

/// The message is the system's, and does not say that the file is damaged.
#[test]
fn an_error_of_any_kind_at_any_place_is_an_error() {
    struct Failing<'a> {
        before: &'a [u8],
        after: &'a [u8],
        error: Option<io::ErrorKind>,
    }
    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.before.read(buffer)? {
                0 if self.error.is_some() => Err(self.error.take().unwrap().into()),
                0 => self.after.read(buffer),
                read => Ok(read),
            }
        }
    }
    use io::ErrorKind::*;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("f");
    for (kind, whole) in files() {
        fs::write(&path, &whole).unwrap();
        for error in [WouldBlock, TimedOut, UnexpectedEof, Other, PermissionDenied, InvalidData, WriteZero, OutOfMemory]
        {
            for at in (0..whole.len()).step_by(whole.len() / 40 + 1).chain([whole.len()]) {
                let (before, after) = whole.split_at(at);
                let found = read(&path, Box::new(Failing { before, after, error: Some(error) }));
                let message = found.expect_err(&format!("{kind}: {error:?} at {at}"));
                assert!(message.ends_with(&error.to_string()), "{kind}: {error:?} at {at}: {message}");
            }
        }
        let (before, after) = whole.split_at(whole.len() / 2);
        let interrupted = Failing { before, after, error: Some(Interrupted) };
        assert_eq!(read(&path, Box::new(interrupted)), Ok(text()), "{kind}");
    }
}

/// In an archive that is cut after its first file, other files may be missing.
#[test]
fn an_archive_that_is_cut_between_two_files_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let whole = tar(["c.csv", "d.csv"]);
    assert!(rows(&directory, &whole).unwrap_err().contains("holds 2 files"));
    let end = 512 + text().len().next_multiple_of(512);
    for compress in [|archive: &[u8]| archive.to_vec(), |archive: &[u8]| gzip(archive, 6), zstd, bzip2] {
        let error = rows(&directory, &compress(&whole[..end])).unwrap_err();
        assert!(
            error.contains("the archive is damaged or cut short (the block of zeros at its end is missing)"),
            "{error}"
        );
    }
}
