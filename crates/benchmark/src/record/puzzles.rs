//! Writes `puzzles.csv`: one row per puzzle and strategy, from which every other result can be derived.

use corpus::{digest::Hasher, error::Result, fs::PartFile};

use super::{
    PuzzleRecord, StrategyManifest,
    directory::Directory,
    directory_names::PUZZLES,
    puzzle_row::{ExtraColumns, header, push_read_puzzle},
    puzzle_text::PuzzleText,
};

pub struct Puzzles {
    file: PartFile,
    strategies: Vec<StrategyManifest>,
    /// The digest of each strategy's deterministic columns.
    digests: Vec<Hasher>,
    extra: ExtraColumns,
}

impl Puzzles {
    pub fn begin(directory: &Directory, strategies: &[StrategyManifest], extra: ExtraColumns) -> Result<Puzzles> {
        let mut file = directory.file(PUZZLES)?;
        file.write(format!("{}\n", header(extra)).as_bytes())?;
        let digests = strategies.iter().map(|_| Hasher::default()).collect();
        Ok(Puzzles { file, strategies: strategies.to_vec(), digests, extra })
    }

    pub fn block(&mut self, text: PuzzleText) -> Result<()> {
        for (digest, lines) in self.digests.iter_mut().zip(text.deterministic) {
            digest.append(lines);
        }
        self.file.append(text.rows)
    }

    pub fn copy(&mut self, record: &PuzzleRecord) -> Result<()> {
        let PuzzleRecord { puzzle, line, clues, samples, givens } = record;
        let mut head = Vec::new();
        push_read_puzzle(&mut head, puzzle, *line, *clues);
        let givens = givens.as_deref().filter(|_| self.extra.givens);
        let mut text = PuzzleText::default();
        text.push(&head, &self.strategies, samples, (self.extra.profile, givens));
        self.block(text)
    }

    /// Returns the file, and the strategies with their digests.
    pub fn finish(mut self) -> (PartFile, Vec<StrategyManifest>) {
        for (strategy, digest) in self.strategies.iter_mut().zip(self.digests) {
            strategy.digest = digest.finish();
        }
        (self.file, self.strategies)
    }
}
