//! A series as segments, each with a level of its own. METHODOLOGY.md, "Changes in a history", has the formulas.

use super::{median, quantile, student};

const MIN_SEGMENT_POINTS: usize = 3;
/// No series is known to be steadier than 0.2 %.
const MIN_SCALE: f64 = 0.002;
/// High enough to cover a second state of the machine in a third of the runs.
const SCALE_QUANTILE: f64 = 0.8;
/// The same quantile of the absolute value of a normally distributed number.
const Z_SCALE: f64 = 1.281_551_565_544_600_4;
const CLIP_WINDOW: usize = 5;
/// Points further from the median of their window are moved to this many scales from it.
const CLIP_SCALES: f64 = 3.0;
/// The cost of a further segment, in squared scales times the logarithm of the number of points.
const PENALTY: f64 = 3.0;
const MAX_CORRELATION: f64 = 0.8;
/// The variance beside a border is at least this share of the variance of the whole series.
const MIN_VARIANCE_SHARE: f64 = 0.5;

pub struct Segments {
    /// The standard deviation of the points, from the differences between neighbours: a change of level affects only one of them.
    pub scale: f64,
    /// The standard deviation of the points from their levels, without outliers.
    pub noise: f64,
    /// The first point of each segment, and the number of points.
    pub bounds: Vec<usize>,
    /// The p-value of each border between two segments, and the variance of a point beside it.
    pub borders: Vec<(f64, f64)>,
    sums: Sums,
}

impl Segments {
    /// Divides at least five values into segments whose borders all have a p-value of at most `alpha`.
    pub fn of(values: &[f64], alpha: f64) -> Segments {
        let scale = scale(values);
        // Relative to the first, so that differences of their sums keep all digits.
        let relative: Vec<f64> = values.iter().map(|value| value - values[0]).collect();
        let clipped = clip(&relative, scale);
        let sums = Sums::of(&clipped);
        let mut bounds = partition(&sums, PENALTY * (values.len() as f64).ln() * scale * scale);
        loop {
            let (variance, inflation) = residual_variance(&clipped, &sums, &bounds);
            let borders: Vec<(f64, f64)> =
                bounds.windows(3).map(|bounds| sums.test_border(bounds, variance, inflation)).collect();
            // Of several, the first: `max_by` returns the last.
            let weakest = (0..borders.len()).rev().max_by(|&one, &other| borders[one].0.total_cmp(&borders[other].0));
            match weakest.filter(|&weakest| borders[weakest].0 > alpha) {
                Some(weakest) => bounds.remove(weakest + 1),
                None => return Segments { scale, noise: variance.sqrt(), bounds, borders, sums },
            };
        }
    }

    /// Returns the first and the last index, in the two segments beside a border, at which the border would increase the sum of squares by
    /// at most `most`.
    pub fn region(&self, border: usize, most: f64) -> [usize; 2] {
        let [start, own, end] = [0, 1, 2].map(|index| self.bounds[border + index]);
        let cost = |place: usize| self.sums.cost(start, place) + self.sums.cost(place, end);
        let is_likely = |place: &usize| cost(*place) - cost(own) <= most;
        [(start + 1..own).find(is_likely).unwrap_or(own), (own + 1..end).rev().find(is_likely).unwrap_or(own)]
    }
}

/// Sums of the values and of their squares up to each index.
struct Sums(Vec<[f64; 2]>);

impl Sums {
    fn of(values: &[f64]) -> Sums {
        let mut sums = vec![[0.0, 0.0]];
        for (index, value) in values.iter().enumerate() {
            let [sum, squares] = sums[index];
            sums.push([sum + value, squares + value * value]);
        }
        Sums(sums)
    }

    fn mean(&self, start: usize, end: usize) -> f64 {
        (self.0[end][0] - self.0[start][0]) / (end - start) as f64
    }

    /// Returns the sum of squared distances from the mean. Rounding must not make it negative.
    fn cost(&self, start: usize, end: usize) -> f64 {
        let sum = self.0[end][0] - self.0[start][0];
        let squares = self.0[end][1] - self.0[start][1];
        (squares - sum * sum / (end - start) as f64).max(0.0)
    }

    /// Returns the p-value of the border between two segments, corrected for the number of possible borders, and the variance beside it.
    fn test_border(&self, bounds: &[usize], residual_variance: f64, inflation: f64) -> (f64, f64) {
        let [start, place, end] = [bounds[0], bounds[1], bounds[2]];
        let [before, after] = [(place - start) as f64, (end - place) as f64];
        let pooled = (self.cost(start, place) + self.cost(place, end)) / (before + after - 2.0);
        let least = (MIN_VARIANCE_SHARE * residual_variance).max(MIN_SCALE * MIN_SCALE);
        let variance = pooled.max(least) * inflation;
        let difference = self.mean(place, end) - self.mean(start, place);
        let t = difference / (variance * (1.0 / before + 1.0 / after)).sqrt();
        let freedom = ((before + after) / inflation - 2.0).max(1.0);
        let places = (self.0.len() - 2) as f64;
        ((student::two_sided_tail(t, freedom) * places).min(1.0), variance)
    }
}

fn scale(values: &[f64]) -> f64 {
    let mut differences: Vec<f64> = values.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
    differences.sort_unstable_by(f64::total_cmp);
    (quantile(&differences, SCALE_QUANTILE) / (Z_SCALE * 2f64.sqrt())).max(MIN_SCALE)
}

/// Limits the distance of each point from the median of the five around it; at either end, of the five at the end. Up to two
/// outliers in a row vanish, and a step stays a step.
fn clip(values: &[f64], scale: f64) -> Vec<f64> {
    let clipped = |(index, value): (usize, &f64)| {
        let start = index.saturating_sub(CLIP_WINDOW / 2).min(values.len() - CLIP_WINDOW);
        let centre = median(&mut values[start..start + CLIP_WINDOW].to_vec()).expect("a window has points");
        value.clamp(centre - CLIP_SCALES * scale, centre + CLIP_SCALES * scale)
    };
    values.iter().enumerate().map(clipped).collect()
}

/// Returns the bounds of the segments with the smallest sum of costs and penalties; of equal ones, those that begin first.
///
/// Ivan E. Auger and Charles E. Lawrence, "Algorithms for the optimal identification of segment neighborhoods", Bulletin of
/// Mathematical Biology 51, 1989.
fn partition(sums: &Sums, penalty: f64) -> Vec<usize> {
    let n = sums.0.len() - 1;
    // For each end, the smallest sum and the start of its last segment.
    let mut best = vec![(f64::INFINITY, 0); n + 1];
    best[0].0 = -penalty;
    for end in MIN_SEGMENT_POINTS..=n {
        for start in 0..=end - MIN_SEGMENT_POINTS {
            let total = best[start].0 + penalty + sums.cost(start, end);
            if total < best[end].0 {
                best[end] = (total, start);
            }
        }
    }
    let mut bounds = vec![n];
    while bounds[0] > 0 {
        bounds.insert(0, best[bounds[0]].1);
    }
    bounds
}

/// Returns the variance of the points around their levels, and how many correlated points count as much as an independent one:
/// (1 + ρ) / (1 − ρ), as in an autoregressive process of first order.
fn residual_variance(values: &[f64], sums: &Sums, bounds: &[usize]) -> (f64, f64) {
    let mut residuals = Vec::with_capacity(values.len());
    for segment in bounds.windows(2) {
        let mean = sums.mean(segment[0], segment[1]);
        residuals.extend(values[segment[0]..segment[1]].iter().map(|value| value - mean));
    }
    let squares: f64 = residuals.iter().map(|residual| residual * residual).sum();
    let products: f64 = residuals.windows(2).map(|pair| pair[0] * pair[1]).sum();
    let least = values.len() as f64 * MIN_SCALE * MIN_SCALE;
    let correlation = (products / squares.max(least)).clamp(0.0, MAX_CORRELATION);
    let freedom = (values.len() + 1).saturating_sub(bounds.len()).max(1);
    (squares / freedom as f64, (1.0 + correlation) / (1.0 - correlation))
}
