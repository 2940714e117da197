//! A solved block: the runner's output, the recorder's input.

use std::time::Duration;

use super::{Sample, Usage};
use crate::reader::Block;

/// A block with the samples of all strategies.
#[derive(Debug)]
pub struct SolvedBlock {
    /// The block.
    pub block: Block,
    /// The samples, puzzle by puzzle, for each in the order of the strategies.
    pub samples: Vec<Sample>,
    /// How each strategy's turn went, in the order of the strategies.
    pub turns: Vec<Turn>,
    /// The control's turn, where it takes one.
    pub control: Option<ControlTurn>,
}

/// One strategy's turn at one block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turn {
    /// Its place in the block's order, from 0.
    pub slot: usize,
    /// The thread, from 0.
    pub worker: usize,
    /// When it began, after the start of the run.
    pub start: Duration,
    /// What the thread used meanwhile.
    pub usage: Usage,
}

/// The [control](crate::runner)'s turn at one block.
#[derive(Clone, Debug)]
pub struct ControlTurn {
    /// How it went.
    pub turn: Turn,
    /// The time of each puzzle that can be run.
    pub latencies: Vec<Duration>,
}
