//! `sudoku-bench dataset …`: resolves the arguments, calls the library, prints a summary.

mod dedup;
mod generate;
mod inspect;
mod layouts;
mod overlap;
mod split;

use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};

use bench::record::Manifest;
use corpus::{
    dataset::{Observer, Rated, RatedPuzzles, Resumption, RowPass, RowPassResult, classes::Classes},
    error::Result,
    layout::Schema,
    numbers,
    pass::{FirstRows, PassEnd},
    reader::{BlockSize, Corpus, Extras, RandomSample},
    writer::OutputSpec,
};

use super::{
    check_rejects, files, interrupt, is_closed_pipe,
    long_search::{LongSearch, Watch},
    print_message, print_rejects,
    progress::Progress,
    standard_output,
};
use crate::cli::{Augment, Dataset, Exit, Join, MaxRejects, MemoryArgs, OutputArgs, Rate, ReadingArgs, ShapeArgs};

pub fn run(command: Dataset) -> Result<ExitCode> {
    match command {
        Dataset::Inspect(args) => inspect::run(args),
        Dataset::Convert(args) => reshape("convert", args.shape, |reshape, observer| {
            reshape.outputs.iter_mut().for_each(|output| output.strings = args.strings);
            reshape.convert(observer)
        }),
        Dataset::Sample(args) => {
            let subset = RandomSample { size: args.size, seed: args.seed };
            reshape("sample", args.shape, |reshape, observer| reshape.sample(subset, observer))
        }
        Dataset::Split(args) => split::run(args),
        Dataset::Shard(args) => {
            let (first, of) = (args.part.number - 1, args.part.of);
            reshape("shard", args.shape, |reshape, observer| reshape.shard(first, of, observer))
        }
        Dataset::Filter(args) => {
            let simd = args.shape.machine.simd;
            reshape("filter", args.shape, |reshape, observer| reshape.filter(&args.expression, simd, observer))
        }
        Dataset::Augment(args) => augment(args),
        Dataset::Join(args) => join(args),
        Dataset::Canon(args) => reshape("canon", args.shape, |reshape, observer| reshape.canon(observer)),
        Dataset::Dedup(args) => dedup::run(args),
        Dataset::Overlap(args) => overlap::run(args),
        Dataset::Rate(args) => rate(args),
        Dataset::Generate(args) => generate::run(args),
        Dataset::Layouts => layouts::run(),
    }
}

fn augment(args: Augment) -> Result<ExitCode> {
    reshape("augment", args.shape, |reshape, observer| {
        reshape.corpus.extras.solutions = true;
        // Every puzzle becomes many rows. Blocks have fewer puzzles, so that they have as many rows as with other
        // commands.
        reshape.corpus.block_size = BlockSize::Timed((BLOCK / (args.images + 1)).max(1));
        reshape.augment(args.images, !args.only_images, args.seed, observer)
    })
}

fn join(args: Join) -> Result<ExitCode> {
    files::check_inputs(args.sides.iter().chain([&args.corpus]))?;
    let corpus = corpus(vec![args.corpus], args.reading, true)?;
    let join = RowPass { corpus, threads: 1, outputs: vec![output(args.output)?], rejects: None, resumption: None };
    let inputs: Vec<_> = join.corpus.files.iter().chain(&args.sides).cloned().collect();
    check_outputs(&join, &inputs)?;
    let progress = Progress::new(&join.corpus.files, Some(1), &join.outputs);
    let searches = LongSearch::of_blocks("join", join.threads);
    let mut differing = FirstRows::default();
    let done = observed(progress, searches, |observer| {
        let joined = join.join(&args.sides, args.by.as_deref(), observer)?;
        differing = joined.differing;
        Ok(joined.reshaped)
    })?;
    let code = conclude(done, &join, None);
    if differing.count > 0 {
        let (rows, first) = (numbers::plural(differing.count, "row"), differing.text());
        print_message(&format!(
            "warning: {rows} differ in a column that both files have: {first}; --by COLUMN joins by an id"
        ));
    }
    code
}

fn rate(args: Rate) -> Result<ExitCode> {
    super::check_distinct(&args.strategy)?;
    let options = super::runner_options(args.strategy, &args.limits, 1, &args.shape.machine);
    let max_rejects = args.shape.rejected.max_rejects;
    let mut puzzles = RatedPuzzles::default();
    let (reshape, done) = pass(LongSearch::of(&options), args.shape, |reshape, observer| {
        let rated: Rated = reshape.rate(&options, observer)?;
        puzzles = rated.puzzles;
        Ok(rated.reshaped)
    })?;
    let code = conclude(done, &reshape, max_rejects);
    print_unrated(&puzzles);
    let wrong = puzzles.wrong;
    if wrong == 0 {
        return code;
    }
    if let Err(error) = code {
        super::print_error(&error);
    }
    print_message(&format!("{} (status wrong)", numbers::plural(wrong, "wrong answer")));
    Ok(Exit::WrongAnswer.into())
}

/// Prints how many puzzles have no technique, and how many have the technique `none`.
fn print_unrated(puzzles: &RatedPuzzles) {
    let RatedPuzzles { unrated, full, .. } = puzzles;
    if unrated.count > 0 {
        let rows = numbers::plural(unrated.count, "puzzle");
        print_message(&format!("no technique for {rows} without exactly one solution: {}", unrated.text()));
    }
    if *full > 0 {
        print_message(&format!("{} without blanks: the technique is none", numbers::plural(*full, "grid")));
    }
}

/// Makes the pass of the command with this name over the corpus, prints its summary, and returns the exit code.
fn reshape(
    command: &str,
    args: ShapeArgs,
    run: impl FnOnce(&mut RowPass, &mut Observer<'_>) -> Result<RowPassResult>,
) -> Result<ExitCode> {
    let max_rejects = args.rejected.max_rejects;
    let searches = LongSearch::of_blocks(command, args.machine.threads());
    let (reshape, done) = pass(searches, args, run)?;
    conclude(done, &reshape, max_rejects)
}

/// Makes a pass over the corpus.
fn pass(
    searches: LongSearch,
    args: ShapeArgs,
    run: impl FnOnce(&mut RowPass, &mut Observer<'_>) -> Result<RowPassResult>,
) -> Result<(RowPass, RowPassResult)> {
    let mut reshape = resolve(args)?;
    let progress = Progress::new(&reshape.corpus.files, Some(1), &reshape.outputs);
    let done = observed(progress, searches, |observer| run(&mut reshape, observer))?;
    Ok((reshape, done))
}

fn resolve(args: ShapeArgs) -> Result<RowPass> {
    let reshape = RowPass {
        corpus: corpus(args.files, args.reading, args.strict)?,
        threads: args.machine.threads(),
        outputs: vec![output(args.output)?],
        rejects: args.rejects,
        resumption: Some(resumption(args.resume)),
    };
    check_outputs(&reshape, &reshape.corpus.files)?;
    Ok(reshape)
}

/// Returns how a pass with the arguments of this program is resumed.
pub fn resumption(resume: bool) -> Resumption {
    // These options do not change the rows, so they may differ when a pass is resumed.
    let is_other = |argument: &String| !["--resume", "-q", "--quiet", "--no-progress"].contains(&argument.as_str());
    let arguments = Manifest::this_command_line().into_iter().filter(is_other).collect();
    Resumption { arguments, resume, notice: Some(print_message) }
}

/// Names the incomplete outputs of a pass, and how to go on.
pub fn print_parts(done: &RowPassResult) {
    done.parts.iter().for_each(|part| print_message(&format!("the incomplete output is in {}", part.display())));
    if done.can_resume {
        print_message("the same command with --resume goes on from there");
    }
}

/// Warns if rejected rows shift the lines of an output, and only the line number relates its rows to those of the
/// corpus.
pub fn warn_of_shifted_lines(done: &RowPassResult, outputs: &[OutputSpec]) {
    let is_shifted = |schema: &Schema| outputs.iter().any(|output| output.is_told_by_place(schema));
    if done.rejected.count > 0 && done.schema.as_deref().is_some_and(is_shifted) {
        print_message(
            "warning: rejected rows have no line in the output, so its lines are not those of the corpus; add an id to --columns",
        );
    }
}

/// Checks that the outputs can be written without the loss of an input.
fn check_outputs(reshape: &RowPass, inputs: &[PathBuf]) -> Result<()> {
    let paths: Vec<&Path> = reshape.outputs.iter().filter_map(|output| output.path.as_deref()).collect();
    files::check_outputs(&paths, reshape.rejects.as_deref(), inputs)
}

/// Calls the library with Ctrl-C as the stop flag, watches its searches, and removes the progress bar at the end.
pub fn observed<T>(
    mut progress: Progress,
    searches: LongSearch,
    run: impl FnOnce(&mut Observer<'_>) -> Result<T>,
) -> Result<T> {
    let stop = interrupt::catch()?;
    let noted = Some(searches.progress.clone());
    let _watch = Watch::start(searches);
    run(&mut Observer { stop, progress: &mut |puzzles, bytes| progress.add(puzzles, bytes), searches: noted })
}

/// Prints the summary of a pass, and returns the exit code.
fn conclude(done: RowPassResult, reshape: &RowPass, max_rejects: Option<MaxRejects>) -> Result<ExitCode> {
    print_parts(&done);
    // After an error, the counts would describe a part of the corpus.
    if !matches!(done.ended, PassEnd::Failed(_)) {
        print_rejects(&done.rejected, done.rejects.as_deref());
        warn_of_shifted_lines(&done, &reshape.outputs);
    }
    match done.ended {
        PassEnd::Complete => {
            print_message(&rows_in_and_out(&done, &reshape.outputs));
            Ok(check_rejects(&done.rejected, done.puzzles, max_rejects).unwrap_or(Exit::Success).into())
        }
        PassEnd::Stopped => Ok(Exit::Interrupted.into()),
        PassEnd::Failed(error) if is_closed_pipe(&error) => Ok(ExitCode::SUCCESS),
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

/// Puzzles in a block.
const BLOCK: usize = 4096;

/// Returns the corpus of these files, read with their rows; of standard input if no file is named.
fn corpus(files: Vec<PathBuf>, reading: ReadingArgs, strict: bool) -> Result<Corpus> {
    let files = super::inputs_or_stdin(files)?;
    let extras = Extras { solutions: false, rows: true, digests: false };
    Ok(Corpus { strict, block_size: BlockSize::Timed(BLOCK), ..super::corpus_of_files(files, reading, extras) })
}

/// Returns the output that the arguments describe, checked.
pub fn output(args: OutputArgs) -> Result<OutputSpec> {
    let path = args.output.filter(|path| !super::is_stdio(path));
    let output = OutputSpec { path, layout: args.to, blank: args.blank, columns: args.columns, strings: false };
    output.check()?;
    if output.path.is_none() {
        standard_output::check()?;
    }
    Ok(output)
}

impl MemoryArgs {
    fn directory(&self) -> PathBuf {
        self.temporary.clone().unwrap_or_else(env::temp_dir)
    }

    fn classes(&self) -> Classes {
        Classes::new(self.memory, self.directory())
    }
}
