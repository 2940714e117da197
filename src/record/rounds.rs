//! What the rounds took, as measured: what tools that do statistics of their own want.

use std::time::Duration;

use super::{SolvedBlock, Status};

/// What a strategy took in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Round {
    /// Puzzles that it was run on.
    pub puzzles: u64,
    /// The sum of all latencies.
    pub latency_ns: u64,
    /// Processor time of the threads in its turns.
    pub cpu: Duration,
    /// The median of the finished latencies.
    pub median_ns: Option<u64>,
}

/// The complete rounds of a run, and the one that is going on.
#[derive(Debug)]
pub struct Rounds {
    /// One for each strategy.
    current: Vec<Round>,
    complete: Vec<Vec<Round>>,
}

impl Rounds {
    /// None yet.
    pub fn new(strategies: usize) -> Rounds {
        Rounds { current: vec![Round::default(); strategies], complete: Vec::new() }
    }

    /// Adds a block of this round.
    pub fn add(&mut self, solved: &SolvedBlock) {
        let strategies = self.current.len();
        for (strategy, (round, turn)) in self.current.iter_mut().zip(&solved.turns).enumerate() {
            let run = solved.samples.iter().skip(strategy).step_by(strategies).filter(|s| s.status != Status::Invalid);
            for sample in run {
                round.puzzles += 1;
                round.latency_ns += sample.latency_ns;
            }
            round.cpu += turn.usage.cpu;
        }
    }

    /// Ends a round that came to the end of the corpus, in which the strategies had these medians.
    pub fn end_round(&mut self, medians: impl Iterator<Item = Option<u64>>) {
        self.current.iter_mut().zip(medians).for_each(|(round, median)| round.median_ns = median);
        let next = vec![Round::default(); self.current.len()];
        self.complete.push(std::mem::replace(&mut self.current, next));
    }

    /// The complete rounds of a strategy, by its place in the order of the command line.
    pub fn of(&self, strategy: usize) -> impl Iterator<Item = Round> {
        self.complete.iter().map(move |round| round[strategy])
    }

    /// A run of these rounds.
    #[cfg(test)]
    pub fn of_complete(complete: Vec<Vec<Round>>) -> Rounds {
        Rounds { complete, ..Rounds::new(2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reader::Block,
        record::{Sample, Turn, Usage},
    };

    fn solved(latencies: &[[u64; 2]], micros: u64) -> SolvedBlock {
        let sample = |latency_ns| match latency_ns {
            0 => Sample::INVALID,
            _ => Sample { status: Status::Solved, latency_ns, ..Sample::INVALID },
        };
        let turn = |cpu| Turn { usage: Usage { cpu, preempted: 0 }, ..Turn::default() };
        SolvedBlock {
            block: Block::default(),
            samples: latencies.iter().flatten().map(|&latency| sample(latency)).collect(),
            turns: [1, 3].map(|times| turn(Duration::from_micros(times * micros))).into(),
            control: None,
        }
    }

    /// Blocks add up within a round; a round that was cut short is none.
    #[test]
    fn complete_rounds_are_added_up() {
        let mut rounds = Rounds::new(2);
        rounds.add(&solved(&[[5, 50], [0, 0], [7, 70]], 10));
        rounds.add(&solved(&[[8, 80]], 1));
        assert_eq!(rounds.of(0).count(), 0);
        rounds.end_round([Some(7), None].into_iter());
        rounds.add(&solved(&[[1, 2]], 1));
        let round =
            |latency_ns, cpu, median_ns| Round { puzzles: 3, latency_ns, cpu: Duration::from_micros(cpu), median_ns };
        assert_eq!(rounds.of(0).collect::<Vec<_>>(), [round(20, 11, Some(7))]);
        assert_eq!(rounds.of(1).collect::<Vec<_>>(), [round(200, 33, None)]);
    }
}
