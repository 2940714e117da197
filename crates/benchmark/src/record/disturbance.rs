//! Signs that other programs disturbed a run, so that its latencies are less exact than they look.

use std::time::Duration;

use super::Record;

/// A load above one process for each processor means that processes had to wait.
const LARGEST_LOAD: f64 = 1.0;
/// The smallest share of the solving time in which an undisturbed thread has a processor. Interrupts and the resolution of
/// the system's accounting take the rest.
const SMALLEST_CPU_SHARE: f64 = 0.8;
/// The shortest solving time with a meaningful processor share: the system counts processor time in milliseconds.
const SHORTEST_FOR_SHARE: Duration = Duration::from_millis(200);
/// The largest noise between the stretches of an undisturbed strategy.
const LARGEST_NOISE: f64 = 0.05;
/// The fewest rounds whose interquartile range is meaningful.
const FEWEST_ROUNDS: usize = 3;
/// The shortest solving time of a strategy in a round for which noise means a disturbance: a single interrupt changes a
/// shorter one by percents.
const SHORTEST_FOR_NOISE: Duration = Duration::from_millis(50);

#[derive(Clone, Debug, PartialEq)]
pub enum Disturbance {
    /// The machine had more to do than it has processors when the run began.
    Load {
        /// The load average over the number of processors.
        per_processor: f64,
    },
    /// The solving threads had to wait for a processor, or were stopped.
    Waiting {
        /// Processor time over the time that the searches took.
        cpu_share: f64,
    },
    Noise {
        strategy: String,
        /// The [noise](crate::record::Rounds::noise) of its rounds, as a fraction.
        noise: f64,
    },
}

impl Record {
    pub fn disturbances(&self) -> Vec<Disturbance> {
        [self.load(), self.waiting(), self.noise()].into_iter().flatten().collect()
    }

    fn load(&self) -> Option<Disturbance> {
        let per_processor = self.manifest.load_per_processor.filter(|&load| load > LARGEST_LOAD)?;
        Some(Disturbance::Load { per_processor })
    }

    fn waiting(&self) -> Option<Disturbance> {
        // A thread that waits for another program needs no processor.
        let own = || self.manifest.strategies.iter().enumerate().filter(|(_, strategy)| strategy.external.is_none());
        let rounds = || own().flat_map(|(index, _)| self.rounds.of(index));
        let solving: Duration = rounds().map(|round| Duration::from_nanos(round.latency_ns)).sum();
        let cpu: Duration = rounds().map(|round| round.cpu).sum();
        let cpu_share = cpu.as_secs_f64() / solving.as_secs_f64();
        // Systems without the accounting report no processor time at all.
        let is_known = solving >= SHORTEST_FOR_SHARE && cpu > Duration::ZERO;
        (is_known && cpu_share < SMALLEST_CPU_SHARE).then_some(Disturbance::Waiting { cpu_share })
    }

    fn noise(&self) -> Option<Disturbance> {
        let noises = (0..self.manifest.strategies.len()).filter_map(|index| Some((index, self.noise_of(index)?)));
        let (index, noise) = noises.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|&(_, noise)| noise > LARGEST_NOISE)?;
        Some(Disturbance::Noise { strategy: self.manifest.strategies[index].name.clone(), noise })
    }

    /// Returns the noise of a strategy if its rounds are many and long enough.
    fn noise_of(&self, strategy: usize) -> Option<f64> {
        let rounds: Vec<_> = self.rounds.of(strategy).collect();
        let shortest = Duration::from_nanos(rounds.iter().map(|round| round.latency_ns).min()?);
        let is_known = rounds.len() >= FEWEST_ROUNDS && shortest >= SHORTEST_FOR_NOISE;
        self.rounds.noise(strategy).filter(|_| is_known)
    }
}

#[cfg(test)]
mod tests {
    use solver::strategy::Limits;

    use super::*;
    use crate::record::{BlockRow, Manifest, RoundCount, Rounds, RunOptions, Totals, strategies_named};

    /// A record of dlx and naive. Each round has four blocks, in each of which a strategy solves for `ms` milliseconds with
    /// a processor for `cpu_share` of them; in round `n`, naive is slower by the `n`-th of `slower`.
    fn record(ms: u64, cpu_share: f64, slower: &[f64], load: Option<f64>) -> Record {
        let strategies = strategies_named(&["dlx", "naive"]);
        let mut rounds = Rounds::default();
        for (round, block) in (0..slower.len()).flat_map(|round| (0..4).map(move |block| (round, block))) {
            for (strategy, slower) in [("dlx", 0.0), ("naive", slower[round])] {
                let row = BlockRow {
                    round: round as u32,
                    block,
                    strategy: strategy.into(),
                    mean_ln_ns_trim10: Some(10.0 + block as f64 + slower),
                    control_mean_ln_ns_trim10: Some(8.0),
                    sum_ns: ms * 1_000_000,
                    cpu_ns: (ms as f64 * 1e6 * cpu_share) as u64,
                    ..BlockRow::default()
                };
                rounds.add(&row, &strategies);
            }
        }
        let all = corpus::reader::Corpus::default();
        let options = RunOptions {
            rounds: RoundCount::Fixed(slower.len() as u32),
            ..RunOptions::new(all, pass::Options::new(Vec::new()))
        };
        let summary = Totals::new(&strategies, Limits::NONE).summary(None);
        let manifest = Manifest::new(&options, std::time::SystemTime::UNIX_EPOCH, load);
        Record { manifest: Manifest { strategies, ..manifest }, summary, rounds }
    }

    #[test]
    fn an_undisturbed_run_has_none() {
        assert_eq!(record(1000, 0.99, &[0.0, 0.01, 0.02, 0.0, 0.03], Some(1.0)).disturbances(), []);
        assert_eq!(record(1000, 0.0, &[0.0], None).disturbances(), [], "the system reports nothing");
    }

    #[test]
    fn waiting_and_load_are_noticed_from_a_length_on() {
        let load = Disturbance::Load { per_processor: 1.01 };
        let waiting = Disturbance::Waiting { cpu_share: 0.5 };
        assert_eq!(record(1000, 0.5, &[0.0], Some(1.01)).disturbances(), [load.clone(), waiting]);
        assert_eq!(record(24, 0.5, &[0.0], Some(1.01)).disturbances(), [load], "solved for less than 200 ms");
    }

    #[test]
    fn the_strategy_whose_rounds_disagree_most_is_named() {
        let noisy = record(20, 1.0, &[0.0, 0.2, 0.4], None).disturbances();
        let [Disturbance::Noise { strategy, noise }] = &noisy[..] else { panic!("{noisy:?}") };
        assert_eq!(strategy, "naive");
        assert!((noise - 0.2f64.exp_m1()).abs() < 1e-9, "{noise}");
        assert_eq!(record(20, 1.0, &[0.0, 0.4], None).disturbances(), [], "too few rounds");
        assert_eq!(record(1, 1.0, &[0.0, 0.2, 0.4], None).disturbances(), [], "too short rounds");
        assert_eq!(record(20, 1.0, &[0.0, 0.0, 0.0, 0.0, 0.4], None).disturbances(), [], "a single slow round");
    }
}
