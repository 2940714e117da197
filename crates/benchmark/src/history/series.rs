//! The latencies of a strategy over the commits of one machine class, and where they changed.

use serde::Serialize;
use stats::change_points::{self, Analysis, Drift, Settings, Step, StepState};

use super::{Change, Finding, Order, Place, State};

/// The fewest points of a series that is judged.
pub use stats::change_points::FEWEST_POINTS;
/// The smallest change of a strategy that solves puzzles together: two runs of one build differ by this much.
const LEAST_AMORTISED: f64 = 0.20;

/// Why a point is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeftOut {
    /// Tracked files differed from the commit.
    Dirty,
    /// The machine was never quiet: even the quietest control was slower than usual.
    Busy,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// The index of the commit in the order.
    pub commit: usize,
    pub ln_ratio: f64,
    #[serde(skip)]
    pub ln_control: f64,
    pub left_out: Option<LeftOut>,
}

/// The latencies of one strategy over one work on one class of machines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    pub class: String,
    pub work: String,
    pub strategy: String,
    pub amortised: bool,
    pub points: Vec<Point>,
    /// The level of each judged point, as a logarithm; empty if there are too few points.
    #[serde(skip)]
    pub levels: Vec<f64>,
    /// The standard deviation of the points around their level; `None` if there are too few points.
    pub noise: Option<f64>,
    /// True if the newest points are above the last level, but too few to form a new one.
    pub is_suspicious: bool,
}

impl Series {
    /// Returns a series without points.
    pub fn new(class: &str, work: &str, strategy: &str, amortised: bool) -> Series {
        Series {
            class: class.into(),
            work: work.into(),
            strategy: strategy.into(),
            amortised,
            points: Vec::new(),
            levels: Vec::new(),
            noise: None,
            is_suspicious: false,
        }
    }

    /// Marks the runs on a busy machine.
    pub fn mark_busy(&mut self) {
        let controls: Vec<f64> = self.judged().map(|point| point.ln_control).collect();
        let busy = change_points::busy(&controls);
        let judged = self.points.iter_mut().filter(|point| point.left_out.is_none());
        judged.zip(busy).filter(|(_, is_busy)| *is_busy).for_each(|(point, _)| point.left_out = Some(LeftOut::Busy));
    }

    /// Returns the points that are judged.
    pub fn judged(&self) -> impl Iterator<Item = &Point> {
        self.points.iter().filter(|point| point.left_out.is_none())
    }

    pub fn is_judged(&self) -> bool {
        self.judged().count() >= FEWEST_POINTS
    }

    /// Finds the changes of the series. `alpha` is the probability of a false change in it, and `least` the smallest change that is
    /// reported, as a share. Minor changes up to the commit `blessed` are no drift.
    pub fn judge(&mut self, order: &Order, alpha: f64, least: f64, blessed: Option<usize>) -> Vec<Finding> {
        let points: Vec<Point> = self.judged().copied().collect();
        let values: Vec<f64> = points.iter().map(|point| point.ln_ratio).collect();
        let commits: Vec<usize> = points.iter().map(|point| point.commit).collect();
        let settings = Settings { alpha, floor: if self.amortised { least.max(LEAST_AMORTISED) } else { least } };
        let Some(Analysis { noise, level, mut steps, suspects, .. }) = change_points::analyse(&values, &settings)
        else {
            return Vec::new();
        };
        // The earlier analyses take most of the time, and only steps need them.
        let earlier = match steps.is_empty() {
            true => Vec::new(),
            false => change_points::earlier_analyses(&values, &commits, &settings),
        };
        let in_commits = |step: &Step| step.between_commits(&commits).map(|step| place(&step, &commits));
        let of_step = |step: &Step| {
            let is_new = self.is_current(order) && step.is_new(&steps, &earlier);
            Some(self.step_finding(step, in_commits(step)?, order, is_new))
        };
        let mut findings: Vec<Finding> = steps.iter().filter_map(of_step).collect();
        self.levels = levels(&steps, level, points.len());
        steps.retain(|step| blessed.is_none_or(|blessed| commits[step.index] > blessed));
        let drift = change_points::drift(&steps, &settings);
        findings.extend(drift.and_then(|drift| {
            let place = Place { up_to: *commits.last()?, ..in_commits(&drift.first)? };
            Some(self.drift_finding(&drift, place, order, &earlier))
        }));
        self.noise = Some(noise);
        self.is_suspicious = suspects > 0;
        findings
    }

    fn step_finding(&self, step: &Step, place: Place, order: &Order, is_new: bool) -> Finding {
        let state = match step.state {
            StepState::Regression => State::Regressed,
            StepState::Improvement => State::Improved,
            StepState::Recurring => State::Recurring,
            StepState::Undone => State::Undone,
            StepState::Minor => State::Minor,
        };
        let class = self.class.clone();
        let Step { change, p, .. } = *step;
        let change = Change::Latency { class, before: step.before.exp(), after: step.after.exp(), change, p };
        self.new_finding(state, change, place, order, is_new)
    }

    fn drift_finding(&self, drift: &Drift, place: Place, order: &Order, earlier: &[Analysis]) -> Finding {
        let state = if drift.change > 0.0 { State::Regressed } else { State::Improved };
        let change = Change::Drift { class: self.class.clone(), change: drift.change };
        self.new_finding(state, change, place, order, self.is_current(order) && drift.is_new(earlier))
    }

    /// Returns true if the newest commit has a point of the series. A series that ended has no news.
    fn is_current(&self, order: &Order) -> bool {
        self.judged().last().map(|point| point.commit) == order.newest
    }

    fn new_finding(&self, state: State, change: Change, place: Place, order: &Order, is_new: bool) -> Finding {
        Finding { is_new, ..Finding::new(&self.strategy, &self.work, state, change, place, order) }
    }

    /// Returns the median of the judged points of a commit, as a logarithm.
    pub fn ln_ratio_at(&self, commit: usize) -> Option<f64> {
        let of_commit = self.judged().filter(|point| point.commit == commit);
        stats::median(&mut of_commit.map(|point| point.ln_ratio).collect::<Vec<_>>())
    }
}

/// Returns the level of each point; `newest` is the level after the last step.
fn levels(steps: &[Step], newest: f64, points: usize) -> Vec<f64> {
    let level = |point: usize| steps.iter().find(|step| point < step.index).map_or(newest, |step| step.before);
    (0..points).map(level).collect()
}

/// Returns the commits of a step that lies between commits. `commits` has the commit of each point.
fn place(step: &Step, commits: &[usize]) -> Place {
    Place { after: commits[step.first - 1], near: commits[step.index], up_to: commits[step.last] }
}
