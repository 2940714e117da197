//! The correctness of the solutions in a corpus.

use std::collections::BTreeMap;

use grid::AnyGrid;
use serde::{Deserialize, Serialize};

use corpus::numbers::count;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correctness {
    /// The only solution, or a solution of a puzzle whose search stopped at the first solution.
    Right,
    /// A solution of a puzzle whose search for another ended at a limit.
    Unproven,
    OneOfSeveral,
    /// A full grid that is no solution of the puzzle.
    Wrong,
    Malformed,
    Missing,
}

impl Correctness {
    /// Judges the solution that the corpus has for a puzzle. `solution` is `None` if the field is empty, and has blanks if
    /// the field is malformed. `has_several` is true if the puzzle is known to have several solutions.
    pub fn of(solution: Option<&AnyGrid>, puzzle: &AnyGrid, has_several: bool) -> Correctness {
        match solution {
            None => Correctness::Missing,
            Some(solution) if solution.is_solution_of(puzzle) => {
                if has_several {
                    Correctness::OneOfSeveral
                } else {
                    Correctness::Right
                }
            }
            Some(solution) if solution.clues() < puzzle.shape().cells() => Correctness::Malformed,
            Some(_) => Correctness::Wrong,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Correctness::Right => "right",
            Correctness::Unproven => "right, but perhaps not the only one",
            Correctness::OneOfSeveral => "one of several",
            Correctness::Wrong => "wrong",
            Correctness::Malformed => "malformed",
            Correctness::Missing => "missing",
        }
    }

    /// Returns true for a solution that does not solve its puzzle.
    pub fn is_bad(self) -> bool {
        matches!(self, Correctness::Wrong | Correctness::Malformed)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CorrectnessCounts(BTreeMap<Correctness, u64>);

impl CorrectnessCounts {
    pub fn add(&mut self, correctness: Correctness) {
        *self.0.entry(correctness).or_default() += 1;
    }

    pub fn append(&mut self, other: &CorrectnessCounts) {
        other.0.iter().for_each(|(correctness, rows)| *self.0.entry(*correctness).or_default() += rows);
    }

    pub fn of(&self, correctness: Correctness) -> u64 {
        self.0.get(&correctness).copied().unwrap_or(0)
    }

    pub fn given(&self) -> u64 {
        self.0.iter().filter(|(correctness, _)| **correctness != Correctness::Missing).map(|(_, rows)| rows).sum()
    }

    pub fn bad(&self) -> u64 {
        self.of(Correctness::Wrong) + self.of(Correctness::Malformed)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the counts for messages: "3 right, 1 malformed".
    pub fn text(&self) -> String {
        let part = |(correctness, rows): (&Correctness, &u64)| format!("{} {}", count(*rows), correctness.name());
        self.0.iter().map(part).collect::<Vec<_>>().join(", ")
    }
}
