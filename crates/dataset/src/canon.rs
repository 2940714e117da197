//! The canonical form of every puzzle, as columns.

use std::sync::atomic::Ordering;

use grid::canonical;

use super::{BlockRows, Observer, RowPass, RowPassResult};
use corpus::{
    error::{Error, Result},
    layout::{ColumnSpec, ColumnType},
    reader::{Block, Corpus},
    writer::{Edit, text_of},
};

/// Checks that the puzzles of a corpus have canonical forms. Returns [`Error::Usage`] if none are known for their
/// shape, or if they are candidates.
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

pub struct CanonRow {
    pub canonical: String,
    pub automorphisms: u64,
}

/// Returns the columns that `canon` adds.
pub fn canon_columns() -> [ColumnSpec<CanonRow>; 2] {
    let canonical = "the minlex form, the same for all isomorphs of the puzzle; blanks are dots";
    let automorphisms = "number of symmetries that map the puzzle to itself";
    [
        ColumnSpec::new("canonical", ColumnType::Text, canonical, |row: &CanonRow| row.canonical.as_str().into()),
        ColumnSpec::new("automorphisms", ColumnType::Integer, automorphisms, |row: &CanonRow| row.automorphisms.into()),
    ]
}

impl RowPass {
    /// Adds the columns of [`canon_columns`].
    pub fn canon(&self, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        check_canon(&self.corpus)?;
        let blank = self.outputs.first().and_then(|output| output.blank).unwrap_or(b'.');
        let columns = canon_columns();
        let edit = Edit::Columns(ColumnSpec::names_and_types(&columns));
        let stop = observer.stop;
        let work = |(): &mut (), block: &Block, rows: &mut BlockRows<'_>| {
            for puzzle in block.puzzles.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
                let Some(canonical) = canonical(&puzzle.givens) else { continue };
                let grid =
                    canonical.grid.nine().map_or_else(|| rows.text(&canonical.grid), |grid| text_of(grid, blank));
                let text = String::from_utf8_lossy(&grid).into_owned();
                let row = CanonRow { canonical: text, automorphisms: canonical.automorphisms };
                rows.add(puzzle, &ColumnSpec::fields(&columns, &row));
            }
            Ok(())
        };
        self.run(edit, observer, || (), work)
    }
}
