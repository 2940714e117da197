//! `sudoku-bench report`: the HTML report of one or several runs, and their plots as pictures.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use benchmark::{
    figures::{self, Report},
    record::{EXPORT, HISTOGRAMS, Manifest, OpenedResults, REPORT, RatingOptions, Ratings, Results},
    reporter::{self, svg},
};
use corpus::{
    error::{Error, Result},
    fs::PartFile,
    numbers,
};
use grid::simd::Simd;
use rating::Tenths;

use super::{
    files, interrupt, is_stdio, print_message,
    progress::{Counts, Extent},
    score::distinct_keys,
};
use crate::cli::{Exit, GroupArgs, parse_tenths};

/// The most puzzles of a run that are rated without `--ratings`. Up to [`DEFAULT_RATING`], those of the hardest corpora take two
/// seconds of processor time.
const MAX_RATED_PUZZLES: u64 = 4000;
/// The highest rating that is told apart without a number.
const DEFAULT_RATING: Tenths = Tenths(75);

const MESSAGE: &str = "interrupted: the report is not finished";

const HELP: &str = "\
Examples:
  sudoku-bench report results/mine
  sudoku-bench report results/base results/branch -o comparison.html
  sudoku-bench report results/mine --ratings
  sudoku-bench report results/mine --svg figures --plot latency

The report is one file, which a browser opens from the disk without any network. With two results,
it has the comparison of the second with the first; with more, every metric over the runs in their
order. Runs of different work, such as another corpus, are shown side by side. The plots are those
of the last results.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Results directories, in order: the first is the baseline of the others
    #[arg(required = true, value_name = "RESULTS")]
    results: Vec<PathBuf>,

    /// File for the report; `-` is standard output [default: report.html in the last RESULTS, unless only pictures are
    /// requested]
    #[arg(short, long, visible_alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write the plots as SVG to this directory, each in two sizes and with its data as CSV
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Write only the plots whose names begin with this, such as `latency`
    #[arg(long, value_name = "NAME", requires = "svg")]
    plot: Option<String>,

    /// Rate the puzzles of the last run on Sudoku Explainer's scale, up to UP_TO: adds the cost by rating, and the steps that solve
    /// the named puzzles. Runs of at most 4,000 puzzles are rated without the option [default UP_TO: 7.5]
    #[arg(long, value_name = "UP_TO", num_args = 0..=1, require_equals = true, default_missing_value = "7.5")]
    #[arg(value_parser = parse_tenths)]
    ratings: Option<Tenths>,

    #[command(flatten)]
    groups: GroupArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    super::standard_output::check()?;
    if let Some(directory) = &args.svg {
        check_pictures(directory)?;
    }
    let results = args.results.iter().map(|path| Results::open(path)).collect::<Result<Vec<_>>>()?;
    let output = output(&args, &results)?;
    let stop = interrupt::catch_saying(MESSAGE)?;
    let Some(report) = OpenedResults::of(&results).unless_replaced(read(
        &results,
        &distinct_keys(&args.groups.by),
        args.ratings,
        stop,
    ))?
    else {
        return Ok(Exit::Interrupted);
    };
    if let Some(output) = output.filter(|_| !stop.load(Ordering::Relaxed)) {
        write_page(&reporter::html(&report), &output)?;
    }
    if let Some(directory) = &args.svg {
        write_pictures(&report, directory, args.plot.as_deref().unwrap_or_default(), stop)?;
    }
    Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Success })
}

/// Writes the report of results into their directory. Returns false if it was interrupted.
pub fn write_into(directory: &Path) -> Result<bool> {
    let Some(report) = read(&[Results::open(directory)?], &[], None, interrupt::catch_saying(MESSAGE)?)? else {
        message!("stopped before the report was written; `sudoku-bench report {}` writes it", directory.display());
        return Ok(false);
    };
    let output = directory.join(REPORT);
    let message = format!("report: {}", output.display());
    PartFile::create(output)?.complete(reporter::html(&report).as_bytes())?;
    print_message(&message);
    Ok(true)
}

/// Reads the results, rates their puzzles up to the rating that is asked for, and shows a progress bar. Returns `None` if it
/// was interrupted.
fn read(results: &[Results], by: &[String], asked: Option<Tenths>, stop: &AtomicBool) -> Result<Option<Report>> {
    let last = &results.last().expect("the command line requires results").manifest;
    let ratings = rating_options(last, asked);
    let passes = 1 + u64::from(ratings.is_some());
    let puzzles = passes * puzzles(last);
    let counts = Counts::new(Extent::Puzzles(puzzles), &[]);
    let progress = counts.show(None);
    let mut unshown = 0;
    let report = figures::report(results, by, ratings.as_ref(), stop, || {
        unshown += 1;
        if unshown == 1000 {
            counts.add(std::mem::take(&mut unshown), 0);
        }
    })?;
    drop(progress);
    report.iter().for_each(warn);
    Ok(report)
}

/// Returns how the puzzles of a run are rated; `None` if they are not. A corpus that is not there is worth a warning only if
/// its ratings are asked for.
fn rating_options(manifest: &Manifest, asked: Option<Tenths>) -> Option<RatingOptions> {
    let is_rated = puzzles(manifest) <= MAX_RATED_PUZZLES && Ratings::are_possible(manifest);
    let up_to = asked.or(is_rated.then_some(DEFAULT_RATING))?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    Some(RatingOptions { up_to, threads, simd: Simd::detect() })
}

/// Returns the number of puzzles of a run; for a shard, that of the whole corpus.
fn puzzles(manifest: &Manifest) -> u64 {
    let of_corpus = manifest.corpora.iter().map(|file| file.puzzles).sum();
    manifest.sample.map_or(of_corpus, |sample| of_corpus.min(sample.size as u64))
}

fn warn(report: &Report) {
    if let Some(reason) = report.side_by_side() {
        message!("note: the runs are shown side by side: {reason}");
    }
    if let Some(reason) = &report.without_grids {
        message!("warning: the report has no grids: {reason}");
    }
    if let Some(reason) = &report.without_ratings {
        message!("warning: the report has no cost by rating: {reason}");
    }
}

/// Returns the path of the page: that of --output, or the last results directory unless only pictures are requested.
fn output(args: &Args, results: &[Results]) -> Result<Option<PathBuf>> {
    let Some(output) = &args.output else {
        return Ok(results.last().filter(|_| args.svg.is_none()).map(|last| last.path().join(REPORT)));
    };
    if !is_stdio(output) {
        let inputs: Vec<PathBuf> = results.iter().flat_map(inputs).collect();
        files::check_outputs(&[output], None, &inputs)?;
    }
    Ok(Some(output.clone()))
}

/// Returns the files that a report must not replace: the corpus, and all other files of the results.
fn inputs(results: &Results) -> Vec<PathBuf> {
    let corpora = results.manifest.corpora.iter().map(|file| PathBuf::from(&file.path)).filter(|path| path.is_file());
    let directories = ["", HISTOGRAMS, EXPORT].map(|name| results.path().join(name));
    let entries = directories.iter().filter_map(|path| fs::read_dir(path).ok()).flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| path.is_file() && !path.ends_with(REPORT));
    corpora.chain(files).collect()
}

/// Writes a page to a file, or to standard output.
pub fn write_page(html: &str, output: &Path) -> Result<()> {
    if is_stdio(output) {
        return super::print(html);
    }
    // In a results directory, a link is replaced, not its target.
    let is_of_results = output.parent().is_some_and(Results::are_in);
    let file = if is_of_results { PartFile::create(output.into())? } else { PartFile::create_for_user(output)? };
    file.complete(html.as_bytes())?;
    message!("wrote {}", output.display());
    Ok(())
}

/// Checks that pictures may be written to a directory.
fn check_pictures(directory: &Path) -> Result<()> {
    files::check_not_standard_output(Some(directory))?;
    if Results::are_in(directory) {
        let reason = "holds results; name another directory for the pictures";
        return Err(Error::Directory { path: directory.to_path_buf(), reason });
    }
    Ok(())
}

/// Writes each figure whose name begins with `plot` in each size as SVG, with its data as CSV, until `stop` becomes true; and an index
/// of what was written.
fn write_pictures(report: &Report, directory: &Path, plot: &str, stop: &AtomicBool) -> Result<()> {
    let figures = || report.views.iter().flat_map(|view| view.figures.iter().map(move |figure| (view, figure)));
    let names: Vec<String> = figures().map(|(view, figure)| view.file_name(figure)).collect();
    if !names.iter().any(|name| name.starts_with(plot)) {
        return usage!("--plot {plot}: no plot has a name that begins so; the plots are {}", names.join(", "));
    }
    fs::create_dir_all(directory).map_err(Error::io(directory, "create the directory"))?;
    let origin = reporter::origin(report);
    let mut index = format!("# Plots\n\n{origin}\n\n");
    let mut count = 0;
    for ((view, figure), name) in figures().zip(&names).filter(|(_, name)| name.starts_with(plot)) {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let title = view.title_of(figure);
        let caption = format!("{} {origin}", figure.caption);
        write(directory, &format!("{name}.csv"), reporter::figure_csv(figure).as_bytes())?;
        for size in [svg::COLUMN, svg::SLIDE] {
            let picture = svg::picture(&title, &caption, figure, size);
            write(directory, &format!("{name}-{}.svg", size.name), picture.as_bytes())?;
            count += 1;
        }
        index += &format!("* `{name}-{{column,slide}}.svg`, `{name}.csv`: {title}. {}\n", figure.caption);
    }
    write(directory, "index.md", index.as_bytes())?;
    message!("wrote {} and index.md to {}", numbers::plural(count, "picture"), directory.display());
    Ok(())
}

fn write(directory: &Path, name: &str, content: &[u8]) -> Result<()> {
    PartFile::create(directory.join(name))?.complete(content)
}
