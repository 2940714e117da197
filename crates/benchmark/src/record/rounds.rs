//! The latencies and the processor time of each strategy in each complete round, as measured.

use std::time::Duration;

use hdrhistogram::Histogram;

use super::{BlockRow, StrategyManifest, histograms::value_within};
use stats::{Cell, Precision, RunValue, Shift};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Round {
    pub latency_ns: u64,
    /// Processor time of the threads in the strategy's turns.
    pub cpu: Duration,
    /// Puzzles run.
    pub puzzles: u64,
    /// The latency that half of the puzzles do not exceed, rounded up by at most 0.1 %. Puzzles without an answer rank last; `None`
    /// if they are more than half.
    pub median_ns: Option<u64>,
}

/// The rounds of a run, added up from the rows of `blocks.csv`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rounds {
    /// By round, then by strategy in the order of the manifest.
    rounds: Vec<Vec<Round>>,
    /// The mean logarithms of latencies of each strategy and of the control, in the order of the manifest.
    cells: Vec<Vec<Cell>>,
    /// The number of blocks of the corpus.
    blocks: usize,
}

impl Rounds {
    /// Adds a row. Sums saturate, because a file may hold any number.
    pub fn add(&mut self, row: &BlockRow<'_>, strategies: &[StrategyManifest]) {
        let Some(index) = strategies.iter().position(|strategy| strategy.name == row.strategy) else { return };
        while self.rounds.len() <= row.round as usize {
            self.rounds.push(vec![Round::default(); strategies.len()]);
        }
        let round = &mut self.rounds[row.round as usize][index];
        round.latency_ns = round.latency_ns.saturating_add(row.sum_ns);
        round.cpu = round.cpu.saturating_add(Duration::from_nanos(row.cpu_ns));
        round.puzzles = round.puzzles.saturating_add(row.n as u64);
        self.cells.resize(strategies.len(), Vec::new());
        self.cells[index].extend(row.cell());
        self.blocks = self.blocks.max(row.block as usize + 1);
    }

    /// Sets the medians of a round, given the latencies of each strategy in it.
    pub fn set_medians(&mut self, round: u32, latencies: &[Histogram<u64>]) {
        for (round, latencies) in self.rounds.get_mut(round as usize).into_iter().flatten().zip(latencies) {
            round.median_ns = value_within(latencies, round.puzzles, 0.5);
        }
    }

    /// Drops the rounds after the first `complete`.
    pub fn truncate(&mut self, complete: u32) {
        self.rounds.truncate(complete as usize);
        self.cells.iter_mut().for_each(|cells| cells.retain(|cell| cell.round < complete));
    }

    pub fn of(&self, strategy: usize) -> impl Iterator<Item = Round> {
        self.rounds.iter().map(move |round| round[strategy])
    }

    /// Returns the value of a strategy in the run, by its index in the manifest; `None` without a control, or if fewer than half of the
    /// blocks have cells.
    pub fn value(&self, strategy: usize) -> Option<RunValue> {
        RunValue::of(self.cells.get(strategy)?, self.blocks)
    }

    /// Returns the noise of a strategy relative to the control, by its index in the manifest: the interquartile range of the changes
    /// between two runs like this one, as a fraction. `None` for fewer than two rounds.
    pub fn noise(&self, strategy: usize) -> Option<f64> {
        Some(Shift::of_equal_runs(self.cells.get(strategy)?)?.noise().exp_m1())
    }

    /// Returns the precision that a comparison of a strategy with a run like this one would have, by its index in the
    /// manifest. `None` for fewer than two rounds.
    pub fn precision(&self, strategy: usize) -> Option<Precision> {
        Some(Shift::of_equal_runs(self.cells.get(strategy)?)?.precision())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::new_histogram;

    #[test]
    fn blocks_are_added_up_and_incomplete_rounds_are_dropped() {
        let strategies = crate::record::strategies_named(&["dlx", "naive"]);
        let row = |round, strategy: &'static str, sum_ns| BlockRow {
            round,
            strategy: strategy.into(),
            sum_ns,
            n: 2,
            cpu_ns: 2 * sum_ns,
            ..BlockRow::default()
        };
        let mut rounds = Rounds::default();
        for row in [row(0, "dlx", 12), row(0, "naive", 120), row(0, "dlx", 8), row(1, "dlx", 1)] {
            rounds.add(&row, &strategies);
        }
        // Of the four puzzles of dlx, two have an answer; of the two of naive, none.
        let mut latencies = [new_histogram(), new_histogram()];
        [5, 7].into_iter().for_each(|ns| latencies[0].record(ns).unwrap());
        rounds.set_medians(0, &latencies);
        rounds.truncate(1);
        let round = |latency_ns, puzzles, median_ns| {
            let cpu = Duration::from_nanos(2 * latency_ns);
            Round { latency_ns, cpu, puzzles, median_ns }
        };
        assert_eq!(rounds.of(0).collect::<Vec<_>>(), [round(20, 4, Some(7))]);
        assert_eq!(rounds.of(1).collect::<Vec<_>>(), [round(120, 2, None)]);
    }

    #[test]
    fn the_largest_numbers_are_added() {
        let strategies = crate::record::strategies_named(&["dlx"]);
        let row = BlockRow { strategy: "dlx".into(), sum_ns: u64::MAX, cpu_ns: u64::MAX, ..BlockRow::default() };
        let mut rounds = Rounds::default();
        [&row, &row].into_iter().for_each(|row| rounds.add(row, &strategies));
        assert_eq!(rounds.of(0).next().unwrap().latency_ns, u64::MAX);
    }
}
