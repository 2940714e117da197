//! Sums over the samples of a run.

use std::io;

use corpus::stage::Consume;
use pass::{Sample, SolvedBlock};

use super::{CorrelationCounts, Manifest, Totals, corpus_form::FormDetector, histograms::Histograms, profile::Profile};

/// Sums over the puzzles of a table, from which its summary and its correlations are computed.
pub struct PuzzleSums {
    pub totals: Totals,
    pub correlations: CorrelationCounts,
}

impl PuzzleSums {
    pub fn new(manifest: &Manifest) -> PuzzleSums {
        let strategies = &manifest.strategies;
        let totals = Totals::new(strategies, &manifest.limits);
        PuzzleSums { totals, correlations: CorrelationCounts::new(strategies.len()) }
    }

    /// Adds a puzzle, with the sample of each strategy.
    pub fn add(&mut self, samples: &[Sample]) {
        self.totals.add(samples);
        self.correlations.add(samples);
    }

    pub fn add_block(&mut self, solved: &SolvedBlock) {
        solved.samples.chunks(solved.turns.len()).for_each(|samples| self.add(samples));
    }
}

/// Sums over the blocks of all rounds.
pub struct RunSums {
    pub histograms: Histograms,
    /// The sums of the first round, or of all rounds once they are merged.
    pub puzzles: PuzzleSums,
    /// Determines the form of the corpus, if it affects a strategy.
    pub form: Option<FormDetector>,
    /// The nodes by depth of the first round, if the run keeps profiles.
    pub profile: Option<Profile>,
}

impl RunSums {
    pub fn new(manifest: &Manifest, histograms: Histograms) -> RunSums {
        let strategies = &manifest.strategies;
        RunSums {
            histograms,
            puzzles: PuzzleSums::new(manifest),
            form: FormDetector::new(strategies.iter().map(|strategy| strategy.name.as_str())),
            profile: manifest.extra_columns().profile.then(|| Profile::new(strategies)),
        }
    }
}

impl Consume for RunSums {
    /// The number of a round, from 0, and a block that was solved in it.
    type Piece = (u32, SolvedBlock);

    fn consume(&mut self, (round, solved): (u32, SolvedBlock)) -> io::Result<(u32, SolvedBlock)> {
        for samples in solved.samples.chunks(solved.turns.len()) {
            samples.iter().enumerate().for_each(|(strategy, sample)| self.histograms.record(strategy, sample));
        }
        if round > 0 {
            return Ok((round, solved));
        }
        self.puzzles.add_block(&solved);
        if let Some(form) = &mut self.form {
            let puzzles = solved.block.puzzles.iter();
            puzzles.filter_map(|puzzle| puzzle.givens.nine()).for_each(|puzzle| form.add(puzzle));
        }
        if let Some(profile) = &mut self.profile {
            profile.add(&solved.nodes_by_depth);
        }
        Ok((round, solved))
    }
}
