//! Looks up the puzzles of the largest changes in the corpus.

use std::{collections::BTreeSet, sync::atomic::AtomicBool};

use corpus::error::Result;

use super::Comparison;
use crate::record::{Conditions, puzzle_texts};

/// Adds the cells of the puzzles to the largest changes of a comparison. The cells stay `None` if the corpus is not
/// available, or if `stop` became true.
///
/// # Errors
///
/// Returns an error if the corpus has changed since the run.
pub fn look_up_puzzles(comparison: &mut Comparison, conditions: &Conditions, stop: &AtomicBool) -> Result<()> {
    let texts = puzzle_texts(conditions, &lines_of_largest_changes(comparison), stop)?;
    for change in comparison.strategies.iter_mut().flat_map(|strategy| &mut strategy.counts.largest) {
        change.text = texts.get(&(change.line, change.puzzle.clone())).cloned();
    }
    Ok(())
}

fn lines_of_largest_changes(comparison: &Comparison) -> BTreeSet<u64> {
    let changes = comparison.strategies.iter().flat_map(|strategy| &strategy.counts.largest);
    changes.map(|change| change.line).collect()
}
