//! Shared by the fuzz targets: an input as a file, and what must hold of everything that the library makes of it.

pub mod journal;
pub mod results;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use corpus::{
    error::Error,
    reader::{Block, Corpus},
};
use tempfile::TempDir;

/// Returns a directory of this process for files that hold the input.
pub fn directory() -> &'static Path {
    static DIRECTORY: OnceLock<TempDir> = OnceLock::new();
    DIRECTORY.get_or_init(|| tempfile::tempdir().expect("the temporary directory can be written")).path()
}

/// Writes a file into [`directory`], and returns its path.
pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = directory().join(name);
    fs::write(&path, bytes).expect("the temporary directory can be written");
    path
}

/// Reads a corpus to its end; returns its blocks, and the error that ended it.
pub fn read(corpus: &Corpus) -> (Vec<Block>, Option<Error>) {
    let mut blocks = Vec::new();
    let mut error = None;
    for block in corpus.blocks() {
        match block {
            Ok(block) => blocks.push(block),
            Err(failed) => error = Some(failed),
        }
    }
    blocks.iter().for_each(|block| check_block(corpus, block));
    if let Some(error) = &error {
        check_shown(&error.to_string());
    }
    (blocks, error)
}

/// Checks what holds of every block of a corpus that was read in order.
fn check_block(corpus: &Corpus, block: &Block) {
    for reject in &block.rejects {
        assert!(reject.line >= 1 && reject.column >= 1, "{reject:?}");
        assert!(reject.text.len() <= 3 * 200 + '…'.len_utf8(), "a reject keeps the beginning of its row");
        assert!(reject.reason.len() < 1000 && !reject.reason.contains('\n'), "{:?}", reject.reason);
    }
    for puzzle in &block.puzzles {
        assert!(puzzle.line >= 1);
        let side = puzzle.givens.shape().side();
        assert!(puzzle.givens.cells().iter().all(|&value| usize::from(value) <= side));
        let id = puzzle.id.as_deref().unwrap_or("an id");
        assert!(!id.is_empty() && !id.contains(char::is_control), "{id:?}");
        if corpus.extras.rows {
            assert!(!block.schema.fields(block.row(puzzle)).is_empty(), "a row has the field of its puzzle");
        }
    }
}

/// Checks a text that is shown to a user: it is short enough to be read.
pub fn check_shown(text: &str) {
    assert!(text.len() < 100_000, "a message of {} bytes", text.len());
}

/// Checks a text that is written to a terminal as it is: a control character would be obeyed. Tabs are allowed, because
/// `terminal::escape` keeps them.
pub fn check_terminal(text: &str) {
    let control = text.chars().find(|&c| c.is_control() && !matches!(c, '\n' | '\t'));
    assert_eq!(control, None, "{text:?}");
}
