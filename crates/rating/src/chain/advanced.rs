//! Deductions of other techniques on the candidates that an assumption leaves.

use super::{
    Cause, Statement,
    closure::Closure,
    multiple::{Multiple, Producer},
    nested::StaticChains,
    run::{Deduction, Run, Start},
    unary::all_unary,
};
use crate::{
    fish::{Fish, fish_of_digit, lines_of},
    locking::find_locked,
    marks::{Marks, Removed, is_empty},
    sets::{hidden_in, naked_in, units_with_few},
    step::Step,
    units::{COLUMNS, ROWS, UNIT_CELLS, UNIT_SETS, UNITS, cells_at, digits_of},
};
use grid::{ALL_VALUES, CellSet, members};
use std::sync::Arc;

/// The grid before an assumption, what is left after it, and what was found so far.
#[derive(Clone, Copy)]
struct Left<'a> {
    start: Start<'a>,
    left: &'a Marks,
    run: &'a Run,
}

/// Returns the deductions of the first rule of a level that has any.
pub fn deduce(start: Start<'_>, level: u8, run: &Run) -> Vec<Deduction> {
    let place = Left { start, left: &run.left, run };
    let rules: [fn(Left<'_>) -> Deductions; 4] = [locking, hidden_pairs, naked_pairs, x_wings];
    let found = rules.into_iter().map(|rule| rule(place)).find(|found| !found.0.is_empty());
    if let Some(found) = found {
        return found.0;
    }
    let chains = chain_rules(level).iter().map(|rule| chains(place, &rule.steps(place)));
    chains.into_iter().find(|found| !found.0.is_empty()).unwrap_or_default().0
}

/// Deductions, each candidate once.
#[derive(Default)]
struct Deductions(Vec<Deduction>);

impl Deductions {
    /// Adds what a rule removes, in the order of these cells, if something had to go before.
    fn add(&mut self, cells: impl Iterator<Item = usize>, removed: &Removed, parents: &[u16], nested: Option<&Step>) {
        if parents.is_empty() {
            return;
        }
        for cell in cells {
            for digit in (0..9).filter(|digit| removed[*digit] >> cell & 1 == 1) {
                let off = Statement::new(cell, digit, false);
                if self.0.iter().all(|other| other.off != off) {
                    self.0.push(Deduction { off, parents: parents.to_vec(), nested: nested.cloned() });
                }
            }
        }
    }
}

impl Left<'_> {
    /// Returns the candidates that were there before the assumption and are no more.
    fn gone(&self, digit: usize) -> CellSet {
        self.start.marks.digits[digit] & !self.left.digits[digit]
    }

    /// Returns the digits of which a candidate is gone.
    fn changed(&self) -> u16 {
        (0..9).filter(|&digit| self.gone(digit) != 0).fold(0, |digits, digit| digits | 1 << digit)
    }

    /// Returns the nodes of the digits that are gone from cells, in the order of the cells.
    fn parents(&self, cells: impl Iterator<Item = usize>, digits: u16) -> Vec<u16> {
        let gone = cells.flat_map(|cell| digits_of(digits).map(move |digit| (cell, digit)));
        let gone = gone.filter(|(cell, digit)| self.gone(*digit) >> cell & 1 == 1);
        gone.filter_map(|(cell, digit)| self.run.off_node(cell, digit)).collect()
    }
}

fn unit_cells(unit: usize) -> impl Iterator<Item = usize> {
    UNIT_CELLS[unit].iter().map(|&cell| cell as usize)
}

fn locking(place: Left<'_>) -> Deductions {
    let mut found = Deductions::default();
    find_locked(place.left, place.changed(), |locked| -> Option<()> {
        let other = UNIT_SETS[locked.other];
        let mut removed = [0; 9];
        removed[locked.digit] = place.left.digits[locked.digit] & other & !UNIT_SETS[locked.unit];
        if removed[locked.digit] != 0 {
            let outside = unit_cells(locked.unit).filter(|cell| other >> cell & 1 == 0);
            let parents = place.parents(outside, 1 << locked.digit);
            found.add(unit_cells(locked.other), &removed, &parents, None);
        }
        None
    });
    found
}

fn hidden_pairs(place: Left<'_>) -> Deductions {
    let mut found = Deductions::default();
    let few = units_with_few(place.left, 2);
    for unit in (0..UNITS).filter(|&unit| few >> unit & 1 == 1 && place.start.empty[unit] > 4) {
        hidden_in(place.left, unit, 2, |digits, positions| -> Option<()> {
            let cells = cells_at(unit, positions);
            let removed = place.left.within(cells, ALL_VALUES & !digits);
            if !is_empty(&removed) {
                let outside = unit_cells(unit).filter(|cell| cells >> cell & 1 == 0);
                found.add(unit_cells(unit), &removed, &place.parents(outside, digits), None);
            }
            None
        });
    }
    found
}

fn naked_pairs(place: Left<'_>) -> Deductions {
    let mut found = Deductions::default();
    let bivalue = place.left.by_count()[2];
    let has_enough = |unit: usize| (UNIT_SETS[unit] & bivalue).count_ones() >= 2;
    for unit in (0..UNITS).filter(|&unit| place.start.empty[unit] >= 4 && has_enough(unit)) {
        naked_in(place.left, unit, 2, |positions, digits| -> Option<()> {
            let cells = cells_at(unit, positions);
            let removed = place.left.within(UNIT_SETS[unit] & !cells, digits);
            if !is_empty(&removed) {
                let inside = unit_cells(unit).filter(|cell| cells >> cell & 1 == 1);
                found.add(unit_cells(unit), &removed, &place.parents(inside, ALL_VALUES & !digits), None);
            }
            None
        });
    }
    found
}

fn x_wings(place: Left<'_>) -> Deductions {
    let mut found = Deductions::default();
    for kind in [COLUMNS, ROWS] {
        let mut wings: Vec<Fish> = Vec::new();
        for digit in digits_of(place.changed()).filter(|&digit| place.start.placed[digit] <= 5) {
            fish_of_digit(place.left, 2, kind, digit, |fish| -> Option<()> {
                wings.push(fish);
                None
            });
        }
        wings.sort_by_key(|wing| (wing.base, wing.digit));
        wings.iter().for_each(|wing| x_wing(place, wing, &mut found));
    }
    found
}

/// Adds what two lines remove because their positions of a digit lie in two cross lines.
fn x_wing(place: Left<'_>, wing: &Fish, found: &mut Deductions) {
    let &Fish { digit, kind, base, cover, removed } = wing;
    let across = COLUMNS + ROWS - kind;
    let mut of_digits = [0; 9];
    of_digits[digit] = removed;
    let covered = lines_of(across, cover);
    let outside = digits_of(base).flat_map(|line| unit_cells(kind + line)).filter(|cell| covered >> cell & 1 == 0);
    let parents = place.parents(outside, 1 << digit);
    found.add(digits_of(cover).flat_map(|line| unit_cells(across + line)), &of_digits, &parents, None);
}

#[derive(Clone, Copy)]
enum ChainRule {
    Unary,
    Multiple(Producer),
}

fn chain_rules(level: u8) -> &'static [ChainRule] {
    const STATIC: ChainRule = ChainRule::Multiple(Producer::Static);
    const DYNAMIC: ChainRule = ChainRule::Multiple(Producer::Dynamic(0));
    const NESTED: ChainRule = ChainRule::Multiple(Producer::Dynamic(2));
    match level {
        0 | 1 => &[],
        2 => &[ChainRule::Unary],
        3 => &[ChainRule::Unary, STATIC],
        4 => &[DYNAMIC],
        _ => &[DYNAMIC, NESTED],
    }
}

impl ChainRule {
    /// Returns the steps in the grid that is left; of those that remove the same candidates, only the first.
    fn steps(self, place: Left<'_>) -> Arc<[Step]> {
        let chains = match self {
            ChainRule::Unary => StaticChains::Unary,
            ChainRule::Multiple(Producer::Static) => StaticChains::Multiple,
            // They depend on more than the candidates.
            ChainRule::Multiple(_) => return self.search(place).into(),
        };
        place.start.nested.of(chains, place.left.digits, || self.search(place))
    }

    fn search(self, place: Left<'_>) -> Vec<Step> {
        let steps = match self {
            ChainRule::Unary => all_unary(place.left, Closure::of(place.left).as_ref()),
            ChainRule::Multiple(producer) => {
                let start = Start { marks: place.left, ..place.start };
                Multiple::default().all(start, producer)
            }
        };
        let mut first: Vec<Step> = Vec::new();
        for step in steps {
            if first.iter().all(|other| other.removed != step.removed) {
                first.push(step);
            }
        }
        first
    }
}

fn chains(place: Left<'_>, steps: &[Step]) -> Deductions {
    let mut found = Deductions::default();
    for step in steps {
        let mut parents = Vec::new();
        for link in step.links.iter().flatten().filter(|link| link.statement.is_on()) {
            let cause = if link.cause == Cause::Assumption { step.start } else { link.cause };
            let mut gone = Vec::new();
            place.run.gone(link.statement, cause, place.start.marks, &mut gone);
            for parent in gone {
                if !parents.contains(&parent) {
                    parents.push(parent);
                }
            }
        }
        let cells = step.removed.iter().fold(0, |cells, of_digit| cells | of_digit);
        found.add(members(cells), &step.removed, &parents, Some(step));
    }
    found
}
