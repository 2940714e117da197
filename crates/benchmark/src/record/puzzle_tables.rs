//! What a record has of each puzzle: its rows in `puzzles.csv` and `failures.csv`, and its share in the summary.

use corpus::{error::Result, fs::PartFile};
use pass::SolvedBlock;

use super::{
    Directory, ExtraColumns, Manifest, PuzzleRecord, StrategyManifest, Summary, Totals, failures::Failures,
    puzzle_text::PuzzleText, puzzles::Puzzles,
};

pub struct PuzzleTables {
    strategies: Vec<StrategyManifest>,
    puzzles: Puzzles,
    failures: Failures,
    totals: Totals,
}

impl PuzzleTables {
    /// Begins the files for the strategies of a run, with these columns of `puzzles.csv` on request.
    pub fn begin(directory: &Directory, manifest: &Manifest, extra: ExtraColumns) -> Result<PuzzleTables> {
        let strategies = manifest.strategies.clone();
        Ok(PuzzleTables {
            puzzles: Puzzles::begin(directory, &strategies, extra)?,
            failures: Failures::begin(directory)?,
            totals: Totals::new(&strategies, manifest.limits.limits()),
            strategies,
        })
    }

    /// Writes a block, whose rows of `puzzles.csv` are `text`.
    pub fn block(&mut self, solved: &SolvedBlock, text: PuzzleText) -> Result<()> {
        self.puzzles.block(text)?;
        let strategies = self.strategies.len();
        for (index, (puzzle, samples)) in solved.block.puzzles.iter().zip(solved.samples.chunks(strategies)).enumerate()
        {
            let message = |strategy| solved.engine_error(index * strategies + strategy);
            self.failures.write(puzzle, &self.strategies, samples, message)?;
            self.totals.add(samples);
        }
        Ok(())
    }

    /// Writes a puzzle that was read from other records. `failures` holds its rows of `failures.csv`, one list for each record.
    pub fn copy(&mut self, record: &PuzzleRecord, failures: &[Vec<Vec<u8>>]) -> Result<()> {
        self.puzzles.copy(record)?;
        self.totals.add(&record.samples);
        self.failures.copy(record, &self.strategies, failures)
    }

    /// Returns the files, the strategies with their digests, and the summary with speed-ups over the strategy named `reference`.
    pub fn finish(self, reference: Option<&str>) -> (Vec<PartFile>, Vec<StrategyManifest>, Summary) {
        let (puzzles, strategies) = self.puzzles.finish();
        (vec![puzzles, self.failures.finish()], strategies, self.totals.summary(reference))
    }
}
