//! Scores that rank solvers: penalised averages, the virtual best solver, ties, mean ratios.

use super::student;

/// The sums behind PAR-k scores for every k ("penalised average runtime" if costs are times). An answered puzzle scores
/// its cost, an unanswered one k times the limit, or k times its cost if there is no limit.
///
/// Frank Hutter, Holger H. Hoos, Kevin Leyton-Brown and Thomas Stützle, "ParamILS: an automatic algorithm configuration
/// framework", JAIR 36, 2009; `parscores` of the R package llama.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Par {
    answered: u128,
    penalties: u128,
}

impl Par {
    #[inline]
    pub fn add(&mut self, cost: u64, limit: Option<u64>, answered: bool) {
        if answered {
            self.answered += u128::from(cost);
        } else {
            self.penalties += u128::from(limit.unwrap_or(cost));
        }
    }

    pub fn sum(&self, k: u32) -> u128 {
        self.answered + u128::from(k) * self.penalties
    }
}

/// Returns the cost of a puzzle to the virtual best solver, and true if it is the cost of an answer: the smallest cost
/// of an answer, or the smallest cost if there is no answer. `None` if there is no cost.
///
/// Lin Xu, Frank Hutter, Holger H. Hoos and Kevin Leyton-Brown, "Evaluating component solver contributions to
/// portfolio-based algorithm selectors", SAT 2012; `vbs` of the R package llama.
pub fn virtual_best(costs: impl IntoIterator<Item = (u64, bool)>) -> Option<(u64, bool)> {
    // Faster than `min_by_key`, which stores every cost to memory.
    costs.into_iter().reduce(|best, other| match (best.1, other.1) {
        (true, false) => best,
        (false, true) => other,
        _ => (best.0.min(other.0), best.1),
    })
}

/// Returns the largest cost that ties with the smallest cost: 1 % above it.
///
/// On small differences as ties: Allen Van Gelder, "Careful ranking of multiple solvers with timeouts and ties",
/// SAT 2011.
pub fn tie_with(smallest: u64) -> u64 {
    smallest.saturating_add(smallest / 100)
}

/// The geometric mean of ratios, one per puzzle.
///
/// Philip J. Fleming and John J. Wallace, "How not to lie with statistics: the correct way to summarize benchmark
/// results", Communications of the ACM 29, 1986. The interval is Student's, for the logarithms. Their mean and variance are
/// updated with each ratio: B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
/// Technometrics 4, 1962.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GeometricMean {
    n: u64,
    /// The mean of the logarithms.
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

impl GeometricMean {
    /// Adds the ratio of two costs. A cost of 0, below the resolution of a clock, counts as one unit.
    #[inline]
    pub fn add(&mut self, first: u64, own: u64) {
        self.add_logarithm((first.max(1) as f64 / own.max(1) as f64).ln());
    }

    #[inline]
    fn add_logarithm(&mut self, value: f64) {
        self.n += 1;
        let distance = value - self.mean;
        self.mean += distance / self.n as f64;
        self.squares += distance * (value - self.mean);
    }

    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.mean.exp())
    }

    /// Returns the 99 % confidence interval of the mean; `None` for fewer than three ratios.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let freedom = self.n.checked_sub(1).filter(|&freedom| freedom > 1)?;
        // The half-width of the interval of the logarithms: t·s/√n.
        let margin = student::quantile_995(freedom) * (self.squares / freedom as f64 / self.n as f64).sqrt();
        Some(((self.mean - margin).exp(), (self.mean + margin).exp()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found / expected - 1.0).abs() <= tolerance, "{found} is not {expected}");
    }

    /// PAR-1, PAR-2 and PAR-10 of one puzzle.
    fn par(cost: u64, limit: Option<u64>, answered: bool) -> [u128; 3] {
        let mut par = Par::default();
        par.add(cost, limit, answered);
        [1, 2, 10].map(|k| par.sum(k))
    }

    #[test]
    fn an_unanswered_puzzle_costs_k_limits() {
        assert_eq!(par(30, Some(100), true), [30; 3]);
        assert_eq!(par(30, None, true), [30; 3]);
        // 100, 2 · 100 and 10 · 100, regardless of the time spent; 30, 2 · 30 and 10 · 30 without a limit.
        assert_eq!(par(30, Some(100), false), [100, 200, 1000]);
        assert_eq!(par(30, None, false), [30, 60, 300]);
        // The sum exceeds 64 bits.
        assert_eq!(par(u64::MAX, None, false)[2], 10 * u128::from(u64::MAX));
    }

    #[test]
    fn the_virtual_best_prefers_answers() {
        assert_eq!(virtual_best([]), None);
        assert_eq!(virtual_best([(3, false), (9, true), (8, true)]), Some((8, true)));
        assert_eq!(virtual_best([(5, false), (4, false)]), Some((4, false)));
    }

    #[test]
    fn a_tie_is_within_one_percent() {
        // 1.01 · 1000 = 1010, 1.01 · 1099 = 1109.99, 1.01 · 99 = 99.99.
        assert_eq!([1000, 1099, 99, 7, 0].map(tie_with), [1010, 1109, 99, 7, 0]);
        assert_eq!(tie_with(u64::MAX), u64::MAX);
    }

    /// With a large mean and a small variance, the difference of sums of squares would lose all digits.
    #[test]
    fn the_variance_does_not_cancel() {
        let mut ratios = GeometricMean::default();
        [1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0].into_iter().for_each(|value| ratios.add_logarithm(value));
        // The mean is 1e9 + 10; 36 + 9 + 9 + 36 = 90.
        assert_eq!((ratios.mean, ratios.squares), (1e9 + 10.0, 90.0));
    }

    #[test]
    fn a_geometric_mean_has_an_interval_of_factors() {
        let mut ratios = GeometricMean::default();
        assert_eq!((ratios.mean(), ratios.interval()), (None, None));
        [(100, 50), (400, 100)].into_iter().for_each(|(first, own)| ratios.add(first, own));
        assert_eq!(ratios.interval(), None, "two ratios are too few");
        [800, 1600, 3200].into_iter().for_each(|first| ratios.add(first, 100));
        // The ratios 2, 4, 8, 16, 32: powers 1 to 5 of two, whose mean is 3 and whose s is √2.5 = 1.58114.
        close(ratios.mean().unwrap(), 8.0, 1e-12);
        // t is 4.604095 for four degrees of freedom: 4.604095 / √2 = 3.255587, and 2 to that is 9.55057.
        let (low, high) = ratios.interval().unwrap();
        close(low, 8.0 / 9.55057, 1e-6);
        close(high, 8.0 * 9.55057, 1e-6);
        close(low * high, 64.0, 1e-12);
    }

    #[test]
    fn a_cost_of_zero_gives_a_finite_mean() {
        let mut ratios = GeometricMean::default();
        [(0, 0), (0, 5), (5, 0)].into_iter().for_each(|(first, own)| ratios.add(first, own));
        close(ratios.mean().unwrap(), 1.0, 1e-12);
        assert!(ratios.interval().is_some_and(|(low, high)| low.is_finite() && high.is_finite()));
    }
}
