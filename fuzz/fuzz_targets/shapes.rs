//! Corpora of any shape: no file may end in a panic, and grids are written and read again. The first two bytes choose what is said
//! about the grids; the rest is the file.

#![no_main]

use std::sync::atomic::AtomicBool;

use corpus::reader::{Corpus, Extras};
use grid::{
    Shape,
    text::{Alphabet, NotationOverride},
};
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{file, read};

/// Returns what is said: nothing for most values.
fn said(shape: u8, alphabet: u8) -> NotationOverride {
    let shape = Shape::new(usize::from(shape >> 4), usize::from(shape & 0xf));
    NotationOverride { shape, alphabet: Alphabet::ALL.get(usize::from(alphabet)).copied() }
}

fuzz_target!(|data: &[u8]| {
    let [shape, alphabet, content @ ..] = data else { return };
    let extras = Extras { rows: true, solutions: true, digests: false };
    let files = vec![file("shapes", content)];
    let mut corpus = Corpus { files, notation_override: said(*shape, *alphabet), extras, ..Corpus::default() };
    if corpus.find_notation(&AtomicBool::new(false)).is_err() {
        return;
    }
    let (blocks, _) = read(&corpus);
    let notation = corpus.notation;
    for puzzle in blocks.iter().flat_map(|block| &block.puzzles) {
        assert_eq!(puzzle.givens.shape(), notation.shape);
        assert_eq!(notation.parse(notation.text(&puzzle.givens).as_bytes()).as_ref(), Ok(&puzzle.givens));
    }
});
