//! The run that the views are drawn from.

use corpus::error::Result;
use hdrhistogram::Histogram;

use super::{Colour, Curve, colour};
use crate::record::{BlockRow, Record, Results, StrategyProfile};

pub struct Run<'a> {
    pub record: &'a Record,
    pub strategies: Vec<String>,
    pub blocks: Vec<BlockRow<'static>>,
    /// The latencies of each strategy in all rounds, as measured.
    pub measured: Vec<Histogram<u64>>,
    /// The nodes of each strategy by depth; empty unless the run kept profiles.
    pub profiles: Vec<StrategyProfile>,
}

impl Run<'_> {
    pub fn of<'a>(record: &'a Record, results: &Results) -> Result<Run<'a>> {
        let strategies = record.manifest.strategies.iter().map(|strategy| strategy.name.clone()).collect();
        let profiles = results.profile()?;
        Ok(Run { record, strategies, blocks: results.blocks()?, measured: results.measured()?, profiles })
    }

    pub fn puzzles(&self) -> u64 {
        self.record.summary.strategies.first().map_or(0, |strategy| strategy.counts.run())
    }

    /// Returns the number of searches of each strategy in all rounds, those without an answer among them. A complete round runs
    /// every puzzle, and the blocks of an interrupted one say how many it ran.
    pub fn searches(&self) -> Vec<u64> {
        let complete = self.record.manifest.rounds_complete;
        let interrupted = |name: &String| {
            let rows = self.blocks.iter().filter(|row| row.round >= complete && row.strategy == *name);
            rows.map(|row| row.n as u64).sum::<u64>()
        };
        self.strategies.iter().map(|name| u64::from(complete) * self.puzzles() + interrupted(name)).collect()
    }

    pub fn colour(&self, index: usize) -> Colour {
        colour(&self.strategies, index)
    }

    pub fn curves(&self, values: impl Fn(usize) -> Vec<Option<f64>>) -> Vec<Curve> {
        let names = self.strategies.iter().cloned().enumerate();
        names.map(|(index, name)| Curve { name, colour: self.colour(index), y: values(index), band: None }).collect()
    }

    pub fn indices(&self) -> Vec<usize> {
        (0..self.strategies.len()).collect()
    }

    /// Returns a sentence for the caption of a figure of latencies: which of the strategies `shown` have amortised
    /// latencies. Empty if none has.
    pub fn amortised_note(&self, shown: &[usize]) -> String {
        let amortised = shown.iter().map(|&index| &self.record.manifest.strategies[index]);
        let names: Vec<_> =
            amortised.filter(|strategy| strategy.amortised).map(|strategy| strategy.name.as_str()).collect();
        if names.is_empty() {
            return String::new();
        }
        format!(" The latencies of {} are amortised, each a puzzle's share of its block's time.", names.join(" and "))
    }
}
