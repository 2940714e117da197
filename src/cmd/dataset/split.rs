//! `sudoku-bench dataset split`.

use std::{path::PathBuf, process::ExitCode};

use sudoku_bench::{
    dataset::draw::Parts,
    error::{Error, Result},
    isomorph,
    writer::{Edit, OutputSpec},
};

use super::{Change, Shape, corpus};
use crate::cli::Split;

pub fn run(args: Split) -> Result<ExitCode> {
    let parts = args.shares.0.len();
    let outputs = if args.output.is_empty() { beside(&args.files, parts)? } else { args.output };
    if outputs.len() != parts {
        return Err(Error::Usage(format!("{parts} shares and {} output files", outputs.len())));
    }
    let wish = |path| OutputSpec { path: Some(path), ..OutputSpec::default() };
    let shape = Shape {
        corpus: corpus(args.files, args.reading, args.strict)?,
        threads: args.machine.threads(),
        wishes: outputs.into_iter().map(wish).collect(),
        added: Vec::new(),
        edit: Edit::None,
        rejects: None,
    };
    shape.check_outputs()?;
    let by_class = args.by_class;
    let parts = Parts { shares: args.shares.0, seed: args.seed };
    let mut place = 0;
    shape.run(
        || (),
        |(), block| {
            let class = |givens| if by_class { isomorph::canonical(givens).key() } else { 0 };
            Ok(block.puzzles.iter().map(|puzzle| class(&puzzle.givens)).collect())
        },
        |_, class| {
            place += 1;
            Ok(Change::To(if by_class { parts.of_class(class) } else { parts.of_place(place - 1) }))
        },
    )
}

/// Files beside the input.
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
    // What is compressed, or packed in other ways, is written as text.
    let extension =
        extension.split('.').find(|part| sudoku_bench::writer::by_extension(format!("x.{part}").as_ref()).is_some());
    let extension = extension.unwrap_or("csv");
    Ok(names.iter().map(|name| first.with_file_name(format!("{stem}.{name}.{extension}"))).collect())
}
