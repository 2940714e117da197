//! `sudoku-bench dataset …`: one file for each of its commands.

mod audit;
mod augment;
mod canon;
mod dedup;
mod filter;
mod generate;
mod join;
mod keys;
mod layouts;
mod overlap;
mod rate;
mod sample;
mod shape;
mod split;

use std::{path::PathBuf, process::ExitCode};

use sudoku_bench::{
    error::Result,
    reader::{BlockSize, Corpus, Extras},
    writer::{Edit, OutputSpec},
};

use crate::cli::{Dataset, OutputArgs, ReadingArgs};
use shape::{Change, Shape};

pub fn run(command: Dataset) -> Result<ExitCode> {
    match command {
        Dataset::Inspect(args) => audit::run(args),
        Dataset::Convert(args) => {
            Shape { edit: Edit::Layout, ..Shape::resolve(args.shape)? }.keep(|_, _| Ok(Change::Keep))
        }
        Dataset::Sample(args) => sample::run(args),
        Dataset::Split(args) => split::run(args),
        Dataset::Shard(args) => {
            let (number, of) = (args.part.number - 1, args.part.of);
            let wanted = move |place: u64, _: &_| Ok(if place % of == number { Change::Keep } else { Change::Drop });
            Shape::resolve(args.shape)?.keep(wanted)
        }
        Dataset::Filter(args) => filter::run(args),
        Dataset::Augment(args) => augment::run(args),
        Dataset::Join(args) => join::run(args),
        Dataset::Canon(args) => canon::run(args),
        Dataset::Dedup(args) => dedup::run(args),
        Dataset::Overlap(args) => overlap::run(args),
        Dataset::Rate(args) => rate::run(args),
        Dataset::Generate(args) => generate::run(args),
        Dataset::Layouts => layouts::run(),
    }
}

/// Puzzles in a block.
const BLOCK: usize = 4096;

/// The files with their rows; standard input where there are none.
fn corpus(files: Vec<PathBuf>, reading: ReadingArgs, strict: bool) -> Result<Corpus> {
    let files = super::inputs_or_stdin(files)?;
    let wanted = Extras { solutions: false, rows: true, digests: false };
    Ok(Corpus { strict, block_size: BlockSize::UpTo(BLOCK), ..super::corpus_of_files(files, reading, wanted) })
}

fn wish(args: OutputArgs) -> OutputSpec {
    let path = args.output.filter(|path| !super::is_stdio(path));
    OutputSpec { path, layout: args.to.map(|name| name.0), blank: args.blank }
}
