//! The protocol between the program that compares two builds (the driver) and each build (the worker): lines of text.
//!
//! The worker begins with a greeting. Then it answers one request at a time, until its input ends.
//!
//! ```text
//! worker   sudoku-bench worker 1
//! driver   block INDEX PUZZLES
//!          one line per puzzle: 81 cells; if the corpus has a solution, a space and its 81 cells
//! worker   one line per puzzle, with a field per strategy, separated by spaces:
//!          STATUS,SOLUTIONS,NODES,GUESSES,BACKTRACKS,MAX_DEPTH,LATENCY_NS
//! ```

use std::{
    fmt::Write as _,
    io::{BufRead, Write},
};

use corpus::{
    error::{Error, Result},
    reader::{Block, Puzzle},
};
use grid::Grid;
use pass::{Clock, Options, Pass, Sample, Worker};
use solver::strategy::Stop;

/// The greeting of a worker; the number is the version of the protocol.
pub const GREETING: &str = "sudoku-bench worker 1";
const INPUT: &str = "standard input";

pub fn request(block: &Block) -> String {
    let mut text = format!("block {} {}\n", block.index, block.puzzles.len());
    for puzzle in &block.puzzles {
        let _ = write!(text, "{}", puzzle.givens);
        if let Some(solution) = &puzzle.solution {
            let _ = write!(text, " {solution}");
        }
        text.push('\n');
    }
    text
}

pub fn parse_sample(text: &str) -> Option<Sample> {
    let mut fields = text.split(',');
    let sample = Sample::parse_fields(&mut fields).ok()?;
    fields.next().is_none().then_some(sample)
}

/// Acts as a worker: solves the requested blocks until the input ends.
pub fn serve(options: &Options, input: impl BufRead, mut output: impl Write) -> Result<()> {
    let pass = Pass { round: 0, clock: Clock::start(), stop: Stop::NEVER, progress: None };
    let mut worker = Worker::new(options)?;
    let mut send = |text: &[u8]| {
        output.write_all(text).and_then(|()| output.flush()).map_err(Error::io("standard output", "write"))
    };
    send(format!("{GREETING}\n").as_bytes())?;
    let mut lines = (1..).zip(input.lines());
    while let Some((number, line)) = lines.next() {
        let line = line.map_err(Error::io(INPUT, "read"))?;
        let [index, puzzles] = parse_block(&line).ok_or_else(|| malformed_request(number))?;
        let mut block = Block { index, ..Block::default() };
        for _ in 0..puzzles {
            let (number, line) = lines.next().ok_or_else(|| malformed_request(number))?;
            let line = line.map_err(Error::io(INPUT, "read"))?;
            block.puzzles.push(parse_puzzle(&line).ok_or_else(|| malformed_request(number))?);
        }
        let solved = worker.solve(block, &pass, 0)?;
        let mut answer = Vec::new();
        for samples in solved.samples.chunks(options.strategies.len()) {
            for (i, sample) in samples.iter().enumerate() {
                answer.extend_from_slice(if i > 0 { b" " } else { b"" });
                sample.push_fields(&mut answer);
            }
            answer.push(b'\n');
        }
        send(&answer)?;
    }
    Ok(())
}

fn malformed_request(number: u64) -> Error {
    Error::malformed(INPUT.as_ref(), number, "malformed request")
}

fn parse_block(line: &str) -> Option<[u64; 2]> {
    let (index, puzzles) = line.strip_prefix("block ")?.split_once(' ')?;
    Some([index.parse().ok()?, puzzles.parse().ok()?])
}

fn parse_puzzle(line: &str) -> Option<Puzzle> {
    let mut grids = line.splitn(2, ' ').map(|text| Grid::parse(text.as_bytes()));
    let givens = grids.next()?.ok()?.into();
    let solution = grids.next().transpose().ok()?.map(Into::into);
    Some(Puzzle { givens, solution, ..Puzzle::blank(None, 1) })
}
