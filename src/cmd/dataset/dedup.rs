//! `sudoku-bench dataset dedup`.

use std::path::PathBuf;

use corpus::error::Result;
use dataset::{Duplicates, Equality};
use pass::PassEnd;

use super::{
    memory::MemoryArgs,
    reshape::{ShapeArgs, conclude, resolve},
};
use crate::{
    cli::{Exit, heading},
    cmd::{files, interrupt, is_stdio, row_pass::watched},
};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Treat isomorphs as duplicates
    #[arg(long)]
    isomorphic: bool,

    #[command(flatten)]
    shape: ShapeArgs,

    /// Write the groups of duplicates to this file, as CSV with group, line and puzzle; they are held in memory
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    groups: Option<PathBuf>,

    #[command(flatten)]
    memory: MemoryArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let max_rejects = args.shape.strict.rejected.max_rejects;
    let simd = args.shape.machine.simd;
    let mut reshape = resolve(args.shape)?;
    if let Some(groups) = &args.groups {
        if is_stdio(groups) {
            return usage!("--groups names a file; standard output is for rows");
        }
        let paths: Vec<_> = reshape.outputs.iter().filter_map(|output| output.path.as_ref()).chain([groups]).collect();
        files::check_outputs(&paths, reshape.rejects.as_deref(), &reshape.corpus.files)?;
    }
    let corpus = &mut reshape.corpus;
    corpus.kept_inputs = corpus.kept_inputs.copy(&corpus.files, &args.memory.directory(), interrupt::catch()?)?;
    let equality = if args.isomorphic { Equality::Class } else { Equality::Puzzle };
    args.memory.announce_disk(&[corpus], 1);
    let classes = args.memory.classes();
    let inputs = &reshape.corpus.files;
    let groups = args.groups.as_deref();
    let mut duplicates = watched("dedup", reshape.threads, inputs, &[], |observer| {
        Duplicates::find(&reshape.corpus, equality, classes, groups.is_some(), (reshape.threads, simd), observer)
    })?;
    match duplicates.ended {
        PassEnd::Stopped => return Ok(Exit::Interrupted),
        PassEnd::Failed(error) if duplicates.puzzles == 0 => return Err(error),
        // After an error of the first pass, the second pass writes the rows before the error, and fails with the same error.
        PassEnd::Failed(_) | PassEnd::Complete => {}
    }
    let done = watched("dedup", reshape.threads, inputs, &reshape.outputs, |observer| {
        reshape.dedup(&mut duplicates, groups, observer)
    })?;
    conclude(done, &reshape, max_rejects)
}
