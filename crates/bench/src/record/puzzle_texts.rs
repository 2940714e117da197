//! Looks up puzzles in the corpus of a run.

use std::{
    collections::{BTreeSet, HashMap},
    sync::atomic::{AtomicBool, Ordering},
};

use corpus::error::Result;

use super::{
    Conditions, puzzle_name,
    run_corpus::{check_unchanged, run_corpus},
};

/// Returns the cells of the puzzles that begin on these lines of the corpus, by line and name: several files may each have a
/// puzzle on a line. Empty if the corpus is not available, or if `stop` became true. Returns an error if the corpus has changed
/// since the run.
pub fn puzzle_texts(
    conditions: &Conditions,
    lines: &BTreeSet<u64>,
    stop: &AtomicBool,
) -> Result<HashMap<(u64, String), String>> {
    let mut found = HashMap::new();
    let Some(corpus) = run_corpus(conditions).filter(|_| !lines.is_empty()) else { return Ok(found) };
    let mut blocks = corpus.blocks_until(stop);
    for block in &mut blocks {
        let block = block?;
        if stop.load(Ordering::Relaxed) {
            return Ok(HashMap::new());
        }
        let wanted = block.puzzles.iter().filter(|puzzle| lines.contains(&puzzle.line));
        found.extend(wanted.map(|puzzle| ((puzzle.line, puzzle_name(puzzle)), puzzle.givens.to_string())));
    }
    check_unchanged(&blocks, conditions)?;
    Ok(found)
}
