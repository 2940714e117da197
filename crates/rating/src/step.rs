//! A step of a solution: the technique, what it places or removes, and its rating.

use super::{
    chain::{Cause, Link},
    marks::Removed,
    technique::Technique,
    tenths::Tenths,
};
use grid::CellSet;

/// A digit, 0 to 8, placed in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub cell: u8,
    pub digit: u8,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub technique: Technique,
    /// The rating as a sum of doubles: their order decides between steps.
    pub rating: f64,
    pub placed: Option<Placed>,
    pub removed: Removed,
    pub cells: CellSet,
    pub digits: u16,
    /// The units of the pattern: boxes in bits 0 to 8, columns from bit 9, rows from bit 18.
    pub units: u32,
    /// The statements of a chain; empty for other techniques.
    pub links: Vec<Vec<Link>>,
    /// The number of statements of a chain, with those that are in several parts; 0 for other techniques.
    pub complexity: u32,
    /// What the assumptions of a chain have in common: they are all candidates of a cell, or all positions in a unit.
    pub start: Cause,
    /// True if the search applied other techniques to what an assumption left, in an order that Sudoku Explainer leaves to chance.
    pub depends_on_chance: bool,
}

impl Step {
    pub fn place(technique: Technique, cell: usize, digit: usize) -> Step {
        let placed = Some(Placed { cell: cell as u8, digit: digit as u8 });
        Step { placed, ..Step::remove(technique, [0; 9]) }
    }

    pub fn remove(technique: Technique, removed: Removed) -> Step {
        Step {
            technique,
            rating: technique.tenths().into(),
            placed: None,
            removed,
            cells: 0,
            digits: 0,
            units: 0,
            links: Vec::new(),
            complexity: 0,
            start: Cause::Assumption,
            depends_on_chance: false,
        }
    }

    /// Adds the pattern.
    pub(crate) fn with_pattern(self, cells: CellSet, digits: u16) -> Step {
        Step { cells, digits, ..self }
    }

    /// Adds the links of a chain, whose cells and digits are the pattern.
    pub fn with_links(self, links: Vec<Vec<Link>>) -> Step {
        let statements = || links.iter().flatten().map(|link| link.statement);
        let cells = statements().fold(0, |cells: CellSet, statement| cells | 1 << statement.cell());
        let digits = statements().fold(0, |digits, statement| digits | 1 << statement.digit());
        Step { cells, digits, links, ..self }
    }

    /// Adds units of the pattern.
    pub(crate) fn in_units(self, units: u32) -> Step {
        Step { units, ..self }
    }

    /// Returns the rating as Sudoku Explainer prints it: rounded to tenths.
    pub fn tenths(&self) -> Tenths {
        Tenths(((self.rating + 0.05) * 10.0) as u8)
    }
}
