//! `sudoku-bench dataset generate`.

use std::{path::PathBuf, process::ExitCode, sync::atomic::Ordering};

use sudoku_bench::{
    dataset::generate::{Generator, Target as Kind},
    error::Result,
    layout::Schema,
    runner::Threads,
    writer::{Edit, Field, KINDS, Target, by_extension, text_of},
};

use super::wish;
use crate::{
    cli::{Exit, Generate},
    cmd::{interrupt, is_closed_pipe, outputs, print_message, progress::Progress},
};

/// Batches in flight for each thread.
const AHEAD: usize = 4;

pub fn run(args: Generate) -> Result<ExitCode> {
    let kind = match args.kind.clues {
        Some(clues) => Kind::Clues(clues),
        None if args.kind.minimal => Kind::Minimal,
        None => Kind::UnbiasedMinimal,
    };
    let stop = interrupt::catch()?;
    let mut wish = wish(args.output);
    wish.layout = wish.layout.or_else(|| by_extension(wish.path.as_deref()?)).or(KINDS.first());
    outputs::check(wish.path.as_slice(), None, &[])?;
    // Also says what is wrong with the arguments.
    Generator::new(kind.clone(), args.seed, args.machine.simd)?;
    let threads = Threads::new(args.machine.threads(), || Generator::new(kind.clone(), args.seed, args.machine.simd))?;
    let names = ["puzzle", "solution"].map(String::from).into();
    let schema = Schema { layout: "csv", names, solution: Some(1), ..Schema::default() };
    let mut target = Target::begin(&wish, &schema, Edit::Layout, &[])?;
    let (mut left, blank) = (args.count, target.blank());
    let mut progress = Progress::of_puzzles(args.count);
    let batches = (0..args.count.div_ceil(kind.batch()) as u64).take_while(|_| !stop.load(Ordering::Relaxed));
    let work = |generator: &mut Result<Generator>, _: usize, number| {
        generator.as_mut().map_or(Vec::new(), |generator| generator.batch(number))
    };
    let made = threads.run(AHEAD, batches, work, |batch| {
        let wanted = left.min(batch.len());
        for made in &batch[..wanted] {
            let fields = [text_of(&made.puzzle, blank), text_of(&made.solution, b'.')];
            target.fields(&fields.map(Field::from))?;
        }
        left -= wanted;
        progress.add(wanted, 0);
        Ok(())
    });
    progress.finish();
    let done = made.is_ok() && left == 0;
    let closed = if done { target.finish() } else { give_up(target) };
    match made.and(closed) {
        Err(error) if !is_closed_pipe(&error) => Err(error),
        Ok(()) if !done => Ok(Exit::Interrupted.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn give_up(target: Target) -> Result<()> {
    let tell = |part: PathBuf| print_message(&format!("what was made is in {}", part.display()));
    target.give_up().map(|part| part.into_iter().for_each(tell))
}
