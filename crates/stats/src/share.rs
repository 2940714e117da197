//! The interval of a share.

use serde::Serialize;

/// Quantile of the normal distribution for an interval of 95 %.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A share of rows, with its interval, of 95 % unless said otherwise, by E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
/// Inference" (1927).
///
/// ```
/// use sudoku_bench_stats::Share;
///
/// let share = Share::new(87, 100);
/// assert_eq!(format!("{:.4} {:.4} {:.4}", share.rate, share.low, share.high), "0.8700 0.7902 0.9224");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub count: u64,
    /// Their share of all rows; 0 of none.
    pub rate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// Returns the share of `count` among `of`, with its 95 % interval.
    pub fn new(count: u64, of: u64) -> Share {
        Share::with_quantile(count, of, Z_95)
    }

    /// Returns the share of `count` among `of`, with the interval of another confidence; `z` is the quantile of the normal
    /// distribution for it.
    pub fn with_quantile(count: u64, of: u64, z: f64) -> Share {
        if of == 0 {
            return Share { count, rate: 0.0, low: 0.0, high: 1.0 };
        }
        let n = of as f64;
        let rate = count as f64 / n;
        let square = z * z;
        let centre = (rate + square / (2.0 * n)) / (1.0 + square / n);
        let half = z / (1.0 + square / n) * (rate * (1.0 - rate) / n + square / (4.0 * n * n)).sqrt();
        // Rounding must not put the rate outside.
        Share { count, rate, low: (centre - half).clamp(0.0, rate), high: (centre + half).clamp(rate, 1.0) }
    }
}
