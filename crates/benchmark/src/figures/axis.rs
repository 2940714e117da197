//! Axes: scales, ranges, and ticks at round numbers.

use corpus::numbers::{count, three_digits};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    pub label: String,
    pub unit: Unit,
    pub log: bool,
    pub min: f64,
    pub max: f64,
    /// The ticks, ascending: where, and what is written there.
    pub ticks: Vec<(f64, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    Nanoseconds,
    Seconds,
    /// A count. On a logarithmic axis, 0 is drawn at [`ZERO`].
    Count,
    Share,
    /// A ratio, written with a multiplication sign.
    Ratio,
    /// The percentile p as 1/(1 − p).
    Nines,
    Rating,
    /// The index of a run in a list; the ticks show its name.
    Run,
}

/// Where a logarithmic axis of counts shows 0.
pub const ZERO: f64 = 0.5;

/// The smallest ratio of the maximum of a logarithmic axis to its minimum; twice this for counts.
const MIN_AXIS_RATIO: f64 = 1.2;

/// An axis of ratios shows intervals up to this factor beyond the estimates.
const MAX_INTERVAL_REACH: f64 = 2.0;

const MAX_TICKS: f64 = 8.0;

/// The distances of ticks of an axis of ratings: these have one decimal.
const RATING_STEPS: [f64; 5] = [0.1, 0.2, 0.5, 1.0, 2.0];

impl Unit {
    /// Formats a value with three digits.
    pub fn text(self, value: f64) -> String {
        match self {
            Unit::Nanoseconds => corpus::numbers::duration(value),
            Unit::Seconds => format!("{} s", three_digits(value)),
            Unit::Count => count(if value < 1.0 { 0 } else { value.round() as u64 }),
            Unit::Share => format!("{} %", three_digits(100.0 * value)),
            Unit::Ratio => format!("{} ×", three_digits(value)),
            Unit::Nines => percentile(value),
            Unit::Rating => format!("{value:.1}"),
            Unit::Run => count(value as u64),
        }
    }

    fn tick(self, value: f64) -> String {
        let scaled = |units: &[(f64, &str)]| {
            let (scale, unit) = units.iter().rev().find(|(scale, _)| value >= *scale * 0.999).unwrap_or(&units[0]);
            format!("{}{unit}", short_text(value / scale))
        };
        match self {
            Unit::Nanoseconds => scaled(&[(1.0, " ns"), (1e3, " µs"), (1e6, " ms"), (1e9, " s")]),
            Unit::Count if value == ZERO => "0".into(),
            Unit::Count if value >= 999_999.0 => scaled(&[(1e6, " M"), (1e9, " G"), (1e12, " T")]),
            Unit::Count if value.fract() == 0.0 => count(value as u64),
            Unit::Count => short_text(value),
            Unit::Seconds => format!("{} s", short_text(value)),
            Unit::Share => format!("{} %", short_text(100.0 * value)),
            Unit::Ratio if value >= 1000.0 => format!("{} ×", count(value as u64)),
            Unit::Ratio => format!("{} ×", short_text(value)),
            Unit::Nines => percentile(value),
            Unit::Rating | Unit::Run => self.text(value),
        }
    }
}

fn short_text(value: f64) -> String {
    format!("{}", stats::significant(value, 6))
}

/// Formats 1/(1 − p) as a percentile: "99.9 %".
fn percentile(inverse: f64) -> String {
    let digits = (inverse.log10() - 2.0).ceil().clamp(0.0, 12.0) as usize;
    format!("{:.digits$} %", 100.0 * (1.0 - 1.0 / inverse))
}

impl Axis {
    /// Creates a logarithmic axis that shows all of these values. Counts of 0 are shown at [`ZERO`]; other values that
    /// are not positive are left out.
    pub fn log(label: &str, unit: Unit, values: impl IntoIterator<Item = f64>) -> Axis {
        let shown = values.into_iter().map(|value| if value < ZERO && unit == Unit::Count { ZERO } else { value });
        let (min, max) = range(shown.filter(|&value| value > 0.0)).unwrap_or((1.0, 10.0));
        // A narrower axis has no room for ticks.
        let narrowest = if unit == Unit::Count { 2.0 * MIN_AXIS_RATIO } else { MIN_AXIS_RATIO };
        let widen = (narrowest / (max / min)).max(1.0).sqrt();
        let min = min / widen;
        let max = max * widen;
        let ticks = if max / min < 2.0 {
            // Over so short a range, the scale is almost linear.
            linear_ticks(min, max).into_iter().filter(|tick| unit != Unit::Count || tick.fract() == 0.0).collect()
        } else {
            log_ticks(min, max, unit == Unit::Count && min <= ZERO)
        };
        Axis::new(label, unit, true, (min, max), ticks)
    }

    /// Creates a logarithmic axis of ratios. It shows all estimates, and the ends of intervals unless they are so far off that
    /// the estimates would fall together.
    pub fn ratios(label: &str, estimates: impl IntoIterator<Item = f64>, ends: impl IntoIterator<Item = f64>) -> Axis {
        let estimates: Vec<f64> = estimates.into_iter().collect();
        let (least, most) = range(estimates.iter().copied()).unwrap_or((1.0, 1.0));
        let ends = ends.into_iter().map(|end| end.clamp(least / MAX_INTERVAL_REACH, most * MAX_INTERVAL_REACH));
        Axis::log(label, Unit::Ratio, estimates.iter().copied().chain(ends))
    }

    pub fn linear(label: &str, unit: Unit, values: impl IntoIterator<Item = f64>) -> Axis {
        let (min, max) = range(values.into_iter()).unwrap_or((0.0, 1.0));
        let (min, max) = if max > min { (min, max) } else { (min - 0.5, max + 0.5) };
        let is_possible = |tick: &f64| unit != Unit::Count || tick.fract() == 0.0;
        Axis::new(label, unit, false, (min, max), linear_ticks(min, max).into_iter().filter(is_possible).collect())
    }

    /// Creates a logarithmic axis of percentiles, up to the percentile of the largest of `n` values.
    pub fn percentiles(label: &str, n: u64) -> Axis {
        let max = (n as f64).max(10.0);
        let ticks = [1.0, 2.0, 4.0].into_iter().chain((1..=12).map(|nines| 10f64.powi(nines)));
        Axis::new(label, Unit::Nines, true, (1.0, max), ticks.filter(|&at| at <= max).collect())
    }

    /// Creates an axis of ratings up to a limit. Harder puzzles have a tick of their own beyond the limit.
    pub fn ratings(label: &str, limit: f64, values: &[f64]) -> Axis {
        let mut axis = Axis::linear(label, Unit::Rating, values.iter().copied());
        let max = axis.max.min(limit);
        let count = |step: f64| ((max - axis.min) / step).floor();
        let step = RATING_STEPS.into_iter().find(|&step| count(step) < MAX_TICKS).unwrap_or(2.0);
        axis.ticks = multiples(step, axis.min, max).map(|at| (at, Unit::Rating.tick(at))).collect();
        if values.iter().any(|&value| value > limit) {
            axis.ticks.push((above(limit), format!(">{}", Unit::Rating.text(limit))));
        }
        axis
    }

    pub fn runs(label: &str, names: &[String]) -> Axis {
        let ticks = names.iter().enumerate().map(|(index, name)| (index as f64, name.clone())).collect();
        let max = names.len() as f64 - 0.75;
        Axis { label: label.into(), unit: Unit::Run, log: false, min: -0.25, max, ticks }
    }

    fn new(label: &str, unit: Unit, log: bool, (min, max): (f64, f64), ticks: Vec<f64>) -> Axis {
        let ticks = ticks.into_iter().map(|at| (at, unit.tick(at))).collect();
        Axis { label: label.into(), unit, log, min, max, ticks }
    }

    /// Returns the axis with more room at its ends, in shares of its length.
    #[must_use]
    pub fn with_room(mut self, before: f64, after: f64) -> Axis {
        if self.log {
            let length = self.max / self.min;
            self.min /= length.powf(before);
            self.max *= length.powf(after);
        } else {
            let length = self.max - self.min;
            self.min -= length * before;
            self.max += length * after;
        }
        self
    }

    /// Returns the text of a value; runs and the puzzles above a limit have a name.
    pub fn text(&self, value: f64) -> String {
        let has_names = matches!(self.unit, Unit::Rating | Unit::Run);
        let named = self.ticks.iter().find(|(at, _)| has_names && *at == value);
        named.map_or_else(|| self.unit.text(value), |(_, name)| name.clone())
    }

    /// Returns the position of a value on the axis: 0 at its beginning, 1 at its end.
    pub fn position(&self, value: f64) -> f64 {
        let scale = |value: f64| if self.log { value.ln() } else { value };
        (scale(value) - scale(self.min)) / (scale(self.max) - scale(self.min))
    }
}

/// Returns where an axis of ratings shows the puzzles that are harder than a limit.
pub fn above(limit: f64) -> f64 {
    limit + 0.5
}

/// Returns the smallest and the largest of the finite values; `None` if there is none.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = values.filter(|value| value.is_finite());
    finite.map(|value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// Returns powers of ten between two values, with 2 and 5 times these if the powers alone are too few, and not more than
/// [`MAX_TICKS`]. `zero` adds a tick for 0.
fn log_ticks(min: f64, max: f64, zero: bool) -> Vec<f64> {
    let decades = (max / min).log10();
    let every = (decades / MAX_TICKS).ceil().max(1.0) as i32;
    let factors: &[f64] = if decades <= 1.0 {
        &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0]
    } else if decades <= 2.3 {
        &[1.0, 2.0, 5.0]
    } else {
        &[1.0]
    };
    let powers = (min.log10().floor() as i32..=max.log10().ceil() as i32).filter(|power| power.rem_euclid(every) == 0);
    let ticks = powers.flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)));
    let ticks = ticks.filter(|&tick| tick >= min * 0.999 && tick <= max * 1.001 && !(zero && tick < 1.0));
    zero.then_some(ZERO).into_iter().chain(ticks).collect()
}

/// Returns multiples of 1, 2 or 5 times a power of ten between two values, about six.
fn linear_ticks(min: f64, max: f64) -> Vec<f64> {
    let rough = (max - min) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = power * [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough).unwrap_or(10.0);
    multiples(step, min, max).collect()
}

fn multiples(step: f64, min: f64, max: f64) -> impl Iterator<Item = f64> {
    let first = (min / step - 1e-9).ceil() as i64;
    let last = (max / step + 1e-9).floor() as i64;
    (first..=last).map(move |n| n as f64 * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn ticks_are_at_round_numbers() {
        let latency = Axis::log("latency", Unit::Nanoseconds, [800.0, 3.2e9]);
        assert_eq!(labels(&latency), ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]);
        assert_eq!(
            labels(&Axis::log("latency", Unit::Nanoseconds, [900.0, 2e4])),
            ["1 µs", "2 µs", "5 µs", "10 µs", "20 µs"]
        );
        let nodes = Axis::log("nodes", Unit::Count, [0.0, 3e6]);
        assert_eq!(
            (labels(&nodes), nodes.min),
            (vec!["0", "1", "10", "100", "1,000", "10,000", "100,000", "1 M"], ZERO)
        );
        assert_eq!(
            labels(&Axis::linear("puzzles", Unit::Share, [0.0, 1.0])),
            ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]
        );
        assert_eq!(labels(&Axis::percentiles("percentile", 5000)), ["0 %", "50 %", "75 %", "90 %", "99 %", "99.9 %"]);
    }

    #[test]
    fn an_axis_without_a_range_has_ticks() {
        for axis in [
            Axis::log("", Unit::Ratio, []),
            Axis::log("", Unit::Nanoseconds, [70.0]),
            Axis::linear("", Unit::Count, [3.0, f64::NAN]),
            Axis::log("", Unit::Count, [0.0]),
            Axis::log("", Unit::Count, [7.0]),
            Axis::log("", Unit::Ratio, [0.97, 1.04]),
        ] {
            assert!(!axis.ticks.is_empty() && axis.min < axis.max, "{axis:?}");
        }
    }

    #[test]
    fn an_axis_of_ratings_names_those_above_the_limit() {
        let axis = Axis::ratings("rating", 7.5, &[1.2, 7.5, above(7.5)]);
        assert_eq!(labels(&axis), ["2.0", "3.0", "4.0", "5.0", "6.0", "7.0", ">7.5"]);
        assert_eq!([axis.text(1.2), axis.text(8.0)], ["1.2", ">7.5"]);
        assert_eq!(labels(&Axis::ratings("rating", 7.5, &[7.1, 7.2])), ["7.1", "7.2"]);
    }

    #[test]
    fn intervals_that_are_far_off_are_cut() {
        let axis = |ends: [f64; 2]| Axis::ratios("", [0.9, 1.1], ends);
        let near = axis([0.8, 1.2]);
        assert_eq!((near.min, near.max), (0.8, 1.2));
        let far = axis([0.0, 1e14]);
        assert_eq!((far.min, far.max), (0.45, 2.2));
    }

    #[test]
    fn many_decades_have_few_ticks() {
        for decades in 1..=18 {
            let axis = Axis::log("", Unit::Count, [1.0, 10f64.powi(decades)]);
            assert!((3..=9).contains(&axis.ticks.len()), "{decades} decades: {:?}", axis.ticks);
            assert!((axis.position(10f64.powf(f64::from(decades) / 2.0)) - 0.5).abs() < 1e-9);
        }
        assert_eq!(Axis::linear("", Unit::Count, [0.0, 4.0]).position(1.0), 0.25);
    }
}
