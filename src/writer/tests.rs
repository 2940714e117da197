//! Every layout is written and read back.

use sha2::{Digest, Sha256};

use crate::{
    digest::hex,
    error::Result,
    layout::{Field, Schema, writable},
    reader::Corpus,
};

const PUZZLES: [&str; 2] = [
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    "040610090070050000103948000961000002005826100800000365000379204000080050080065030",
];

/// The layout of the written file is detected by its content.
#[test]
fn every_layout_is_read_back() {
    let directory = tempfile::tempdir().unwrap();
    let names = ["id", "puzzle", "rating", "note"].map(String::from).to_vec();
    let schema = Schema { names, puzzle: 1, ..Schema::default() };
    for (layout, writing) in writable() {
        let (mut writer, mut text) = ((writing.open)(&schema).unwrap(), Vec::new());
        writer.begin(&mut text);
        for (id, puzzle) in ["a", "b"].into_iter().zip(PUZZLES) {
            let fields = [id, puzzle, "1.2", "x, \"y\" <z>"].map(|field| Field::from(field.as_bytes()));
            writer.row(&fields, &mut text).unwrap();
        }
        while writer.end(&mut text).unwrap() {}
        let path = directory.path().join(layout.name);
        std::fs::write(&path, &text).unwrap();
        let corpus = Corpus { files: vec![path], ..Corpus::default() };
        let mut reader = corpus.blocks();
        let blocks: Vec<_> = reader.by_ref().collect::<Result<_>>().unwrap_or_else(|error| panic!("{error}"));
        let read: Vec<_> = blocks.iter().flat_map(|block| &block.puzzles).collect();
        let grids: Vec<_> = read.iter().map(|puzzle| puzzle.givens.to_string().replace('.', "0")).collect();
        assert_eq!(grids, PUZZLES, "{layout:?}");
        assert!(blocks.iter().all(|block| block.rejects.is_empty()), "{layout:?}");
        let [file] = &*reader.files() else { panic!("{layout:?}") };
        assert_eq!(file.sha256, Some(hex(&Sha256::digest(&text))), "{layout:?}");
        assert_eq!(file.bytes, text.len() as u64, "{layout:?}");
    }
}
