//! Finds the steps from one level to another in a series of noisy values, one value for each run of a program.
//!
//! Values are natural logarithms of latencies, and must be finite. The points of a series are in the order of the commits, and several
//! runs of a commit are points of their own. METHODOLOGY.md, "Changes in a history", describes the method and its error rates.

use serde::Serialize;

use super::{median, segments::Segments};

/// The fewest points of a series that is analysed.
pub const FEWEST_POINTS: usize = 8;
/// The newest points that are analysed: the time grows with their square.
const MAX_POINTS: usize = 500;
/// The fewest points before a step that is reported.
const MIN_POINTS_BEFORE: usize = 5;
/// The 95 % region of a step: (1 − exp(−x / 2))² is 0.95, the asymptotic coverage of a region of likelihood around a change.
const REGION: f64 = 7.352;
/// A machine alternates between two levels if this many earlier steps were between them.
const MIN_EARLIER_VISITS: usize = 2;
/// Points above the last level by more than this many scales are suspicious.
const SUSPICIOUS_SCALES: f64 = 4.0;
/// A step is new if no analysis without the newest 1, 2, … or this many commits reported it.
const NEWS_COMMITS: usize = 10;
/// Two analyses report the same step if its indices differ by at most this many points.
const SAME_STEP_POINTS: usize = 5;
/// A machine was busy if the quietest control of a run is above the median of the series by more than this logarithm.
pub const BUSY_EXCESS: f64 = 0.10;

/// What counts as a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The probability of a step in a series that has none: 0.001 divided by the number of series that are judged together.
    pub alpha: f64,
    /// The smallest change that is reported, as a share: 0.025 is 2.5 %.
    pub floor: f64,
}

/// How a change is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Regressed,
    Improved,
    /// Neither better nor worse: a step never is, but counts may be.
    Changed,
    /// Between two levels that alternated before: a machine with two states.
    Recurring,
    /// The level before came back later.
    Undone,
    /// Below the floor, or with too few points before it.
    Minor,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The first point of the new level.
    pub index: usize,
    /// The first and the last index of the 95 % region of the step.
    pub first: usize,
    pub last: usize,
    /// The levels, as logarithms.
    pub before: f64,
    pub after: f64,
    /// The change as a share: 0.05 is 5 % more.
    pub change: f64,
    pub p: f64,
    pub state: State,
}

/// Minor steps that add up to the floor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Drift {
    /// The first of the steps.
    pub first: Step,
    /// The sum of the steps as a share.
    pub change: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The standard deviation of the points from their levels, without outliers.
    pub noise: f64,
    /// The level of the newest points, as a logarithm.
    pub level: f64,
    pub steps: Vec<Step>,
    pub drift: Option<Drift>,
    /// The number of newest points that are suspiciously far above the last level, but too few to form a new one.
    pub suspects: usize,
}

/// Finds the steps of a series; `None` if it has fewer than [`FEWEST_POINTS`].
pub fn analyse(values: &[f64], settings: &Settings) -> Option<Analysis> {
    let skipped = values.len().saturating_sub(MAX_POINTS);
    let newest = &values[skipped..];
    if newest.len() < FEWEST_POINTS {
        return None;
    }
    let segments = Segments::of(newest, settings.alpha);
    let levels = segments.bounds.windows(2).filter_map(|bounds| median(&mut newest[bounds[0]..bounds[1]].to_vec()));
    let levels: Vec<f64> = levels.collect();
    let mut steps = Vec::new();
    for (border, &(p, variance)) in segments.borders.iter().enumerate() {
        let index = segments.bounds[border + 1];
        let [first, last] = segments.region(border, REGION * variance).map(|place| skipped + place);
        let [before, after] = [levels[border], levels[border + 1]];
        let change = (after - before).exp_m1();
        let state = state(&levels, border, index, settings.floor.ln_1p());
        steps.push(Step { index: skipped + index, first, last, before, after, change, p, state });
    }
    let level = *levels.last()?;
    let is_suspect = |value: &&f64| **value > level + SUSPICIOUS_SCALES * segments.scale;
    let suspects = newest.iter().rev().take_while(is_suspect).count();
    let drift = drift(&steps, settings);
    Some(Analysis { noise: segments.noise, level, steps, drift, suspects })
}

/// Judges the step from the level `own` to the next. The floor is a logarithm.
fn state(levels: &[f64], own: usize, points_before: usize, floor: f64) -> State {
    let size = |step: usize| (levels[step + 1] - levels[step]).abs();
    let low = |step: usize| levels[step].min(levels[step + 1]);
    let high = |step: usize| levels[step].max(levels[step + 1]);
    let is_between_same_levels = |&step: &usize| {
        let distance = (low(step) - low(own)).abs().max((high(step) - high(own)).abs());
        distance <= size(own) / 2.0 && size(step) >= floor
    };
    let back = floor.max(size(own) / 3.0);
    if size(own) < floor || points_before < MIN_POINTS_BEFORE {
        State::Minor
    } else if (0..own).filter(is_between_same_levels).count() >= MIN_EARLIER_VISITS {
        State::Recurring
    } else if levels[own + 2..].iter().any(|level| (level - levels[own]).abs() < back) {
        State::Undone
    } else if levels[own + 1] > levels[own] {
        State::Regressed
    } else {
        State::Improved
    }
}

/// Returns the drift after the last step that is not minor. The caller leaves out the steps up to a blessing.
pub fn drift(steps: &[Step], settings: &Settings) -> Option<Drift> {
    let is_minor = |step: &&Step| step.state == State::Minor;
    let minor: Vec<&Step> = steps.iter().rev().take_while(is_minor).collect();
    let sum: f64 = minor.iter().map(|step| step.after - step.before).sum();
    let first = **minor.last()?;
    (minor.len() > 1 && sum.abs() >= settings.floor.ln_1p()).then(|| Drift { first, change: sum.exp_m1() })
}

/// Returns the analyses without the newest commit, without the newest two, and so on, which tell whether a finding is new. `commits` has
/// the commit of each point, in ascending order.
pub fn earlier_analyses(values: &[f64], commits: &[usize], settings: &Settings) -> Vec<Analysis> {
    let mut newest = commits.to_vec();
    newest.dedup();
    let cuts = newest.iter().rev().take(NEWS_COMMITS);
    let lengths = cuts.map(|cut| commits.partition_point(|commit| commit < cut));
    lengths.filter_map(|length| analyse(&values[..length], settings)).collect()
}

impl Step {
    /// Returns true if no earlier analysis had this one of the `steps` of an analysis in the same state. A minor step may become a regression.
    pub fn is_new(&self, steps: &[Step], earlier: &[Analysis]) -> bool {
        let is_same = |other: &Step| {
            let distance = other.index.abs_diff(self.index);
            // A second step soon after the first is another one.
            let is_nearest = steps.iter().all(|step| other.index.abs_diff(step.index) >= distance);
            other.state == self.state && distance <= SAME_STEP_POINTS && is_nearest
        };
        !earlier.iter().any(|analysis| analysis.steps.iter().any(is_same))
    }

    /// Moves a step to the first run of its commit, and the ends of its region outwards to the first and the last run of their commits,
    /// because a change lies between commits. A step among the runs of the first commit moves to the next. `None` if there is no other commit.
    pub fn between_commits(&self, commits: &[usize]) -> Option<Step> {
        let second = commits.partition_point(|commit| *commit <= commits[0]);
        let first_run = |index: usize| commits.partition_point(|commit| *commit < commits[index]).max(second);
        let index = Some(first_run(self.index)).filter(|index| *index < commits.len())?;
        let last_run = commits.partition_point(|commit| *commit <= commits[self.last.max(index)]) - 1;
        Some(Step { index, first: first_run(self.first), last: last_run, ..*self })
    }
}

impl Drift {
    /// Returns true if no earlier analysis reported a drift in this direction.
    pub fn is_new(&self, earlier: &[Analysis]) -> bool {
        let is_same = |other: &Drift| other.change.signum() == self.change.signum();
        !earlier.iter().filter_map(|analysis| analysis.drift.as_ref()).any(is_same)
    }
}

/// Returns for the control of each run, in logarithms, whether the machine was busy all the time. Then even the smallest of many
/// latencies is too large, and the run is left out.
pub fn busy(controls: &[f64]) -> Vec<bool> {
    let usual = median(&mut controls.to_vec()).unwrap_or_default();
    controls.iter().map(|control| *control > usual + BUSY_EXCESS).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, from_str, to_value};

    use super::*;

    const SETTINGS: Settings = Settings { alpha: 0.001, floor: 0.025 };

    #[derive(Deserialize)]
    struct KnownSeries {
        name: String,
        values: Vec<f64>,
        changes: Vec<Value>,
        drift: Option<f64>,
    }

    /// The steps were computed by a second implementation.
    #[test]
    fn the_steps_of_known_series_are_exact() {
        let known: Vec<KnownSeries> = from_str(include_str!("../tests/data/change_points.json")).unwrap();
        for KnownSeries { name, values, changes, drift } in known {
            let analysis = analyse(&values, &SETTINGS);
            let steps = analysis.iter().flat_map(|analysis| &analysis.steps);
            let steps: Vec<Value> = steps.map(|step| to_value(step).unwrap()).collect();
            let exact = |step: &Value| ["index", "first", "last", "state"].map(|key| step[key].clone());
            assert!(steps.iter().map(exact).eq(changes.iter().map(exact)), "{name}: {steps:?}");
            let found_drift = analysis.and_then(|analysis| analysis.drift).map(|drift| drift.change);
            let rounded = |step: &Value| ["change", "p"].map(|key| step[key].as_f64());
            let found = steps.iter().flat_map(rounded).chain([found_drift]);
            for pair in found.zip(changes.iter().flat_map(rounded).chain([drift])) {
                let is_close = match pair {
                    (Some(found), Some(known)) => (found / known - 1.0).abs() < 1e-9,
                    _ => pair.0 == pair.1,
                };
                assert!(is_close, "{name}: {pair:?}");
            }
        }
    }

    #[test]
    fn of_many_points_the_newest_are_analysed() {
        let values = [vec![0.0; 600], vec![0.05; 9]].concat();
        assert_eq!(analyse(&values, &SETTINGS).unwrap().steps[0].index, 600);
    }
}
