//! The rows of a block in `puzzles.csv` and `failures.csv`. The solving threads render them, so the writing thread has little to do.

use pass::{ProfileFields, Sample, SolvedBlock};

use super::{
    StrategyManifest, failures,
    puzzle_row::{ExtraColumns, push_puzzle},
};

#[derive(Debug, Default)]
pub struct PuzzleText {
    pub rows: Vec<u8>,
    /// The deterministic columns of each strategy's rows, each with a line end.
    pub deterministic: Vec<Vec<u8>>,
    /// The rows of `failures.csv`.
    pub failures: Vec<u8>,
}

impl PuzzleText {
    pub fn of_block(solved: &SolvedBlock, strategies: &[StrategyManifest], extra: ExtraColumns) -> PuzzleText {
        let mut text = PuzzleText::default();
        let mut head = Vec::new();
        let of_puzzles = solved.samples.chunks(strategies.len());
        for (index, (puzzle, samples)) in solved.block.puzzles.iter().zip(of_puzzles).enumerate() {
            head.clear();
            push_puzzle(&mut head, puzzle);
            let givens = extra.givens.then(|| puzzle.givens.to_string());
            text.push(&head, strategies, samples, (extra.profile, givens.as_deref()));
            let message = |strategy| solved.engine_error(index * strategies.len() + strategy);
            failures::push_rows(&mut text.failures, puzzle, strategies, samples, message);
        }
        text
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
