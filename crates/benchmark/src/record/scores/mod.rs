//! The scores that compare strategies, added up puzzle by puzzle: penalised averages, the virtual best, wins, ratios, and
//! totals over the puzzles that all strategies answered. Puzzles whose givens conflict are left out.

mod pairs;

use pass::{Ending, Sample};

use super::{
    LimitsManifest,
    summary::{StrategySummary, VirtualBest, mean},
};
use pairs::{Pairs, SpeedUp};
use stats::{
    scores::{Par, tie_with, virtual_best},
    six_digits,
};

pub struct Scores {
    nodes_limit: Option<u64>,
    ns_limit: Option<u64>,
    strategies: Vec<Score>,
    pairs: Pairs,
    /// Puzzles that the strategies ran on.
    run: u64,
    /// Puzzles that all strategies answered.
    common: u64,
    best: Best,
}

#[derive(Clone, Default)]
struct Score {
    ns: Par,
    nodes: Par,
    answered: u64,
    /// Puzzles on which the strategy stalled or gave a wrong answer, so that their cost has no meaning.
    failed: u64,
    unique: u64,
    wins: u64,
    ties: u64,
    // Totals over the puzzles that all strategies answered.
    common_nodes: u64,
    common_backtracks: u64,
    common_ns: u64,
}

#[derive(Default)]
struct Best {
    ns: Par,
    answered: u64,
    /// Puzzles on which every strategy failed.
    failed: u64,
}

impl Scores {
    /// Creates empty sums. Penalties are multiples of the limits.
    pub fn new(strategies: usize, limits: &LimitsManifest) -> Scores {
        Scores {
            nodes_limit: limits.nodes,
            ns_limit: limits.time_ns,
            strategies: vec![Score::default(); strategies],
            pairs: Pairs::new(strategies),
            run: 0,
            common: 0,
            best: Best::default(),
        }
    }

    pub fn add(&mut self, samples: &[Sample]) {
        // Conflicting givens are invalid for every strategy.
        if samples[0].status.ending() == Ending::NotRun {
            return;
        }
        self.run += 1;
        self.pairs.add(samples);
        let tie = tie_with(self.add_best(samples).unwrap_or(0));
        let answered = samples.iter().filter(|sample| sample.status.is_answer()).count();
        let leaders = samples.iter().filter(|sample| leads(sample, tie)).count();
        let all = answered == samples.len();
        self.common += u64::from(all);
        for (score, sample) in self.strategies.iter_mut().zip(samples) {
            let is_answer = sample.status.is_answer();
            score.ns.add(sample.latency_ns, self.ns_limit, is_answer);
            score.nodes.add(sample.nodes, self.nodes_limit, is_answer);
            score.failed += u64::from(failed(sample));
            if !is_answer {
                continue;
            }
            score.answered += 1;
            score.unique += u64::from(answered == 1);
            score.wins += u64::from(leads(sample, tie) && leaders == 1);
            score.ties += u64::from(leads(sample, tie) && leaders > 1);
            if all {
                // Sums saturate, because a file may hold any number.
                score.common_nodes = score.common_nodes.saturating_add(sample.nodes);
                score.common_backtracks = score.common_backtracks.saturating_add(sample.backtracks);
                score.common_ns = score.common_ns.saturating_add(sample.latency_ns);
            }
        }
    }

    /// Adds the cost of the virtual best, and returns the latency of the fastest answer.
    fn add_best(&mut self, samples: &[Sample]) -> Option<u64> {
        // Without a time limit as the penalty, a strategy that fails at once must not be the best.
        let costs = samples.iter().filter(|sample| self.ns_limit.is_some() || !failed(sample));
        let Some((cost, answered)) = virtual_best(costs.map(|sample| (sample.latency_ns, sample.status.is_answer())))
        else {
            self.best.failed += 1;
            return None;
        };
        self.best.ns.add(cost, self.ns_limit, answered);
        self.best.answered += u64::from(answered);
        answered.then_some(cost)
    }

    /// Returns the strategy that answered the most puzzles, and of several such strategies the one that is faster in total on
    /// the puzzles that both answered; `None` if no strategy answered a puzzle.
    pub fn fastest(&self) -> Option<usize> {
        let answered = |strategy: usize| self.strategies[strategy].answered;
        let most = (0..self.strategies.len()).map(answered).max().filter(|&most| most > 0)?;
        let is_faster =
            |other: usize, best: usize| self.pairs.speed_up(other, best).total.is_some_and(|total| total > 1.0);
        let leaders = (0..self.strategies.len()).filter(|&strategy| answered(strategy) == most);
        leaders.reduce(|best, other| if is_faster(other, best) { other } else { best })
    }

    /// Sets the speed-ups of all strategies over the reference. Its own are 1.
    pub fn set_speed_ups(&self, reference: usize, strategies: &mut [StrategySummary]) {
        for (index, strategy) in strategies.iter_mut().enumerate() {
            let speed_up = if index == reference {
                let puzzles = self.strategies[reference].answered;
                let one = (puzzles > 0).then_some(1.0);
                SpeedUp { puzzles, total: one, typical: one, interval: one.zip(one) }
            } else {
                self.pairs.speed_up(index, reference)
            };
            let interval = speed_up.interval.unzip();
            strategy.speedup_puzzles = speed_up.puzzles;
            strategy.speedup = speed_up.total.map(six_digits);
            strategy.geomean_speedup = speed_up.typical.map(six_digits);
            strategy.geomean_low = interval.0.map(six_digits);
            strategy.geomean_high = interval.1.map(six_digits);
        }
    }

    pub fn complete(&self, index: usize, strategy: &mut StrategySummary) {
        let score = &self.strategies[index];
        // Without a time limit, an engine that never answers has neither a latency nor a penalty.
        if score.ns.sum(2) > 0 {
            strategy.par2_ns = mean(score.ns.sum(2), self.run, 1);
            strategy.par10_ns = mean(score.ns.sum(10), self.run, 1);
        }
        if self.nodes_limit.is_some() || score.failed == 0 {
            strategy.par2_nodes = mean(score.nodes.sum(2), self.run, 3);
            strategy.par10_nodes = mean(score.nodes.sum(10), self.run, 3);
        }
        strategy.par_ns_lower_bound = self.ns_limit.is_none() && score.answered < self.run;
        strategy.par_nodes_lower_bound = self.nodes_limit.is_none() && score.answered < self.run;
        if (self.ns_limit.is_some() || score.failed == 0) && self.best.failed == 0 && self.best.ns.sum(2) > 0 {
            strategy.vbs_gap = Some(six_digits(score.ns.sum(2) as f64 / self.best.ns.sum(2) as f64));
        }
        (strategy.unique, strategy.wins, strategy.ties) = (score.unique, score.wins, score.ties);
        strategy.common_puzzles = self.common;
        strategy.common_nodes = score.common_nodes;
        strategy.common_backtracks = score.common_backtracks;
        strategy.common_ns = score.common_ns;
    }

    pub fn virtual_best(&self) -> VirtualBest {
        let known = |sum: u128| mean(sum, self.run, 1).filter(|_| self.best.failed == 0);
        let Best { ns, answered, .. } = self.best;
        VirtualBest { answered, par2_ns: known(ns.sum(2)), par10_ns: known(ns.sum(10)) }
    }
}

fn leads(sample: &Sample, tie: u64) -> bool {
    sample.status.is_answer() && sample.latency_ns <= tie
}

/// Returns true if the strategy ended by itself without a right answer.
fn failed(sample: &Sample) -> bool {
    matches!(sample.status.ending(), Ending::GaveUp | Ending::Failure)
}
