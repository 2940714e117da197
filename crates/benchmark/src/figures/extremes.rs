//! The puzzles that figures name: the most extreme ones of a pair of strategies.

use std::{
    collections::{BTreeSet, HashMap},
    rc::Rc,
    sync::atomic::AtomicBool,
};

use serde::Serialize;

use crate::record::{Conditions, PuzzleRecord, puzzle_texts};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SolutionPath {
    pub ratings: String,
    /// What each step places or removes, and the index of its reason.
    pub steps: Vec<(String, usize)>,
    /// Why the path ends before the puzzle is solved; empty if it is solved.
    pub end: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NamedPuzzle {
    pub name: String,
    pub line: u64,
    pub clues: u64,
    /// The cells, from 10 on as letters from `A` and with `.` for a blank, if the results or the corpus have them.
    pub givens: Option<String>,
    /// The outcome of each strategy, in the order of the run.
    pub samples: Vec<NamedSample>,
    /// The ratings and the steps that solve the puzzle, if they were asked for and the cells are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<SolutionPath>,
}

/// The outcome of a strategy on a named puzzle: the name of the status, nodes, backtracks, and the smallest latency in ns.
pub type NamedSample = (&'static str, u64, u64, u64);

/// The puzzles that the figures of a report name, each once.
#[derive(Default)]
pub struct NamedPuzzles {
    records: Vec<Rc<PuzzleRecord>>,
    indices: HashMap<(u64, String), usize>,
}

impl NamedPuzzles {
    /// Returns the index of a puzzle in the list. A new puzzle is added.
    pub fn index_of(&mut self, record: &Rc<PuzzleRecord>) -> usize {
        let records = &mut self.records;
        *self.indices.entry((record.line, record.puzzle.clone())).or_insert_with(|| {
            records.push(record.clone());
            records.len() - 1
        })
    }

    /// Returns the puzzles, with their cells if the results or the corpus have them. If the corpus could not be read, the
    /// second value is the reason.
    pub fn look_up(self, conditions: &Conditions, stop: &AtomicBool) -> (Vec<NamedPuzzle>, Option<String>) {
        let unknown = self.records.iter().filter(|record| record.givens.is_none());
        let lines: BTreeSet<u64> = unknown.map(|record| record.line).collect();
        let (texts, reason) = match puzzle_texts(conditions, &lines, stop) {
            Ok(texts) => (texts, None),
            Err(error) => (HashMap::new(), Some(error.to_string())),
        };
        (self.records.into_iter().map(|record| named_puzzle(&texts, &record)).collect(), reason)
    }
}

fn named_puzzle(texts: &HashMap<(u64, String), String>, record: &PuzzleRecord) -> NamedPuzzle {
    let samples = record.samples.iter();
    let samples = samples.map(|sample| (sample.status.name(), sample.nodes, sample.backtracks, sample.latency_ns));
    let found = || texts.get(&(record.line, record.puzzle.clone())).cloned();
    NamedPuzzle {
        name: record.puzzle.clone(),
        line: record.line,
        clues: record.clues,
        givens: record.givens.clone().or_else(found),
        samples: samples.collect(),
        path: None,
    }
}

#[derive(Default)]
pub struct Largest(Vec<(f64, Rc<PuzzleRecord>)>);

const KEPT_PUZZLES: usize = 6;

impl Largest {
    /// Adds a puzzle; of two with the same value, the first is kept.
    pub fn add(&mut self, value: f64, puzzle: &PuzzleRecord) {
        if self.0.len() == KEPT_PUZZLES && value <= self.0[KEPT_PUZZLES - 1].0 {
            return;
        }
        let index = self.0.partition_point(|&(other, _)| other >= value);
        self.0.insert(index, (value, Rc::new(puzzle.clone())));
        self.0.truncate(KEPT_PUZZLES);
    }

    /// Returns the puzzles, the one with the largest value first.
    pub fn puzzles(&self) -> impl Iterator<Item = &Rc<PuzzleRecord>> {
        self.0.iter().map(|(_, puzzle)| puzzle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_are_kept_in_order() {
        let mut largest = Largest::default();
        for (line, value) in [1.0, 5.0, 3.0, 5.0, 0.0, 2.0, 4.0, 9.0, 4.5].into_iter().enumerate() {
            largest.add(value, &PuzzleRecord { line: line as u64, ..PuzzleRecord::default() });
        }
        assert_eq!(largest.puzzles().map(|puzzle| puzzle.line).collect::<Vec<_>>(), [7, 1, 3, 8, 6, 2]);
    }
}
