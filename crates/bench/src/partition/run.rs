//! The benchmark of the lines of a partition.

use std::{
    io::{BufRead, Write},
    sync::atomic::{AtomicBool, Ordering},
};

use corpus::{
    error::{Error, Result},
    pass::{Clock, FoundSolutions, PassEnd, Runner, Sample, SolvedBlock, now},
    reader::Corpus,
    writer::STANDARD_OUTPUT,
};
use serde::Serialize;

use super::{
    block,
    copy::{LineRange, Partition},
    plan::Plan,
    tally::{Beginning, Tally},
};
use crate::record::{ExtraColumns, Manifest, RenderedBlock, RunOptions, StrategyManifest, plain_name};

/// Solves the lines of a partition and writes rows of tab-separated columns: the kind of the row, the round, the index
/// of the file in the plan, the line number, the columns of `puzzles.csv` without the line and the givens, and a
/// payload. The corpus of `options` says how to read the lines. All rounds of a range follow each other. The kinds are:
///
/// - `begin`: the beginning of a range and the description of the run, as a JSON payload; its line is the first of the
///   range;
/// - `row`: a strategy's sample of a puzzle;
/// - `block`: all samples of a block, as payload; its line is the first of its rows;
/// - `end`: the [`Trailer`](super::Trailer) of a range for a strategy, as a JSON payload; its line is the last of the
///   range.
///
/// If the corpus is to be sampled, but the plan does not say which lines have no puzzle, nothing is solved. The only
/// rows are of the kind `without`: their JSON payload lists the lines of a range that have no puzzle, for the plan.
///
/// Without input lines, only the plan is checked: each file must begin with puzzles. The output is then the names of
/// the columns with their SQL types.
///
/// Returns false if it was interrupted: `stop` was set before the end.
///
/// # Errors
///
/// Returns an error if the number of rounds is not fixed, a strategy fails to start, or the rows of a file may span
/// lines.
pub fn run(
    plan: &Plan,
    options: &RunOptions,
    (input, output): (impl BufRead, impl Write),
    stop: &AtomicBool,
) -> Result<bool> {
    let rounds = options.rounds.fixed().ok_or_else(|| {
        Error::Usage("--rounds auto would give parts different numbers of rounds; write a number".into())
    })?;
    let whole = RunOptions { corpus: Corpus { files: plan.paths(), ..options.corpus.clone() }, ..options.clone() };
    let clock = Clock::resume(plan.started);
    let run = Manifest::new(&whole, now(), None);
    let runner = Runner::new(&options.pass)?.with_clock(clock);
    let mut partition_run = PartitionRun { run, extra: options.extra_columns(), output, stop };
    let mut partition = Partition::open(plan, &options.corpus, input)?;
    if partition.is_empty() {
        partition.check_heads()?;
        writeln!(partition_run.output, "{}", columns())
            .and_then(|()| partition_run.output.flush())
            .map_err(Error::io(STANDARD_OUTPUT, "write"))?;
        return Ok(true);
    }
    while let Some(range) = partition.next()? {
        if partition.lacks_puzzles() {
            if !partition_run.write_without(&partition, &range)? {
                return Ok(false);
            }
            continue;
        }
        for round in 0..rounds {
            if !partition_run.solve(&runner, round, &partition, &range)? {
                return Ok(false);
            }
        }
    }
    partition_run.output.flush().map_err(Error::io(STANDARD_OUTPUT, "write"))?;
    Ok(true)
}

struct PartitionRun<'a, W> {
    /// The description of the run.
    run: Manifest,
    extra: ExtraColumns,
    output: W,
    stop: &'a AtomicBool,
}

impl<W: Write> PartitionRun<'_, W> {
    /// Solves a range of lines, and writes its rows and its trailers. Returns false if it was interrupted.
    fn solve(
        &mut self,
        runner: &Runner<'_>,
        round: u32,
        partition: &Partition<'_, impl BufRead>,
        range: &LineRange,
    ) -> Result<bool> {
        let PartitionRun { run, extra, output, stop } = self;
        let strategies = &run.strategies;
        let beginning = Beginning { first: range.first, run: run.clone() };
        write_json(output, "begin", (round, range, range.first), None, &beginning)?;
        let corpus = partition.corpus(range);
        let mut blocks = corpus.blocks_until(stop);
        let mut tally = Tally::new(strategies.len());
        let text = |solved: SolvedBlock, _: FoundSolutions<'_>| {
            let payload = block::encode(&solved);
            let written = RenderedBlock::new(round, solved, strategies, *extra);
            (rows(round, range.file, &written.solved, strategies, &payload), written)
        };
        let end = runner.map(&mut blocks, round, text, |(rows, written)| {
            tally.add(&written);
            output.write_all(&rows).map_err(Error::io(STANDARD_OUTPUT, "write"))
        })?;
        match end {
            PassEnd::Complete => {}
            PassEnd::Stopped => return Ok(false),
            PassEnd::Failed(error) => return Err(partition.renamed(error, range)),
        }
        partition.check_layout(blocks.schema().as_deref(), range)?;
        let last = range.first + range.lines - 1;
        for trailer in tally.trailers(range.first, range.lines, strategies) {
            write_json(output, "end", (round, range, last), Some(&trailer.strategy), &trailer)?;
        }
        Ok(true)
    }

    /// Writes which lines of a range have no puzzle, as pairs of a first and a last line. Returns false if it was
    /// interrupted.
    fn write_without(&mut self, partition: &Partition<'_, impl BufRead>, range: &LineRange) -> Result<bool> {
        let corpus = partition.corpus(range);
        let mut blocks = corpus.blocks_until(self.stop);
        let mut without = Vec::new();
        let mut next = range.first;
        let mut skip_to = |line: u64| {
            if line > next {
                without.push((next, line - 1));
            }
            next = line + 1;
        };
        for block in &mut blocks {
            let block = match block {
                Ok(block) => block,
                // Reading fails once the flag is set.
                Err(_) if self.stop.load(Ordering::Relaxed) => return Ok(false),
                Err(error) => return Err(partition.renamed(error, range)),
            };
            block.puzzles.iter().for_each(|puzzle| skip_to(puzzle.line));
        }
        skip_to(range.first + range.lines);
        partition.check_layout(blocks.schema().as_deref(), range)?;
        write_json(&mut self.output, "without", (0, range, range.first), None, &without)?;
        Ok(true)
    }
}

/// Writes a row with a JSON payload.
fn write_json(
    output: &mut impl Write,
    kind: &str,
    (round, range, line): (u32, &LineRange, u64),
    strategy: Option<&str>,
    payload: &impl Serialize,
) -> Result<()> {
    let payload = serde_json::to_string(payload).expect("plain data");
    let row = row_with_payload(kind, (round, range.file, line), strategy.unwrap_or(""), &payload);
    output.write_all(row.as_bytes()).map_err(Error::io(STANDARD_OUTPUT, "write"))
}

/// Returns the columns of the rows with their SQL types.
fn columns() -> String {
    let integers: String = Sample::integer_columns().map(|name| format!("{name} BIGINT, ")).collect();
    format!(
        "kind STRING, round INT, file INT, line BIGINT, puzzle STRING, clues INT, strategy STRING, status STRING, \
         {integers}payload STRING"
    )
}

/// Returns a row without a sample.
fn row_with_payload(kind: &str, (round, file, line): (u32, usize, u64), strategy: &str, payload: &str) -> String {
    let no_integers = "\t".repeat(Sample::integer_columns().len());
    format!("{kind}\t{round}\t{file}\t{line}\t\t\t{strategy}\t{no_integers}\t{payload}\n")
}

/// Returns the rows of a block.
fn rows(round: u32, file: usize, solved: &SolvedBlock, strategies: &[StrategyManifest], payload: &str) -> Vec<u8> {
    let mut text = Vec::with_capacity(payload.len() + 100 * solved.samples.len());
    for (puzzle, samples) in solved.block.puzzles.iter().zip(solved.samples.chunks(strategies.len())) {
        let head =
            format!("row\t{round}\t{file}\t{}\t{}\t{}\t", puzzle.line, plain_name(puzzle), puzzle.givens.clues());
        for (strategy, sample) in strategies.iter().zip(samples) {
            text.extend_from_slice(head.as_bytes());
            text.extend_from_slice(strategy.name.as_bytes());
            text.push(b'\t');
            let fields = text.len();
            sample.push_fields(&mut text);
            text[fields..].iter_mut().filter(|byte| **byte == b',').for_each(|byte| *byte = b'\t');
            text.extend_from_slice(b"\t\n");
        }
    }
    let lines = solved.block.puzzles.iter().map(|puzzle| puzzle.line);
    let first = lines.chain(solved.block.rejects.iter().map(|reject| reject.line)).min().unwrap_or(0);
    text.extend_from_slice(row_with_payload("block", (round, file, first), "", payload).as_bytes());
    text
}
