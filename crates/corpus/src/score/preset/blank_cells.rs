//! The recurrent transformer and others: only cells that are blank in the puzzle are looked at.

use super::{Average, Measure, Part, Preset};

pub const BLANK_CELLS: Preset = Preset {
    name: "blank-cells",
    about: "blanks only; predicted givens are not looked at",
    source: "azreasoners/recurrent_transformer: network.py; jsboige/CoursIA: scripts/sudoku/core/evaluate.py",
    measures: &[
        Measure {
            name: "accuracy",
            part: |row| {
                row.truth.label?;
                Some(Part { right: f64::from(row.grade.blanks_right), of: f64::from(row.truth.blanks()) })
            },
            average: Average::Micro,
            scale: 1.0,
        },
        Measure {
            name: "solved",
            part: |row| {
                row.truth.label?;
                let is_board = row.cells.len() == row.truth.puzzle.len();
                Part::whole(is_board && row.grade.blanks_right == row.truth.blanks())
            },
            average: Average::Macro,
            scale: 1.0,
        },
    ],
};
