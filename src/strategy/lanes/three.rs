//! Unrolled loops over three lines, boxes or cells, for both kernels.

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
