//! Boards without a value twice, full or not. Only for scripts/check/edit-lists.

use super::{Average, Measure, Part, Preset};

pub const UNITS: Preset = Preset {
    name: "units",
    about: "boards without a value twice; blanks are allowed",
    source: "scripts/check/edit-lists",
    measures: &[Measure {
        name: "valid",
        part: |row| Part::whole(row.grade.dup == Some(0)),
        average: Average::Macro,
        scale: 1.0,
    }],
};
