//! A solved block as text, on its way from a partition to the results.

use std::{borrow::Cow, sync::Arc};

use base64::{Engine, prelude::BASE64_STANDARD_NO_PAD};
use corpus::{
    pass::{Sample, SolvedBlock, Turn, WrongSolution},
    reader::{Block, Puzzle, Reject},
};
use serde::{Deserialize, Serialize};
use solver::grid::{CELLS, Grid};

/// A solved block without the solutions of the corpus.
#[derive(Serialize, Deserialize)]
struct SentBlock<'a> {
    /// The id and the line of each puzzle.
    puzzles: Vec<(Option<Cow<'a, str>>, u64)>,
    /// The cells of all puzzles, as digits.
    cells: Vec<u8>,
    rejects: Cow<'a, [Reject]>,
    samples: Cow<'a, [Sample]>,
    turns: Cow<'a, [Turn]>,
    wrong_solutions: Cow<'a, [WrongSolution]>,
}

/// Encodes a block.
pub fn encode(solved: &SolvedBlock) -> String {
    let puzzles = &solved.block.puzzles;
    let sent = SentBlock {
        puzzles: puzzles.iter().map(|puzzle| (puzzle.id.as_deref().map(Cow::Borrowed), puzzle.line)).collect(),
        cells: puzzles.iter().flat_map(|puzzle| puzzle.nine().text(b'0')).collect(),
        rejects: Cow::Borrowed(&solved.block.rejects),
        samples: Cow::Borrowed(&solved.samples),
        turns: Cow::Borrowed(&solved.turns),
        wrong_solutions: Cow::Borrowed(&solved.wrong_solutions),
    };
    BASE64_STANDARD_NO_PAD.encode(postcard::to_stdvec(&sent).expect("plain data"))
}

/// Decodes a block of `strategies` strategies, whose puzzles are in the file `label`. Returns `None` if the text is damaged.
pub fn decode(text: &[u8], label: Option<&Arc<str>>, strategies: usize) -> Option<SolvedBlock> {
    let bytes = BASE64_STANDARD_NO_PAD.decode(text).ok()?;
    let SentBlock { puzzles, cells, rejects, samples, turns, wrong_solutions } = postcard::from_bytes(&bytes).ok()?;
    let is_whole = cells.len() == puzzles.len() * CELLS
        && samples.len() == puzzles.len() * strategies
        && turns.len() == strategies
        && wrong_solutions.iter().all(|wrong| wrong.place < puzzles.len());
    is_whole.then_some(())?;
    let block = Block {
        puzzles: puzzles
            .into_iter()
            .zip(cells.chunks(CELLS))
            .map(|((id, line), cells)| puzzle_of(id, line, cells, label))
            .collect::<Option<_>>()?,
        rejects: rejects.into_owned(),
        ..Block::default()
    };
    Some(SolvedBlock {
        block,
        samples: samples.into_owned(),
        // `partition run` keeps no profiles.
        nodes_by_depth: Vec::new(),
        turns: turns.into_owned(),
        wrong_solutions: wrong_solutions.into_owned(),
        // A partition is not solved by external engines.
        missing_counts: Vec::new(),
        engine_errors: Vec::new(),
    })
}

fn puzzle_of(id: Option<Cow<'_, str>>, line: u64, cells: &[u8], label: Option<&Arc<str>>) -> Option<Puzzle> {
    let givens = Grid::parse(cells).ok()?;
    let id = id.map(|id| id.into());
    Some(Puzzle { id, file: label.cloned(), line, givens: givens.into(), solution: None, row: 0..0 })
}
