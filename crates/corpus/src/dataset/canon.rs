//! The canonical form of every puzzle, as columns.

use std::sync::atomic::Ordering;

use solver::isomorph;

use super::{BlockRows, Observer, RowPass, RowPassResult};
use crate::{
    error::Result,
    layout::{ColumnType, Field},
    reader::Block,
    writer::{Edit, text_of},
};

impl RowPass {
    /// Adds the columns `canonical`, which is the same for all isomorphs of a puzzle, and `automorphisms`.
    pub fn canon(&self, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        let blank = self.outputs.first().and_then(|output| output.blank).unwrap_or(b'.');
        let stop = observer.stop;
        let work = |(): &mut (), block: &Block, rows: &mut BlockRows<'_>| {
            for puzzle in block.puzzles.iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
                let canonical = isomorph::canonical(&puzzle.givens);
                let automorphisms = canonical.automorphisms.to_string().into_bytes();
                rows.add(puzzle, &[text_of(&canonical.grid, blank).into(), Field::from(automorphisms)]);
            }
            Ok(())
        };
        let columns = [("canonical".into(), ColumnType::Text), ("automorphisms".into(), ColumnType::Integer)];
        self.run(Edit::Columns(columns.into()), observer, || (), work)
    }
}
