//! Two builds of the program take turns at the blocks of a corpus, over pipes: the strongest comparison of latencies.
//!
//! Both solve the same block one right after the other, so that whatever happens to the machine happens to both.
//! Who is first changes with every block (AB BA), as being second is worth something. Each round has processes of its
//! own: where the system puts a process in memory makes it faster or slower, for as long as it lives.

mod build;
mod protocol;

use std::path::PathBuf;

pub use build::Build;
pub use protocol::serve;

use crate::{
    compare::{self, Comparison, PuzzleChange, Rules, Subject, Tally},
    error::{Error, Result},
    reader::{Block, Corpus},
    record::{PuzzleRecord, Sample, StrategyCells, puzzle_name},
    stats::{bootstrap::Cell, trimmed_log_mean},
};

/// Two builds, and what they are to do.
#[derive(Debug)]
pub struct AbRun {
    /// The old build and the new one.
    pub builds: [PathBuf; 2],
    /// The strategies, in the order of the report.
    pub strategies: Vec<String>,
    /// The arguments for the builds' worker command.
    pub arguments: Vec<String>,
    /// Passes over the corpus.
    pub rounds: u32,
}

/// What both builds made of a corpus.
pub struct Measured {
    tallies: Vec<Tally>,
    /// For each strategy, by how much the new build's latency is above the old one's.
    cells: Vec<Vec<Cell>>,
}

impl AbRun {
    /// Lets the builds solve the corpus in turns; `on_block` is told of each block, `on_change` of every row that changed,
    /// in the first round.
    ///
    /// # Errors
    ///
    /// A build does not start, does not answer, or does not count the same in every round.
    pub fn run(
        &self,
        corpus: &Corpus,
        mut on_block: impl FnMut(u32, &Block) -> Result<()>,
        mut on_change: impl FnMut(&str, &PuzzleChange) -> Result<()>,
    ) -> Result<Measured> {
        let mut first: Option<Measured> = None;
        for round in 0..self.rounds {
            let mut measured = Measured::new(self.strategies.len());
            let mut builds =
                [Build::start(&self.builds[0], &self.arguments)?, Build::start(&self.builds[1], &self.arguments)?];
            for block in corpus.blocks() {
                let block = block?;
                let answers = self.take_turns(&mut builds, &block, round)?;
                measured.add(&self.strategies, round, &block, &answers, &mut |strategy, change| match round {
                    0 => on_change(strategy, change),
                    _ => Ok(()),
                })?;
                on_block(round, &block)?;
            }
            match &mut first {
                None => first = Some(measured),
                Some(first) => first.join(measured)?,
            }
        }
        first.ok_or_else(|| Error::Usage("a contest has at least one round".into()))
    }

    /// Both builds' samples of a block, the old one's first.
    fn take_turns(&self, builds: &mut [Build; 2], block: &Block, round: u32) -> Result<[Vec<Sample>; 2]> {
        let mut samples = [Vec::new(), Vec::new()];
        let new_first = (block.index + u64::from(round)) % 2 == 1;
        for build in if new_first { [1, 0] } else { [0, 1] } {
            samples[build] = builds[build].solve(block, self.strategies.len())?;
        }
        Ok(samples)
    }

    /// Judges what was measured.
    pub fn judge(&self, corpus: &Corpus, measured: Measured, rules: &Rules, noise: f64) -> Result<Comparison> {
        compare::check_something(&measured.tallies)?;
        let zero = |cell: &Cell| Cell { value: 0.0, ..*cell };
        let pair = |cells: Vec<Cell>| {
            let old = StrategyCells { beside_control: cells.iter().map(zero).collect(), ..StrategyCells::default() };
            (old, StrategyCells { beside_control: cells, ..StrategyCells::default() })
        };
        let pairs: Vec<_> = measured.cells.into_iter().map(pair).collect();
        let few = self.rounds < compare::FEWEST_ROUNDS;
        let subject = Subject {
            base: self.builds[0].display().to_string(),
            current: self.builds[1].display().to_string(),
            corpora: corpus.files.iter().map(|path| path.display().to_string()).collect(),
            latency_advisory: few
                .then(|| format!("fewer than {} rounds", compare::FEWEST_ROUNDS))
                .into_iter()
                .collect(),
            left_out: Vec::new(),
        };
        Ok(Comparison::new(subject, &self.strategies, measured.tallies, compare::judge(&pairs, noise), rules))
    }
}

impl Measured {
    fn new(strategies: usize) -> Measured {
        Measured { tallies: vec![Tally::of_rows(); strategies], cells: vec![Vec::new(); strategies] }
    }

    fn add(
        &mut self,
        strategies: &[String],
        round: u32,
        block: &Block,
        [old, new]: &[Vec<Sample>; 2],
        on_change: &mut impl FnMut(&str, &PuzzleChange) -> Result<()>,
    ) -> Result<()> {
        let n = strategies.len();
        for (puzzle, (old, new)) in block.puzzles.iter().zip(old.chunks(n).zip(new.chunks(n))) {
            let record = PuzzleRecord {
                puzzle: puzzle_name(puzzle),
                line: puzzle.line,
                clues: puzzle.givens.clues() as u64,
                samples: Vec::new(),
            };
            let text = || Some(puzzle.givens.to_string());
            for (i, (tally, name)) in self.tallies.iter_mut().zip(strategies).enumerate() {
                tally.add(name, &record, text, (&old[i], &new[i]), on_change)?;
            }
        }
        for (strategy, cells) in self.cells.iter_mut().enumerate() {
            let own = old.iter().zip(new).skip(strategy).step_by(n);
            let finished = |sample: &Sample| sample.status.is_finished() && sample.latency_ns > 0;
            // A search that only one of them finished says nothing of how long the same search takes.
            let both: Vec<_> = own.filter(|(old, new)| finished(old) && finished(new)).collect();
            let old = trimmed_log_mean(both.iter().map(|(old, _)| old.latency_ns));
            let new = trimmed_log_mean(both.iter().map(|(_, new)| new.latency_ns));
            if let (Some(old), Some(new)) = (old, new) {
                // Every block is over the same puzzles on both sides.
                cells.push(Cell { round, block: block.index, value: new - old, of: 0 });
            }
        }
        Ok(())
    }

    /// Takes the latencies of a later round, whose counts have to be the same, unless a time limit was hit. An answer that was
    /// wrong in any round is wrong.
    fn join(&mut self, later: Measured) -> Result<()> {
        for (tally, later) in self.tallies.iter_mut().zip(&later.tallies) {
            let counts = |tally: &Tally| (tally.base, tally.current, tally.moves);
            let limited = tally.left_out > 0 || later.left_out > 0;
            if later.current.wrong > 0 {
                tally.current.wrong = tally.current.wrong.max(later.current.wrong);
            } else if !limited && counts(tally) != counts(later) {
                return Err(Error::Changed("a build did not count the same as in the round before".into()));
            }
        }
        self.cells.iter_mut().zip(later.cells).for_each(|(cells, mut later)| cells.append(&mut later));
        Ok(())
    }
}
