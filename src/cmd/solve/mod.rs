//! `sudoku-bench solve`: the production filter.

mod writer;

use std::{path::PathBuf, process::ExitCode};

use sudoku_bench::{
    error::{Error, Result},
    reader::{BlockSize, Corpus, Extras},
    record::SolvedBlock,
    reporter::{self, Output},
    runner::{FoundSolutions, Options, Runner},
    strategy::Solutions,
};

use super::{inputs_or_stdin, interrupt, is_closed_pipe, is_stdio, outputs, progress::Progress};
use crate::cli;
use writer::{Part, Writer};

/// Puzzles in a block: many, so that the last ones do not often keep lanes waiting, but fewer where each may have many
/// solutions.
const BLOCK: usize = 4096;

pub fn run(args: cli::Solve) -> Result<ExitCode> {
    let config = Config::resolve(args)?;
    let stop = interrupt::catch()?;
    let mut writer = Writer::begin(&config)?;
    let runner = Runner::new(&config.options)?;
    let mut progress = Progress::new(&config.corpus.files, 1);
    let finish = |solved: SolvedBlock, found: FoundSolutions<'_>| Part::new(&config, solved, found);
    let mut blocks = config.corpus.blocks_until(stop);
    let ended = runner.map(&mut blocks, 0, finish, |part| {
        let part = part?;
        progress.add(part.puzzles, part.bytes);
        writer.write(&config.output, part)
    });
    progress.finish();
    match ended {
        Err(error) if is_closed_pipe(&error) => writer.stop(),
        Err(error) => {
            writer.give_up()?;
            Err(error)
        }
        Ok(ended) => writer.end(&config, ended),
    }
}

/// The arguments, made fit for the library.
struct Config {
    corpus: Corpus,
    options: Options,
    output: Output,
    check: bool,
    target: Option<PathBuf>,
    rejects: Option<PathBuf>,
}

impl Config {
    fn resolve(args: cli::Solve) -> Result<Config> {
        let usage = |reason: &str| Err(Error::Usage(reason.into()));
        let files = inputs_or_stdin(args.files)?;
        if args.reading.solution_column.is_some() && !args.check {
            return usage("--solution-column says what --check is to look at");
        }
        if args.format == reporter::Format::Lines && !args.columns.is_empty() {
            return usage("--format lines has no columns; use csv or jsonl with --columns");
        }
        let target = args.output.filter(|path| !is_stdio(path));
        outputs::check(target.as_slice(), args.rejects.as_deref(), &files)?;
        let solutions = if args.all_solutions { Solutions::KEPT as u64 } else { 1 };
        let options = super::runner_options(vec![args.strategy], &args.limits, solutions, &args.machine);
        let block = BLOCK / usize::try_from(options.max_solutions).unwrap_or(BLOCK).clamp(2, BLOCK) * 2;
        Ok(Config {
            corpus: Corpus {
                strict: args.strict,
                block_size: BlockSize::UpTo(block.max(32)),
                ..super::corpus_of_files(
                    files,
                    args.reading,
                    Extras { solutions: args.check, rows: true, digests: false },
                )
            },
            options,
            output: Output { format: args.format, columns: args.columns, all_solutions: args.all_solutions },
            check: args.check,
            target,
            rejects: args.rejects,
        })
    }
}
