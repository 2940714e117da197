//! Files that are small, or become large when they are unpacked, and would take minutes or gigabytes.

use super::*;

/// Runs `dataset inspect` on a file with at most 200 MB of memory and 20 seconds of processor time. Returns the exit code,
/// which is `None` for a process that was killed, and standard error.
#[track_caller]
fn inspect(content: &[u8]) -> (Option<i32>, String) {
    let scratch = Scratch::new();
    let file = scratch.corpus("corpus", content);
    let limited = "ulimit -d 204800 && ulimit -t 20 && exec \"$0\" dataset inspect --threads 1 \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_sudoku-bench"), &file]).env("MALLOC_ARENA_MAX", "1");
    let output = command.stdin(Stdio::null()).output().unwrap();
    let notes = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!notes.contains("panicked"), "{notes}");
    (output.status.code(), notes)
}

#[track_caller]
fn is_refused(content: &[u8], wanted: &str) {
    let (code, notes) = inspect(content);
    assert!(code == Some(1) && notes.contains(wanted), "{code:?}: {notes}");
}

fn join(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(",")
}

#[test]
fn thousands_of_columns_with_one_name_get_numbers() {
    let scratch = Scratch::new();
    let columns = 9_999;
    let header = format!("puzzle{}\n", ",a".repeat(columns));
    let file = scratch.corpus("c.csv", format!("{header}{EASY}{}\n", ",1".repeat(columns)));
    for layout in ["jsonl", "opensudoku", "parquet"].iter().take(if cfg!(feature = "parquet") { 3 } else { 2 }) {
        let started = Instant::now();
        let output =
            sudoku_bench(&["dataset", "convert", &file, "--to", layout, "-o"]).arg(scratch.path("out")).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(started.elapsed() < Duration::from_secs(30), "{layout}: {:?}", started.elapsed());
        let content = fs::read(scratch.path("out")).unwrap();
        let last = if *layout == "opensudoku" { &b" a_9999=\"1\""[..] } else { b"a_9999" };
        assert!(content.windows(last.len()).any(|window| window == last), "{layout}");
    }
}

#[test]
fn more_columns_than_ten_thousand_are_an_error() {
    let csv = format!("puzzle{}\n{EASY}\n", ",a".repeat(10_000));
    is_refused(csv.as_bytes(), "corpus:1: the first row has 10001 columns; at most 10000 are read");
    let json = format!("{{\"puzzle\":\"{EASY}\",{}}}\n", join((0..10_000).map(|n| format!("\"{n}\":1"))));
    is_refused(json.as_bytes(), "corpus:1: the first row has 10001 columns; at most 10000 are read");
    let attributes = (0..100_000).map(|n| format!("a{n}=\"\"")).collect::<Vec<_>>().join(" ");
    let xml = format!("<opensudoku><game data=\"{EASY}\" {attributes}/></opensudoku>\n");
    is_refused(xml.as_bytes(), "the element has more than 10000 attributes");
}

/// The second object has its keys in another order.
#[test]
fn keys_in_another_order_are_found_at_once() {
    let keys = 9_000;
    let first = join((0..keys).map(|n| format!("\"k{n}\":1")));
    let second = join((0..keys).rev().map(|n| format!("\"k{n}\":1")));
    let content = format!("{{\"puzzle\":\"{EASY}\",{first}}}\n{{{second},\"puzzle\":\"{EASY}\"}}\n");
    let (code, notes) = inspect(content.repeat(20).as_bytes());
    assert_eq!(code, Some(0), "{notes}");
}

/// Returns 300 MB of one character, as chunks.
fn endless(byte: u8) -> impl Iterator<Item = Vec<u8>> {
    std::iter::repeat_n(vec![byte; 1 << 20], 300)
}

fn compressed<W: Write>(mut encoder: W, chunks: impl Iterator<Item = Vec<u8>>) -> W {
    encoder.write_all(format!("puzzle,n\n{EASY},1\n").as_bytes()).unwrap();
    chunks.for_each(|chunk| encoder.write_all(&chunk).unwrap());
    encoder.write_all(format!("\n{INKALA},2\n").as_bytes()).unwrap();
    encoder
}

/// The long row is a reject, with its line.
#[test]
fn bombs_take_little_memory() {
    let gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let gzip = compressed(gzip, endless(b'1')).finish().unwrap();
    let zstd = compressed(zstd::Encoder::new(Vec::new(), 1).unwrap(), endless(b'1')).finish().unwrap();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("a.csv", zip::write::SimpleFileOptions::default()).unwrap();
    let zip = compressed(zip, endless(b'1')).finish().unwrap().into_inner();
    for (format, content) in [("gzip", gzip), ("zstd", zstd), ("zip", zip)] {
        let (code, notes) = inspect(&content);
        assert_eq!(code, Some(0), "{format}: {notes}");
        assert!(notes.contains("3:1048577: the row is longer than 1,048,576 bytes"), "{format}: {notes}");
    }
}

/// A file that says that its decoder needs gigabytes.
#[test]
fn a_dictionary_of_gigabytes_is_an_error() {
    let wanted = "the decoder needs more than 128 MiB of memory";
    // A frame with a window of 2 GiB.
    is_refused(&[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x01, 0x00, 0x00, b'1'], wanted);
    // The block header of a dictionary of 3 GiB, with its CRC-32.
    let mut header = vec![0x02, 0x00, 0x21, 0x01, 39, 0, 0, 0];
    let mut crc = flate2::Crc::new();
    crc.update(&header);
    header.extend(crc.sum().to_le_bytes());
    let stream = [&b"\xfd7zXZ\0\x00\x01\x69\x22\xde\x36"[..], &header, &[0; 40]].concat();
    is_refused(&stream, wanted);
}

#[test]
fn a_name_of_megabytes_in_a_tar_archive_is_an_error() {
    let mut header = tar::Header::new_gnu();
    header.set_path("././@LongLink").unwrap();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(300 << 20);
    header.set_cksum();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(header.as_bytes()).unwrap();
    endless(b'n').for_each(|chunk| encoder.write_all(&chunk).unwrap());
    is_refused(&encoder.finish().unwrap(), "a name has more than 65,536 bytes");
}
