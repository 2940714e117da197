//! Figures of a run, as data: everything that the report draws. One module for each view.
//!
//! The rows of `puzzles.csv` are read once; no row is kept, so the memory depends on the strategies and not on the corpus.
//! All values are over all rows. SVG, CSV and the HTML report render the figures.

mod axis;
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
mod profile;
mod run;
mod scatter;
mod survival;

pub use axis::{Axis, Unit, ZERO};
pub use extremes::{NamedPuzzle, NamedSample};
pub use figure::{
    Choice, Colour, Curve, Curves, Density, Extreme, Figure, Guide, Interval, Intervals, Line, Plot, Table, View,
};
pub use history::names as run_names;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{
    compare::{self, Comparison, FloorBounds, Input, Rules},
    record::{Conditions, PuzzleRecord, Record, Results},
};
use corpus::error::{Error, Result};
use extremes::NamedPuzzles;
use run::Run;

/// Everything that a report shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The record of the last run.
    pub record: Record,
    /// The paths of the results, in order.
    pub paths: Vec<String>,
    /// The comparison of the first run with each later one.
    pub comparisons: Vec<Comparison>,
    /// The views of the last run, and those that compare the runs.
    pub views: Vec<View>,
    /// The puzzles whose counts changed most, if two runs are compared.
    pub changes: Table,
    /// The puzzles that the figures name.
    pub puzzles: Vec<NamedPuzzle>,
    /// Why `puzzles` have no cells: the error of reading the corpus; `None` if there was no error.
    pub without_grids: Option<String>,
}

/// Draws one view from the rows of a run.
trait Builder {
    /// Adds the rows of a puzzle.
    fn add(&mut self, puzzle: &PuzzleRecord);
    /// Returns the view. Puzzles that it names are added to `puzzles`.
    fn finish(self: Box<Self>, run: &Run, puzzles: &mut NamedPuzzles) -> View;
}

/// Creates a view's builder for these strategies.
type BuilderFn = fn(&[String]) -> Box<dyn Builder>;

/// The views of a single run, in the order of the report.
const VIEWS: &[BuilderFn] = &[
    latency::builder,
    survival::builder,
    profile::builder,
    scatter::builder,
    node_cost::builder,
    node_depth::builder,
    difficulty::builder,
];

/// Pairs are formed of the first strategies only, at most this many, to bound the size of a report.
const MAX_PAIRED_STRATEGIES: usize = 8;

/// The largest number of density cells in a report; cells are merged until there are no more.
const MAX_DENSITY_CELLS: usize = 120_000;

/// Reads the results of one or several runs of the same work, and draws all figures. `on_puzzle` is called for each puzzle.
/// Returns `None` if `stop` became true.
///
/// # Errors
///
/// Returns an error if a file does not have the digest of its manifest, if there are no results, or if the runs did
/// different work.
pub fn report(results: &[Results], stop: &AtomicBool, on_puzzle: impl FnMut()) -> Result<Option<Report>> {
    let Some((last, earlier)) = results.split_last() else {
        return Err(Error::Usage("a report needs results".into()));
    };
    let paths: Vec<String> = results.iter().map(|results| results.path().display().to_string()).collect();
    let comparisons = if earlier.is_empty() { Some(Vec::new()) } else { compare_with_first(results, stop)? };
    let Some(comparisons) = comparisons else { return Ok(None) };
    let Some(Drawn { record, mut views, puzzles, without_grids }) = views_of(last, stop, on_puzzle)? else {
        return Ok(None);
    };
    let mut changes = Table::default();
    match &comparisons[..] {
        [] => {}
        [only] => {
            let Some((_, base)) = draw(&earlier[0], &[latency::builder], &mut NamedPuzzles::default(), stop, || ())?
            else {
                return Ok(None);
            };
            compare_bars(&mut views, &base, &run_names(&paths));
            views.insert(0, comparison::view(only));
            changes = comparison::largest_changes(only);
        }
        several => views.insert(0, history::view(&paths, several)),
    }
    Ok(Some(Report { record, paths, comparisons, views, changes, puzzles, without_grids }))
}

/// Draws the bars of latency of two runs in one figure.
fn compare_bars(views: &mut [View], base: &[View], names: &[String]) {
    let figures = views.iter_mut().flat_map(|view| &mut view.figures);
    for figure in figures.filter(|figure| matches!(figure.plot, Plot::Intervals(_))) {
        let same = base.iter().flat_map(|view| &view.figures).find(|other| other.choices == figure.choices);
        if let Some(same) = same {
            latency::add_base(figure, same, names);
        }
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
        let _ = compare::look_up_puzzles(&mut comparison, &current.conditions(), stop);
        Ok(Some(comparison))
    };
    results[1..].iter().map(compare_one).collect()
}

/// A run as data, its views, and the puzzles that the views name.
struct Drawn {
    record: Record,
    views: Vec<View>,
    puzzles: Vec<NamedPuzzle>,
    without_grids: Option<String>,
}

/// Reads the rows of a run once, and draws the views of these builders and the noise. Returns `None` if `stop` became true.
fn draw(
    results: &Results,
    builders: &[BuilderFn],
    puzzles: &mut NamedPuzzles,
    stop: &AtomicBool,
    mut on_puzzle: impl FnMut(),
) -> Result<Option<(Record, Vec<View>)>> {
    let strategies: Vec<String> = results.manifest.strategies.iter().map(|strategy| strategy.name.clone()).collect();
    let mut builders: Vec<_> = builders.iter().map(|new| new(&strategies)).collect();
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
fn views_of(results: &Results, stop: &AtomicBool, on_puzzle: impl FnMut()) -> Result<Option<Drawn>> {
    let mut puzzles = NamedPuzzles::default();
    let Some((record, mut views)) = draw(results, VIEWS, &mut puzzles, stop, on_puzzle)? else { return Ok(None) };
    density::fit(&mut views, MAX_DENSITY_CELLS);
    let (puzzles, without_grids) = puzzles.look_up(&Conditions::of(&results.manifest), stop);
    let drawn = Drawn { record, views, puzzles, without_grids };
    Ok((!stop.load(Ordering::Relaxed)).then_some(drawn))
}

/// Returns the colour of a strategy: the same in every report if the strategy is registered.
fn colour(strategies: &[String], index: usize) -> Colour {
    let registry = solver::strategy::REGISTRY;
    let registered = |name: &str| registry.iter().position(|entry| entry.name == name);
    Colour::Palette(registered(&strategies[index]).unwrap_or_else(|| {
        let unknown = strategies[..index].iter().filter(|name| registered(name).is_none());
        registry.len() + unknown.count()
    }))
}

/// Returns all pairs of the first strategies, the lower index first.
fn pairs(strategies: usize) -> impl Iterator<Item = (usize, usize)> {
    let strategies = strategies.min(MAX_PAIRED_STRATEGIES);
    (0..strategies).flat_map(move |a| (a + 1..strategies).map(move |b| (a, b)))
}
