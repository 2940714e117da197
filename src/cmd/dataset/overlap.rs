//! `sudoku-bench dataset overlap`.

use std::process::ExitCode;

use sudoku_bench::{error::Result, numbers, record::Rejected, runner::PassEnd};

use super::{corpus, keys::Sameness};
use crate::{
    cli::{Exit, Overlap},
    cmd::{check_stdin_is_read_once, print, print_message, print_rejects},
};

/// The bit that tells the items of the test set, whose other bits are the line.
const TEST: u64 = 1 << 63;

pub fn run(args: Overlap) -> Result<ExitCode> {
    check_stdin_is_read_once([&args.train, &args.test])?;
    let sameness = Sameness { isomorphic: !args.exact, threads: args.machine.threads() };
    let (mut classes, mut rejected) = (args.memory.classes(), Rejected::default());
    let mut counts = [0; 2];
    for (place, path) in [&args.train, &args.test].into_iter().enumerate() {
        let corpus = corpus(vec![path.clone()], args.reading.clone(), false)?;
        let bit = if place == 1 { TEST } else { 0 };
        let ended = sameness.keys(&corpus, |block, keys| {
            counts[place] += keys.len() as u64;
            rejected.add(&block.rejects);
            block.puzzles.iter().zip(keys).try_for_each(|(puzzle, key)| classes.push(key, puzzle.line | bit))
        })?;
        match ended {
            PassEnd::Complete => {}
            PassEnd::Stopped => return Ok(Exit::Interrupted.into()),
            // Of a part of a file nobody can say that it is clean.
            PassEnd::Failed(error) => return Err(error),
        }
    }
    let (mut leaks, mut common) = (Vec::new(), 0);
    classes.groups(|items| {
        let (train, test) = items.split_at(items.partition_point(|item| item & TEST == 0));
        if let Some(first) = train.first() {
            common += u64::from(!test.is_empty());
            leaks.extend(test.iter().map(|item| (item & !TEST, *first)));
        }
        Ok(())
    })?;
    leaks.sort_unstable();
    if !leaks.is_empty() {
        let rows = leaks.iter().map(|(test, train)| format!("{test},{train}\n"));
        print(&["test_line,train_line\n".to_string()].into_iter().chain(rows).collect::<String>())?;
    }
    print_rejects(&rejected, None);
    let (train, test) = (args.train.display(), args.test.display());
    let (found, how) = (leaks.len() as u64, if args.exact { "cell by cell" } else { "up to isomorphism" });
    let [in_train, in_test] = counts.map(|count| numbers::plural(count, "puzzle"));
    let (found, common) = (numbers::count(found), numbers::count(common));
    print_message(&format!("{test}: {found} of {in_test} in {train} ({in_train}) too, {how}; {common} distinct"));
    Ok(if !leaks.is_empty() { Exit::GateFailed.into() } else { ExitCode::SUCCESS })
}
