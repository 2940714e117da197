//! What a record has of each puzzle: its rows in `puzzles.csv` and `failures.csv`, and its share in the summary and
//! the correlations.

use corpus::{digest::Hasher, error::Result, fs::PartFile};
use pass::SolvedBlock;

use super::{
    CorrelationCounts, Directory, ExtraColumns, Manifest, PuzzleRecord, StrategyManifest, Summary, Totals,
    directory_names::{FAILURES, PUZZLES},
    failures,
    puzzle_row::{header, push_read_puzzle},
    puzzle_text::PuzzleText,
};

pub struct PuzzleTables {
    strategies: Vec<StrategyManifest>,
    extra: ExtraColumns,
    puzzles: PartFile,
    /// The digest of each strategy's deterministic columns in `puzzles.csv`.
    digests: Vec<Hasher>,
    failures: PartFile,
    totals: Totals,
    correlations: CorrelationCounts,
}

impl PuzzleTables {
    /// Begins the files for the strategies of a run, with these columns of `puzzles.csv` on request.
    pub fn begin(directory: &Directory, manifest: &Manifest, extra: ExtraColumns) -> Result<PuzzleTables> {
        let strategies = manifest.strategies.clone();
        Ok(PuzzleTables {
            puzzles: directory.begin_file(PUZZLES, &header(extra))?,
            digests: strategies.iter().map(|_| Hasher::default()).collect(),
            failures: directory.begin_file(FAILURES, failures::HEADER)?,
            totals: Totals::new(&strategies, &manifest.limits),
            correlations: CorrelationCounts::new(strategies.len()),
            strategies,
            extra,
        })
    }

    /// Writes a block, whose rows of `puzzles.csv` are `text`.
    pub fn block(&mut self, solved: &SolvedBlock, text: PuzzleText) -> Result<()> {
        self.write(text)?;
        let strategies = self.strategies.len();
        for (index, (puzzle, samples)) in solved.block.puzzles.iter().zip(solved.samples.chunks(strategies)).enumerate()
        {
            let message = |strategy| solved.engine_error(index * strategies + strategy);
            self.failures.write(&failures::rows(puzzle, &self.strategies, samples, message))?;
            self.totals.add(samples);
            self.correlations.add(samples);
        }
        Ok(())
    }

    /// Writes a puzzle that was read from other records. `failures` holds its rows of `failures.csv`, one list for each record.
    pub fn copy(&mut self, record: &PuzzleRecord, failures: &[Vec<Vec<u8>>]) -> Result<()> {
        let PuzzleRecord { puzzle, line, clues, samples, givens } = record;
        let mut head = Vec::new();
        push_read_puzzle(&mut head, puzzle, *line, *clues);
        let givens = givens.as_deref().filter(|_| self.extra.givens);
        let mut text = PuzzleText::default();
        text.push(&head, &self.strategies, samples, (self.extra.profile, givens));
        self.write(text)?;
        self.totals.add(samples);
        self.correlations.add(samples);
        self.failures.write(&failures::copied_rows(record, &self.strategies, failures))
    }

    fn write(&mut self, text: PuzzleText) -> Result<()> {
        for (digest, lines) in self.digests.iter_mut().zip(text.deterministic) {
            digest.append(lines);
        }
        self.puzzles.append(text.rows)
    }

    /// Writes the summary, with speed-ups over the strategy named `reference`, and the correlations. Returns the files, the strategies
    /// with their digests, and the summary.
    pub fn finish(
        mut self,
        directory: &Directory,
        reference: Option<&str>,
    ) -> Result<(Vec<PartFile>, Vec<StrategyManifest>, Summary)> {
        for (strategy, digest) in self.strategies.iter_mut().zip(self.digests) {
            strategy.digest = digest.finish();
        }
        let summary = self.totals.summary(reference);
        let mut files = vec![self.puzzles, self.failures];
        files.extend(summary.write(directory)?);
        files.extend(self.correlations.write(&self.strategies, directory)?);
        Ok((files, self.strategies, summary))
    }
}
