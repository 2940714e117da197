//! A pass over the rows of a corpus: its arguments, its call, its summary.

use std::path::{Path, PathBuf};

use corpus::{
    error::Result,
    numbers,
    reader::{BlockSize, Corpus, Extras},
    writer::OutputSpec,
};
use dataset::{Observer, RowPass, RowPassResult};
use pass::PassEnd;

use crate::{
    cli::{Exit, MachineArgs, MaxRejects, ReadingArgs, StrictArgs, heading},
    cmd::{
        check_rejects, corpus_of_files, files, inputs_or_stdin, is_closed_pipe,
        long_search::LongSearch,
        of_any_shape, print_message, print_rejects,
        progress::Counts,
        row_pass::{OutputArgs, observed, output, print_parts, resumption, warn_of_shifted_lines},
    },
};

pub const BLOCK: usize = 4096;

#[derive(clap::Args, Debug)]
pub struct ShapeArgs {
    /// Corpora in any layout, also compressed [default: standard input]
    #[arg(value_name = "FILE", help_heading = None)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub machine: MachineArgs,

    #[command(flatten)]
    pub reading: ReadingArgs,

    #[command(flatten)]
    pub strict: StrictArgs,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Write rows that are not puzzles to this file
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    pub rejects: Option<PathBuf>,

    /// Go on with the interrupted output of the same command, if there is one
    #[arg(long, help_heading = heading::OUTPUT)]
    pub resume: bool,
}

/// Makes the pass of the command with this name over the corpus, prints its summary, and returns the exit code.
pub fn reshape(
    command: &str,
    args: ShapeArgs,
    run: impl FnOnce(&mut RowPass, &mut Observer<'_>) -> Result<RowPassResult>,
) -> Result<Exit> {
    let max_rejects = args.strict.rejected.max_rejects;
    let threads = args.machine.threads();
    let (reshape, done) = pass(args, |_| LongSearch::of_blocks(command, threads), run)?;
    conclude(done, &reshape, max_rejects)
}

pub fn pass(
    args: ShapeArgs,
    searches: impl FnOnce(&Corpus) -> LongSearch,
    run: impl FnOnce(&mut RowPass, &mut Observer<'_>) -> Result<RowPassResult>,
) -> Result<(RowPass, RowPassResult)> {
    let mut reshape = resolve(args)?;
    let counts = Counts::of_files(&reshape.corpus.files, &reshape.outputs);
    let searches = searches(&reshape.corpus);
    let done = observed(searches, counts, |observer| run(&mut reshape, observer))?;
    Ok((reshape, done))
}

pub fn resolve(args: ShapeArgs) -> Result<RowPass> {
    let reshape = RowPass {
        corpus: corpus(args.files, args.reading, args.strict.strict)?,
        threads: args.machine.threads(),
        outputs: vec![output(args.output)?],
        rejects: args.rejects,
        resumption: Some(resumption(args.resume)),
    };
    check_outputs(&reshape, &reshape.corpus.files)?;
    Ok(reshape)
}

/// Returns the corpus of these files, read with their rows; of standard input if no file is named.
pub fn corpus(files: Vec<PathBuf>, reading: ReadingArgs, strict: bool) -> Result<Corpus> {
    let files = inputs_or_stdin(files)?;
    let extras = Extras { solutions: false, rows: true, digests: false };
    of_any_shape(Corpus { strict, block_size: BlockSize::Timed(BLOCK), ..corpus_of_files(files, reading, extras) })
}

pub fn check_outputs(reshape: &RowPass, inputs: &[PathBuf]) -> Result<()> {
    let paths: Vec<&Path> = reshape.outputs.iter().filter_map(|output| output.path.as_deref()).collect();
    files::check_outputs(&paths, reshape.rejects.as_deref(), inputs)
}

pub fn conclude(done: RowPassResult, reshape: &RowPass, max_rejects: Option<MaxRejects>) -> Result<Exit> {
    print_parts(&done);
    // After an error, the counts would describe a part of the corpus.
    if !matches!(done.ended, PassEnd::Failed(_)) {
        print_rejects(&done.rejected, done.rejects.as_deref());
        warn_of_shifted_lines(&done, &reshape.outputs);
    }
    match done.ended {
        PassEnd::Complete => {
            print_message(&rows_in_and_out(&done, &reshape.outputs));
            Ok(check_rejects(&done.rejected, done.puzzles, max_rejects).unwrap_or(Exit::Success))
        }
        PassEnd::Stopped => Ok(Exit::Interrupted),
        PassEnd::Failed(error) if is_closed_pipe(&error) => Ok(Exit::Success),
        PassEnd::Failed(error) => Err(error),
    }
}

/// Returns the line about a complete pass: "10 rows in, 9 rows out: out.csv".
fn rows_in_and_out(done: &RowPassResult, outputs: &[OutputSpec]) -> String {
    let name = |output: &OutputSpec| output.path.as_ref().map(|path| path.display().to_string());
    let read = numbers::plural(done.puzzles, "row");
    match (&done.written[..], outputs) {
        (&[written], [output]) => {
            let to = name(output).map_or(String::new(), |name| format!(": {name}"));
            format!("{read} in, {} out{to}", numbers::plural(written, "row"))
        }
        (written, outputs) => {
            let part = |(&rows, output)| format!("{} to {}", numbers::count(rows), name(output).unwrap_or_default());
            format!("{read} in, {}", written.iter().zip(outputs).map(part).collect::<Vec<_>>().join(", "))
        }
    }
}
