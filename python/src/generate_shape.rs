//! `generate` for other shapes than 9×9, and with holes.

use std::{
    ops::Range,
    sync::{Arc, atomic::AtomicBool},
};

use arrow_array::{ArrayRef, RecordBatch, builder::LargeStringBuilder};
use corpus::numbers;
use dataset::generate::{MAX_MINIMAL_SIDE, PROOF_NODES, ShapeGenerated, ShapeGenerator, ShapeTarget};
use grid::{Shape, text::Alphabet};
use pass::Threads;
use pyo3::{PyResult, exceptions::PyValueError};

use crate::{
    arguments::{batch, exception},
    blocks,
};

/// Puzzles in a block up to 9×9; above, a puzzle may take long.
const BLOCK: usize = 64;

pub struct ShapePlan {
    pub shape: Shape,
    pub target: ShapeTarget,
    pub alphabet: Alphabet,
    pub count: usize,
    pub seed: u64,
    pub threads: usize,
}

/// The arguments that are for 9×9 with one solution.
pub struct NineArguments {
    pub clues: bool,
    pub minimal: bool,
    pub unbiased_minimal: bool,
}

impl ShapePlan {
    /// Checks the plan, and that the other arguments are about puzzles of this kind.
    pub fn check(&self, nine: &NineArguments) -> PyResult<()> {
        let side = self.shape.side();
        let has_holes = matches!(self.target, ShapeTarget::Holes { .. });
        let given = [(nine.clues, "clues"), (nine.unbiased_minimal, "unbiased_minimal"), (nine.minimal, "minimal")];
        let given = given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name);
        let reason = match given {
            _ if self.alphabet == Alphabet::Candidates => {
                "alphabet: puzzles are generated as givens, not as candidates".into()
            }
            None => return self.check_target(),
            Some(name) if has_holes => {
                format!("{name} cannot be used with holes: puzzles with holes may have several solutions")
            }
            Some("minimal") if side <= MAX_MINIMAL_SIDE => return self.check_target(),
            Some("minimal") => {
                let nodes = numbers::count(PROOF_NODES);
                format!(
                    "minimal: puzzles of {side}×{side} may have clues that are not needed, as a proof ends after {nodes} nodes; \
                     leave it out"
                )
            }
            Some(name) => format!("{name} is for puzzles of 9×9 only, not of {side}×{side}; leave out {name} or shape"),
        };
        Err(PyValueError::new_err(reason))
    }

    fn check_target(&self) -> PyResult<()> {
        self.generator(&AtomicBool::new(false)).map(|_| ()).map_err(exception)
    }

    fn generator<'a>(&self, stop: &'a AtomicBool) -> corpus::error::Result<ShapeGenerator<'a>> {
        ShapeGenerator::new(self.shape, self.target.clone(), self.seed, stop)
    }

    /// Generates the puzzles, or those that are complete soon after `stop` is set.
    pub fn generate(&self, stop: &AtomicBool) -> PyResult<RecordBatch> {
        let threads = Threads::try_new(self.threads, || self.generator(stop)).map_err(exception)?;
        let [mut puzzles, mut solutions] = [LargeStringBuilder::new(), LargeStringBuilder::new()];
        let work = |generator: &mut ShapeGenerator<'_>, _, rows: Range<usize>| {
            Ok(rows.map_while(|number| generator.puzzle(number as u64)).collect::<Vec<ShapeGenerated>>())
        };
        let most = if self.shape.side() > Shape::NINE.side() { 1 } else { BLOCK };
        blocks::map(&threads, self.count, most, stop, work, |made| {
            for ShapeGenerated { puzzle, solution } in made {
                puzzles.append_value(self.alphabet.text(&puzzle));
                solutions.append_value(self.alphabet.text(&solution));
            }
        })?;
        let columns: [(&str, ArrayRef); 2] =
            [("puzzle", Arc::new(puzzles.finish())), ("solution", Arc::new(solutions.finish()))];
        batch(columns)
    }
}
