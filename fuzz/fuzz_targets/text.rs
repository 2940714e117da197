//! Every layout of text, and the detection of the layout. The first two bytes choose how the corpus is read; the rest is the
//! file.

#![no_main]

use std::num::NonZero;

use corpus::{
    layout::{LayoutOverride, readable},
    reader::{BlockSize, Column, Corpus, Extras},
};
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{file, read};

/// Bytes that separate fields.
const DELIMITERS: &[u8] = b",\t;|: ";

/// Returns how the layout is found: by its content, or as the user says.
fn layout(choice: u8) -> LayoutOverride {
    let text = readable().map(|(layout, _)| layout).filter(|layout| layout.name != "parquet");
    let choices = [LayoutOverride::default(), LayoutOverride { no_header: true, ..LayoutOverride::default() }]
        .into_iter()
        .chain(text.map(|layout| LayoutOverride { layout: Some(layout), ..LayoutOverride::default() }))
        .chain(DELIMITERS.iter().map(|&byte| LayoutOverride { delimiter: Some(byte), ..LayoutOverride::default() }));
    let choices: Vec<_> = choices.collect();
    // Half of the values leave the choice to the content.
    choices.get(usize::from(choice)).cloned().unwrap_or_default()
}

/// Returns the options that the bits choose.
fn corpus(choice: u8, options: u8) -> Corpus {
    let bit = |place: u32| options >> place & 1 == 1;
    let second = Column::Number(const { NonZero::new(2).unwrap() });
    Corpus {
        layout: layout(choice),
        strict: bit(0),
        puzzle_column: bit(1).then(|| if bit(2) { second.clone() } else { Column::Name("board".into()) }),
        solution_column: bit(3).then(|| second.clone()),
        pad_zeros: bit(7),
        block_size: if bit(4) { BlockSize::Fixed(1) } else { BlockSize::default() },
        extras: Extras { rows: !bit(5), solutions: !bit(6), digests: false },
        ..Corpus::default()
    }
}

fuzz_target!(|data: &[u8]| {
    let [choice, options, content @ ..] = data else { return };
    if content.starts_with(b"PAR1") {
        // Parquet: its library panics, and even a panic that is caught would be a finding.
        return;
    }
    let corpus = Corpus { files: vec![file("text", content)], ..corpus(*choice, *options) };
    let (blocks, error) = read(&corpus);
    let rows: usize = blocks.iter().map(|block| block.puzzles.len() + block.rejects.len()).sum();
    assert!(rows > 0 || error.is_some() || !content.is_empty(), "an empty file is an error");
});
