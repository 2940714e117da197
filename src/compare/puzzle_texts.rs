//! Looks up the puzzles of the largest changes in the corpus.

use std::{collections::HashMap, path::PathBuf};

use super::Comparison;
use crate::{
    reader::{Corpus, Extras},
    record::{Conditions, puzzle_name},
};

/// Adds the cells of the puzzles to the largest changes of a comparison. They stay `None` if the corpus is not available
/// or has changed since the run.
pub fn look_up_puzzles(comparison: &mut Comparison, conditions: &Conditions) {
    let corpus = Corpus {
        files: conditions.corpora.iter().map(|file| PathBuf::from(&file.path)).collect(),
        puzzle_column: conditions.puzzle_column.clone(),
        solution_column: conditions.solution_column.clone(),
        extras: Extras::default(),
        ..Corpus::default()
    };
    let changes = comparison.strategies.iter_mut().flat_map(|strategy| &mut strategy.counts.largest);
    let mut wanted: HashMap<u64, Vec<_>> = HashMap::new();
    changes.for_each(|change| wanted.entry(change.line).or_default().push(change));
    // Standard input cannot be read again.
    if wanted.is_empty() || corpus.files.iter().any(|path| !path.is_file()) {
        return;
    }
    let mut found = Vec::new();
    let mut blocks = corpus.blocks();
    for block in &mut blocks {
        let Ok(block) = block else { return };
        let puzzles = block.puzzles.iter().filter(|puzzle| wanted.contains_key(&puzzle.line));
        found.extend(puzzles.map(|puzzle| (puzzle.line, puzzle_name(puzzle), puzzle.givens.to_string())));
    }
    let digests = blocks.files().into_iter().map(|file| file.sha256);
    if !digests.eq(conditions.corpora.iter().map(|file| file.sha256.clone())) {
        return;
    }
    for (line, name, text) in found {
        // Several files may each have a puzzle on this line.
        let same_puzzle = wanted.get_mut(&line).into_iter().flatten().filter(|change| change.puzzle == name);
        same_puzzle.for_each(|change| change.text = Some(text.clone()));
    }
}
