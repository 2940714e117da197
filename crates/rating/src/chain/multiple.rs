//! Nishio, multiple and dynamic forcing chains: what follows from all of several assumptions, or contradicts itself
//! (7.5 and more).

use super::{
    CANDIDATES, Cause, Links, Statement, UNIT_CAUSES,
    run::{Rules, Run, Start},
    surcharge,
    unary::conclude,
};
use crate::{
    marks::is_empty,
    step::Step,
    technique::Technique,
    units::{BOX_ROW_COLUMN, PLACES, UNIT_CELLS, digits_of},
};
use grid::{CELLS, CellSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Producer {
    /// Contradictions by links of one digit.
    Nishio,
    /// Chains on candidates that do not change.
    Static,
    /// Chains on candidates that disappear, with the techniques of a level: 0 to 5.
    Dynamic(u8),
}

impl Producer {
    fn rules(self) -> Rules {
        match self {
            Producer::Nishio => Rules { links: Links::X, dynamic: true, level: 0 },
            Producer::Static => Rules { links: Links::ALL, dynamic: false, level: 0 },
            Producer::Dynamic(level) => Rules { links: Links::ALL, dynamic: true, level },
        }
    }

    pub fn base(self) -> f64 {
        match self {
            Producer::Nishio => Technique::Nishio.tenths().into(),
            Producer::Static => Technique::CellChains.tenths().into(),
            Producer::Dynamic(level) => f64::from(Technique::Contradiction.tenths()) + 0.5 * f64::from(level),
        }
    }

    fn least_candidates(self) -> u32 {
        if self == Producer::Static { 3 } else { 2 }
    }

    fn has_contradictions(self) -> bool {
        self != Producer::Static
    }

    fn has_chains(self) -> bool {
        self != Producer::Nishio
    }
}

/// The kinds of steps, with their order among steps of the same complexity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Double = 1,
    Cell = 5,
    Unit = 6,
    Contradiction = 7,
}

/// A step: what it concludes, and the nodes that it follows from, each in a run.
#[derive(Clone, Debug)]
struct Found {
    conclusion: Statement,
    kind: Kind,
    /// The kind of unit of chains from the positions of a digit.
    cause: Cause,
    targets: Vec<(u16, u16)>,
    complexity: u32,
}

/// The runs from all assumptions in a grid.
pub struct Multiple {
    /// The run of each statement, as an index.
    of: [u16; 2 * CANDIDATES],
    runs: Vec<Run>,
    used: usize,
    best: Option<Found>,
    /// All steps, if they are asked for.
    all: Option<Vec<Found>>,
}

impl Default for Multiple {
    fn default() -> Multiple {
        Multiple { of: [u16::MAX; 2 * CANDIDATES], runs: Vec::new(), used: 0, best: None, all: None }
    }
}

/// Returns the step of a producer that is taken first.
pub fn multiple(start: Start<'_>, producer: Producer, space: &mut Multiple) -> Option<Step> {
    space.all = None;
    space.search(start, producer);
    let best = space.best.take()?;
    Some(space.step(start, producer, &best))
}

impl Multiple {
    /// Returns all steps of a producer, the one to take first, first.
    pub fn all(&mut self, start: Start<'_>, producer: Producer) -> Vec<Step> {
        self.all = Some(Vec::new());
        self.search(start, producer);
        let mut all = self.all.take().unwrap_or_default();
        all.sort_by_key(|found| (found.complexity, found.kind));
        all.iter().map(|found| self.step(start, producer, found)).collect()
    }

    fn search(&mut self, start: Start<'_>, producer: Producer) {
        self.of.fill(u16::MAX);
        self.used = 0;
        self.best = None;
        let marks = start.marks;
        for cell in (0..CELLS).filter(|&cell| marks.cells[cell].count_ones() >= producer.least_candidates()) {
            if start.stop.is_requested() {
                return;
            }
            let mut on = Vec::with_capacity(9);
            for digit in digits_of(marks.cells[cell]) {
                on.push(self.search_candidate(start, producer, cell, digit));
            }
            let is_multiple = producer.has_chains() && (on.len() >= 3 || producer != Producer::Static);
            if is_multiple {
                self.common(start, &on, Kind::Cell, Cause::Cell);
            }
        }
    }

    /// Makes the assumptions on a candidate. Returns the run in which it is on.
    fn search_candidate(&mut self, start: Start<'_>, producer: Producer, cell: usize, digit: usize) -> u16 {
        let rules = producer.rules();
        let source = Statement::new(cell, digit, true);
        let on = self.run(start, source, rules);
        if producer.has_contradictions() {
            let off = self.run(start, source.opposite(), rules);
            self.contradiction(start, source, on);
            self.contradiction(start, source.opposite(), off);
            if producer.has_chains() && start.marks.cells[cell].count_ones() >= 3 {
                self.common(start, &[on, off], Kind::Double, Cause::Assumption);
            }
        }
        if producer.has_chains() {
            self.search_units(start, rules, cell, digit);
        }
        on
    }

    /// Tries the units in which a cell is the first position of a digit.
    fn search_units(&mut self, start: Start<'_>, rules: Rules, cell: usize, digit: usize) {
        for (kind, cause) in BOX_ROW_COLUMN.into_iter().zip(UNIT_CAUSES) {
            let place = PLACES[cell][kind];
            let positions = start.marks.positions[digit][place.unit as usize];
            if positions.count_ones() < 2 || positions.trailing_zeros() != u32::from(place.position) {
                continue;
            }
            let cells = digits_of(positions).map(|at| UNIT_CELLS[place.unit as usize][at] as usize);
            let on: Vec<u16> = cells.map(|cell| self.run(start, Statement::new(cell, digit, true), rules)).collect();
            self.common(start, &on, Kind::Unit, cause);
        }
    }

    /// Returns the run from an assumption, which is made once.
    fn run(&mut self, start: Start<'_>, assumption: Statement, rules: Rules) -> u16 {
        let of = &mut self.of[assumption.index()];
        if *of == u16::MAX {
            *of = self.used as u16;
            if self.used == self.runs.len() {
                self.runs.push(Run::default());
            }
            self.runs[self.used].search(start, assumption, rules);
            self.used += 1;
        }
        *of
    }

    fn contradiction(&mut self, start: Start<'_>, assumption: Statement, run: u16) {
        if let Some(nodes) = self.runs[run as usize].contradiction {
            let targets = nodes.map(|node| (run, node));
            self.offer(start, assumption.opposite(), Kind::Contradiction, Cause::Assumption, &targets);
        }
    }

    /// Offers what all of some runs have in common, in the order of the first one.
    fn common(&mut self, start: Start<'_>, runs: &[u16], kind: Kind, cause: Cause) {
        let mut targets = Vec::with_capacity(runs.len());
        for on in [true, false] {
            let sets = runs.iter().map(|&run| self.runs[run as usize].set(on));
            let common: [CellSet; 9] =
                sets.fold([CellSet::MAX; 9], |all, set| std::array::from_fn(|at| all[at] & set[at]));
            if is_empty(&common) {
                continue;
            }
            for index in 0..self.runs[runs[0] as usize].listed(on).len() {
                let first = &self.runs[runs[0] as usize];
                let statement = first.statement(first.listed(on)[index]);
                if common[statement.digit()] >> statement.cell() & 1 == 0 {
                    continue;
                }
                targets.clear();
                targets.extend(runs.iter().map(|&run| (run, self.runs[run as usize].at(statement))));
                self.offer(start, statement, kind, cause, &targets);
            }
        }
    }

    /// Keeps a step that removes something, if it is better than the best or all are asked for.
    fn offer(&mut self, start: Start<'_>, conclusion: Statement, kind: Kind, cause: Cause, targets: &[(u16, u16)]) {
        let candidates = start.marks.cells[conclusion.cell()];
        if conclusion.is_on() && candidates.count_ones() < 2 {
            return;
        }
        let best = self.best.as_ref().filter(|_| self.all.is_none()).map(|best| (best.complexity, best.kind));
        let is_worse = |complexity: u32| best.is_some_and(|best| (complexity, kind) >= best);
        let least: u32 = targets.iter().map(|&(run, node)| self.runs[run as usize].height(node)).sum();
        if is_worse(least) {
            return;
        }
        let mut complexity = least;
        for &(run, node) in targets {
            let run = &mut self.runs[run as usize];
            complexity += run.ancestors_above_height(node);
            if is_worse(complexity) {
                return;
            }
        }
        complexity += self.nested_complexity(targets);
        if is_worse(complexity) {
            return;
        }
        let found = Found { conclusion, kind, cause, targets: targets.to_vec(), complexity };
        match &mut self.all {
            Some(all) => all.push(found),
            None => self.best = Some(found),
        }
    }

    /// Returns the sum of the complexities of the chains within the chains, each once.
    fn nested_complexity(&self, targets: &[(u16, u16)]) -> u32 {
        let mut counted: Vec<Vec<Vec<Statement>>> = Vec::new();
        let mut sum = 0;
        for &(run, node) in targets {
            self.runs[run as usize].nested(node, |step| {
                let statements = |links: &Vec<super::Link>| links.iter().map(|link| link.statement).collect();
                let own: Vec<Vec<Statement>> = step.links.iter().map(statements).collect();
                if !counted.contains(&own) {
                    sum += step.complexity;
                    counted.push(own);
                }
            });
        }
        sum
    }

    fn step(&self, start: Start<'_>, producer: Producer, found: &Found) -> Step {
        let is_static = producer == Producer::Static;
        let technique = match found.kind {
            Kind::Contradiction if producer == Producer::Nishio => Technique::Nishio,
            Kind::Contradiction => Technique::Contradiction,
            Kind::Double => Technique::DoubleChain,
            Kind::Cell if is_static => Technique::CellChains,
            Kind::Cell => Technique::DynamicCellChains,
            Kind::Unit if is_static => Technique::UnitChains,
            Kind::Unit => Technique::DynamicUnitChains,
        };
        let depends_on_chance = matches!(producer, Producer::Dynamic(1..));
        let rating = producer.base() + surcharge(found.complexity);
        let step = conclude(start.marks, technique, rating, found.conclusion);
        let links = found.targets.iter().map(|&(run, node)| self.runs[run as usize].links(node)).collect();
        Step { complexity: found.complexity, start: found.cause, depends_on_chance, ..step.with_links(links) }
    }
}
