//! `dataset`: outputs that end early, and pipes.

use std::sync::LazyLock;

use ::dataset::generate::{ClueSymmetry, Generated, Generator, Target};
use corpus::reader::{Corpus, Extras};
use grid::{Shape, simd::Simd};

use super::*;

mod broken;

impl Scratch {
    /// Runs `sudoku-bench dataset` in the scratch directory.
    #[track_caller]
    fn dataset(&self, words: &str) -> Ran {
        Ran { output: self.dataset_command(words).stdin(Stdio::null()).output().unwrap(), out: self.path("") }
    }

    fn dataset_command(&self, words: &str) -> Command {
        let mut command = sudoku_bench(&["dataset"]);
        command.args(words.split_whitespace()).current_dir(self.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn text(&self, name: &str) -> String {
        read(&self.path(name))
    }

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

/// Generated puzzles with their solutions. No two are isomorphic.
static MADE: LazyLock<Vec<Generated>> = LazyLock::new(|| {
    let target = Target::Clues(ClueSymmetry::None, 26..=30);
    Generator::new(Shape::NINE, target, 5, Simd::detect()).unwrap().batch(0)
});

fn corpus(n: usize) -> String {
    let rows = MADE[..n].iter().enumerate();
    let row = |(place, made): (usize, &Generated)| format!("{place},{},{}\n", made.puzzle, made.solution);
    std::iter::once("id,puzzle,solution\n".to_string()).chain(rows.map(row)).collect()
}
