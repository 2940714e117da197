//! `dataset`: the description, conversion, selection and generation of corpora.

use std::sync::LazyLock;

use corpus::{
    dataset::generate::{Generated, Generator, Target},
    reader::{Corpus, Extras},
};
use solver::simd::Simd;

use super::*;

mod arrays;
mod broken;
mod candidates;
mod inspect;
mod isomorphs;
mod make;
mod shape;
mod shapes;

impl Scratch {
    /// Runs `sudoku-bench dataset` in the scratch directory. Words in single quotes are one argument.
    #[track_caller]
    fn dataset(&self, words: &str) -> Ran {
        self.dataset_with(words, b"")
    }

    /// Runs `sudoku-bench dataset` with `input` on standard input.
    #[track_caller]
    fn dataset_with(&self, words: &str, input: &[u8]) -> Ran {
        Ran { output: output_with(&mut self.dataset_command(words), input), out: self.path("") }
    }

    fn dataset_command(&self, words: &str) -> Command {
        let mut command = sudoku_bench(&["dataset"]);
        for (place, part) in words.split('\'').enumerate() {
            let is_quoted = place % 2 == 1;
            command.args(if is_quoted { vec![part] } else { part.split_whitespace().collect() });
        }
        command.current_dir(self.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn text(&self, name: &str) -> String {
        read(&self.path(name))
    }

    /// Returns the lines of a file.
    fn lines(&self, name: &str) -> Vec<String> {
        self.text(name).lines().map(String::from).collect()
    }

    /// Returns the puzzles of a file in any layout, with dots as blanks.
    #[track_caller]
    fn puzzles(&self, name: &str) -> Vec<String> {
        let corpus = Corpus { files: vec![self.path(name)], extras: Extras::default(), ..Corpus::default() };
        let blocks = corpus.blocks().map(|block| block.unwrap_or_else(|error| panic!("{error}")));
        blocks.flat_map(|block| block.puzzles).map(|puzzle| puzzle.givens.to_string()).collect()
    }
}

/// Returns the rows of a CSV text.
fn table(text: &str) -> Vec<Row> {
    let mut csv = csv::Reader::from_reader(text.as_bytes());
    let header = csv.headers().unwrap().clone();
    csv.records().map(|fields| Row { header: header.clone(), fields: fields.unwrap() }).collect()
}

/// Generated puzzles with their solutions. No two are isomorphic.
static MADE: LazyLock<Vec<Generated>> =
    LazyLock::new(|| Generator::new(Target::Clues(26..=30), 5, Simd::detect()).unwrap().batch(0));

/// Returns the first `n` of [`MADE`] as CSV.
fn corpus(n: usize) -> String {
    let rows = MADE[..n].iter().enumerate();
    let row = |(place, made): (usize, &Generated)| format!("{place},{},{}\n", made.puzzle, made.solution);
    std::iter::once("id,puzzle,solution\n".to_string()).chain(rows.map(row)).collect()
}

/// Returns the first `n` of [`MADE`] as a plain list.
fn list(n: usize) -> String {
    MADE[..n].iter().map(|made| format!("{}\n", made.puzzle)).collect()
}

#[test]
fn layouts_are_listed() {
    let listed = Scratch::new().dataset("layouts").exits(0).stdout();
    for layout in corpus::layout::LAYOUTS {
        assert!(listed.contains(&format!("  {} ", layout.name)), "{listed}");
    }
    assert!(listed.lines().all(|line| line.chars().count() <= 80), "{listed}");
}
