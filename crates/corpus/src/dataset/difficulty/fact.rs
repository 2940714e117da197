//! The facts: their names, and their values for a puzzle.

use std::cell::OnceCell;

use solver::{
    difficulty::{Backdoors, CandidateCounts, GivenCounts, MAX_BRAID, State, b_rating, backdoors, te_depth},
    grid::Grid,
};

use super::Value;
use crate::layout::ColumnType;

/// A fact about the difficulty of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Decided cells after singles.
    CluesBrt,
    /// Candidates of the blanks.
    Cands,
    /// Candidates of the open cells after singles.
    CandsBrt,
    /// The logarithm of the number of ways to give each blank a candidate.
    Log2,
    /// The same after singles.
    Log2Brt,
    /// The most givens in a unit.
    UnitMax,
    /// How unevenly the givens are distributed among the units.
    UnitVar,
    /// The fewest givens of a digit.
    DigitMin,
    /// Givens that are not needed.
    Redundant,
    /// The depth of trial and error.
    TeDepth,
    /// The length of braids.
    B,
    /// The size of the smallest weak backdoors.
    Backdoor,
    /// The number of the smallest weak backdoors.
    Backdoors,
}

impl Fact {
    /// All facts, in the order in which they are listed.
    pub const ALL: [Fact; 13] = [
        Fact::CluesBrt,
        Fact::Cands,
        Fact::CandsBrt,
        Fact::Log2,
        Fact::Log2Brt,
        Fact::UnitMax,
        Fact::UnitVar,
        Fact::DigitMin,
        Fact::Redundant,
        Fact::TeDepth,
        Fact::B,
        Fact::Backdoor,
        Fact::Backdoors,
    ];

    /// Returns the name of the column.
    pub const fn name(self) -> &'static str {
        match self {
            Fact::CluesBrt => "clues_brt",
            Fact::Cands => "cands",
            Fact::CandsBrt => "cands_brt",
            Fact::Log2 => "log2",
            Fact::Log2Brt => "log2_brt",
            Fact::UnitMax => "unit_max",
            Fact::UnitVar => "unit_var",
            Fact::DigitMin => "digit_min",
            Fact::Redundant => "redundant",
            Fact::TeDepth => "te_depth",
            Fact::B => "b",
            Fact::Backdoor => "backdoor",
            Fact::Backdoors => "backdoors",
        }
    }

    /// Returns the definition in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Fact::CluesBrt => "filled cells after naked and hidden singles (BRT)",
            Fact::Cands => "candidates of the blanks",
            Fact::CandsBrt => "candidates of the open cells after singles",
            Fact::Log2 => "sum of log2 of the number of candidates of each blank",
            Fact::Log2Brt => "the same after singles",
            Fact::UnitMax => "most givens in a row, column or box",
            Fact::UnitVar => "sum over the 27 units of (givens - clues / 9) squared",
            Fact::DigitMin => "fewest givens of a digit",
            Fact::Redundant => "givens, each of which alone can be left out with one solution",
            Fact::TeDepth => "depth of trial and error with singles, 0 to 3; 4 = more",
            Fact::B => "B rating: length of the braids needed, 0 to 8; 9 = more; empty if te_depth > 1",
            Fact::Backdoor => "cells of the smallest weak backdoors",
            Fact::Backdoors => "number of the smallest weak backdoors",
        }
    }

    /// Returns the fact with this name.
    pub fn named(name: &str) -> Option<Fact> {
        Fact::ALL.into_iter().find(|fact| fact.name() == name)
    }

    pub(super) const fn column_type(self) -> ColumnType {
        match self {
            Fact::Log2 | Fact::Log2Brt | Fact::UnitVar => ColumnType::Float,
            _ => ColumnType::Integer,
        }
    }

    /// Returns true if only a puzzle with exactly one solution has the fact.
    pub const fn needs_solution(self) -> bool {
        matches!(self, Fact::Redundant | Fact::TeDepth | Fact::B | Fact::Backdoor | Fact::Backdoors)
    }
}

/// The facts of a puzzle, each computed when it is asked for.
pub struct PuzzleFacts<'a> {
    puzzle: &'a Grid,
    solution: Option<&'a Grid>,
    redundant: Option<u64>,
    depth: OnceCell<u8>,
    backdoors: OnceCell<Backdoors>,
}

impl<'a> PuzzleFacts<'a> {
    /// `solution` is the only solution of the puzzle, and `redundant` the number of givens that are not needed, if they
    /// are known. Facts that need them are missing otherwise.
    pub fn of(puzzle: &'a Grid, solution: Option<&'a Grid>, redundant: Option<u64>) -> PuzzleFacts<'a> {
        PuzzleFacts { puzzle, solution, redundant, depth: OnceCell::new(), backdoors: OnceCell::new() }
    }

    pub fn puzzle(&self) -> &Grid {
        self.puzzle
    }

    pub fn has_one_solution(&self) -> bool {
        self.solution.is_some()
    }

    /// Returns the value of a fact; `None` if it is missing.
    pub fn value(&self, fact: Fact) -> Option<Value> {
        let value = match fact {
            Fact::Cands => Value::integer(self.candidates().candidates),
            Fact::Log2 => Value::rounded(self.candidates().log2),
            Fact::CluesBrt => Value::integer(self.candidates_after_singles()?.decided),
            Fact::CandsBrt => Value::integer(self.candidates_after_singles()?.candidates),
            Fact::Log2Brt => Value::rounded(self.candidates_after_singles()?.log2),
            Fact::UnitMax => Value::integer(self.given_counts().unit_max),
            Fact::UnitVar => Value::rounded(self.given_counts().unit_var),
            Fact::DigitMin => Value::integer(self.given_counts().digit_min),
            Fact::Redundant => Value::integer(self.redundant?),
            Fact::TeDepth => Value::integer(self.depth()?),
            Fact::B => Value::integer(self.b_rating()?),
            Fact::Backdoor => Value::integer(self.backdoors()?.size),
            Fact::Backdoors => Value::integer(self.backdoors()?.count),
        };
        Some(value)
    }

    fn given_counts(&self) -> GivenCounts {
        GivenCounts::of(self.puzzle)
    }

    fn candidates(&self) -> CandidateCounts {
        CandidateCounts::of(&State::of(self.puzzle))
    }

    /// Returns `None` if singles lead to a contradiction.
    fn candidates_after_singles(&self) -> Option<CandidateCounts> {
        let mut state = State::of(self.puzzle);
        state.close().ok().map(|()| CandidateCounts::of(&state))
    }

    fn depth(&self) -> Option<u8> {
        let solution = self.solution?;
        Some(*self.depth.get_or_init(|| te_depth(self.puzzle, solution)))
    }

    /// Returns `None` if braids of no length solve the puzzle.
    fn b_rating(&self) -> Option<u8> {
        let solution = self.solution?;
        (self.depth()? <= 1).then(|| b_rating(self.puzzle, solution, MAX_BRAID))
    }

    fn backdoors(&self) -> Option<Backdoors> {
        let solution = self.solution?;
        Some(*self.backdoors.get_or_init(|| backdoors(self.puzzle, solution)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_facts() {
        assert!(Fact::ALL.into_iter().all(|fact| Fact::named(fact.name()) == Some(fact)));
        assert_eq!(Fact::named("clues"), None);
    }

    #[test]
    fn facts_of_a_puzzle() {
        let puzzle = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
        let solution = "162857493534129678789643521475312986913586742628794135356478219241935867897261354";
        let [puzzle, solution] = [puzzle, solution].map(|grid| Grid::parse(grid.as_bytes()).unwrap());
        let values = |solution: Option<&Grid>, redundant| {
            let facts = PuzzleFacts::of(&puzzle, solution, redundant);
            Fact::ALL.map(|fact| facts.value(fact).map_or(String::new(), |value| value.to_string())).join(",")
        };
        assert_eq!(values(Some(&solution), Some(0)), "24,223,216,109.821,106.954,3,12.667,2,0,2,,2,33");
        assert_eq!(values(None, None), "24,223,216,109.821,106.954,3,12.667,2,,,,,");
    }
}
