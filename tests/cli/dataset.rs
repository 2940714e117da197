//! `dataset`: outputs that end early, and pipes.

use corpus::reader::{Corpus, Extras};

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

/// The first rows of a data set: puzzles with their solutions. No two are isomorphic.
fn rows(n: usize) -> Vec<String> {
    read(Path::new("datasets/clues-22-28.csv")).lines().skip(1).take(n).map(String::from).collect()
}

fn corpus(n: usize) -> String {
    let rows = rows(n).into_iter().enumerate().map(|(id, row)| format!("{id},{row}\n"));
    std::iter::once("id,puzzle,solution\n".to_string()).chain(rows).collect()
}
