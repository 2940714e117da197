//! The puzzles of the largest changes, looked up in the corpus, where it is at hand and still the same.

use std::{collections::HashMap, path::PathBuf};

use super::StrategyComparison;
use crate::{
    reader::{Corpus, Extras},
    record::{Conditions, puzzle_name},
};

/// Adds their texts to the largest changes. Without the corpus, or with another one in its place, they have none.
pub fn find_texts(strategies: &mut [StrategyComparison], conditions: &Conditions) {
    let corpus = Corpus {
        files: conditions.corpora.iter().map(|file| PathBuf::from(&file.path)).collect(),
        puzzle_column: conditions.puzzle_column.clone(),
        solution_column: conditions.solution_column.clone(),
        extras: Extras::default(),
        ..Corpus::default()
    };
    let changes = strategies.iter_mut().flat_map(|strategy| &mut strategy.tally.largest);
    let mut wanted: HashMap<u64, Vec<_>> = HashMap::new();
    changes.for_each(|change| wanted.entry(change.line).or_default().push(change));
    // Standard input is gone, and may be somebody's terminal.
    if wanted.is_empty() || corpus.files.iter().any(|path| !path.is_file()) {
        return;
    }
    let mut found = Vec::new();
    let mut blocks = corpus.blocks();
    for block in &mut blocks {
        let Ok(block) = block else { return };
        let wanted = block.puzzles.iter().filter(|puzzle| wanted.contains_key(&puzzle.line));
        found.extend(wanted.map(|puzzle| (puzzle.line, puzzle_name(puzzle), puzzle.givens.to_string())));
    }
    let digests = blocks.files().into_iter().map(|file| file.sha256);
    if !digests.eq(conditions.corpora.iter().map(|file| file.sha256.clone())) {
        return;
    }
    for (line, name, text) in found {
        // Each of several files has such a line.
        let own = wanted.get_mut(&line).into_iter().flatten().filter(|change| change.puzzle == name);
        own.for_each(|change| change.text = Some(text.clone()));
    }
}
