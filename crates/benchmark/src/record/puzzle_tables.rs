//! The rows of the puzzles of a record in `puzzles.csv` and `failures.csv`, and the summary and the correlations of the same puzzles.

use corpus::{digest::Hasher, error::Result, fs::PartFile};

use super::{
    Directory, ExtraColumns, Manifest, PuzzleRecord, StrategyManifest, Summary,
    directory_names::{FAILURES, PUZZLES},
    failures,
    puzzle_row::{header, push_read_puzzle},
    puzzle_text::PuzzleText,
    sums::PuzzleSums,
};

pub struct PuzzleTables {
    strategies: Vec<StrategyManifest>,
    extra: ExtraColumns,
    puzzles: PartFile,
    /// The digest of each strategy's deterministic columns in `puzzles.csv`.
    digests: Vec<Hasher>,
    failures: PartFile,
}

impl PuzzleTables {
    /// Begins the files for the strategies of a run, with these columns of `puzzles.csv` on request.
    pub fn begin(directory: &Directory, manifest: &Manifest, extra: ExtraColumns) -> Result<PuzzleTables> {
        let strategies = manifest.strategies.clone();
        Ok(PuzzleTables {
            puzzles: directory.begin_file(PUZZLES, &header(extra))?,
            digests: strategies.iter().map(|_| Hasher::default()).collect(),
            failures: directory.begin_file(FAILURES, failures::HEADER)?,
            strategies,
            extra,
        })
    }

    /// Writes a puzzle that was read from other records. `failures` holds its rows of `failures.csv`, one list for each record.
    pub fn copy(&mut self, record: &PuzzleRecord, failures: &[Vec<Vec<u8>>]) -> Result<()> {
        let PuzzleRecord { puzzle, line, clues, samples, givens } = record;
        let mut head = Vec::new();
        push_read_puzzle(&mut head, puzzle, *line, *clues);
        let givens = givens.as_deref().filter(|_| self.extra.givens);
        let mut text = PuzzleText::default();
        text.push(&head, &self.strategies, samples, (self.extra.profile, givens));
        text.failures = failures::copied_rows(record, &self.strategies, failures);
        self.write(text)
    }

    pub fn write(&mut self, text: PuzzleText) -> Result<()> {
        for (digest, lines) in self.digests.iter_mut().zip(text.deterministic) {
            digest.append(lines);
        }
        self.failures.write(&text.failures)?;
        self.puzzles.append(text.rows)
    }

    /// Writes the summary, with speed-ups over the strategy named `reference`, and the correlations, from the sums over the same
    /// puzzles. Returns the files, the strategies with their digests, and the summary.
    pub fn finish(
        mut self,
        directory: &Directory,
        reference: Option<&str>,
        sums: &mut PuzzleSums,
    ) -> Result<(Vec<PartFile>, Vec<StrategyManifest>, Summary)> {
        for (strategy, digest) in self.strategies.iter_mut().zip(self.digests) {
            strategy.digest = digest.finish();
        }
        let summary = sums.totals.summary(reference);
        let mut files = vec![self.puzzles, self.failures];
        files.extend(summary.write(directory)?);
        files.extend(sums.correlations.write(&self.strategies, directory)?);
        Ok((files, self.strategies, summary))
    }
}
