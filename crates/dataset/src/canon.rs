//! The canonical form of every puzzle, as columns.

use std::sync::atomic::Ordering;

use grid::canonical;

use super::{BlockRows, Observer, RowPass, RowPassResult};
use corpus::{
    error::{Error, Result},
    layout::{ColumnType, Field},
    reader::{Block, Corpus},
    writer::{Edit, text_of},
};

/// Checks that the puzzles of a corpus have canonical forms.
///
/// # Errors
///
/// Returns [`Error::Usage`] if none are known for their shape, or if they are candidates.
pub fn check_canon(corpus: &Corpus) -> Result<()> {
    corpus.check_givens("canon")?;
    if corpus.shape().has_canonical_forms() {
        return Ok(());
    }
    let side = corpus.shape().side();
    let reason = format!(
        "canonical forms are known for 4×4, 6×6 and 9×9, not for {side}×{side}; of Latin squares, for 4×4 and 5×5"
    );
    Err(Error::Usage(reason))
}

impl RowPass {
    /// Adds the columns `canonical`, which is the same for all isomorphs of a puzzle, and `automorphisms`.
    pub fn canon(&self, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        check_canon(&self.corpus)?;
        let blank = self.outputs.first().and_then(|output| output.blank).unwrap_or(b'.');
        let stop = observer.stop;
        let work = |(): &mut (), block: &Block, rows: &mut BlockRows<'_>| {
            for puzzle in block.puzzles.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
                let Some(canonical) = canonical(&puzzle.givens) else { continue };
                let automorphisms = canonical.automorphisms.to_string().into_bytes();
                let grid =
                    canonical.grid.nine().map_or_else(|| rows.text(&canonical.grid), |grid| text_of(grid, blank));
                rows.add(puzzle, &[grid.into(), Field::from(automorphisms)]);
            }
            Ok(())
        };
        let columns = [("canonical".into(), ColumnType::Text), ("automorphisms".into(), ColumnType::Integer)];
        self.run(Edit::Columns(columns.into()), observer, || (), work)
    }
}
