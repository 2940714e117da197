//! Dream's planning task: rows of digits that keep the givens and break no rule. The label does not count.

use super::{Average, Measure, Part, Preset, Scored, python};
use crate::score::{Verdict, verdict::Truth};

pub const DREAM: Preset = Preset {
    name: "dream",
    about: "the first rows of digits are a solution; the label does not count",
    source: "DreamLM/Dream: eval/sudoku_metric.py, eval/eval_planning.py",
    measures: &[Measure {
        name: "solved",
        part: |row| {
            let cells = cells(row);
            let grade = Truth { label: None, ..row.truth }.grade(cells.as_deref());
            Part::whole(grade.verdict == Verdict::Exact)
        },
        average: Average::Macro,
        scale: 1.0,
    }],
};

/// Returns the cells in the text up to the first empty line, cut to the length of a grid whose rows are lines.
fn cells(row: &Scored<'_>) -> Option<Vec<u8>> {
    let side = row.shape().side();
    let text = row.raw.split("<|endoftext|>").next()?.split("\n\n").next()?.replace(' ', "");
    let cut: String = text.chars().take(side * (side + 1) - 1).collect();
    let rows: Vec<&str> = cut.trim_matches(python::is_space).split('\n').collect();
    let is_square = rows.len() == side && rows.iter().all(|line| line.chars().count() == side);
    let value = |digit: char| python::value_of(digit).filter(|&value| usize::from(value) <= side);
    if is_square { rows.iter().flat_map(|line| line.chars()).map(value).collect() } else { None }
}
