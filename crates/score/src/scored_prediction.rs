//! The columns of a scored prediction, in files and in Python.

use super::{
    preset::Part,
    problem::{PredictionScore, Problem},
    verdict::Grade,
};
use corpus::layout::{ColumnSpec, ColumnType};
use dataset::facts::Solutions;

#[derive(Clone, Copy, Debug)]
pub struct ScoredPrediction {
    pub grade: Grade,
    has_label: bool,
    label_wrong: bool,
    cells: u16,
    blanks: u16,
    solutions: Option<u8>,
}

impl ScoredPrediction {
    pub fn new(problem: &Problem, grade: Grade) -> ScoredPrediction {
        ScoredPrediction {
            grade,
            has_label: problem.label.is_some(),
            label_wrong: problem.label_wrong,
            cells: problem.notation.shape.cells() as u16,
            blanks: problem.truth().blanks(),
            solutions: problem.found.as_ref().and_then(Solutions::count).map(|count| count as u8),
        }
    }

    /// Returns the score of the prediction, which adds these parts to the measures of each preset.
    pub fn score(&self, parts: Vec<Vec<Option<Part>>>) -> PredictionScore {
        let labelled = |count| if self.has_label { count } else { 0 };
        let givens = usize::from(self.cells - self.blanks);
        PredictionScore { grade: self.grade, cells: labelled(self.cells), blanks: labelled(self.blanks), givens, parts }
    }

    fn labelled(&self, count: u16) -> Option<u64> {
        self.has_label.then_some(count.into())
    }
}

/// Returns the columns from the verdict on.
pub fn scored_columns() -> Vec<ColumnSpec<ScoredPrediction>> {
    let count = |name, about, count: fn(&ScoredPrediction) -> Option<u64>| {
        ColumnSpec::new(name, ColumnType::Unsigned, about, move |row: &ScoredPrediction| count(row).into())
    };
    vec![
        ColumnSpec::new(
            "verdict",
            ColumnType::Text,
            "`missing`, `malformed`, `incomplete`, `givens_changed`, `conflict`, `exact` or `valid_other`",
            |row: &ScoredPrediction| row.grade.verdict.name().into(),
        ),
        count("cells_right", "cells with the value of the label; empty without a label", |row| {
            row.labelled(row.grade.cells_right)
        }),
        count("cells", "all cells", |row| Some(row.cells.into())),
        count("blanks_right", "blanks of the puzzle with the value of the label; empty without a label", |row| {
            row.labelled(row.grade.blanks_right)
        }),
        count("blanks", "blanks of the puzzle", |row| Some(row.blanks.into())),
        count("changed", "givens that have another value; empty for `malformed` and `missing`", |row| {
            row.grade.changed.map(u64::from)
        }),
        count("dup", "values that a row, column or box has twice; empty for `malformed` and `missing`", |row| {
            row.grade.dup.map(u64::from)
        }),
        count("solutions", "0, 1, or 2 for several; empty if they were not counted", |row| {
            row.solutions.map(u64::from)
        }),
        ColumnSpec::new(
            "label_wrong",
            ColumnType::Boolean,
            "whether the label is no solution of the puzzle",
            |row: &ScoredPrediction| row.label_wrong.into(),
        ),
    ]
}
