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
pub use history::{names as run_names, view as history_view};

use std::{
    rc::Rc,
    sync::atomic::{AtomicBool, Ordering},
};

use crate::{
    compare::{self, Comparison, CountChanges, FloorBounds, Input, Rules},
    history::{Entry, History, Order, Stored, StrategyRun},
    record::{
        Conditions, Correlation, CorrelationCounts, Groups, PuzzleRecord, RatingOptions, Ratings, Record, Results,
    },
};
use builder::{Builder, BuilderFn, pairs};
use corpus::error::{Error, Result};
use extremes::NamedPuzzles;
use figure::colour;
use run::Run;

#[derive(Debug)]
pub struct Report {
    pub record: Record,
    pub paths: Vec<String>,
    /// What the report says of several runs together; `None` for a single run.
    pub several: Option<Several>,
    /// If runs are shown side by side, these come first; then the groups of the last run, one for each key of `--by`.
    pub groups: Vec<Groups>,
    pub views: Vec<View>,
    /// How far the strategies agree on what is hard; empty for a single strategy.
    pub correlations: Vec<Correlation>,
    /// The puzzles whose counts changed most, if two runs are compared.
    pub changes: Table,
    pub puzzles: Vec<NamedPuzzle>,
    /// Why `puzzles` have no cells: the error of reading the corpus; `None` if there was no error.
    pub without_grids: Option<String>,
    pub reasons: Vec<String>,
    pub without_ratings: Option<String>,
}

/// What a report says of several runs together.
#[derive(Debug)]
pub enum Several {
    /// The second run against the first.
    Pair(Comparison),
    /// More than two runs, in order.
    History(History),
    /// Runs of different work, with the reason why they are not compared.
    SideBySide(String),
}

impl Report {
    /// Returns why several runs are shown side by side; `None` if they are compared, or if there is one.
    pub fn side_by_side(&self) -> Option<&str> {
        match &self.several {
            Some(Several::SideBySide(reason)) => Some(reason),
            _ => None,
        }
    }
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
    let Some(several) = several(results, stop)? else { return Ok(None) };
    let Some(mut report) = report_of(last, ratings, stop, on_puzzle)? else { return Ok(None) };
    report.paths = paths;
    if let Some(Several::SideBySide(_)) = several {
        report.groups.push(side_by_side(earlier, &report)?);
    }
    let Some(groups) = groups_of(last, by, stop)? else { return Ok(None) };
    report.groups.extend(groups);
    match &several {
        Some(Several::SideBySide(_)) | None => {}
        Some(Several::Pair(only)) => {
            let mut named = NamedPuzzles::default();
            let drawn = draw(&earlier[0], &[latency::builder], None, &mut named, stop, |_| ())?;
            let Some((_, base)) = drawn else { return Ok(None) };
            compare_bars(&mut report.views, &base, &run_names(&report.paths));
            report.views.insert(0, comparison::view(only));
            report.changes = comparison::largest_changes(only);
        }
        Some(Several::History(history)) => report.views.insert(0, history::view(history)),
    }
    report.several = several;
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

/// Compares two runs, or makes a history of more. Returns `None` if `stop` became true.
fn several(results: &[Results], stop: &AtomicBool) -> Result<Option<Option<Several>>> {
    let several = match results {
        [_] | [] => return Ok(Some(None)),
        [base, current] => compare_pair(base, current, stop).map(Several::Pair),
        _ => history_of(results).map(Several::History),
    };
    match several {
        _ if stop.load(Ordering::Relaxed) => Ok(None),
        Ok(several) => Ok(Some(Some(several))),
        Err(Error::NotComparable(reason)) => Ok(Some(Some(Several::SideBySide(reason)))),
        Err(error) => Err(error),
    }
}

fn compare_pair(base: &Results, current: &Results, stop: &AtomicBool) -> Result<Comparison> {
    let options = compare::Options { rules: Rules::default(), floors: FloorBounds::default(), common_only: false };
    let [base, current] = [Input::open(base.path())?, Input::open(current.path())?];
    let mut comparison = compare::compare(&base, &current, &options, |_, _| Ok(()))?;
    // An error is ignored: the views read the same corpus, and report it.
    let _ = compare::look_up_puzzles(&mut comparison, &current.conditions, stop);
    Ok(comparison)
}

/// Judges runs of the same work in the order of the command line.
fn history_of(results: &[Results]) -> Result<History> {
    let inputs = results.iter().map(|results| Input::open(results.path())).collect::<Result<Vec<_>>>()?;
    for other in &inputs[1..] {
        compare::require_same_work(&inputs[0], other, true)?;
    }
    let paths: Vec<String> = results.iter().map(|results| results.path().display().to_string()).collect();
    let entry = |results: &Results| Entry::of(results, &results.record()?, results.manifest.revision.clone(), None);
    let mut entries = results.iter().map(entry).collect::<Result<Vec<Entry>>>()?;
    let names = entries.iter().zip(run_names(&paths)).map(|(entry, name)| entry.named(&name)).collect::<Vec<_>>();
    // The user named these runs, so they are judged even with uncommitted changes.
    entries.iter_mut().filter_map(|entry| entry.revision.as_mut()).for_each(|revision| revision.dirty = false);
    let stored = Stored { entries, ..Stored::default() };
    // Each run is a commit of its own.
    let compare = |before: &StrategyRun<'_>, after: &StrategyRun<'_>| {
        let [base, current] = [before, after].map(|run| &inputs[run.commit]);
        let strategies = [after.own.locked.strategy.clone()];
        let changes = compare::compare_counts(base, current, &strategies, |_, _| Ok(()));
        let sums = || CountChanges::of_sums(before.own.locked.counts, after.own.locked.counts, false);
        (changes.ok().and_then(|mut changes| changes.pop()).unwrap_or_else(sums), None)
    };
    History::judge(stored, Order::given(&names), &crate::history::Options::default(), &compare)
}

/// Reads the rows of a run once, and draws the views of these builders and the noise. Returns `None` if `stop` became true.
fn draw(
    results: &Results,
    builders: &[BuilderFn],
    ratings: Option<Rc<Ratings>>,
    puzzles: &mut NamedPuzzles,
    stop: &AtomicBool,
    mut on_puzzle: impl FnMut(&PuzzleRecord),
) -> Result<Option<(Record, Vec<View>)>> {
    let strategies: Vec<String> = results.manifest.strategies.iter().map(|strategy| strategy.name.clone()).collect();
    let mut builders: Vec<_> = builders.iter().map(|new| new(&strategies)).collect();
    ratings.iter().for_each(|ratings| builders.iter_mut().for_each(|builder| builder.set_ratings(ratings)));
    let record = results.record_with(|puzzle| {
        builders.iter_mut().for_each(|builder| builder.add(puzzle));
        on_puzzle(puzzle);
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
    let mut correlations = CorrelationCounts::new(results.manifest.strategies.len());
    let drawn = draw(results, VIEWS, ratings, &mut named, stop, |puzzle| {
        correlations.add(&puzzle.samples);
        on_puzzle();
    })?;
    let Some((record, mut views)) = drawn else { return Ok(None) };
    density::fit(&mut views, MAX_DENSITY_CELLS);
    let (mut puzzles, without_grids) = named.look_up(&Conditions::of(&results.manifest), stop);
    let path_options = options.filter(|_| results.manifest.notation.is_default());
    let reasons =
        path_options.map(|options| paths::add_paths(&mut puzzles, options, stop)).transpose()?.unwrap_or_default();
    let report = Report {
        record,
        paths: Vec::new(),
        several: None,
        groups: Vec::new(),
        views,
        correlations: correlations.finish(),
        changes: Table::default(),
        puzzles,
        without_grids,
        reasons,
        without_ratings,
    };
    Ok((!stop.load(Ordering::Relaxed)).then_some(report))
}
