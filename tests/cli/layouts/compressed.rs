//! Compressed files and archives, which are detected by their content, not by their name.

use flate2::{Compression, write::GzEncoder};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::*;

fn text() -> String {
    format!("{INKALA}\n{EASY}\n")
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(content: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn zstd(content: &[u8]) -> Vec<u8> {
    zstd::encode_all(content, 1).unwrap()
}

/// [`EASY`] and a line feed, compressed by `xz --check=crc32`.
fn xz() -> Vec<u8> {
    bytes(
        "fd377a585a0000016922de360200210116000000742fe5a3e0005100385d00170d01fef3146b11a9585d23c049c73e908309e92acfc9\
         0dd17d7dd60e03f59b75730ce542614f9ead0180fc484c28e7164579d1015e0000002b54a0df00015052a7d8581f9042990d01000000\
         0001595a",
    )
}

/// A line of [`EASY`], a space and 300 letters `x`, compressed in the same way.
fn long_xz() -> Vec<u8> {
    bytes(
        "fd377a585a0000016922de360200210116000000742fe5a3e0017e003e5d00170d01fef3146b11a9585d23c049c73e908309e92acfc90dd1\
         7d7dd60e03f59b75730ce542614f9ead0180fc484c28e7164579e4d083cd54ed38e722000000000095fadd99000156ff020000003030ef79\
         3e300d8b020000000001595a",
    )
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn zip(files: &[(&str, &str)], method: CompressionMethod) -> Vec<u8> {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Checks that content is read from files with no extension or a wrong one, and from standard input.
#[track_caller]
fn reads(format: &str, content: &[u8], wanted: &str) {
    for name in ["corpus", "corpus.csv", "corpus.gz", "corpus.zip"] {
        let (code, puzzles, notes) = solve_file(name, content, &[]);
        assert_eq!((code, &*puzzles), (0, wanted), "{format} as {name}: {notes}");
    }
    let (code, puzzles, notes) = solve_input(content);
    assert_eq!((code, &*puzzles), (0, wanted), "{format} from standard input: {notes}");
}

fn solve_input(content: &[u8]) -> (i32, String, String) {
    let output = output_with(&mut sudoku_bench(&["solve", "-", "--solutions-only"]), content);
    let letters = String::from_utf8_lossy(&output.stdout).lines().map(letter).collect();
    (output.status.code().unwrap(), letters, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn compressed_streams_are_read() {
    let text = text();
    for (format, compress) in [("gzip", gzip as fn(&[u8]) -> _), ("bzip2", bzip2), ("zstd", zstd)] {
        reads(format, &compress(text.as_bytes()), "IE");
        let members = [compress(INKALA.as_bytes()), compress(b"\n"), compress(EASY.as_bytes())].concat();
        reads(&format!("members of {format}"), &members, "IE");
        reads(&format!("{format} within gzip"), &gzip(&compress(text.as_bytes())), "IE");
    }
    reads("xz", &xz(), "E");
    // The first frame of a file of pzstd says how long the second one is.
    reads("zstd", &[b"\x50\x2a\x4d\x18\x04\0\0\0size", &*zstd(text.as_bytes())].concat(), "IE");
    reads("gzip from a tape", &[gzip(text.as_bytes()), vec![0; 10_000]].concat(), "IE");
    reads("streams of xz", &[xz(), xz()].concat(), "EE");
}

/// The first line is longer than the bytes from which a compression is detected.
#[test]
fn a_long_first_line_is_read() {
    let text = format!("{EASY} {}\n", "x".repeat(300));
    for (format, compress) in [("gzip", gzip as fn(&[u8]) -> _), ("bzip2", bzip2), ("zstd", zstd)] {
        reads(format, &compress(text.as_bytes()), "E");
    }
    reads("xz", &long_xz(), "E");
}

/// Checks that a file of an archive with `a.txt` and `d/b.csv` is read if it is named, and that the archive is not read from
/// a pipe.
#[track_caller]
fn chooses_among_two(name: &str, content: &[u8]) {
    let scratch = Scratch::new();
    let archive = scratch.corpus(name, content);
    for (member, code, wanted) in [
        ("", 1, "holds 2 files: a.txt, d/b.csv; name one of them, as in "),
        ("", 1, &format!("/{name}/a.txt")),
        ("/none", 1, "there is no none in the archive, which holds a.txt, d/b.csv"),
        ("/d/b.csv", 0, &format!("{name}/d/b.csv: csv, puzzles in column 2 (puzzle)")),
    ] {
        let output = sudoku_bench(&["solve", &format!("{archive}{member}")]).output().unwrap();
        let notes = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && notes.contains(wanted), "{member}: {notes}");
    }
    let (code, puzzles, notes) = solve_input(content);
    assert_eq!((code, &*puzzles), (1, ""));
    assert!(notes.contains("-: is an archive that cannot be read from a pipe or within a file; unpack it"), "{notes}");
}

#[test]
fn archives_are_read() {
    let text = text();
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let (code, puzzles, notes) = solve_file("corpus", zip(&[("d/a.csv", &text)], method), &[]);
        assert_eq!((code, &*puzzles), (0, "IE"), "{notes}");
        let mac = [("__MACOSX/._a.csv", "x"), ("d/", ""), (".DS_Store", "x"), ("d/a.csv", &*text)];
        let (code, puzzles, notes) = solve_file("corpus.zip", zip(&mac, method), &[]);
        assert_eq!((code, &*puzzles), (0, "IE"), "{notes}");
    }
    let csv = format!("id,puzzle\n1,{EASY}\n");
    let two = zip(&[("a.txt", &text), ("d/b.csv", &csv)], CompressionMethod::Deflated);
    chooses_among_two("two.zip", &two);
    assert_eq!(solve_file("c", gzip(&two), &[]).0, 1);
    assert!(solve_file("c", zip(&[], CompressionMethod::Stored), &[]).2.contains("there is no file in the archive"));
}

fn tar(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        archive.append_data(&mut header, name, content.as_bytes()).unwrap();
    }
    archive.into_inner().unwrap()
}

#[test]
fn tar_archives_are_read() {
    let text = text();
    let long = format!("{}/a.csv", "d".repeat(150));
    for name in ["a.csv", "d/a.csv", &long] {
        let one = tar(&[("._a.csv", "x"), (name, &text), (".hidden", &text)]);
        for (format, content) in [("tar", one.clone()), ("tar.gz", gzip(&one)), ("tar.zst", zstd(&one))] {
            let (code, puzzles, notes) = solve_file("corpus", &content, &[]);
            assert_eq!((code, &*puzzles), (0, "IE"), "{format}: {notes}");
        }
    }
    let csv = format!("id,puzzle\n1,{EASY}\n");
    let two = gzip(&tar(&[("a.txt", &text), ("d/b.csv", &csv)]));
    chooses_among_two("two.tgz", &two);
    let inner = tar(&[("a.txt", &text)]);
    let nested = zip(&[("a.tar", std::str::from_utf8(&inner).unwrap())], CompressionMethod::Deflated);
    assert!(solve_file("c", &nested, &[]).2.contains("within a file; unpack it"));
    assert!(solve_file("c", &inner[..700], &[]).2.contains("the archive is damaged or cut short"));
    assert!(solve_file("c", tar(&[]), &[]).0 == 1);
}

/// The library that reads zip archives drops the first of them.
#[test]
fn two_files_of_one_name_are_an_error() {
    let zip = zip(&[("a.csv", &text()), ("b.csv", EASY)], CompressionMethod::Stored);
    let twice: Vec<u8> = zip.iter().map(|&byte| if byte == b'b' { b'a' } else { byte }).collect();
    let (code, puzzles, notes) = solve_file("c.zip", &twice, &[]);
    assert_eq!((code, &*puzzles), (1, ""));
    assert!(notes.contains("holds several files with the same name; unpack it"), "{notes}");
    let scratch = Scratch::new();
    let archive = scratch.corpus("c.tar", tar(&[("a.csv", &text()), ("a.csv", EASY)]));
    let output = sudoku_bench(&["solve", &format!("{archive}/a.csv")]).output().unwrap();
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && notes.contains("holds several files named a.csv; unpack it"), "{notes}");
}

/// The puzzles before the damage are solved, the exit code is 1, and the message reports the damage.
#[test]
fn damaged_and_truncated_files_are_errors() {
    let text = text().repeat(5_000);
    let all = text.as_bytes();
    for (format, whole) in [("gzip", gzip(all)), ("zstd", zstd(all)), ("bzip2", bzip2(all))] {
        let (code, puzzles, notes) = solve_file("c", &whole[..whole.len() * 9 / 10], &[]);
        let is_read = puzzles.len() > 1000 && puzzles.starts_with("IEIE");
        assert!(code == 1 && is_read, "{format}: {} puzzles: {notes}", puzzles.len());
        assert!(notes.contains("cannot read on: the file is damaged or cut short"), "{format}: {notes}");
    }
    let mut tail = gzip(all);
    let end = tail.len() - 6;
    tail[end] ^= 1;
    let (code, puzzles, notes) = solve_file("c", &tail, &[]);
    assert!(code == 1 && puzzles.len() == 10_000 && notes.contains("damaged"), "{} puzzles: {notes}", puzzles.len());
    let xz = xz();
    for cut in [xz.len() - 1, xz.len() / 2, 8] {
        let (code, _, notes) = solve_file("c", &xz[..cut], &[]);
        assert!(code == 1 && notes.contains("damaged or cut short"), "{cut}: {notes}");
    }
    let mut stored = zip(&[("a", &text[..164])], CompressionMethod::Stored);
    let clue = stored.windows(9).position(|window| window == &INKALA.as_bytes()[..9]).unwrap();
    stored[clue + 1] = b'0';
    let (code, puzzles, notes) = solve_file("c", &stored, &[]);
    assert_eq!((code, &*puzzles), (1, "IE"));
    assert!(notes.contains("damaged or cut short (its checksum is wrong)"), "{notes}");
    assert!(solve_file("c", &stored[..stored.len() - 30], &[]).2.contains("the archive is damaged or cut short"));
    for magic in [&b"\x1f\x8b"[..], b"BZh9", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"PK\x03\x04"] {
        assert_eq!(solve_file("c", magic, &[]).0, 1, "{magic:?}");
    }
}
