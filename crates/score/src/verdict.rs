//! What a prediction is: the verdict, and the counts of its right cells and violations.

use grid::Shape;

use super::cells::{UNKNOWN, grid};

/// What a prediction is. The first verdict that holds, in this order, counts; no other case exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is none: an empty field, or nothing that the extraction finds.
    Missing,
    /// It has another number of cells, or a symbol that is neither a value nor a blank.
    Malformed,
    Incomplete,
    GivensChanged,
    /// It is full and keeps the givens; a row, column or box has a value twice.
    Conflict,
    /// It is the label, or without a label, a solution.
    Exact,
    ValidOther,
}

impl Verdict {
    pub const ALL: [Verdict; 7] = [
        Verdict::Exact,
        Verdict::ValidOther,
        Verdict::Conflict,
        Verdict::GivensChanged,
        Verdict::Incomplete,
        Verdict::Malformed,
        Verdict::Missing,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Verdict::Missing => "missing",
            Verdict::Malformed => "malformed",
            Verdict::Incomplete => "incomplete",
            Verdict::GivensChanged => "givens_changed",
            Verdict::Conflict => "conflict",
            Verdict::Exact => "exact",
            Verdict::ValidOther => "valid_other",
        }
    }

    pub fn is_solved(self) -> bool {
        matches!(self, Verdict::Exact | Verdict::ValidOther)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    pub verdict: Verdict,
    /// Cells with the value of the label; 0 if there is no label, or another number of cells.
    pub cells_right: u16,
    /// Cells that are blank in the puzzle, with the value of the label.
    pub blanks_right: u16,
    /// Givens that have another value; `None` for a malformed prediction. A blank is no value.
    pub changed: Option<u16>,
    /// The sum over all rows, columns and boxes of the filled cells without the distinct values; `None` for a malformed
    /// prediction.
    pub dup: Option<u16>,
    /// True if the prediction is the puzzle itself, with blanks.
    pub is_puzzle: bool,
}

impl Grade {
    /// Returns the grade of a prediction of which no cell counts.
    pub fn without_cells(verdict: Verdict) -> Grade {
        Grade { verdict, cells_right: 0, blanks_right: 0, changed: None, dup: None, is_puzzle: false }
    }

    /// Returns true if the prediction is full, and no row, column or box has a value twice. Its givens may be changed.
    pub fn is_valid(&self) -> bool {
        self.verdict != Verdict::Incomplete && self.dup == Some(0)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Truth<'a> {
    pub shape: Shape,
    /// The cells of the puzzle, 0 for a blank.
    pub puzzle: &'a [u8],
    /// The cells that a prediction should have; `None` if they are not known.
    pub label: Option<&'a [u8]>,
}

impl Truth<'_> {
    pub fn blanks(&self) -> u16 {
        self.puzzle.iter().map(|&cell| u16::from(cell == 0)).sum()
    }

    /// Returns the grade of the label, which must be a solution.
    pub fn exact(&self) -> Grade {
        let cells_right = self.puzzle.len() as u16;
        let changed = Some(0);
        let dup = Some(0);
        Grade { verdict: Verdict::Exact, cells_right, blanks_right: self.blanks(), changed, dup, is_puzzle: false }
    }

    /// Grades the cells of a prediction, which may be any number; `None` if there is no prediction.
    pub fn grade(&self, prediction: Option<&[u8]>) -> Grade {
        let Some(cells) = prediction.filter(|cells| !cells.is_empty()) else {
            return Grade::without_cells(Verdict::Missing);
        };
        if cells.len() != self.puzzle.len() {
            return Grade::without_cells(Verdict::Malformed);
        }
        let is_malformed = cells.contains(&UNKNOWN);
        let changed = count_where(self.puzzle, cells, |given, cell| (given > 0) & (cell > 0) & (given != cell));
        let dup = if is_malformed { None } else { Some(self.shape.duplicates(cells)) };
        let verdict = match self.label {
            _ if is_malformed => Verdict::Malformed,
            _ if cells.contains(&0) => Verdict::Incomplete,
            _ if changed > 0 => Verdict::GivensChanged,
            _ if dup != Some(0) => Verdict::Conflict,
            Some(label) if label != cells => Verdict::ValidOther,
            _ => Verdict::Exact,
        };
        let label = self.label.unwrap_or_default();
        let (cells_right, blanks_right) = self.right(label, cells);
        let changed = Some(changed).filter(|_| !is_malformed);
        let is_puzzle = verdict == Verdict::Incomplete && cells == self.puzzle;
        Grade { verdict, cells_right, blanks_right, changed, dup, is_puzzle }
    }

    /// Returns the numbers of right cells, and of right cells that are blank in the puzzle.
    fn right(&self, label: &[u8], cells: &[u8]) -> (u16, u16) {
        let mut right = 0;
        let mut givens = 0;
        for ((label, cell), given) in label.iter().zip(cells).zip(self.puzzle) {
            let is_right = u16::from(label == cell);
            right += is_right;
            givens += is_right & u16::from(*given > 0);
        }
        (right, right - givens)
    }

    /// Returns true if cells are a solution of the puzzle.
    pub(crate) fn is_solution(&self, cells: &[u8]) -> bool {
        let is_possible = |given: u8, cell: u8| (cell > 0) & (cell < UNKNOWN) & ((given == 0) | (given == cell));
        cells.len() == self.puzzle.len()
            && usize::from(count_where(self.puzzle, cells, is_possible)) == cells.len()
            && !has_conflict(self.shape, cells)
    }
}

/// Returns true if a row, column or box has a value twice.
fn has_conflict(shape: Shape, cells: &[u8]) -> bool {
    grid(cells, shape).map_or_else(|| shape.duplicates(cells) > 0, |grid| grid.has_conflict())
}

/// Returns the number of cells for which a condition holds. Without branches, the loop is vectorised.
fn count_where(one: &[u8], other: &[u8], condition: impl Fn(u8, u8) -> bool) -> u16 {
    one.iter().zip(other).map(|(&one, &other)| u16::from(condition(one, other))).sum()
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::cells::parse;

    /// Returns the rows of `known_predictions.csv`, which are SCORING.md's test cases, by column.
    pub(crate) fn known_predictions() -> Vec<HashMap<String, String>> {
        let mut rows = csv::Reader::from_reader(&include_bytes!("known_predictions.csv")[..]);
        rows.deserialize().map(|row| row.expect("a row has every column")).collect()
    }

    #[test]
    fn known_predictions_have_their_verdicts_and_counts() {
        for known in known_predictions() {
            let shape = Shape::of_cells(known["puzzle"].len()).unwrap();
            let [puzzle, label, prediction] =
                ["puzzle", "label", "prediction"].map(|column| parse(&known[column], shape.into()));
            let truth = Truth { shape, puzzle: &puzzle, label: Some(&label) };
            assert!(truth.is_solution(&label));
            let grade = truth.grade(Some(&prediction));
            let counts = [grade.changed, grade.dup, Some(grade.cells_right), Some(grade.blanks_right)];
            let counts = counts.map(|count| count.map_or(String::new(), |count| count.to_string()));
            let columns = ["changed_givens", "duplicates", "cells_right", "blanks_right"];
            assert_eq!(grade.verdict.name(), known["verdict"], "{}", known["name"]);
            let is_valid = ["A1", "A8", "B1", "B2", "C1", "C5"].contains(&&*known["name"]);
            assert_eq!(grade.is_valid(), is_valid, "{}", known["name"]);
            assert_eq!(counts, columns.map(|column| known[column].clone()), "{}", known["name"]);
            let without = Truth { label: None, ..truth }.grade(Some(&prediction));
            assert_eq!(without.verdict.is_solved(), grade.verdict.is_solved(), "{}", known["name"]);
            assert_ne!(without.verdict, Verdict::ValidOther, "{}", known["name"]);
        }
    }
}
