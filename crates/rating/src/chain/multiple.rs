//! Nishio, multiple and dynamic forcing chains: what follows from all of several assumptions, or contradicts itself
//! (7.5 and more).

use super::{
    CANDIDATES, Cause, Links, Statement, UNIT_CAUSES,
    closure::Closure,
    run::{Rules, Run, Start},
    surcharge,
    unary::conclude,
};
use crate::{
    marks::{Removed, is_empty},
    step::Step,
    technique::Technique,
    units::{BOX_ROW_COLUMN, PLACES, UNIT_CELLS, digits_of},
};
use grid::{ALL_VALUES, CELLS, CellSet};
use std::{
    sync::{Mutex, PoisonError},
    thread,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Producer {
    /// Contradictions by links of one digit, for each of these digits.
    Nishio(u16),
    /// Chains on candidates that do not change.
    Static,
    /// Chains on candidates that disappear, with the techniques of a level: 0 to 5.
    Dynamic(u8),
}

impl Producer {
    fn rules(self) -> Rules {
        match self {
            Producer::Nishio(_) => Rules { links: Links::X, dynamic: true, level: 0 },
            Producer::Static => Rules { links: Links::ALL, dynamic: false, level: 0 },
            Producer::Dynamic(level) => Rules { links: Links::ALL, dynamic: true, level },
        }
    }

    pub fn base(self) -> f64 {
        match self {
            Producer::Nishio(_) => Technique::Nishio.tenths().into(),
            Producer::Static => Technique::CellChains.tenths().into(),
            Producer::Dynamic(level) => f64::from(Technique::Contradiction.tenths()) + 0.5 * f64::from(level),
        }
    }

    /// Returns true if this search can continue the runs of the last one, which found no step on the same grid. Level 4 cannot,
    /// because it leaves out the chains of level 3.
    fn goes_on_from(self, last: Producer) -> bool {
        match (last, self) {
            (Producer::Dynamic(last), Producer::Dynamic(level)) => level == last + 1 && level != 4,
            _ => false,
        }
    }

    fn least_candidates(self) -> u32 {
        if self == Producer::Static { 3 } else { 2 }
    }

    /// Returns the number of idle threads that help with a search, at most: it has a few hundred runs. At level 0, a run takes about a
    /// microsecond, and starting a thread takes ten times as long.
    fn max_helpers(self) -> usize {
        match self {
            Producer::Dynamic(0) => 3,
            Producer::Dynamic(_) => 63,
            _ => 0,
        }
    }

    fn has_contradictions(self) -> bool {
        self != Producer::Static
    }

    fn has_chains(self) -> bool {
        !matches!(self, Producer::Nishio(_))
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
#[derive(Default)]
pub struct Multiple {
    /// The run of each statement, as an index.
    of: Vec<u16>,
    runs: Vec<Run>,
    /// What was searched last, and the candidates of the grid.
    searched: Option<(Producer, Removed)>,
    /// What may follow from each assumption, if the grid does not change.
    closure: Option<Closure>,
    best: Option<Found>,
    /// All steps, if they are asked for.
    all: Option<Vec<Found>>,
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
        let marks = start.marks;
        self.of.resize(2 * CANDIDATES, u16::MAX);
        self.forget(start, producer);
        self.best = None;
        self.closure = if producer == Producer::Static { Closure::of(marks) } else { None };
        self.run_on_idle_threads(start, producer);
        let digits = if let Producer::Nishio(digits) = producer { digits } else { ALL_VALUES };
        for cell in (0..CELLS).filter(|&cell| marks.cells[cell].count_ones() >= producer.least_candidates()) {
            if start.stop.is_requested() {
                return;
            }
            for digit in digits_of(marks.cells[cell] & digits) {
                self.search_candidate(start, producer, cell, digit);
            }
            if producer.has_chains() {
                let on = digits_of(marks.cells[cell]).map(|digit| Statement::new(cell, digit, true));
                self.common(start, producer, on, Kind::Cell, Cause::Cell);
            }
        }
    }

    /// Forgets the runs of the last search that may differ on this grid or for this producer.
    fn forget(&mut self, start: Start<'_>, producer: Producer) {
        let now = start.marks.digits;
        let Some((last, before)) = self.searched.replace((producer, now)) else { return };
        if producer.goes_on_from(last) && before == now {
            return;
        }
        let removed = std::array::from_fn(|digit| before[digit] & !now[digit]);
        let has_more = (0..9).any(|digit| now[digit] & !before[digit] != 0);
        for run in &mut self.runs {
            let may_stay = producer == Producer::Dynamic(0) && run.rules == Some(producer.rules()) && !has_more;
            if !may_stay || !run.stays_without(&removed, start.marks) {
                run.rules = None;
            }
        }
    }

    /// Tries a candidate, and the units in which it is the first position of its digit.
    fn search_candidate(&mut self, start: Start<'_>, producer: Producer, cell: usize, digit: usize) {
        let on = Statement::new(cell, digit, true);
        if producer.has_contradictions() {
            self.contradiction(start, producer, on);
            self.contradiction(start, producer, on.opposite());
            if producer.has_chains() && start.marks.cells[cell].count_ones() >= 3 {
                self.common(start, producer, [on, on.opposite()].into_iter(), Kind::Double, Cause::Assumption);
            }
        }
        if !producer.has_chains() {
            return;
        }
        for (kind, cause) in BOX_ROW_COLUMN.into_iter().zip(UNIT_CAUSES) {
            let place = PLACES[cell][kind];
            let positions = start.marks.positions[digit][place.unit as usize];
            if positions.count_ones() < 2 || positions.trailing_zeros() != u32::from(place.position) {
                continue;
            }
            let cells = digits_of(positions).map(|at| UNIT_CELLS[place.unit as usize][at] as usize);
            let on = cells.map(|cell| Statement::new(cell, digit, true));
            self.common(start, producer, on, Kind::Unit, cause);
        }
    }

    /// Makes all runs of a dynamic search on this thread and on idle ones, if there are any. No run depends on another.
    fn run_on_idle_threads(&mut self, start: Start<'_>, producer: Producer) {
        let mut helpers = std::iter::from_fn(|| start.idle?.take()).take(producer.max_helpers()).peekable();
        if helpers.peek().is_none() {
            return;
        }
        let mut assumptions = vec![None; 2 * CANDIDATES];
        for cell in (0..CELLS).filter(|&cell| start.marks.cells[cell].count_ones() >= producer.least_candidates()) {
            for digit in digits_of(start.marks.cells[cell]) {
                for assumption in [true, false].map(|on| Statement::new(cell, digit, on)) {
                    assumptions[self.index(assumption) as usize] = Some(assumption);
                }
            }
        }
        let runs = self.runs.iter_mut().zip(assumptions).filter_map(|(run, assumption)| Some((run, assumption?)));
        let queue = Mutex::new(runs);
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((run, assumption)) = next().filter(|_| !start.stop.is_requested()) {
                run.make(start, assumption, producer.rules());
            }
        };
        thread::scope(|scope| {
            for helper in helpers {
                let help = || {
                    work();
                    drop(helper);
                };
                // The search goes on without a thread that the system refuses.
                let _ = thread::Builder::new().spawn_scoped(scope, help);
            }
            work();
        });
    }

    /// Returns the index of the run from an assumption.
    fn index(&mut self, assumption: Statement) -> u16 {
        let of = &mut self.of[assumption.index()];
        if *of == u16::MAX {
            *of = self.runs.len() as u16;
            self.runs.push(Run::default());
        }
        *of
    }

    /// Returns the run from an assumption, which is made once.
    fn run(&mut self, start: Start<'_>, producer: Producer, assumption: Statement) -> u16 {
        let index = self.index(assumption);
        self.runs[index as usize].make(start, assumption, producer.rules());
        index
    }

    fn contradiction(&mut self, start: Start<'_>, producer: Producer, assumption: Statement) {
        let run = self.run(start, producer, assumption);
        if let Some(nodes) = self.runs[run as usize].contradiction {
            let targets = nodes.map(|node| (run, node));
            self.offer(start, assumption.opposite(), Kind::Contradiction, Cause::Assumption, &targets);
        }
    }

    /// Offers what follows from all of some assumptions, in the order of the first one.
    fn common(
        &mut self,
        start: Start<'_>,
        producer: Producer,
        assumptions: impl Iterator<Item = Statement> + Clone,
        kind: Kind,
        cause: Cause,
    ) {
        if self.closure.as_ref().is_some_and(|closure| !closure.have_common(assumptions.clone())) {
            return;
        }
        let runs: Vec<u16> = assumptions.map(|assumption| self.run(start, producer, assumption)).collect();
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
            Kind::Contradiction if !producer.has_chains() => Technique::Nishio,
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
