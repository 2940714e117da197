//! What the commands that write rows share: the output, its resumption, progress and messages.

use std::{path::PathBuf, sync::Arc};

use benchmark::record::Manifest;
use corpus::{
    error::Result,
    layout::{Layout, Schema},
    reader::Column,
    writer::{CellForm, OutputSpec},
};
use dataset::{Observer, Resumption, RowPassResult};
use grid::text::Alphabet;

use super::{interrupt, long_search::LongSearch, print_message, progress::Counts, standard_output};
use crate::cli::{choices, heading, values::parse_blank};

#[derive(clap::Args, Debug)]
#[command(next_help_heading = heading::OUTPUT)]
pub struct OutputArgs {
    /// Output file, compressed if it ends with .gz or .zst; it appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Layout of the output; see `dataset layouts` [default: by the output's name, else that of the input if it can hold the columns, else CSV]
    #[arg(long, value_name = "NAME", value_parser = choices::output_layout())]
    pub to: Option<&'static Layout>,

    /// Character for a blank [default: unchanged]
    #[arg(long, value_name = "CHARACTER", value_parser = parse_blank)]
    pub blank: Option<u8>,

    /// How grids are written in Parquet and JSON Lines
    #[arg(long, default_value = "text", hide_default_value = true, value_name = "FORM", value_parser = choices::cells())]
    pub cells: CellForm,

    /// Alphabet for grids of another shape than 9×9 [default: unchanged]
    #[arg(long, value_name = "NAME", value_parser = choices::alphabet(), ignore_case = true)]
    pub to_alphabet: Option<Alphabet>,

    /// Number to add to the digits in NumPy arrays, where 0 is a blank: 1 gives the tokens of HRM [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(-128..=246))]
    pub to_offset: Option<i64>,

    /// Columns to write, by name or number, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_name = "COLUMN")]
    pub columns: Vec<Column>,
}

pub fn output(args: OutputArgs) -> Result<OutputSpec> {
    let path = args.output.filter(|path| !super::is_stdio(path));
    let output = OutputSpec {
        path,
        layout: args.to,
        blank: args.blank,
        columns: args.columns,
        cells: args.cells,
        offset: args.to_offset,
        alphabet: args.to_alphabet,
        notice: Some(print_message),
        ..OutputSpec::default()
    };
    output.check()?;
    if output.path.is_none() {
        standard_output::check()?;
    }
    Ok(output)
}

pub fn resumption(resume: bool) -> Resumption {
    // These options do not change the rows, so they may differ when a pass is resumed.
    let is_other =
        |argument: &String| !["--resume", "--force", "-q", "--quiet", "--no-progress"].contains(&argument.as_str());
    let arguments = Manifest::this_command_line().into_iter().filter(is_other).collect();
    Resumption { arguments, resume, notice: Some(print_message) }
}

/// Calls the library with Ctrl-C as the stop flag, and shows its progress.
pub fn observed<T>(
    searches: LongSearch,
    counts: Arc<Counts>,
    run: impl FnOnce(&mut Observer<'_>) -> Result<T>,
) -> Result<T> {
    let stop = interrupt::catch()?;
    let noted = Some(searches.progress.clone());
    let _progress = counts.show(Some(searches));
    run(&mut Observer { stop, progress: &mut |puzzles, bytes| counts.add(puzzles, bytes), searches: noted })
}

/// Runs a command on the blocks of files, and shows its progress. `command` is its name.
pub fn watched<T>(
    command: &str,
    threads: usize,
    files: &[PathBuf],
    outputs: &[OutputSpec],
    run: impl FnOnce(&mut Observer<'_>) -> Result<T>,
) -> Result<T> {
    observed(LongSearch::of_blocks(command, threads), Counts::of_files(files, outputs), run)
}

/// Names the incomplete outputs of a pass, and how to go on.
pub fn print_parts(done: &RowPassResult) {
    done.parts.iter().for_each(|part| message!("the incomplete output is in {}", part.display()));
    if done.can_resume {
        print_message("the same command with --resume goes on from there");
    }
}

/// Warns if rejected rows shift the lines of an output, and only the line number relates its rows to those of the
/// corpus.
pub fn warn_of_shifted_lines(done: &RowPassResult, outputs: &[OutputSpec]) {
    let is_shifted = |schema: &Schema| outputs.iter().any(|output| output.has_only_added_columns(schema));
    if done.rejected.count > 0 && done.schema.as_deref().is_some_and(is_shifted) {
        print_message(
            "warning: rejected rows have no line in the output, so its lines are not those of the corpus; add an id to --columns",
        );
    }
}
