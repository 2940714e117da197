//! Compressed files and archives: gzip, zstd, bzip2, xz, zip and tar, and these in each other.

#![no_main]

use corpus::reader::Corpus;
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{file, read};

fuzz_target!(|data: &[u8]| {
    let path = file("compressed", data);
    read(&Corpus { files: vec![path.clone()], ..Corpus::default() });
    read(&Corpus { files: vec![path.join("a.csv")], ..Corpus::default() });
});
