//! Figures of a run, as data: everything that the report draws. One module for each view.
//!
//! The rows of `puzzles.csv` are read once; no row is kept, so the memory depends on the strategies and not on the corpus.
//! All values are over all rows. SVG, CSV and the HTML report render the figures.

mod axis;
mod builder;
mod comparison;
mod cost;
mod density;
mod difficulty;
mod extremes;
mod figure;
mod history;
mod latency;
mod node_cost;
mod node_depth;
mod noise;
mod paths;
mod profile;
mod run;
mod scatter;
mod survival;

pub use axis::{Axis, Unit, ZERO};
pub use extremes::{NamedPuzzle, NamedSample, SolutionPath};
pub use figure::{
    Band, Choice, Colour, Curve, Curves, Density, Extreme, Figure, Guide, Interval, Intervals, Line, Plot, Table, View,
};
pub use history::names as run_names;

use std::{
    rc::Rc,
    sync::atomic::{AtomicBool, Ordering},
};

use crate::{
    compare::{self, Comparison, FloorBounds, Input, Rules},
    record::{Conditions, Groups, RatingOptions, Ratings, Record, Results},
};
use builder::{Builder, BuilderFn, pairs};
use corpus::error::{Error, Result};
use extremes::NamedPuzzles;
use figure::colour;
use run::Run;

#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub record: Record,
    pub paths: Vec<String>,
    /// The comparison of the first run with each later one.
    pub comparisons: Vec<Comparison>,
    /// Why several runs are shown side by side and not compared; `None` if they are compared, or if there is one.
    pub not_compared: Option<String>,
    /// If runs are shown side by side, these come first; then the groups of the last run, one for each key of `--by`.
    pub groups: Vec<Groups>,
    pub views: Vec<View>,
    /// The puzzles whose counts changed most, if two runs are compared.
    pub changes: Table,
    pub puzzles: Vec<NamedPuzzle>,
    /// Why `puzzles` have no cells: the error of reading the corpus; `None` if there was no error.
    pub without_grids: Option<String>,
    pub reasons: Vec<String>,
    pub without_ratings: Option<String>,
}

const VIEWS: &[BuilderFn] = &[
    latency::builder,
    survival::builder,
    profile::builder,
    scatter::builder,
    node_cost::builder,
    node_depth::builder,
    difficulty::builder,
];

/// The largest number of density cells in a report; cells are merged until there are no more.
const MAX_DENSITY_CELLS: usize = 120_000;

/// Reads the results of one or several runs, and draws all figures of the last. Runs of the same work are compared, others are shown
/// side by side. The puzzles of the last run are rated if `ratings` has options, and grouped by each key in `by`. `on_puzzle` is
/// called for each puzzle that is read or rated. Returns `None` if `stop` became true. Returns an error if a file does not have the
/// digest of its manifest, if there are no results, or if the puzzles cannot be grouped.
pub fn report(
    results: &[Results],
    by: &[String],
    ratings: Option<&RatingOptions>,
    stop: &AtomicBool,
    on_puzzle: impl FnMut(),
) -> Result<Option<Report>> {
    let Some((last, earlier)) = results.split_last() else {
        return Err(Error::Usage("a report needs results".into()));
    };
    let paths: Vec<String> = results.iter().map(|results| results.path().display().to_string()).collect();
    let Some((comparisons, not_compared)) = compared(results, stop)? else { return Ok(None) };
    let Some(mut report) = report_of(last, ratings, stop, on_puzzle)? else { return Ok(None) };
    report.paths = paths;
    if not_compared.is_some() {
        report.groups.push(side_by_side(earlier, &report)?);
    }
    let Some(groups) = groups_of(last, by, stop)? else { return Ok(None) };
    report.groups.extend(groups);
    report.not_compared = not_compared;
    match &comparisons[..] {
        [] => {}
        [only] => {
            let mut named = NamedPuzzles::default();
            let drawn = draw(&earlier[0], &[latency::builder], None, &mut named, stop, || ())?;
            let Some((_, base)) = drawn else { return Ok(None) };
            compare_bars(&mut report.views, &base, &run_names(&report.paths));
            report.views.insert(0, comparison::view(only));
            report.changes = comparison::largest_changes(only);
        }
        several => report.views.insert(0, history::view(&report.paths, several)),
    }
    report.comparisons = comparisons;
    Ok(Some(report))
}

/// Returns the summaries of runs that are not compared; the last is that of the report.
fn side_by_side(earlier: &[Results], report: &Report) -> Result<Groups> {
    let mut summaries = earlier.iter().map(|run| Ok(run.record()?.summary)).collect::<Result<Vec<_>>>()?;
    summaries.push(report.record.summary.clone());
    Ok(Groups { by: "run".into(), summaries: run_names(&report.paths).into_iter().zip(summaries).collect() })
}

/// Groups the puzzles of a run by each key. Returns `None` if `stop` became true.
fn groups_of(results: &Results, by: &[String], stop: &AtomicBool) -> Result<Option<Vec<Groups>>> {
    let groups = by.iter().map(|key| Groups::of_run(results, key, stop)).collect::<Result<_>>();
    if stop.load(Ordering::Relaxed) { Ok(None) } else { groups.map(Some) }
}

fn compare_bars(views: &mut [View], base: &[View], names: &[String]) {
    let figures = views.iter_mut().flat_map(|view| &mut view.figures);
    for figure in figures.filter(|figure| matches!(figure.plot, Plot::Intervals(_))) {
        let mut others = base.iter().flat_map(|view| &view.figures);
        if let Some(same) = others.find(|other| other.choices == figure.choices) {
            latency::add_base(figure, same, names);
        }
    }
}

/// Compares the first results with each of the others, or returns the reason why they cannot be compared. Returns `None` if `stop`
/// became true.
fn compared(results: &[Results], stop: &AtomicBool) -> Result<Option<(Vec<Comparison>, Option<String>)>> {
    if results.len() < 2 {
        return Ok(Some((Vec::new(), None)));
    }
    match compare_with_first(results, stop) {
        Ok(comparisons) => Ok(comparisons.map(|comparisons| (comparisons, None))),
        Err(Error::NotComparable(reason)) => Ok(Some((Vec::new(), Some(reason)))),
        Err(error) => Err(error),
    }
}

/// Compares the first results with each of the others. Returns `None` if `stop` became true.
fn compare_with_first(results: &[Results], stop: &AtomicBool) -> Result<Option<Vec<Comparison>>> {
    let options = compare::Options { rules: Rules::default(), floors: FloorBounds::default(), common_only: false };
    let base = Input::open(results[0].path())?;
    let compare_one = |results: &Results| {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let current = Input::open(results.path())?;
        let mut comparison = compare::compare(&base, &current, &options, |_, _| Ok(()))?;
        // An error is ignored: the views read the same corpus, and report it.
        let _ = compare::look_up_puzzles(&mut comparison, &current.conditions, stop);
        Ok(Some(comparison))
    };
    results[1..].iter().map(compare_one).collect()
}

/// Reads the rows of a run once, and draws the views of these builders and the noise. Returns `None` if `stop` became true.
fn draw(
    results: &Results,
    builders: &[BuilderFn],
    ratings: Option<Rc<Ratings>>,
    puzzles: &mut NamedPuzzles,
    stop: &AtomicBool,
    mut on_puzzle: impl FnMut(),
) -> Result<Option<(Record, Vec<View>)>> {
    let strategies: Vec<String> = results.manifest.strategies.iter().map(|strategy| strategy.name.clone()).collect();
    let mut builders: Vec<_> = builders.iter().map(|new| new(&strategies)).collect();
    ratings.iter().for_each(|ratings| builders.iter_mut().for_each(|builder| builder.set_ratings(ratings)));
    let record = results.record_with(|puzzle| {
        builders.iter_mut().for_each(|builder| builder.add(puzzle));
        on_puzzle();
        !stop.load(Ordering::Relaxed)
    })?;
    let Some(record) = record else { return Ok(None) };
    let run = Run::of(&record, results)?;
    let mut views: Vec<View> = builders.into_iter().map(|builder| builder.finish(&run, puzzles)).collect();
    views.push(noise::view(&run));
    views.iter_mut().for_each(|view| view.figures.retain(Figure::has_data));
    views.retain(|view| !view.figures.is_empty());
    Ok(Some((record, views)))
}

/// Draws all views of a run, and looks up the puzzles that they name. Returns `None` if `stop` became true.
fn report_of(
    results: &Results,
    options: Option<&RatingOptions>,
    stop: &AtomicBool,
    mut on_puzzle: impl FnMut(),
) -> Result<Option<Report>> {
    let rated = options.map(|options| Ratings::of_run(results, options, stop, &mut on_puzzle));
    let without_ratings = rated.as_ref().and_then(|rated| rated.as_ref().err()).map(Error::to_string);
    // After a stop, the rows are not read either.
    let ratings = rated.and_then(Result::ok).flatten().map(Rc::new);
    let mut named = NamedPuzzles::default();
    let Some((record, mut views)) = draw(results, VIEWS, ratings, &mut named, stop, on_puzzle)? else {
        return Ok(None);
    };
    density::fit(&mut views, MAX_DENSITY_CELLS);
    let (mut puzzles, without_grids) = named.look_up(&Conditions::of(&results.manifest), stop);
    let path_options = options.filter(|_| results.manifest.notation.is_default());
    let reasons =
        path_options.map(|options| paths::add_paths(&mut puzzles, options, stop)).transpose()?.unwrap_or_default();
    let report = Report {
        record,
        paths: Vec::new(),
        comparisons: Vec::new(),
        not_compared: None,
        groups: Vec::new(),
        views,
        changes: Table::default(),
        puzzles,
        without_grids,
        reasons,
        without_ratings,
    };
    Ok((!stop.load(Ordering::Relaxed)).then_some(report))
}
