//! Each strategy against each other, puzzle by puzzle.

use corpus::numbers;

use super::{
    Builder, Extreme, Figure, Guide, Plot, Table, Unit, View,
    cost::{Cost, LATENCY, NODES},
    density::Cells,
    extremes::{Largest, NamedPuzzles},
    pairs,
    run::Run,
};
use crate::record::PuzzleRecord;

static COSTS: [Cost; 2] = [LATENCY, NODES];

/// The lines at which one strategy costs a multiple of the other.
const GUIDES: [(f64, &str); 7] = [
    (0.01, "1/100 ×"),
    (0.1, "1/10 ×"),
    (1.0, "1 ×"),
    (10.0, "10 ×"),
    (100.0, "100 ×"),
    (1000.0, "1,000 ×"),
    (0.001, "1/1,000 ×"),
];

/// A range of the logarithm of y/x: its upper end, which strategy costs more, and by how much.
type Band = (f64, Option<Dearer>, &'static str);

const BANDS: [Band; 7] = [
    (-2.0, Some(Dearer::X), "over 100 × more"),
    (-1.0, Some(Dearer::X), "10 to 100 × more"),
    (-f64::MIN_POSITIVE, Some(Dearer::X), "up to 10 × more"),
    (0.0, None, "both cost the same"),
    (1.0, Some(Dearer::Y), "up to 10 × more"),
    (2.0, Some(Dearer::Y), "10 to 100 × more"),
    (f64::INFINITY, Some(Dearer::Y), "over 100 × more"),
];

/// The axis of the strategy that costs more.
#[derive(Clone, Copy)]
enum Dearer {
    X,
    Y,
}

struct Pair {
    x: usize,
    y: usize,
    cost: &'static Cost,
    cells: Cells,
    bands: [u64; 7],
    /// Puzzles on which the strategy of the other axis costs more by a larger factor.
    x_dearer: Largest,
    y_dearer: Largest,
    dear: Largest,
}

struct Scatter(Vec<Pair>);

pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    let of_cost = |cost: &'static Cost| pairs(strategies.len()).map(move |(x, y)| Pair::new(x, y, cost));
    Box::new(Scatter(COSTS.iter().flat_map(of_cost).collect()))
}

impl Builder for Scatter {
    fn add(&mut self, puzzle: &PuzzleRecord) {
        self.0.iter_mut().for_each(|pair| pair.add(puzzle));
    }

    fn finish(self: Box<Self>, run: &Run, puzzles: &mut NamedPuzzles) -> View {
        // The latencies of the two best strategies come first.
        let ranking = run.record.summary.ranking();
        let are_best = |pair: &&Pair| ranking.iter().take(2).all(|index| [pair.x, pair.y].contains(index));
        let (best, others): (Vec<&Pair>, Vec<&Pair>) = self.0.iter().partition(are_best);
        let figures: Vec<Figure> = best.into_iter().chain(others).map(|pair| pair.figure(run, puzzles)).collect();
        View { name: "scatter", title: "Strategy against strategy", figures }
    }
}

impl Pair {
    fn new(x: usize, y: usize, cost: &'static Cost) -> Pair {
        let [x_dearer, y_dearer, dear] = Default::default();
        Pair { x, y, cost, cells: Cells::default(), bands: [0; 7], x_dearer, y_dearer, dear }
    }

    fn costs(&self, puzzle: &PuzzleRecord) -> (u64, u64) {
        ((self.cost.of)(&puzzle.samples[self.x]), (self.cost.of)(&puzzle.samples[self.y]))
    }

    fn add(&mut self, puzzle: &PuzzleRecord) {
        if ![self.x, self.y].iter().all(|&index| puzzle.samples[index].status.is_answer()) {
            return;
        }
        let (x, y) = self.costs(puzzle);
        self.cells.add(x, y);
        let x = x.max(1) as f64;
        let y = y.max(1) as f64;
        let ratio = (y / x).log10();
        self.bands[BANDS.iter().position(|band| ratio <= band.0).expect("the last band has no end")] += 1;
        if x > y {
            self.x_dearer.add(x / y, puzzle);
        }
        if y > x {
            self.y_dearer.add(y / x, puzzle);
        }
        self.dear.add(x * y, puzzle);
    }

    fn figure(&self, run: &Run, puzzles: &mut NamedPuzzles) -> Figure {
        let [x_name, y_name] = [self.x, self.y].map(|index| run.strategies[index].as_str());
        let mut density = self.cells.density();
        let label = |name: &str| format!("{} of {name}", self.cost.name);
        let (x, y) = density.equal_axes([&label(x_name), &label(y_name)], self.cost.unit);
        // Nodes of different strategies are different amounts of work, so a multiple of them has no meaning.
        let guides = GUIDES.iter().filter(|(factor, _)| *factor == 1.0 || self.cost.name == LATENCY.name);
        let guide = |&(factor, label): &(f64, &str)| Guide { factor, label: label.into(), is_main: factor == 1.0 };
        density.guides = guides.map(guide).collect();
        density.extremes = self.extremes([x_name, y_name], puzzles);
        let left_out = match run.puzzles().saturating_sub(self.cells.count()) {
            0 => String::new(),
            n => format!(" Left out: {} that one of them did not answer.", numbers::plural(n, "puzzle")),
        };
        let incomparable = match self.cost.unit {
            Unit::Count => " Nodes of different strategies are different amounts of work.",
            _ => "",
        };
        Figure {
            choices: vec![("cost", self.cost.name.into()), ("across", x_name.into()), ("up", y_name.into())],
            caption: format!(
                "Each cell is coloured by the number of puzzles with these costs; on the line 1 × both cost the same, above it {y_name} costs more. The circles are the extremes.{incomparable}{left_out}{}",
                self.cost.note(run, &[self.x, self.y])
            ),
            x,
            y,
            plot: Plot::Density(density),
            table: self.table(x_name, y_name),
        }
    }

    /// Returns the puzzles with the most extreme ratios, and the most expensive puzzles for both strategies, each once.
    fn extremes(&self, [x_name, y_name]: [&str; 2], puzzles: &mut NamedPuzzles) -> Vec<Extreme> {
        let (most, both) = match self.cost.unit {
            Unit::Count => ("most nodes", "many nodes for both"),
            _ => ("slowest", "slow for both"),
        };
        let groups = [
            (format!("{x_name} {most} against {y_name}"), &self.x_dearer),
            (format!("{y_name} {most} against {x_name}"), &self.y_dearer),
            (both.to_string(), &self.dear),
        ];
        let mut extremes: Vec<Extreme> = Vec::new();
        for (how, puzzle) in groups.iter().flat_map(|(how, largest)| largest.puzzles().map(move |puzzle| (how, puzzle)))
        {
            let index = puzzles.index_of(puzzle);
            if extremes.iter().all(|other| other.puzzle != index) {
                let (x, y) = self.costs(puzzle);
                extremes.push(Extreme {
                    puzzle: index,
                    how: how.clone(),
                    x: self.cost.shown(x),
                    y: self.cost.shown(y),
                });
            }
        }
        extremes
    }

    fn table(&self, x_name: &str, y_name: &str) -> Table {
        let row = |(&(_, dearer, how), puzzles): (&Band, u64)| {
            let name = match dearer {
                Some(Dearer::X) => format!("{x_name} costs {how}"),
                Some(Dearer::Y) => format!("{y_name} costs {how}"),
                None => how.into(),
            };
            let share = puzzles as f64 / self.cells.count().max(1) as f64;
            vec![name, numbers::count(puzzles), Unit::Share.text(share)]
        };
        Table::new([self.cost.name, "puzzles", "share"], BANDS.iter().zip(self.bands).map(row))
    }
}
