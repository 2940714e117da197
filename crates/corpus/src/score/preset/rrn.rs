//! Recurrent relational networks: exact boards for each number of givens.

use super::{Average, Measure, Part, Preset};

pub const RRN: Preset = Preset {
    name: "rrn",
    about: "exact boards for each number of givens",
    source: "rasmusbergpalm/recurrent-relational-networks: tasks/sudoku/rrn.py, test.py",
    measures: &[Measure {
        name: "solved",
        part: |row| Part::whole(row.truth.label? == row.cells),
        average: Average::MacroByGivens,
        scale: 1.0,
    }],
};
