//! `sudoku-bench dataset split`.

use std::{path::PathBuf, process::ExitCode};

use sudoku_bench::{
    error::{Error, Result},
    isomorph,
    random::SplitMix64,
    writer::{Edit, Wish},
};

use super::{Change, Shape, corpus};
use crate::cli::Split;

pub fn run(args: Split) -> Result<ExitCode> {
    let parts = args.shares.0.len();
    let outputs = if args.output.is_empty() { beside(&args.files, parts)? } else { args.output };
    if outputs.len() != parts {
        return Err(Error::Usage(format!("{parts} shares and {} output files", outputs.len())));
    }
    let wish = |path| Wish { path: Some(path), ..Wish::default() };
    let shape = Shape {
        corpus: corpus(args.files, args.reading, args.strict)?,
        threads: args.machine.threads(),
        wishes: outputs.into_iter().map(wish).collect(),
        added: Vec::new(),
        edit: Edit::None,
        rejects: None,
    };
    shape.check_outputs()?;
    let (seed, by_class) = (args.seed, args.by_class);
    // Where in [0, 1) a puzzle falls depends on nothing but the seed and its class, or its place: so a puzzle stays in its
    // part when others come or go.
    let part = |random: SplitMix64| {
        let at = random.clone().next() as f64 / 2f64.powi(64);
        let mut sum = 0.0;
        let ends = args.shares.0.iter().map(|share| {
            sum += share;
            sum
        });
        ends.take(parts - 1).filter(|end| at >= *end).count()
    };
    let mut place = 0;
    shape.run(
        || (),
        |(), block| {
            let class = |givens| if by_class { isomorph::canonical(givens).key() } else { 0 };
            Ok(block.puzzles.iter().map(|puzzle| class(&puzzle.givens)).collect())
        },
        |_, class| {
            place += 1;
            let random = SplitMix64::piece(seed, place);
            let of_class = SplitMix64(SplitMix64(seed).next() ^ class as u64 ^ (class >> 64) as u64);
            Ok(Change::To(part(if by_class { of_class } else { random })))
        },
    )
}

/// Files beside the input.
fn beside(files: &[PathBuf], parts: usize) -> Result<Vec<PathBuf>> {
    let first = files.first().filter(|path| path.file_stem().is_some() && !crate::cmd::is_standard(path));
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
