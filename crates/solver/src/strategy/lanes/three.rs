//! The cells of bands and stacks, and unrolled loops over three lines, boxes or cells, for both kernels.

/// Evaluates an expression for the indices 0, 1 and 2 as constants, and returns an array of the values.
macro_rules! three {
    ($i:ident => $value:expr) => {
        [
            {
                const $i: usize = 0;
                $value
            },
            {
                const $i: usize = 1;
                $value
            },
            {
                const $i: usize = 2;
                $value
            },
        ]
    };
}
pub(super) use three;

/// Returns cell `i` of the three that a line of a band or stack and a box share.
#[inline(always)]
pub fn cell_of<const STACK: bool>(band: usize, line: usize, r#box: usize, i: usize) -> usize {
    match STACK {
        false => (band * 3 + line) * 9 + r#box * 3 + i,
        true => (r#box * 3 + i) * 9 + band * 3 + line,
    }
}
