//! Damages every kind of compressed file, and makes reads fail, at many positions: the content is the same, or reading
//! fails.

use std::fs;

use super::*;
use crate::reader::{Corpus, Extras};

const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn text() -> String {
    let row = |n: u8| format!("{n},{}\n", PUZZLE.replacen('.', &(n % 9 + 1).to_string(), 1));
    (0..20).fold("id,puzzle\n".into(), |text: String, n| text + &row(n))
}

/// A compressed file that another program wrote.
macro_rules! compressed {
    ($name:literal) => {
        ($name, include_bytes!(concat!("files/", $name)) as &[u8])
    };
}

/// Files that hold the text. Archives have a second file, whose content would be read if the first were lost.
const FILES: [(&str, &[u8]); 13] = [
    compressed!("text.gz"),
    compressed!("stored.gz"),
    compressed!("text.zst"),
    compressed!("text.bz2"),
    compressed!("text.xz"),
    compressed!("twice.gz"),
    compressed!("text.tar.gz"),
    compressed!("stored.tar.gz"),
    compressed!("text.tar.zst"),
    compressed!("text.tar.bz2"),
    compressed!("text.zip"),
    compressed!("stored.zip"),
    compressed!("text.tar"),
];

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
    for (kind, whole) in FILES {
        assert_eq!(rows(&directory, whole).as_ref(), Ok(&text()), "{kind}");
        // The data of a tar archive have no checksum.
        let unchecked = if kind == "text.tar" { 512..512 + text().len() } else { 0..0 };
        let positions = (0..whole.len()).step_by(whole.len() / 80 + 1).chain(whole.len() - 20..whole.len());
        let mut errors = 0;
        for at in positions {
            let flipped = [0x01, 0xff].map(|flip| {
                let mut damaged = whole.to_vec();
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
    for (kind, whole) in FILES {
        fs::write(&path, whole).unwrap();
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
    let (_, whole) = compressed!("two.tar");
    assert!(rows(&directory, whole).unwrap_err().contains("holds 2 files"));
    for (kind, cut) in
        [compressed!("cut.tar"), compressed!("cut.tar.gz"), compressed!("cut.tar.zst"), compressed!("cut.tar.bz2")]
    {
        let error = rows(&directory, cut).unwrap_err();
        assert!(
            error.contains("the archive is damaged or cut short (the block of zeros at its end is missing)"),
            "{kind}: {error}"
        );
    }
}
