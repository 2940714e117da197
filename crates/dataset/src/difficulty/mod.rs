//! Facts about the difficulty of puzzles, as columns of `rate` and as names in expressions of `filter`.

mod fact;
mod proofs;

use std::sync::atomic::{AtomicBool, Ordering};

use grid::AnyGrid;
use solver::strategy::Entry;

pub use fact::Fact;
pub(super) use fact::PuzzleFacts;
use proofs::Proofs;
pub use proofs::{Morphs, column_prefix};

use crate::facts::Facts;
use corpus::{
    error::Result,
    layout::{ColumnSpec, Value},
    reader::Block,
};
use pass::Options;

#[derive(Clone, Debug, Default)]
pub struct DifficultyColumns {
    /// The facts, in the order of their columns.
    pub facts: Vec<Fact>,
    pub morphs: Option<Morphs>,
}

impl DifficultyColumns {
    /// Returns the columns, whose rows are the values of [`DifficultyValues::of_block`].
    pub fn columns(&self, entries: &[Entry]) -> Vec<ColumnSpec<Vec<Value<'static>>>> {
        let facts = self.facts.iter().map(|fact| (fact.name().to_string(), fact.column_type(), fact.about()));
        let strategies = if self.morphs.is_some() { entries } else { &[] };
        let described = facts.chain(strategies.iter().flat_map(proofs::columns)).enumerate();
        let column = |(index, (name, column_type, about))| {
            ColumnSpec::new(name, column_type, about, move |values: &Vec<Value<'static>>| {
                values.get(index).cloned().into()
            })
        };
        described.map(column).collect()
    }
}

pub struct DifficultyValues<'a> {
    columns: &'a DifficultyColumns,
    options: &'a Options,
    stop: &'a AtomicBool,
}

impl<'a> DifficultyValues<'a> {
    /// Returns an error if a strategy cannot prove that there is one solution.
    pub fn new(
        columns: &'a DifficultyColumns,
        options: &'a Options,
        stop: &'a AtomicBool,
    ) -> Result<DifficultyValues<'a>> {
        if columns.morphs.is_some() {
            proofs::check_strategies(&options.strategies)?;
        }
        Ok(DifficultyValues { columns, options, stop })
    }

    /// Returns the values of every puzzle of a block. After a stop, they must not be used.
    pub fn of_block(&self, facts: &mut Facts<'_>, block: &Block) -> Vec<Vec<Value<'static>>> {
        let DifficultyColumns { facts: wanted, morphs } = self.columns;
        if wanted.is_empty() && morphs.is_none() {
            return vec![Vec::new(); block.puzzles.len()];
        }
        let solutions = facts.solutions(&block.puzzles);
        let redundant = match wanted.contains(&Fact::Redundant) {
            true => facts.redundant(&block.puzzles, &solutions),
            false => vec![None; block.puzzles.len()],
        };
        let mut proofs = morphs.map(|morphs| Proofs::new(morphs, self.options, self.stop));
        let rows = block.puzzles.iter().zip(&solutions).zip(redundant).zip(block.first..);
        rows.map(|(((puzzle, solutions), redundant), index)| {
            if self.stop.load(Ordering::Relaxed) {
                return Vec::new();
            }
            let facts = PuzzleFacts::of(puzzle.nine(), solutions.only().and_then(AnyGrid::nine), redundant);
            let mut values: Vec<_> = wanted.iter().map(|&fact| facts.value(fact).into()).collect();
            if let Some(proofs) = proofs.as_mut().filter(|_| solutions.is_one()) {
                values.extend(proofs.of_isomorphs(puzzle.nine(), index));
            }
            values
        })
        .collect()
    }
}
