//! SATNet and OptNet: the values of every row, column and box have the right sum, and among them are 1 and the greatest.
//! Neither the label nor the givens count.

use super::{Average, Measure, Part, Preset, Scored};

pub const SATNET: Preset = Preset {
    name: "satnet",
    about: "each row, column and box has 1, n and the right sum; neither label nor givens count",
    source: "locuslab/SATNet: exps/sudoku.py; locuslab/optnet: sudoku/train.py",
    measures: &[Measure {
        name: "solved",
        // It averages over batches, of which all have the same size.
        part: |row| Part::whole(row.cells.len() == row.truth.puzzle.len() && has_right_sums(row)),
        average: Average::Macro,
        scale: 1.0,
    }],
};

fn has_right_sums(row: &Scored<'_>) -> bool {
    let shape = row.shape();
    let side = row.shape().side();
    let unit_of: [&dyn Fn(usize) -> usize; 3] = [&|cell| cell / side, &|cell| cell % side, &|cell| shape.box_of(cell)];
    unit_of.iter().all(|unit_of| {
        let mut units = vec![(u8::MAX, 0, 0); side];
        for (cell, &value) in row.cells.iter().enumerate() {
            let (least, greatest, sum) = &mut units[unit_of(cell)];
            *least = value.min(*least);
            *greatest = value.max(*greatest);
            *sum += usize::from(value);
        }
        units.iter().all(|&unit| unit == (1, side as u8, side * (side + 1) / 2))
    })
}
