//! Puzzles of any shape whose answers are known: some cells of one full grid are blank.

use solver::{any_shape::AnyGrid, grid::Shape};

use crate::dataset::generate::pattern;

/// Returns a puzzle with one solution, one with several and one without any.
pub fn puzzles_of(shape: Shape) -> Vec<AnyGrid> {
    let full = pattern(shape);
    let side = shape.side();
    let without = |is_blank: &dyn Fn(usize) -> bool| {
        let value = |(cell, &value): (usize, &u8)| if is_blank(cell) { 0 } else { value };
        AnyGrid::new(shape, full.iter().enumerate().map(value).collect::<Vec<u8>>()).expect("values of the shape")
    };
    let one = without(&|cell| cell / side == 1 || cell % side == cell / side);
    // The two rows can change places.
    let several = without(&|cell| cell / side < 2);
    // The first cell can only have a value that is in the second.
    let mut none = without(&|cell| cell < side || cell % side == 1 && full[cell] == full[0]);
    none.set(1, full[0]);
    vec![one, several, none]
}
