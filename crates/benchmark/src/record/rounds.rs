//! The latencies and the processor time of each strategy in each complete round, as measured.

use std::time::Duration;

use super::{BlockRow, StrategyManifest};
use stats::{
    ControlSlope,
    bootstrap::{self, Cell, Precision, Resampled, Shift},
};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Round {
    pub latency_ns: u64,
    /// Processor time of the threads in the strategy's turns.
    pub cpu: Duration,
    /// Median of the finished latencies, rounded up by at most 0.1 %; `None` if no search finished.
    pub median_ns: Option<u64>,
}

/// The rounds of a run, added up from the rows of `blocks.csv`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rounds {
    /// By round, then by strategy in the order of the manifest.
    rounds: Vec<Vec<Round>>,
    /// The mean logarithms of latencies of each strategy and of the control, in the order of the manifest.
    cells: Vec<Vec<Cell>>,
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
        self.cells.resize(strategies.len(), Vec::new());
        self.cells[index].extend(row.cell());
    }

    pub fn set_medians(&mut self, round: u32, medians: impl Iterator<Item = Option<u64>>) {
        if let Some(strategies) = self.rounds.get_mut(round as usize) {
            strategies.iter_mut().zip(medians).for_each(|(round, median)| round.median_ns = median);
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

    /// Returns the noise of a strategy relative to the control, by its index in the manifest: the interquartile range
    /// of the medians of its stretches, as a fraction. `None` for fewer than two rounds.
    pub fn noise(&self, strategy: usize) -> Option<f64> {
        let cells = self.cells.get(strategy)?;
        bootstrap::noise(cells, &ControlSlope::fit(&[cells])).map(f64::exp_m1)
    }

    /// Returns the precision that a comparison of a strategy with a run like this one would have, by its index in the
    /// manifest. `None` for fewer than two rounds.
    pub fn precision(&self, strategy: usize) -> Option<Precision> {
        let cells = self.cells.get(strategy)?;
        Shift::between(cells, cells, Resampled::RoundsAndBlocks, 0)
            .filter(|_| self.rounds.len() > 1)
            .map(|shift| shift.precision())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_added_up_and_incomplete_rounds_are_dropped() {
        let strategies = crate::record::strategies_named(&["dlx", "naive"]);
        let row = |round, strategy: &'static str, sum_ns| BlockRow {
            round,
            strategy: strategy.into(),
            sum_ns,
            cpu_ns: 2 * sum_ns,
            ..BlockRow::default()
        };
        let mut rounds = Rounds::default();
        for row in [row(0, "dlx", 12), row(0, "naive", 120), row(0, "dlx", 8), row(1, "dlx", 1)] {
            rounds.add(&row, &strategies);
        }
        rounds.set_medians(0, [Some(7), None].into_iter());
        rounds.truncate(1);
        let round = |latency_ns, median_ns| Round { latency_ns, cpu: Duration::from_nanos(2 * latency_ns), median_ns };
        assert_eq!(rounds.of(0).collect::<Vec<_>>(), [round(20, Some(7))]);
        assert_eq!(rounds.of(1).collect::<Vec<_>>(), [round(120, None)]);
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
