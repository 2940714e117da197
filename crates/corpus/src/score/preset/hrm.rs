//! HRM and TRM: every cell counts, the givens too.

use super::{Average, Measure, Part, Preset};
use crate::score::Verdict;

pub const HRM: Preset = Preset {
    name: "hrm",
    about: "every cell, givens included; exact boards",
    source: "sapientinc/HRM, SamsungSAILMontreal/TinyRecursiveModels: models/losses.py",
    measures: &[
        Measure {
            name: "accuracy",
            part: |row| {
                row.truth.label?;
                Some(Part { right: f64::from(row.grade.cells_right), of: row.truth.puzzle.len() as f64 })
            },
            average: Average::Macro,
            scale: 1.0,
        },
        Measure {
            name: "exact_accuracy",
            part: |row| {
                row.truth.label?;
                Part::whole(row.grade.verdict == Verdict::Exact || row.truth.label == Some(row.cells))
            },
            average: Average::Macro,
            scale: 1.0,
        },
    ],
};
