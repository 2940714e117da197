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
        Share::of_effective(count, of, of as f64, z)
    }

    /// Returns the share of the rows of units, each with how many of how many rows count. Rows of a unit depend on each other, so the
    /// interval is that of fewer rows: as many independent ones as vary as much. With a row in each unit, that is all of them.
    ///
    /// Leslie Kish, "Survey Sampling" (1965), on the design effect.
    ///
    /// ```
    /// use sudoku_bench_stats::{Share, Z_95};
    ///
    /// let units = [(4, 4), (0, 4), (4, 4), (0, 4)];
    /// let share = Share::of_units(units.into_iter(), Z_95);
    /// assert_eq!((share.count, share.low), (8, Share::new(2, 4).low));
    /// ```
    pub fn of_units(units: impl Iterator<Item = (u64, u64)>, z: f64) -> Share {
        let mut sums = UnitSums::default();
        units.for_each(|(count, of)| sums.add(count, of));
        sums.share(z)
    }

    /// Returns the share of `count` among `of`, with the interval of `n` independent rows.
    fn of_effective(count: u64, of: u64, n: f64, z: f64) -> Share {
        if of == 0 {
            return Share { count, rate: 0.0, low: 0.0, high: 1.0 };
        }
        let rate = count as f64 / of as f64;
        let square = z * z;
        let centre = (rate + square / (2.0 * n)) / (1.0 + square / n);
        let half = z / (1.0 + square / n) * (rate * (1.0 - rate) / n + square / (4.0 * n * n)).sqrt();
        // Rounding must not put the rate outside.
        Share { count, rate, low: (centre - half).clamp(0.0, rate), high: (centre + half).clamp(rate, 1.0) }
    }
}

/// What [`Share::of_units`] needs to know of units. Whole numbers, as units have no order.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitSums {
    units: u64,
    count: u64,
    of: u64,
    /// The sums of squares and of products.
    counts: u128,
    products: u128,
    rows: u128,
}

impl UnitSums {
    /// Adds a unit of which `count` among `of` rows count.
    pub fn add(&mut self, count: u64, of: u64) {
        let [wide_count, wide_of] = [u128::from(count), u128::from(of)];
        let counts = wide_count * wide_count;
        self.merge(&UnitSums { units: 1, count, of, counts, products: wide_count * wide_of, rows: wide_of * wide_of });
    }

    pub fn merge(&mut self, other: &UnitSums) {
        self.units += other.units;
        self.count += other.count;
        self.of += other.of;
        self.counts += other.counts;
        self.products += other.products;
        self.rows += other.rows;
    }

    /// Returns the share, with the interval of the confidence that the quantile `z` of the normal distribution stands for.
    pub fn share(&self, z: f64) -> Share {
        let UnitSums { units, count, of, counts, products, rows } = *self;
        let rate = count as f64 / of as f64;
        let spread = counts as f64 - 2.0 * rate * products as f64 + rate * rate * rows as f64;
        let independent_spread = of as f64 * rate * (1.0 - rate);
        let effective = if units == of || units == 1 || independent_spread == 0.0 {
            units as f64
        } else {
            // Rounding may make the spread of equal units negative.
            (of as f64 * independent_spread / spread.max(f64::MIN_POSITIVE)).min(of as f64)
        };
        Share::of_effective(count, of, effective, z)
    }
}
