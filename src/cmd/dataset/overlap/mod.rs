//! `sudoku-bench dataset overlap`.

mod json;
mod pairs;
mod text;

use std::path::PathBuf;

use corpus::{
    error::{Error, Result},
    reader::{Corpus, Extras},
};
use dataset::{CorpusCounts, Notion, Overlap, OverlapOptions};

use super::{memory::MemoryArgs, reshape};
use crate::{
    cli::{Exit, MachineArgs, MaxRejects, ReadingArgs, StrictArgs, choices, heading},
    cmd::{
        check_rejects, files, interrupt, print, print_json, print_message, print_rejects, repeated, row_pass::watched,
    },
};
use pairs::Target;
use text::Names;

#[derive(clap::Args, Debug)]
#[command(mut_arg("max_rejects", |most| most.help("Exit with 1 if more rows than this of either set are rejected: a number, or a percentage of its rows [default: 10%; nine rejects are always allowed, unless most rows are rejected or puzzles became numbers]")))]
pub struct Args {
    /// Training set: one file or several
    #[arg(required = true, value_name = "TRAIN")]
    train: Vec<PathBuf>,

    /// Test set: the last file
    #[arg(value_name = "TEST")]
    test: PathBuf,

    /// What a test puzzle shares with a puzzle of the training set, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_name = "NOTION", value_parser = choices::notion())]
    by: Vec<Notion>,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    strict: StrictArgs,

    /// Write the line of every shared test puzzle to this file, with the first training line, as CSV
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    pairs: Option<PathBuf>,

    /// Print JSON
    #[arg(long, help_heading = heading::OUTPUT)]
    json: bool,

    #[command(flatten)]
    memory: MemoryArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let inputs: Vec<PathBuf> = args.train.iter().chain([&args.test]).cloned().collect();
    files::check_inputs(&inputs)?;
    let train = corpus(args.train, args.reading.clone(), args.strict.strict)?;
    let names = Names::of(&train, &args.test);
    let test = corpus(vec![args.test], args.reading, args.strict.strict)?;
    let options = OverlapOptions {
        notions: notions(args.by, &train)?,
        memory: args.memory.memory,
        temporary: args.memory.directory(),
        threads: args.machine.threads(),
        simd: args.machine.simd,
    };
    args.memory.announce_disk(&[&train, &test], options.notions.len());
    let pairs = Target::of(args.pairs, !args.json && options.notions.len() == 1, &inputs)?;
    interrupt::catch_saying("interrupted: nothing is written")?;
    let overlap =
        watched("overlap", options.threads, &inputs, &[], |observer| Overlap::find(&train, &test, &options, observer))?;
    let Some(mut overlap) = overlap else { return Ok(Exit::Interrupted) };
    if args.json {
        print_json(serde_json::to_string_pretty(&json::json(&names, &overlap)))?;
    } else if let [(notion, shared)] = &overlap.shared[..] {
        print_message(&text::sentence(&names, *notion, shared, &overlap));
        text::notes(&names, &overlap).iter().for_each(|note| print_message(note));
    } else {
        print(&text::report(&names, &overlap))?;
    }
    [&overlap.train, &overlap.test].iter().for_each(|counts| print_rejects(&counts.rejected, None));
    let is_found = overlap.is_found();
    let shared = std::mem::take(&mut overlap.shared);
    if !pairs.write(shared, &overlap.train.files, interrupt::catch()?)? {
        return Ok(Exit::Interrupted);
    }
    let rejected = check_all_rejects(&overlap, args.strict.rejected.max_rejects);
    if overlap.train.puzzles == 0 || overlap.test.puzzles == 0 {
        return Err(Error::NotComparable("nothing is compared: a set has no puzzle".into()));
    }
    Ok(if is_found { Exit::GateFailed } else { rejected })
}

/// Returns the notions of the arguments; if there are none, all that are defined for the training set.
fn notions(by: Vec<Notion>, train: &Corpus) -> Result<Vec<Notion>> {
    match repeated(&by, |notion| *notion) {
        Some(notion) => usage!("--by names {} twice", notion.name()),
        None if by.is_empty() => Ok(Notion::ALL.into_iter().filter(|notion| notion.check(train).is_ok()).collect()),
        None => Ok(by),
    }
}

/// Returns the corpus of these files, read without their rows.
fn corpus(files: Vec<PathBuf>, reading: ReadingArgs, strict: bool) -> Result<Corpus> {
    let corpus = reshape::corpus(files, reading, strict)?;
    Ok(Corpus { extras: Extras { solutions: false, rows: false, digests: false }, ..corpus })
}

/// A rejected row may be a puzzle of both sets, so too many rejects are an error.
fn check_all_rejects(overlap: &Overlap, most: Option<MaxRejects>) -> Exit {
    let too_many = |counts: &&CorpusCounts| check_rejects(&counts.rejected, counts.puzzles, most).is_some();
    if [&overlap.train, &overlap.test].iter().any(too_many) { Exit::Error } else { Exit::Success }
}
