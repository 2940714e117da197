//! The ratings of the puzzles of a run on Sudoku Explainer's scale. A results directory has none, so the corpus is rated.

use std::sync::atomic::AtomicBool;

use corpus::{
    error::{Error, Result},
    reader::{Block, BlockSize, Corpus, Puzzle},
};
use dataset::{SeOptions, SeRater, SeStatus};
use grid::simd::Simd;
use pass::Threads;
use rating::{End, IdleThreads, Tenths};

use super::{
    Conditions, Manifest, PuzzleRecord, Results, Rows, puzzle_name,
    run_corpus::{check_unchanged, required_run_corpus, run_corpus},
};

/// The most puzzles in a block: large enough to search many for a second solution together.
const MAX_BLOCK_PUZZLES: usize = 4096;

#[derive(Clone, Copy, Debug)]
pub struct RatingOptions {
    /// The limit: puzzles rated above it are one group.
    pub up_to: Tenths,
    pub threads: usize,
    /// The instruction set of the search for a second solution.
    pub simd: Simd,
}

/// The ratings of the puzzles of a run, in the order of `puzzles.csv`: a byte for each.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The limit: puzzles rated above it are one group.
    pub up_to: Tenths,
    /// [`UNRATED`], a rating, or [`Tenths::MAX`] above the limit.
    ratings: Vec<Tenths>,
}

/// Stands for a puzzle without a rating: it has no blanks, or not exactly one solution.
const UNRATED: Tenths = Tenths(0);

impl Ratings {
    /// Reads the corpus of a run again and rates its puzzles, in parallel. `on_puzzle` is called for each. Returns
    /// `None` if `stop` became true. Returns an error if the puzzles have another shape than 9×9, or if the corpus is
    /// not there, has changed, or has other puzzles than `puzzles.csv`.
    pub fn of_run(
        results: &Results,
        options: &RatingOptions,
        stop: &AtomicBool,
        mut on_puzzle: impl FnMut(),
    ) -> Result<Option<Ratings>> {
        let notation = results.manifest.notation;
        if !notation.is_default() {
            return Err(Error::Usage(format!("the scale is for 9×9, and the puzzles are {notation}")));
        }
        let conditions = Conditions::of(&results.manifest);
        let corpus = corpus_as_run(&results.manifest, &conditions)?;
        let se_options = SeOptions { up_to: Some(options.up_to), steps: false, simd: options.simd };
        let idle = IdleThreads::new(options.threads);
        let threads = Threads::new(options.threads, || SeRater::new(&se_options, stop, &idle))?;
        let mut rows = results.rows()?;
        let mut record = PuzzleRecord::default();
        let mut ratings = Vec::new();
        let mut blocks = corpus.blocks_until(stop);
        let ended = threads.map(&mut blocks, rate, |(block, rated)| {
            for (puzzle, rating) in block.puzzles.iter().zip(rated) {
                check_next_row(&mut rows, &mut record, puzzle)?;
                ratings.push(rating);
                on_puzzle();
            }
            Ok(())
        })?;
        if !ended.is_complete()? {
            return Ok(None);
        }
        check_unchanged(&blocks, &conditions)?;
        if rows.next(&mut record)? {
            return Err(Error::Changed("the run has more puzzles than its corpus".into()));
        }
        Ok(Some(Ratings { up_to: options.up_to, ratings }))
    }

    /// Returns true if the corpus of a run is there, so that it can be rated.
    pub fn are_possible(manifest: &Manifest) -> bool {
        manifest.notation.is_default()
            && !manifest.strategies.is_empty()
            && run_corpus(&Conditions::of(manifest)).is_some()
    }

    /// Returns the rating of the puzzle with this index in `puzzles.csv`: [`Tenths::MAX`] above the limit, and `None` if it
    /// has none.
    pub fn get(&self, index: usize) -> Option<Tenths> {
        self.ratings.get(index).copied().filter(|&rating| rating != UNRATED)
    }
}

/// Returns the corpus with the puzzles that a run read: its sample or its shard.
fn corpus_as_run(manifest: &Manifest, conditions: &Conditions) -> Result<Corpus> {
    let corpus = required_run_corpus(conditions)?;
    let block_size = match (manifest.shard, manifest.block_size) {
        // A shard is made of blocks, so these have to be those of the run.
        (Some(_), Some(size)) => BlockSize::Fixed(size),
        _ => BlockSize::Timed(MAX_BLOCK_PUZZLES),
    };
    Ok(Corpus { sample: manifest.sample, shard: manifest.shard, block_size, ..corpus })
}

fn rate(rater: &mut SeRater<'_>, _: usize, block: Block) -> (Block, Vec<Tenths>) {
    let ratings = rater.rate(&block.puzzles).iter().map(tenths).collect();
    (block, ratings)
}

fn tenths(status: &SeStatus) -> Tenths {
    match status {
        Ok(rating) if rating.end == End::Solved => rating.rating,
        Ok(_) => Tenths::MAX,
        Err(_) => UNRATED,
    }
}

/// Checks that a puzzle of the corpus is the next one of `puzzles.csv`.
fn check_next_row(rows: &mut Rows, record: &mut PuzzleRecord, puzzle: &Puzzle) -> Result<()> {
    let is_there = rows.next(record)?;
    let PuzzleRecord { puzzle: name, line, clues, .. } = record;
    let is_same = *line == puzzle.line && *clues == puzzle.givens.clues() as u64 && *name == puzzle_name(puzzle);
    if is_there && is_same {
        return Ok(());
    }
    let reason = "is not the next one of puzzles.csv: the run was interrupted, or used an option such as --layout, \
                  which results do not record";
    Err(Error::Changed(format!("the puzzle of {} {reason}", puzzle.location())))
}
