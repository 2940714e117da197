//! Compressed files and archives: gzip, zstd, bzip2, xz, zip and tar, and these in each other.

#![no_main]

use corpus::reader::Corpus;
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{file, read};

fuzz_target!(|data: &[u8]| {
    if data.starts_with(b"PAR1") {
        // Parquet: its library panics, and even a panic that is caught would be a finding.
        return;
    }
    let path = file("compressed", data);
    read(&Corpus { files: vec![path.clone()], ..Corpus::default() });
    read(&Corpus { files: vec![path.join("a.csv")], ..Corpus::default() });
});
