//! `sudoku-bench score`.

use std::{collections::HashSet, path::PathBuf};

use benchmark::reporter;
use corpus::{
    error::{Error, Result},
    fs::PartFile,
    layout::{Layout, by_extension},
    reader::Column,
    writer::OutputSpec,
};
use score::{
    Change, Files, Gathering, Model, NamedColumns, Options, extract::Extract, preset::Preset, summary::Summary,
};

use crate::{
    cli::{
        Exit, MachineArgs, ReadingArgs, RejectedArgs, TableArgs, choices, heading,
        number::{parse_number, parse_positive},
    },
    cmd::{
        check_rejects, files, interrupt, is_stdio, print, print_json, print_message, print_message_once, print_rejects,
        repeated, row_pass::watched, standard_output, table_width,
    },
};

const WRONG_ROWS: usize = 2000;

const HELP: &str = "\
Verdicts, of which the first that holds counts:
  missing         no prediction, or nothing that --extract finds
  malformed       another number of cells, or a symbol that is neither a value nor a blank
  incomplete      a blank is left
  givens_changed  a given has another value
  conflict        a row, column or box has a value twice
  exact           the label; without labels, a solution
  valid_other     another solution than the label

Solved are exact and valid_other. `dup` is the mean number of repeated values in rows, columns and
boxes. The exit code is 3 if a model is worse than the first.

Examples:
  sudoku-bench score predictions.csv
  sudoku-bench score responses.jsonl test.csv --id id --extract answer --by clues
  sudoku-bench score responses.jsonl test.csv --extract answer,last-grid -o scored.csv
  sudoku-bench score --model old=old.csv --model new=new.csv test.csv
  sudoku-bench score predictions.npy test.csv --preset hrm -o scored.csv
  sudoku-bench score samples.csv test.csv --id id --pass-at 1,8 --vote
  sudoku-bench score --model a=a.csv --model b=b.csv test.csv --id id --at-step 8
  sudoku-bench score answers.csv images.csv --inverse transform --vote

SCORING.md defines every number.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// The predictions, in any layout; with --model, the corpus
    #[arg(value_name = "PREDICTIONS")]
    predictions: Option<PathBuf>,

    /// The corpus with the puzzles and the labels, unless they are in the file of the predictions
    #[arg(value_name = "CORPUS")]
    corpus: Option<PathBuf>,

    /// Predictions of a model, as NAME=FILE; several are compared with the first
    #[arg(long, value_name = "NAME=FILE", value_parser = parse_model)]
    model: Vec<Model>,

    /// Column by which predictions belong to puzzles; several with the same value are samples [default: row by row]
    #[arg(long, value_name = "COLUMN", help_heading = heading::INPUT)]
    id: Option<String>,

    /// Column of the predictions, by name or number [default: by name]
    #[arg(long, value_name = "COLUMN", help_heading = heading::INPUT)]
    prediction_column: Option<Column>,

    /// Column with the number of the sample [default: by name; rows with the same puzzle in order]
    #[arg(long, value_name = "COLUMN", help_heading = heading::INPUT)]
    sample: Option<String>,

    /// Column with the step of a model at which a prediction was made; the last step of each sample counts [default: by name]
    #[arg(long, value_name = "COLUMN", help_heading = heading::INPUT)]
    step: Option<String>,

    /// Column with the transform of `dataset augment --transform`: predictions for isomorphs become samples of the original puzzle
    #[arg(long, value_name = "COLUMN", help_heading = heading::INPUT)]
    inverse: Option<String>,

    /// How the answer is taken from a text: cells (the whole text), answer, boxed, code-block, last-grid, first-grid, several of these with commas between them, each applied to what the one before finds, or a regular expression whose first group is the answer
    #[arg(long, default_value = "cells", value_name = "RULES|REGEX", value_parser = Extract::parse, help_heading = heading::INPUT)]
    extract: Extract,

    /// The puzzles are known to have one solution: do not count solutions
    #[arg(long, help_heading = heading::INPUT)]
    unique: bool,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    rejected: RejectedArgs,

    /// Print what these scorers would print, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "NAME", value_parser = choices::preset(), help_heading = heading::JUDGEMENT)]
    preset: Vec<&'static Preset>,

    /// Group the results by columns, `clues`, `technique`, or a condition such as 'rating >= 50'; several are separated by commas
    #[arg(long, value_name = "KEY", help_heading = heading::JUDGEMENT)]
    by: Vec<String>,

    /// Estimate the chance that one of K samples solves a puzzle, for numbers separated by commas
    #[arg(long, value_delimiter = ',', value_name = "K", value_parser = parse_positive::<u64>, help_heading = heading::JUDGEMENT)]
    pass_at: Vec<u64>,

    /// Let the samples of each puzzle vote, without its label: cell by cell, and for whole grids
    #[arg(long, help_heading = heading::JUDGEMENT)]
    vote: bool,

    /// Count the last step of each sample up to this one
    #[arg(long, value_name = "STEP", value_parser = parse_number, help_heading = heading::JUDGEMENT)]
    at_step: Option<u64>,

    /// Count the last step of each sample that took at most this much compute, by the column `compute`, `flops` or `tokens`
    #[arg(long, value_name = "AMOUNT", help_heading = heading::JUDGEMENT)]
    at_compute: Option<f64>,

    #[command(flatten)]
    machine: MachineArgs,

    /// File for the rows with their verdicts; it appears when it is complete
    #[arg(short, long, value_name = "FILE", help_heading = heading::OUTPUT)]
    output: Option<PathBuf>,

    /// Layout of the output; see `dataset layouts` [default: by its name]
    #[arg(long, value_name = "NAME", value_parser = choices::output_layout(), requires = "output", help_heading = heading::OUTPUT)]
    to: Option<&'static Layout>,

    /// File for a page with the shares of all strata and the grids of the first 2,000 wrong predictions
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    report: Option<PathBuf>,

    /// Print JSON
    #[arg(long, help_heading = heading::OUTPUT)]
    json: bool,

    #[command(flatten)]
    table: TableArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let json = args.json;
    let table = args.table;
    let max_rejects = args.rejected.max_rejects;
    let report = args.report.clone();
    let options = options(args)?;
    let paths = options.files.paths();
    files::check_inputs(&paths)?;
    let is_array = |path: &PathBuf| by_extension(path).is_none_or(|layout| layout.reads(|reading| reading.has_offset));
    if options.files.layout.offset.is_some() && !paths.iter().any(is_array) {
        return usage!("--offset is for arrays of NumPy, and no file is one");
    }
    let outputs = options.output.iter().filter_map(|output| output.path.as_deref()).chain(report.as_deref());
    let outputs: Vec<_> = outputs.collect();
    files::check_outputs(&outputs, None, &paths)?;
    options.output.as_ref().map_or(Ok(()), OutputSpec::check)?;
    standard_output::check()?;
    interrupt::catch_saying("interrupted: nothing is written")?;
    let scores = watched("score", options.threads, &paths[..1], &[], |observer| {
        score::score(&options, print_message_once, observer)
    })?;
    let Some(scores) = scores else { return Ok(Exit::Interrupted) };
    let summary = Summary::new(&scores);
    if json {
        print_json(serde_json::to_string_pretty(&summary))?;
    } else {
        print(&reporter::scores::text(&summary, table_width(table)))?;
    }
    reporter::scores::notes(&scores).iter().for_each(|note| print_message(note));
    print_rejects(&scores.rejected, None);
    if let Some(report) = report {
        let page = reporter::scores_html(&scores, &summary);
        PartFile::create_for_user(&report)?.complete(page.as_bytes())?;
    }
    if scores.comparisons.iter().any(|compared| compared.change() == Change::Worse) {
        return Ok(Exit::GateFailed);
    }
    let rejected = check_rejects(&scores.rejected, scores.counts.puzzles.puzzles, max_rejects);
    Ok(rejected.unwrap_or(Exit::Success))
}

fn options(args: Args) -> Result<Options> {
    let threads = args.machine.threads();
    let (models, corpus) = models(args.predictions, args.corpus, args.model)?;
    let layout = args.reading.layout_override();
    let notation = args.reading.notation_override();
    let ReadingArgs { puzzle_column, solution_column, pad_zeros, .. } = args.reading;
    if pad_zeros {
        return usage!("score cannot restore leading zeros; run `dataset convert --pad-zeros` first");
    }
    let columns = NamedColumns {
        puzzle: puzzle_column,
        label: solution_column,
        prediction: args.prediction_column,
        sample: args.sample,
        step: args.step,
        inverse: args.inverse,
    };
    let output = args.output.map(|path| OutputSpec { path: Some(path), layout: args.to, ..OutputSpec::default() });
    let gathering = Gathering {
        vote: args.vote,
        at_step: args.at_step,
        at_compute: args.at_compute,
        keeps_fields: output.is_some(),
    };
    Ok(Options {
        files: Files { models, corpus, id: args.id, columns, layout, notation, gathering },
        extract: args.extract,
        presets: args.preset,
        by: distinct_keys(&args.by),
        pass_at: args.pass_at,
        unique: args.unique,
        keep_wrong: if args.report.is_some() { WRONG_ROWS } else { 0 },
        threads,
        simd: args.machine.simd,
        output,
    })
}

fn models(
    predictions: Option<PathBuf>,
    corpus: Option<PathBuf>,
    models: Vec<Model>,
) -> Result<(Vec<Model>, Option<PathBuf>)> {
    if models.is_empty() {
        let path = predictions.ok_or_else(|| Error::Usage("name the file of the predictions".into()))?;
        return Ok((vec![Model { name: stem(&path), path }], corpus));
    }
    if corpus.is_some() {
        return usage!("with --model, name no file but the corpus");
    }
    if let Some(twice) = repeated(&models, |model| &model.name) {
        return usage!("two models are named {}", twice.name);
    }
    Ok((models, predictions))
}

fn stem(path: &std::path::Path) -> String {
    if is_stdio(path) {
        "predictions".into()
    } else {
        path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

pub fn distinct_keys(arguments: &[String]) -> Vec<String> {
    let mut seen = HashSet::new();
    arguments.iter().flat_map(|text| keys(text)).filter(|key| seen.insert(key.clone())).collect()
}

/// Splits a list of keys at its commas; those in quotes and parentheses belong to a condition.
fn keys(text: &str) -> Vec<String> {
    let mut keys = vec![String::new()];
    let mut depth = 0;
    let mut quote = None;
    for character in text.chars() {
        match (character, quote) {
            (',', None) if depth == 0 => {
                keys.push(String::new());
                continue;
            }
            ('(', None) => depth += 1,
            (')', None) => depth -= 1,
            ('"' | '\'' | '`', None) => quote = Some(character),
            (_, Some(open)) if open == character => quote = None,
            _ => {}
        }
        keys.last_mut().expect("there is one").push(character);
    }
    keys.iter().map(|key| key.trim().into()).filter(|key: &String| !key.is_empty()).collect()
}

fn parse_model(text: &str) -> Result<Model, String> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => {
            Ok(Model { name: name.into(), path: path.into() })
        }
        _ => Err("write NAME=FILE".into()),
    }
}
