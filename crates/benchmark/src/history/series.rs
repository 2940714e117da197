//! The latencies of a strategy over the commits of one machine class, and where they changed.

use serde::Serialize;
use stats::change_points::{self, Analysis, Drift, Settings, Step};

use super::{Change, CommitRange, Finding, Order, State};

/// The fewest points of a series that is judged.
pub use stats::change_points::FEWEST_POINTS;
/// The smallest change of a strategy that solves puzzles together: two runs of one build differ by this much.
const MIN_AMORTISED_CHANGE: f64 = 0.20;

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
    /// The level around a judged point, as a logarithm; `None` if there are too few points.
    #[serde(skip)]
    pub ln_level: Option<f64>,
}

/// The latencies of one strategy over one work on one class of machines.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    pub class: String,
    pub work: String,
    pub strategy: String,
    pub amortised: bool,
    /// In the order of the commits.
    pub points: Vec<Point>,
    /// The standard deviation of the points around their level; `None` if there are too few points.
    pub noise: Option<f64>,
    /// True if the newest points are above the last level, but too few to form a new one.
    pub is_suspicious: bool,
}

impl Series {
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

    /// Returns the points of a commit.
    pub fn points_at(&self, commit: usize) -> &[Point] {
        let first = self.points.partition_point(|point| point.commit < commit);
        let end = self.points.partition_point(|point| point.commit <= commit);
        &self.points[first..end]
    }

    /// Returns the median of the judged points of a commit, as a logarithm.
    pub fn ln_ratio_at(&self, commit: usize) -> Option<f64> {
        let judged = self.points_at(commit).iter().filter(|point| point.left_out.is_none());
        stats::median(&mut judged.map(|point| point.ln_ratio).collect::<Vec<_>>())
    }

    /// Finds the changes of the series. `alpha` is the probability of a false change in it, and `min_change` the smallest change that is
    /// reported, as a share. Minor changes up to the commit `blessed` are no drift.
    pub fn judge(&mut self, order: &Order, alpha: f64, min_change: f64, blessed: Option<usize>) -> Vec<Finding> {
        let (values, commits): (Vec<f64>, Vec<usize>) =
            self.judged().map(|point| (point.ln_ratio, point.commit)).unzip();
        let floor = if self.amortised { min_change.max(MIN_AMORTISED_CHANGE) } else { min_change };
        let settings = Settings { alpha, floor };
        let Some(Analysis { noise, level, mut steps, suspects, .. }) = change_points::analyse(&values, &settings)
        else {
            return Vec::new();
        };
        // The earlier analyses take most of the time, and only steps need them.
        let earlier = match steps.is_empty() {
            true => Vec::new(),
            false => change_points::earlier_analyses(&values, &commits, &settings),
        };
        // A series that ended has no news.
        let is_current = commits.last().copied() == order.newest;
        let of_step = |step: &Step| {
            let range = range(step, &commits)?;
            let Step { change, p, .. } = *step;
            let class = self.class.clone();
            let change = Change::Latency { class, before: step.before.exp(), after: step.after.exp(), change, p };
            Some(self.finding(step.state, change, range, order, is_current && step.is_new(&steps, &earlier)))
        };
        let mut findings: Vec<Finding> = steps.iter().filter_map(of_step).collect();
        self.set_levels(&steps, level);
        steps.retain(|step| blessed.is_none_or(|blessed| commits[step.index] > blessed));
        findings.extend(change_points::drift(&steps, &settings).and_then(|drift| {
            let range = CommitRange { up_to: *commits.last()?, ..range(&drift.first, &commits)? };
            Some(self.drift_finding(&drift, range, order, is_current && drift.is_new(&earlier)))
        }));
        self.noise = Some(noise);
        self.is_suspicious = suspects > 0;
        findings
    }

    /// Sets the level of each judged point; `newest` is the level after the last step.
    fn set_levels(&mut self, steps: &[Step], newest: f64) {
        let judged = self.points.iter_mut().filter(|point| point.left_out.is_none());
        for (index, point) in judged.enumerate() {
            let next = steps.iter().find(|step| index < step.index);
            point.ln_level = Some(next.map_or(newest, |step| step.before));
        }
    }

    fn drift_finding(&self, drift: &Drift, range: CommitRange, order: &Order, is_new: bool) -> Finding {
        let state = if drift.change > 0.0 { State::Regressed } else { State::Improved };
        let change = Change::Drift { class: self.class.clone(), change: drift.change };
        self.finding(state, change, range, order, is_new)
    }

    fn finding(&self, state: State, change: Change, range: CommitRange, order: &Order, is_new: bool) -> Finding {
        Finding { is_new, ..Finding::new(&self.strategy, &self.work, state, change, range, order) }
    }
}

/// Returns the commits of a step; `None` if there is only one. `commits` has the commit of each point.
fn range(step: &Step, commits: &[usize]) -> Option<CommitRange> {
    let Step { first, index, last, .. } = step.between_commits(commits)?;
    Some(CommitRange { after: commits[first - 1], near: commits[index], up_to: commits[last] })
}
