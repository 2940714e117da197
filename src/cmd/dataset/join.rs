//! `sudoku-bench dataset join`.

use std::path::PathBuf;

use corpus::{error::Result, numbers};
use dataset::RowPass;
use pass::FirstRows;

use super::reshape::{check_outputs, conclude, corpus};
use crate::{
    cli::{Exit, ReadingArgs},
    cmd::{
        files,
        row_pass::{OutputArgs, output, watched},
    },
};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The corpus, in any layout
    #[arg(value_name = "CORPUS")]
    corpus: PathBuf,

    /// Files with a row for each row of the corpus: a value a line, CSV, JSON Lines or Parquet. Without a header, a column is named
    /// after its file
    #[arg(required = true, value_name = "FILE")]
    sides: Vec<PathBuf>,

    /// Join rows with the same value in this column, which the corpus and each FILE must have, in any order
    #[arg(long, value_name = "COLUMN")]
    by: Option<String>,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    files::check_inputs(args.sides.iter().chain([&args.corpus]))?;
    let corpus = corpus(vec![args.corpus], args.reading, true)?;
    let join = RowPass { corpus, threads: 1, outputs: vec![output(args.output)?], rejects: None, resumption: None };
    let inputs: Vec<_> = join.corpus.files.iter().chain(&args.sides).cloned().collect();
    check_outputs(&join, &inputs)?;
    let mut differing = FirstRows::default();
    let done = watched("join", join.threads, &join.corpus.files, &join.outputs, |observer| {
        let joined = join.join(&args.sides, args.by.as_deref(), observer)?;
        differing = joined.differing;
        Ok(joined.reshaped)
    })?;
    let code = conclude(done, &join, None);
    if differing.count > 0 {
        let rows = numbers::plural(differing.count, "row");
        let first = differing.text();
        message!("warning: {rows} differ in a column that both files have: {first}; --by COLUMN joins by an id");
    }
    code
}
