//! The facts: their names, and their values for a puzzle.

use std::cell::OnceCell;

use grid::Grid;
use rating::difficulty::{Backdoors, CandidateCounts, GivenCounts, MAX_BRAID, State, b_rating, backdoors, te_depth};

use corpus::layout::{ColumnType, Value};

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

    pub fn value(&self, fact: Fact) -> Option<Value<'static>> {
        let value = match fact {
            Fact::Cands => u64::from(self.candidates().candidates).into(),
            Fact::Log2 => rounded(self.candidates().log2),
            Fact::CluesBrt => u64::from(self.candidates_after_singles()?.decided).into(),
            Fact::CandsBrt => u64::from(self.candidates_after_singles()?.candidates).into(),
            Fact::Log2Brt => rounded(self.candidates_after_singles()?.log2),
            Fact::UnitMax => u64::from(self.given_counts().unit_max).into(),
            Fact::UnitVar => rounded(self.given_counts().unit_var),
            Fact::DigitMin => u64::from(self.given_counts().digit_min).into(),
            Fact::Redundant => self.redundant?.into(),
            Fact::TeDepth => u64::from(self.depth()?).into(),
            Fact::B => u64::from(self.b_rating()?).into(),
            Fact::Backdoor => u64::from(self.backdoors()?.size).into(),
            Fact::Backdoors => self.backdoors()?.count.into(),
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

/// Returns a value with at most three decimals.
pub(super) fn rounded(number: f64) -> Value<'static> {
    Value::Float((number * 1000.0).round() / 1000.0)
}
