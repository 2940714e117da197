//! A solved block whose rows are rendered. The solving threads render the rows, which leaves little work for the
//! writing thread.

use corpus::{error::Result, reader::Block};
use pass::{ProfileFields, Sample, SolvedBlock};

use super::{
    BlockRow, EarlierRound, StrategyManifest,
    puzzle_row::{ExtraColumns, push_puzzle},
};

#[derive(Debug)]
pub struct RenderedBlock<'a> {
    pub solved: SolvedBlock,
    pub rows: Vec<BlockRow<'a>>,
    /// Its rows in `puzzles.csv`; in a later round, `None` until they are merged with those of the previous round.
    pub puzzles: Option<PuzzleText>,
    merged: Vec<Sample>,
}

impl<'a> RenderedBlock<'a> {
    /// Renders the rows of a block of this round, those of `puzzles.csv` with these columns on request.
    pub fn new(
        round: u32,
        solved: SolvedBlock,
        strategies: &'a [StrategyManifest],
        extra: ExtraColumns,
    ) -> RenderedBlock<'a> {
        let puzzles = (round == 0).then(|| PuzzleText::of_block(&solved.block, &solved.samples, strategies, extra));
        let rows = BlockRow::of_block(round, &solved, strategies);
        RenderedBlock { solved, rows, puzzles, merged: Vec::new() }
    }

    pub fn merge(&mut self, earlier: &EarlierRound) -> Result<()> {
        self.merged = earlier.merge(&self.solved)?;
        let text = PuzzleText::of_block(&self.solved.block, &self.merged, &earlier.strategies, earlier.extra);
        self.puzzles = Some(text);
        Ok(())
    }

    pub fn samples(&self) -> &[Sample] {
        if self.merged.is_empty() { &self.solved.samples } else { &self.merged }
    }
}

#[derive(Debug, Default)]
pub struct PuzzleText {
    pub rows: Vec<u8>,
    /// The deterministic columns of each strategy's rows, each with a line end.
    pub deterministic: Vec<Vec<u8>>,
}

impl PuzzleText {
    fn of_block(block: &Block, samples: &[Sample], strategies: &[StrategyManifest], extra: ExtraColumns) -> PuzzleText {
        let mut text = PuzzleText::default();
        let mut head = Vec::new();
        for (puzzle, samples) in block.puzzles.iter().zip(samples.chunks(strategies.len())) {
            head.clear();
            push_puzzle(&mut head, puzzle);
            let givens = extra.givens.then(|| puzzle.givens.to_string());
            text.push(&head, strategies, samples, (extra.profile, givens.as_deref()));
        }
        text
    }

    pub fn clear(&mut self) {
        self.rows.clear();
        self.deterministic.iter_mut().for_each(Vec::clear);
    }

    /// Appends a row for each sample of a puzzle, which begins with `head`: the columns that they share. The last argument
    /// says whether to write the columns of profiles, and has the cells if they are written.
    #[inline]
    pub fn push(
        &mut self,
        head: &[u8],
        strategies: &[StrategyManifest],
        samples: &[Sample],
        (profile, givens): (bool, Option<&str>),
    ) {
        self.deterministic.resize(strategies.len(), Vec::new());
        for ((strategy, deterministic), sample) in strategies.iter().zip(&mut self.deterministic).zip(samples) {
            let begin = self.rows.len();
            self.rows.extend_from_slice(head);
            self.rows.extend_from_slice(strategy.name.as_bytes());
            self.rows.push(b',');
            let end = sample.push_fields(&mut self.rows);
            deterministic.extend_from_slice(&self.rows[begin..end]);
            deterministic.push(b'\n');
            if profile {
                ProfileFields::push(sample.profile.as_ref(), &mut self.rows);
            }
            if let Some(givens) = givens {
                self.rows.push(b',');
                self.rows.extend_from_slice(givens.as_bytes());
            }
            self.rows.push(b'\n');
        }
    }
}
