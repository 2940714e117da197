//! `sudoku-bench ab`: two builds take turns.

use std::process::ExitCode;

use sudoku_bench::{
    ab::AbRun,
    compare::{Comparison, check_limits},
    error::{Error, Result},
    numbers,
    reader::Corpus,
    reporter::Changes,
};

use super::{compare, print_message, progress::Progress};
use crate::cli;

pub fn run(args: cli::Ab) -> Result<ExitCode> {
    let strategies: Vec<_> =
        super::select_strategies(&args.strategy)?.iter().map(|entry| entry.name.to_string()).collect();
    let corpus = super::corpus(args.corpus, false, args.rounds, args.block_size)?;
    let mut arguments = vec!["--strategy".into(), strategies.join(","), "--simd".into(), args.simd.name().into()];
    let cli::LimitArgs { max_solutions, node_limit, time_limit } = args.limits;
    let mut pass = |name: &str, value: Option<String>| arguments.extend(value.map(|value| format!("--{name}={value}")));
    pass("max-solutions", max_solutions.map(|most| if most == u64::MAX { "all".into() } else { most.to_string() }));
    pass("node-limit", node_limit.map(|limit| limit.to_string()));
    pass("time-limit", time_limit.map(|limit| format!("{}ns", limit.as_nanos())));
    let contest = AbRun { builds: [args.old, args.new], strategies, arguments, rounds: args.rounds };
    let compared = hold(&contest, &corpus, &args.judgement, args.out.as_deref());
    compare::conclude(compared, args.out.as_deref(), &args.judgement)
}

fn hold(
    contest: &AbRun,
    corpus: &Corpus,
    judgement: &cli::JudgementArgs,
    out: Option<&std::path::Path>,
) -> Result<Comparison> {
    let options = compare::options(judgement, false);
    // Before minutes are spent on what comes to nothing.
    check_limits(&options.rules, &contest.strategies)?;
    let mut changes = compare::begin_changes(out)?;
    let mut progress = Progress::new(&corpus.files, contest.rounds);
    let (mut last, mut rejects) = (0, 0);
    let measured = contest.run(
        corpus,
        |round, block| {
            if round != last {
                progress.next_round();
                last = round;
            }
            rejects += if round == 0 { block.rejects.len() as u64 } else { 0 };
            progress.add(block.puzzles.len(), block.bytes);
            Ok::<(), Error>(())
        },
        |strategy, change| changes.as_mut().map_or(Ok(()), |changes| changes.write(strategy, change)),
    );
    progress.finish();
    if rejects > 0 {
        print_message(&format!("{} rejected: no puzzles", numbers::plural(rejects, "row")));
    }
    let compared = measured.and_then(|measured| contest.judge(corpus, measured, &options.rules, options.noise));
    match compared {
        Ok(comparison) => compare::write(&comparison, changes, out).map(|()| comparison),
        Err(error) => {
            changes.into_iter().for_each(Changes::discard);
            Err(error)
        }
    }
}
