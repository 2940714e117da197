//! Arrays of NumPy, alone and in archives. The first byte chooses the layout and whether the offset is given.

#![no_main]

use corpus::{
    layout::{LayoutOverride, readable_by_name},
    reader::{Corpus, Extras},
};
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{file, read};

fuzz_target!(|data: &[u8]| {
    let Some((choice, bytes)) = data.split_first() else { return };
    let name = if choice & 1 == 0 { "npy" } else { "npz" };
    let offset = (choice & 2 != 0).then_some(1);
    let layout = LayoutOverride { layout: readable_by_name(name).ok(), offset, ..LayoutOverride::default() };
    let extras = Extras { rows: true, solutions: true, digests: false };
    read(&Corpus { files: vec![file("array", bytes)], layout, extras, ..Corpus::default() });
});
