//! Conflict-driven learning on the groups of candidates themselves, without an encoding as clauses.
//!
//! A search chooses candidates. A true candidate rules out the others of its groups, and the last candidate of a group is true. When a
//! group is left without a candidate, the search learns a *nogood*: candidates that cannot all be true. METHODOLOGY.md has the rules.
//!
//! João Marques-Silva and Karem Sakallah, "GRASP", IEEE Transactions on Computers 48, 1999; the first unique implication point and
//! activities: Matthew Moskewicz et al., "Chaff", DAC 2001.

mod analysis;
mod nogoods;
mod state;

use std::borrow::Cow;

use grid::{AnyGrid, Shape, Units, Values};

use self::{
    analysis::Analysis,
    nogoods::Nogoods,
    state::{Reason, State},
};
use super::{
    entry::{Build, Entry},
    groups::{Candidate, Groups},
    interface::Strategy,
    limits::{Limits, Meter},
    outcome::Outcome,
    sat::SAT,
    solutions::Solutions,
};

pub(super) const LEARNING: Entry = Entry {
    name: Cow::Borrowed("learning"),
    aliases: &[],
    about: Cow::Borrowed("conflict-driven learning on cells, rows, columns and boxes themselves"),
    build: Build::Native(|shape, _| Box::new(Learning::new(shape))),
    ..SAT
};

struct Learning {
    units: Units,
    candidates: Vec<Values>,
    state: State,
    nogoods: Nogoods,
    /// The number of steps whose nogoods were applied.
    applied: usize,
    analysis: Analysis,
    /// Open groups with the fewest candidates. One longer than the list of groups, because an index is written before it counts.
    smallest: Vec<u16>,
}

impl Strategy for Learning {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        let mut meter = Meter::start(limits);
        let mut outcome = Outcome::ZERO;
        let mut result = self.load(puzzle);
        loop {
            let level = match result {
                Err(_) if self.state.level() == 0 => return outcome,
                Err(conflict) => self.analysis.learn(conflict, &self.state, &self.nogoods),
                Ok(()) => {
                    if let Some(candidate) = self.next_choice() {
                        if outcome.nodes == meter.pause
                            && let Some(limit) = meter.stop(outcome.nodes)
                        {
                            return Outcome { end: limit, ..outcome };
                        }
                        outcome.add_node(true, self.state.level() + 1);
                        result = self.state.choose(candidate).and_then(|()| self.propagate());
                        continue;
                    }
                    if solutions.add(self.solution(puzzle)) || self.state.level() == 0 {
                        return outcome;
                    }
                    self.exclude_solution()
                }
            };
            outcome.backtracks += (self.state.level() - level) as u64;
            result = self.apply_nogood(level);
        }
    }
}

impl Learning {
    fn new(shape: Shape) -> Learning {
        let cells = shape.cells();
        Learning {
            units: Units::new(shape),
            candidates: vec![0; cells],
            state: State::new(Groups::new(shape), cells),
            nogoods: Nogoods::new(cells),
            applied: 0,
            analysis: Analysis::new(cells),
            smallest: vec![0; 4 * cells + 1],
        }
    }

    fn load(&mut self, puzzle: &AnyGrid) -> Result<(), Reason> {
        self.nogoods.clear();
        self.applied = 0;
        self.analysis.clear();
        self.units.set_candidates(puzzle, &mut self.candidates);
        let givens = puzzle.cells().iter().map(|&value| (1 << value) >> 1);
        self.state.load(self.candidates.iter().zip(givens).map(|(candidates, given)| candidates | given))?;
        self.propagate()?;
        self.state.left_at_root.clone_from(&self.state.left);
        Ok(())
    }

    /// Draws all conclusions from groups and nogoods.
    fn propagate(&mut self) -> Result<(), Reason> {
        self.state.fill_singles()?;
        while let Some(&step) = self.state.steps.get(self.applied) {
            self.applied += 1;
            if step.is_true {
                self.nogoods.apply(step.candidate, &mut self.state)?;
                self.state.fill_singles()?;
            }
        }
        Ok(())
    }

    /// Returns the most active candidate of the smallest open group, ties by the largest sum of activities; `None` if the grid is full.
    fn next_choice(&mut self) -> Option<Candidate> {
        let count = self.list_smallest();
        let activity = |candidate: Candidate| self.analysis.activities[usize::from(candidate)];
        let members = |group: u16| self.state.groups.members(group, self.state.left[usize::from(group)]);
        let mut best = (-1.0, None);
        for &group in &self.smallest[..count] {
            let sum = members(group).map(activity).sum();
            if sum > best.0 {
                best = (sum, Some(group));
            }
        }
        let mut most_active = (-1.0, None);
        for candidate in members(best.1?) {
            if activity(candidate) > most_active.0 {
                most_active = (activity(candidate), Some(candidate));
            }
        }
        most_active.1
    }

    /// Lists the open groups with the fewest candidates. Returns their number.
    fn list_smallest(&mut self) -> usize {
        let mut count = 0;
        // Usually, some groups have two candidates. A processor cannot predict which, so there is no branch.
        for (group, &left) in (0..).zip(&self.state.left) {
            let rest = left & left.wrapping_sub(1);
            self.smallest[count] = group;
            count += usize::from((rest != 0) & (rest & rest.wrapping_sub(1) == 0));
        }
        if count > 0 {
            return count;
        }
        let sizes = self.state.left.iter().map(|left| left.count_ones());
        let Some(size) = sizes.clone().filter(|&size| size > 1).min() else { return 0 };
        for (group, _) in (0..).zip(sizes).filter(|&(_, other)| other == size) {
            self.smallest[count] = group;
            count += 1;
        }
        count
    }

    fn solution(&self, puzzle: &AnyGrid) -> AnyGrid {
        let values = self.state.left.iter().map(|left| left.trailing_zeros() as u8 + 1);
        puzzle.filled_with((0..puzzle.cells().len()).zip(values))
    }

    /// Makes the choices a nogood, which only the last solution contains. Returns the level at which it applies.
    fn exclude_solution(&mut self) -> usize {
        let choices = self.state.choices.iter().rev().map(|&step| self.state.steps[step].candidate);
        self.analysis.nogood.clear();
        self.analysis.nogood.extend(choices);
        self.state.level() - 1
    }

    /// Adds the nogood of the last conflict or solution, which rules out its first candidate at this level.
    fn apply_nogood(&mut self, level: usize) -> Result<(), Reason> {
        self.state.return_to(level);
        self.applied = self.applied.min(self.state.steps.len());
        let nogood = &self.analysis.nogood;
        let reason = if nogood.len() > 1 { Reason::Nogood(self.nogoods.add(nogood)) } else { Reason::None };
        self.state.set_false(nogood[0], reason)?;
        self.propagate()
    }
}
