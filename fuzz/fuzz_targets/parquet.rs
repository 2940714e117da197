//! Parquet. Inputs that are not Parquet are skipped: they are in the targets `text` and `compressed`.

#![no_main]

use corpus::{
    layout::{LayoutOverride, readable_by_name},
    reader::{Corpus, Extras},
};
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{file, read};

fuzz_target!(|data: &[u8]| {
    let layout = LayoutOverride { layout: readable_by_name("parquet").ok(), ..LayoutOverride::default() };
    let extras = Extras { rows: true, solutions: true, digests: false };
    read(&Corpus { files: vec![file("parquet", data)], layout, extras, ..Corpus::default() });
});
