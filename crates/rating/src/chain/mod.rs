//! Chains: statements that follow from an assumption, each because of a cell or a unit with two candidates.

mod advanced;
mod best_unary;
mod candidates;
mod closure;
mod cycle;
mod graph;
mod multiple;
mod nested;
mod run;
mod unary;

pub use advanced::deduce;
pub use best_unary::best_unary;
pub use multiple::{Multiple, Producer, multiple};
pub use nested::NestedSteps;
pub use run::Start;

use std::cmp::Ordering;

use super::{
    marks::Marks,
    units::{BOX_ROW_COLUMN, PLACES, UNIT_CELLS, UNIT_SETS, digits_of},
};
use grid::{CellSet, PEER_SETS, members};

pub const CANDIDATES: usize = 729;

/// A statement: a digit is, or is not, in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Statement(u16);

impl Statement {
    pub fn new(cell: usize, digit: usize, on: bool) -> Statement {
        Statement(((cell * 9 + digit) * 2) as u16 | u16::from(on))
    }

    /// Returns the statement on a candidate: `9 · cell + digit`.
    pub fn of(candidate: usize, on: bool) -> Statement {
        Statement((candidate * 2) as u16 | u16::from(on))
    }

    /// Returns the candidate: `9 · cell + digit`.
    pub fn candidate(self) -> usize {
        usize::from(self.0 / 2)
    }

    pub fn cell(self) -> usize {
        self.candidate() / 9
    }

    /// Returns the digit, 0 to 8.
    pub fn digit(self) -> usize {
        self.candidate() % 9
    }

    /// Returns true if the digit is in the cell.
    pub fn is_on(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn opposite(self) -> Statement {
        Statement(self.0 ^ 1)
    }

    /// Returns a number below 1458.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Assumption,
    /// The cell has the digit, or has one candidate left.
    Cell,
    Box,
    Row,
    Column,
    /// Another technique, on the candidates that are left.
    Advanced,
}

/// The causes in the order of [`BOX_ROW_COLUMN`].
const UNIT_CAUSES: [Cause; 3] = [Cause::Box, Cause::Row, Cause::Column];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub statement: Statement,
    pub cause: Cause,
    pub parents: Vec<Statement>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// From a digit in a cell to the other candidates of the cell.
    pub weak_cells: bool,
    /// From a cell with two candidates to the other one.
    pub strong_cells: bool,
    /// From a unit with two positions to the other one.
    pub strong_units: bool,
}

impl Links {
    pub const ALL: Links = Links { weak_cells: true, strong_cells: true, strong_units: true };
    /// Links of one digit.
    pub const X: Links = Links { weak_cells: false, strong_cells: false, strong_units: true };
    /// Cells with two candidates.
    pub const Y: Links = Links { weak_cells: true, strong_cells: true, strong_units: false };
}

/// What follows from a statement, with the causes: at most `N` statements.
#[derive(Clone, Copy, Debug)]
pub struct Consequences<const N: usize> {
    items: [(Statement, Cause); N],
    len: usize,
}

impl<const N: usize> Consequences<N> {
    fn new() -> Consequences<N> {
        Consequences { items: [(Statement(0), Cause::Assumption); N], len: 0 }
    }

    fn push(&mut self, statement: Statement, cause: Cause) {
        self.items[self.len] = (statement, cause);
        self.len += 1;
    }

    fn push_once(&mut self, statement: Statement, cause: Cause) {
        if self.as_slice().iter().all(|(other, _)| *other != statement) {
            self.push(statement, cause);
        }
    }

    pub fn as_slice(&self) -> &[(Statement, Cause)] {
        &self.items[..self.len]
    }
}

/// The other candidates of a cell and the peers.
const MAX_OFF: usize = 28;

/// Returns the statements that are off because this candidate is on, in order, without those of the digit in `skipped` cells.
pub fn off_of(marks: &Marks, on: Statement, links: Links, skipped: CellSet) -> Consequences<MAX_OFF> {
    let mut found = Consequences::new();
    let cell = on.cell();
    let digit = on.digit();
    if links.weak_cells {
        digits_of(marks.cells[cell] & !(1 << digit))
            .for_each(|other| found.push(Statement::new(cell, other, false), Cause::Cell));
    }
    let mut seen = marks.digits[digit] & PEER_SETS[cell] & !skipped;
    for (kind, cause) in BOX_ROW_COLUMN.into_iter().zip(UNIT_CAUSES) {
        let unit = UNIT_SETS[PLACES[cell][kind].unit as usize];
        members(seen & unit).for_each(|peer| found.push(Statement::new(peer, digit, false), cause));
        seen &= !unit;
    }
    found
}

/// Returns the statements that are on because this candidate, which the marks still have, is off.
pub fn on_of(marks: &Marks, off: Statement, links: Links) -> Consequences<4> {
    let mut found = Consequences::new();
    let cell = off.cell();
    let digit = off.digit();
    if links.strong_cells && is_pair(marks.cells[cell]) {
        let other = (marks.cells[cell] & !(1 << digit)).trailing_zeros() as usize;
        found.push(Statement::new(cell, other, true), Cause::Cell);
    }
    if links.strong_units {
        for (kind, cause) in BOX_ROW_COLUMN.into_iter().zip(UNIT_CAUSES) {
            let place = PLACES[cell][kind];
            let positions = marks.positions[digit][place.unit as usize];
            if is_pair(positions) {
                let other = (positions & !(1 << place.position)).trailing_zeros() as usize;
                let other = UNIT_CELLS[place.unit as usize][other] as usize;
                found.push_once(Statement::new(other, digit, true), cause);
            }
        }
    }
    found
}

/// Returns true if a set has two members. This takes less time than to count them.
fn is_pair(set: u16) -> bool {
    let second = set & set.wrapping_sub(1);
    second.is_power_of_two()
}

/// Returns what a chain of this complexity adds to its rating: 0.1 for each threshold that it exceeds, added one by one.
pub fn surcharge(complexity: u32) -> f64 {
    static SHORT: [f64; 256] = {
        let mut sums = [0.0; 256];
        let mut complexity = 0;
        while complexity < 256 {
            sums[complexity] = sum_of_thresholds(complexity as u32);
            complexity += 1;
        }
        sums
    };
    SHORT.get(complexity as usize).copied().unwrap_or_else(|| sum_of_thresholds(complexity))
}

const fn sum_of_thresholds(complexity: u32) -> f64 {
    let mut sum = 0.0;
    let mut threshold = 4;
    let mut is_power = true;
    while complexity > threshold + 2 {
        sum += 0.1;
        threshold = if is_power { threshold * 3 / 2 } else { threshold * 4 / 3 };
        is_power = !is_power;
    }
    sum
}

/// The place of a chain among those of its producer: less is taken first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    pub rating: f64,
    pub complexity: u32,
    /// The order of kinds.
    pub key: u8,
    pub order: u32,
}

impl Rank {
    /// Compares two chains: the one that is taken first is less.
    pub fn compare(&self, other: &Rank) -> Ordering {
        let by_rating = self.rating.total_cmp(&other.rating);
        by_rating.then((self.complexity, self.key, self.order).cmp(&(other.complexity, other.key, other.order)))
    }
}
