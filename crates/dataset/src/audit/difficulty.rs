//! Checks whether a column of difficulties says more than the number of clues.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use corpus::layout::Schema;

const NAMES: [&str; 5] = ["difficulty", "difficulty_level", "level", "rating", "score"];

#[derive(Clone, Debug, Serialize)]
pub struct Difficulty {
    pub column: String,
    /// True if all puzzles with the same number of clues have the same difficulty, and not all puzzles have the same one.
    pub is_function_of_clues: bool,
    /// The difficulty by the number of clues; `None` if there are several.
    #[serde(skip)]
    by_clues: BTreeMap<usize, Option<Box<[u8]>>>,
    #[serde(skip)]
    rows: usize,
}

impl Difficulty {
    pub(super) fn index(schema: &Schema) -> Option<usize> {
        NAMES.into_iter().find_map(|name| schema.index_of(name))
    }

    pub(super) fn new(column: &str) -> Difficulty {
        Difficulty { column: column.into(), is_function_of_clues: false, by_clues: BTreeMap::new(), rows: 0 }
    }

    pub(super) fn add(&mut self, clues: usize, value: &[u8]) {
        self.rows += 1;
        let known = self.by_clues.entry(clues).or_insert_with(|| Some(value.into()));
        if known.as_deref().is_some_and(|known| known != value) {
            *known = None;
        }
    }

    /// Decides whether the difficulty is a function of the clues. In a corpus that has most numbers of clues once, that
    /// would be an accident.
    pub(super) fn decide(&mut self) {
        let values: Option<BTreeSet<_>> = self.by_clues.values().map(Option::as_deref).collect();
        let is_repeated = self.rows >= 2 * self.by_clues.len();
        self.is_function_of_clues = is_repeated && values.is_some_and(|values| values.len() > 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_function(rows: &[(usize, &str)]) -> bool {
        let mut difficulty = Difficulty::new("level");
        rows.iter().for_each(|(clues, value)| difficulty.add(*clues, value.as_bytes()));
        difficulty.decide();
        difficulty.is_function_of_clues
    }

    #[test]
    fn only_repeated_clues_with_equal_values_are_a_function() {
        assert!(is_function(&[(24, "hard"), (30, "easy"), (24, "hard"), (30, "easy")]));
        assert!(!is_function(&[(24, "hard"), (30, "easy"), (24, "hard"), (30, "hard")]));
        assert!(!is_function(&[(24, "hard"), (24, "hard"), (30, "hard"), (30, "hard")]), "a constant says nothing");
        assert!(!is_function(&[(24, "hard"), (30, "easy"), (31, "medium")]), "no number of clues is repeated");
        assert!(!is_function(&[]));
    }
}
