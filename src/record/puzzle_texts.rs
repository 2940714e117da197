//! Looks up puzzles in the corpus of a run.

use std::{
    collections::{BTreeSet, HashMap},
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{Conditions, puzzle_name};
use crate::{
    error::{Error, Result},
    reader::Corpus,
};

/// Returns the 81 cells of the puzzles that begin on these lines of the corpus, by line and name: several files may each have
/// a puzzle on a line. Empty if the corpus is not available, or if `stop` became true.
///
/// # Errors
///
/// Returns an error if the corpus cannot be read, or has changed since the run.
pub fn puzzle_texts(
    conditions: &Conditions,
    lines: &BTreeSet<u64>,
    stop: &AtomicBool,
) -> Result<HashMap<(u64, String), String>> {
    let corpus = Corpus {
        files: conditions.corpora.iter().map(|file| PathBuf::from(&file.path)).collect(),
        puzzle_column: conditions.puzzle_column.clone(),
        solution_column: conditions.solution_column.clone(),
        ..Corpus::default()
    };
    let mut found = HashMap::new();
    // Standard input cannot be read again.
    if lines.is_empty() || corpus.files.iter().any(|path| !path.is_file()) {
        return Ok(found);
    }
    let mut blocks = corpus.blocks();
    for block in &mut blocks {
        let block = block?;
        if stop.load(Ordering::Relaxed) {
            return Ok(HashMap::new());
        }
        let wanted = block.puzzles.iter().filter(|puzzle| lines.contains(&puzzle.line));
        found.extend(wanted.map(|puzzle| ((puzzle.line, puzzle_name(puzzle)), puzzle.givens.to_string())));
    }
    match blocks.files().iter().zip(&conditions.corpora).find(|(now, before)| now.sha256 != before.sha256) {
        Some((_, changed)) => Err(Error::Changed(format!("{}: the corpus has changed since the run", changed.path))),
        None => Ok(found),
    }
}
