//! The facts: their names, and their values for a puzzle.

use std::cell::OnceCell;

use grid::Grid;
use rating::difficulty::{Backdoors, CandidateCounts, GivenCounts, MAX_BRAID, State, b_rating, backdoors, te_depth};

use super::value::Value;
use corpus::layout::ColumnType;

/// Declares each fact once, in the order in which they are listed: its variant, the name of its column, and its definition in a
/// line.
macro_rules! facts {
    ($($fact:ident, $name:literal, $about:literal;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fact {
            $(#[doc = $about] $fact,)+
        }

        impl Fact {
            /// All facts, in the order in which they are listed.
            pub const ALL: [Fact; [$($name),+].len()] = [$(Fact::$fact),+];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Fact::$fact => $name,)+
                }
            }

            pub const fn about(self) -> &'static str {
                match self {
                    $(Fact::$fact => $about,)+
                }
            }
        }
    };
}

facts! {
    CluesBrt, "clues_brt", "filled cells after naked and hidden singles (BRT)";
    Cands, "cands", "candidates of the blanks";
    CandsBrt, "cands_brt", "candidates of the open cells after singles";
    Log2, "log2", "sum of log2 of the number of candidates of each blank";
    Log2Brt, "log2_brt", "the same after singles";
    UnitMax, "unit_max", "most givens in a row, column or box";
    UnitVar, "unit_var", "sum over the 27 units of (givens - clues / 9) squared";
    DigitMin, "digit_min", "fewest givens of a digit";
    Redundant, "redundant", "givens, each of which alone can be left out with one solution";
    TeDepth, "te_depth", "depth of trial and error with singles, 0 to 3; 4 = more";
    B, "b", "B rating: length of the braids needed, 0 to 8; 9 = more; empty if te_depth > 1";
    Backdoor, "backdoor", "cells of the smallest weak backdoors";
    Backdoors, "backdoors", "number of the smallest weak backdoors";
}

impl Fact {
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
    pub(crate) const fn needs_solution(self) -> bool {
        matches!(self, Fact::Redundant | Fact::TeDepth | Fact::B | Fact::Backdoor | Fact::Backdoors)
    }
}

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
