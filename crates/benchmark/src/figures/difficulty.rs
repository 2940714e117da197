//! How the cost grows with the difficulty of the puzzles: medians and quartiles by clues, by the nodes of one strategy, and by
//! Sudoku Explainer's rating.

use std::{collections::BTreeMap, rc::Rc};

use corpus::numbers;
use grid::Shape;
use hdrhistogram::Histogram;
use pass::{Ending, Sample};
use rating::Tenths;

use super::{
    Axis, Builder, Curve, Curves, Figure, Line, Plot, Table, Unit, View, ZERO,
    axis::above,
    cost::{Cost, LATENCY, NODES},
    extremes::NamedPuzzles,
    figure::MIN_DRAWN_GROUP,
    run::Run,
};
use crate::record::{PuzzleRecord, Ratings, value_within};
use solver::strategy::fastest_of_any_shape;
use stats::significant;

/// The cells of the largest grid. A file may hold any number of clues.
const MAX_CLUES: u64 = (Shape::MAX_SIDE * Shape::MAX_SIDE) as u64;
const GROUPS_PER_DECADE: f64 = 5.0;

const COSTS: [Cost; 2] = [LATENCY, NODES];

type Groups = Vec<BTreeMap<i32, Group>>;

struct Group {
    puzzles: u64,
    costs: [Histogram<u32>; 2],
}

struct Difficulty {
    by_clues: Groups,
    by_nodes: Groups,
    by_rating: Groups,
    /// Index of the strategy whose nodes measure the difficulty.
    measure: usize,
    ratings: Option<Rc<Ratings>>,
    puzzles: usize,
    unrated: u64,
}

struct Grouping<'a> {
    groups: &'a Groups,
    by: &'a str,
    of_group: String,
    /// A sentence for the caption; empty if there is nothing to add.
    note: String,
    /// The strategy whose nodes are the groups. It has no curve: its cost would be on both axes.
    measure: Option<usize>,
    x: BTreeMap<i32, f64>,
    axis: Axis,
}

pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    let groups = || strategies.iter().map(|_| BTreeMap::new()).collect();
    // The nodes of the fastest strategy that solves every shape measure the difficulty.
    let measuring = fastest_of_any_shape().name;
    let measure = strategies.iter().position(|name| *name == measuring).unwrap_or(0);
    Box::new(Difficulty {
        by_clues: groups(),
        by_nodes: groups(),
        by_rating: groups(),
        measure,
        ratings: None,
        puzzles: 0,
        unrated: 0,
    })
}

impl Builder for Difficulty {
    fn set_ratings(&mut self, ratings: &Rc<Ratings>) {
        self.ratings = Some(ratings.clone());
    }

    fn add(&mut self, puzzle: &PuzzleRecord) {
        add(&mut self.by_clues, puzzle.clues.min(MAX_CLUES) as i32, puzzle);
        let measure = &puzzle.samples[self.measure];
        if measure.status.is_answer() {
            add(&mut self.by_nodes, group(measure.nodes), puzzle);
        }
        if let Some(ratings) = &self.ratings {
            match ratings.get(self.puzzles) {
                Some(rating) => add(&mut self.by_rating, rating.0.into(), puzzle),
                None => self.unrated += 1,
            }
        }
        self.puzzles += 1;
    }

    fn finish(self: Box<Self>, run: &Run, _: &mut NamedPuzzles) -> View {
        let measure = format!("nodes of {}", run.strategies.get(self.measure).map_or("", String::as_str));
        let mut groupings = vec![self.clues(), self.nodes(&measure)];
        groupings.extend(self.ratings.as_ref().map(|ratings| self.rating(ratings.up_to)));
        let figures = COSTS.iter().enumerate();
        let figures = figures.flat_map(|(cost, _)| groupings.iter().map(move |grouping| draw(run, grouping, cost)));
        View { name: "difficulty", title: "Cost by difficulty", figures: figures.collect() }
    }
}

impl Difficulty {
    fn clues(&self) -> Grouping<'_> {
        let x = values(&self.by_clues, f64::from);
        let axis = Axis::linear("clues", Unit::Count, x.values().copied()).with_room(0.02, 0.02);
        let of_group = "with these clues".into();
        Grouping { groups: &self.by_clues, by: "clues", of_group, note: String::new(), measure: None, x, axis }
    }

    fn nodes<'a>(&'a self, measure: &'a str) -> Grouping<'a> {
        let x = values(&self.by_nodes, centre);
        let axis = Axis::log(measure, Unit::Count, x.values().copied()).with_room(0.02, 0.02);
        let of_group = format!("with these {measure}");
        let measure_index = Some(self.measure);
        Grouping { groups: &self.by_nodes, by: measure, of_group, note: String::new(), measure: measure_index, x, axis }
    }

    fn rating(&self, up_to: Tenths) -> Grouping<'_> {
        let limit = f64::from(up_to.0) / 10.0;
        let is_above = |rating: i32| rating == i32::from(Tenths::MAX.0);
        let x =
            values(&self.by_rating, |rating| if is_above(rating) { above(limit) } else { f64::from(rating) / 10.0 });
        let axis = Axis::ratings("rating", limit, &x.values().copied().collect::<Vec<_>>()).with_room(0.02, 0.04);
        let note = match self.unrated {
            0 => String::new(),
            puzzles => format!(" Left out: {} without a rating.", numbers::plural(puzzles, "puzzle")),
        };
        let of_group = "with this rating of Sudoku Explainer (ER)".into();
        Grouping { groups: &self.by_rating, by: "rating", of_group, note, measure: None, x, axis }
    }
}

fn values(groups: &Groups, value_of: impl Fn(i32) -> f64) -> BTreeMap<i32, f64> {
    groups.iter().flat_map(BTreeMap::keys).map(|&group| (group, value_of(group))).collect()
}

fn caption_of(run: &Run, of: &Cost, Grouping { of_group, note, .. }: &Grouping) -> String {
    format!(
        "The median {} of the puzzles {of_group}; half of the puzzles are within the band. A curve ends where a strategy does not answer half of them; it is broken at groups of fewer than {MIN_DRAWN_GROUP} puzzles. The numbers at the top are those of the puzzles.{note}{}",
        of.name,
        of.note(run, &run.indices())
    )
}

fn add(groups: &mut Groups, group: i32, puzzle: &PuzzleRecord) {
    let is_run = |sample: &Sample| sample.status.ending() != Ending::NotRun;
    for (groups, sample) in groups.iter_mut().zip(&puzzle.samples).filter(|(_, sample)| is_run(sample)) {
        let empty = || Histogram::new(2).expect("two digits are valid");
        let group = groups.entry(group).or_insert_with(|| Group { puzzles: 0, costs: [empty(), empty()] });
        group.puzzles += 1;
        for (Cost { of, .. }, histogram) in COSTS.iter().zip(&mut group.costs).filter(|_| sample.status.is_answer()) {
            histogram.record(of(sample).min(u64::MAX / 2)).expect("the histogram grows");
        }
    }
}

/// Returns the group of a number of nodes; 0 nodes are a group of their own.
fn group(nodes: u64) -> i32 {
    if nodes == 0 { i32::MIN } else { (GROUPS_PER_DECADE * (nodes as f64).log10()).floor() as i32 }
}

fn centre(group: i32) -> f64 {
    if group == i32::MIN {
        return ZERO;
    }
    significant(10f64.powf((f64::from(group) + 0.5) / GROUPS_PER_DECADE), 3)
}

fn draw(run: &Run, grouping: &Grouping, cost: usize) -> Figure {
    let Grouping { groups, by, x, axis, measure, .. } = grouping;
    let shown: Vec<usize> = run.indices().into_iter().filter(|&index| Some(index) != *measure).collect();
    let puzzles_of = |group: i32| groups.first().and_then(|groups| Some(groups.get(&group)?.puzzles)).unwrap_or(0);
    let puzzles: Vec<u64> = x.keys().map(|&group| puzzles_of(group)).collect();
    let of = &COSTS[cost];
    let value = |strategy: usize, group: i32, q: f64| {
        let group = groups[strategy].get(&group)?;
        value_within(&group.costs[cost], group.puzzles, q).map(|value| of.shown(value))
    };
    let quantiles = |strategy: usize, q: f64| x.keys().map(|&group| value(strategy, group, q)).collect();
    let mut curves = run.curves(|strategy| quantiles(strategy, 0.5));
    for (strategy, curve) in curves.iter_mut().enumerate() {
        curve.band = Some((quantiles(strategy, 0.25), quantiles(strategy, 0.75)));
    }
    let curves: Vec<Curve> = shown.iter().map(|&index| curves[index].clone()).collect();
    let header = [*by, "puzzles"].into_iter().chain(shown.iter().map(|&index| &*run.strategies[index]));
    let row = |(&group, &x): (&i32, &f64)| {
        let median = |strategy: usize| value(strategy, group, 0.5).map_or("–".into(), |value| of.unit.text(value));
        let cells = [axis.text(x), numbers::count(puzzles_of(group))];
        cells.into_iter().chain(shown.iter().map(|&index| median(index))).collect()
    };
    let table = Table::new(header, x.iter().map(row));
    let bands = curves.iter().filter_map(|curve| curve.band.as_ref());
    let ends = bands.flat_map(|(low, high)| low.iter().chain(high).flatten().copied());
    Figure {
        choices: vec![("cost", of.name.into()), ("by", by.to_string())],
        caption: caption_of(run, of, grouping),
        x: axis.clone(),
        y: Axis::log(of.name, of.unit, ends).with_room(0.03, 0.03),
        plot: Plot::Curves(Curves { x: x.values().copied().collect(), line: Line::Groups(puzzles), curves }),
        table,
    }
}

#[cfg(test)]
mod tests {
    use pass::Status;

    use super::*;

    #[test]
    fn a_group_counts_the_puzzles_run() {
        let mut groups: Groups = vec![BTreeMap::new()];
        for (clues, status) in
            [(17, Status::Solved), (17, Status::Stalled), (17, Status::Invalid), (2, Status::Invalid)]
        {
            let puzzle =
                PuzzleRecord { samples: vec![Sample { status, ..Sample::INVALID }], ..PuzzleRecord::default() };
            add(&mut groups, clues, &puzzle);
        }
        let puzzles: Vec<_> = groups[0].iter().map(|(clues, group)| (*clues, group.puzzles)).collect();
        assert_eq!(puzzles, [(17, 2)]);
    }
}
