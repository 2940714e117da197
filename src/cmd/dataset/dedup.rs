//! `sudoku-bench dataset dedup`.

use std::process::ExitCode;

use sudoku_bench::{
    dataset::{Duplicates, Equality, copy_streams},
    error::{Error, Result},
    numbers,
    runner::PassEnd,
};

use super::{conclude, observed, resolve};
use crate::{
    cli::{Dedup, Exit},
    cmd::{files, interrupt, is_stdio, print_message},
};

pub fn run(args: Dedup) -> Result<ExitCode> {
    let mut reshape = resolve(args.shape)?;
    if let Some(groups) = &args.groups {
        if is_stdio(groups) {
            return Err(Error::Usage("--groups names a file; standard output is for rows".into()));
        }
        let paths: Vec<_> = reshape.outputs.iter().filter_map(|output| output.path.as_ref()).chain([groups]).collect();
        files::check_outputs(&paths, reshape.rejects.as_deref(), &reshape.corpus.files)?;
    }
    let _copies = copy_streams(&mut reshape.corpus.files, &args.memory.directory(), interrupt::catch()?)?;
    let equality = if args.isomorphic { Equality::Isomorphic } else { Equality::Exact };
    let (classes, inputs, groups) = (args.memory.classes(), &reshape.corpus.files, args.groups.as_deref());
    let mut duplicates = observed(inputs, |observer| {
        Duplicates::find(&reshape.corpus, equality, classes, groups.is_some(), reshape.threads, observer)
    })?;
    match std::mem::replace(&mut duplicates.ended, PassEnd::Complete) {
        PassEnd::Complete => {}
        PassEnd::Stopped => return Ok(Exit::Interrupted.into()),
        PassEnd::Failed(error) if duplicates.puzzles == 0 => return Err(error),
        // The second pass writes the rows before the error, and fails with it.
        PassEnd::Failed(_) => {}
    }
    let done = observed(inputs, |observer| reshape.dedup(&duplicates, groups, observer))?;
    let is_complete = done.is_complete();
    let code = conclude(done, reshape.rejects.as_deref())?;
    if is_complete {
        let (kept, all) = (numbers::count(duplicates.distinct), numbers::plural(duplicates.puzzles, "puzzle"));
        print_message(&format!("{kept} of {all} kept"));
    }
    Ok(code)
}
