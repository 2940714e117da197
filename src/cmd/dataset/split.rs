//! `sudoku-bench dataset split`.

use std::{path::PathBuf, process::ExitCode};

use sudoku_bench::{
    dataset::{Reshape, draw::Parts},
    error::{Error, Result},
    writer::OutputSpec,
};

use super::{check_outputs, conclude, corpus, observed};
use crate::cli::Split;

pub fn run(args: Split) -> Result<ExitCode> {
    let parts = args.shares.0.len();
    let outputs = if args.output.is_empty() { beside(&args.files, parts)? } else { args.output };
    if outputs.len() != parts {
        return Err(Error::Usage(format!("{parts} shares and {} output files", outputs.len())));
    }
    let output = |path| OutputSpec { path: Some(path), ..OutputSpec::default() };
    let reshape = Reshape {
        corpus: corpus(args.files, args.reading, args.strict)?,
        threads: args.machine.threads(),
        outputs: outputs.into_iter().map(output).collect(),
        rejects: None,
    };
    reshape.outputs.iter().try_for_each(OutputSpec::check)?;
    check_outputs(&reshape, &reshape.corpus.files)?;
    let parts = Parts { shares: args.shares.0, seed: args.seed };
    let done = observed(&reshape.corpus.files, |observer| reshape.split(&parts, args.by_class, observer))?;
    conclude(done, None)
}

/// Returns the default outputs: files beside the input.
fn beside(files: &[PathBuf], parts: usize) -> Result<Vec<PathBuf>> {
    let first = files.first().filter(|path| path.file_stem().is_some() && !crate::cmd::is_stdio(path));
    let first = first.ok_or_else(|| Error::Usage("name the output files with --output".into()))?;
    let names: Vec<String> = match parts {
        2 => ["train", "test"].map(String::from).into(),
        3 => ["train", "valid", "test"].map(String::from).into(),
        _ => (1..=parts).map(|part| part.to_string()).collect(),
    };
    let name = first.file_name().unwrap_or_default().to_string_lossy();
    let (stem, extension) = name.split_once('.').unwrap_or((&name, "txt"));
    // The outputs of compressed and archived inputs are not compressed.
    let extension =
        extension.split('.').find(|part| sudoku_bench::layout::by_extension(format!("x.{part}").as_ref()).is_some());
    let extension = extension.unwrap_or("csv");
    Ok(names.iter().map(|name| first.with_file_name(format!("{stem}.{name}.{extension}"))).collect())
}
