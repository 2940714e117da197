//! The unit of ratings.

use std::fmt;

/// A rating in tenths, as text with one decimal: `1.2`.
///
/// ```
/// use sudoku_bench_rating::Tenths;
///
/// assert_eq!(Tenths(105).to_string(), "10.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u8);

impl Tenths {
    pub const MAX: Tenths = Tenths(u8::MAX);
}

impl From<Tenths> for f64 {
    fn from(tenths: Tenths) -> f64 {
        f64::from(tenths.0) / 10.0
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}
