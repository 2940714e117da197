//! Corpora are written in every layout and read back.

use std::path::Path;

use grid::{AnyGrid, CELLS, random::SplitMix64};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{
    digest::hex,
    layout::{ANY_BLANK, ColumnType, Field, Layout, PUZZLE_NAMES, Schema, Writing, writable},
    reader::{Block, Corpus, Extras},
    writer::{Edit, OutputSpec, RowFormatter, RowOutput},
};

/// Parts of names and values: letters, delimiters, quotes, the first characters of other layouts.
const PARTS: [&str; 27] = [
    "a", "B", "é", "7", "1", ".", "-", "_", " ", ",", ";", "|", "\t", "\"", "'", "#", "<", ">", "&", "{", "[", "\n",
    "\r", "BZh", "PAR1", "*---*", "le-3",
];

struct Generator(SplitMix64);

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u64) as usize
    }

    fn one<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn text(&mut self) -> String {
        (0..self.below(6)).map(|_| self.one(&PARTS)).collect()
    }

    /// Returns a grid with a blank or more. One in four has several kinds of blanks.
    fn puzzle(&mut self) -> String {
        let clues = self.below(CELLS);
        let blank = self.one(ANY_BLANK);
        let is_mixed = self.below(4) == 0;
        let mut cells: Vec<u8> = (0..CELLS).map(|_| if is_mixed { self.one(ANY_BLANK) } else { blank }).collect();
        (0..clues).for_each(|_| cells[1 + self.below(CELLS - 1)] = b'1' + self.below(9) as u8);
        String::from_utf8(cells).unwrap()
    }

    fn solution(&mut self) -> String {
        match self.below(6) {
            0 => String::new(),
            1 => "12".into(),
            _ => (0..CELLS).map(|_| char::from(b'1' + self.below(9) as u8)).collect(),
        }
    }

    /// Returns the columns, in random order: the puzzle, and perhaps an id, a solution, a rating and others.
    fn columns(&mut self) -> Vec<(String, Kind)> {
        let mut columns = vec![(self.one(&PUZZLE_NAMES).to_string(), Kind::Puzzle)];
        for (name, kind) in [("id", Kind::Text), ("solution", Kind::Solution), ("rating", Kind::Rating)] {
            if self.below(2) == 0 {
                columns.push((name.into(), kind));
            }
        }
        (0..self.below(4)).for_each(|index| columns.push((format!("{}{index}", self.text()), Kind::Text)));
        self.0.shuffle(&mut columns);
        columns
    }

    /// Returns a corpus as JSON Lines, which has any name and value.
    fn corpus(&mut self) -> String {
        let columns = self.columns();
        let mut value = |kind| match kind {
            Kind::Puzzle => self.puzzle(),
            Kind::Solution => self.solution(),
            Kind::Rating => format!("{}.{}", self.below(99), self.below(10)),
            Kind::Text => self.text(),
        };
        let mut pair =
            |(name, kind): &(String, Kind)| format!("{}:{}", Value::from(&**name), Value::from(value(*kind)));
        let mut row = || format!("{{{}}}\n", columns.iter().map(&mut pair).collect::<Vec<_>>().join(","));
        (0..5).map(|_| row()).collect()
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Puzzle,
    Solution,
    Rating,
    Text,
}

fn read(path: &Path, extras: Extras) -> Block {
    let corpus = Corpus { files: vec![path.into()], extras, ..Corpus::default() };
    let mut all = Block::default();
    for block in corpus.blocks() {
        let mut block = block.unwrap_or_else(|error| panic!("{error}:\n{}", shown(path)));
        all.schema = std::mem::take(&mut block.schema);
        all.append(block);
    }
    all
}

fn shown(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
}

const ROWS: Extras = Extras { rows: true, solutions: true, digests: false };
const VALUES: Extras = Extras { rows: false, solutions: true, digests: false };

fn write(spec: &OutputSpec, block: &Block, edit: &Edit, added: &[Field<'_>]) -> crate::error::Result<()> {
    let mut output = RowOutput::begin(spec, &block.schema, edit)?;
    let mut rows = RowFormatter::new(spec, &block.schema, edit)?;
    block.puzzles.iter().for_each(|puzzle| rows.row(block.row(puzzle), puzzle, added));
    output.append(rows.finish())?;
    output.finish()
}

/// What must not change: the puzzles, the solutions and the ids.
fn values(path: &Path) -> Vec<(AnyGrid, Option<AnyGrid>, Option<Box<str>>)> {
    let block = read(path, VALUES);
    assert!(block.rejects.is_empty(), "{:?}:\n{}", block.rejects, shown(path));
    block.puzzles.into_iter().map(|puzzle| (puzzle.givens, puzzle.solution, puzzle.id)).collect()
}

fn holds(layout: &Layout, schema: &Schema) -> bool {
    layout.name != "exchange-bank" || schema.names.iter().any(|name| name == "rating")
}

fn check(corpus: &Path, layout: &'static Layout, writing: &Writing, blank: Option<u8>) {
    let block = read(corpus, ROWS);
    let path = corpus.with_file_name(layout.name);
    let spec = OutputSpec { path: Some(path.clone()), layout: Some(layout), blank, ..OutputSpec::default() };
    let written = write(&spec, &block, &Edit::Layout, &[]);
    let is_possible =
        holds(layout, &block.schema) && blank.is_none_or(|blank| (writing.blanks)(&block.schema).contains(&blank));
    assert_eq!(written.is_ok(), is_possible, "{layout:?} {blank:?}: {written:?}");
    if !is_possible {
        return;
    }
    let wanted = values(corpus);
    let found = values(&path);
    let givens = |values: &[(AnyGrid, _, _)]| values.iter().map(|(givens, _, _)| givens.clone()).collect::<Vec<_>>();
    assert_eq!(givens(&found), givens(&wanted), "{layout:?}:\n{}", shown(&path));
    if writing.names_columns {
        assert_eq!(found, wanted, "{layout:?}:\n{}", shown(&path));
    }
    // The rows of the new file, with a column after them.
    let block = read(&path, ROWS);
    let appended = corpus.with_file_name("appended");
    let spec = OutputSpec { path: Some(appended.clone()), ..OutputSpec::default() };
    write(&spec, &block, &Edit::Append(vec![("status", ColumnType::Text)]), &[Field::from(&b"solved"[..])]).unwrap();
    assert_eq!(givens(&values(&appended)), givens(&wanted), "{layout:?}, appended:\n{}", shown(&appended));
}

#[test]
fn no_value_changes_in_any_layout() {
    let directory = tempfile::tempdir().unwrap();
    let corpus = directory.path().join("corpus");
    for seed in 0..50 {
        let mut generator = Generator(SplitMix64(seed));
        std::fs::write(&corpus, generator.corpus()).unwrap();
        let blank = (generator.below(3) == 0).then(|| generator.one(ANY_BLANK));
        read_back().for_each(|(layout, writing)| check(&corpus, layout, writing, blank));
    }
}

fn read_back() -> impl Iterator<Item = (&'static Layout, &'static Writing)> {
    writable().filter(|(_, writing)| writing.can_be_read)
}

fn check_digest(path: &Path) {
    let corpus = Corpus { files: vec![path.into()], extras: Extras { digests: true, ..ROWS }, ..Corpus::default() };
    let mut blocks = corpus.blocks();
    assert!(blocks.by_ref().all(|block| block.is_ok()));
    let [file] = &*blocks.files() else { panic!("{}", path.display()) };
    let bytes = std::fs::read(path).unwrap();
    assert_eq!((file.bytes, &file.sha256), (bytes.len() as u64, &Some(hex(&Sha256::digest(&bytes)))));
}

#[test]
fn every_layout_converts_to_every_layout() {
    let directory = tempfile::tempdir().unwrap();
    let corpus = directory.path().join("corpus");
    let row = |n: usize| {
        format!("{{\"id\":\"{n}\",\"puzzle\":\"{:.<81}\",\"rating\":\"1.{n}\",\"note\":\"a <b>\"}}\n", 123 + n)
    };
    std::fs::write(&corpus, (0..3).map(row).collect::<String>()).unwrap();
    for (layout, _) in read_back() {
        let path = directory.path().join("from");
        let spec = OutputSpec { path: Some(path.clone()), layout: Some(layout), ..OutputSpec::default() };
        write(&spec, &read(&corpus, ROWS), &Edit::Layout, &[]).unwrap();
        check_digest(&path);
        read_back().for_each(|(other, writing)| check(&path, other, writing, None));
        // A file that keeps its layout keeps its text.
        let again = std::fs::read(directory.path().join(layout.name)).unwrap();
        assert!(layout.name == "parquet" || std::fs::read(&path).unwrap() == again, "{layout:?}");
    }
}
