//! The analysis of a conflict: which true candidates cannot all be true.

use super::{
    nogoods::Nogoods,
    state::{Reason, State, Step},
};
use crate::strategy::groups::Candidate;

/// The weight of a conflict, relative to that of the conflict before.
const GROWTH: f32 = 1.0 / 0.95;

/// If the weight exceeds this, it and all activities are divided by it.
const MAX_WEIGHT: f32 = 1e20;

pub struct Analysis {
    /// How often, and how recently, each candidate took part in a conflict.
    pub activities: Vec<f32>,
    /// What the next conflict adds to an activity.
    weight: f32,
    /// The candidates of the last nogood. While a conflict is analysed, their steps.
    pub nogood: Vec<u16>,
    /// The steps that take part in the conflict.
    is_marked: Vec<bool>,
    marked: Vec<u16>,
    /// The number of marked steps of the last level that are not yet replaced by their causes.
    open: usize,
}

impl Analysis {
    pub fn new(cells: usize) -> Analysis {
        Analysis {
            activities: vec![0.0; cells << 5],
            weight: 1.0,
            nogood: Vec::new(),
            is_marked: vec![false; cells << 5],
            marked: Vec::new(),
            open: 0,
        }
    }

    pub fn clear(&mut self) {
        self.activities.fill(0.0);
        self.weight = 1.0;
    }

    /// Finds the nogood of a conflict. Replaces steps of the last level by their causes, the last step first, until the only one left is
    /// a true candidate: the first unique implication point. It is the first of the nogood; a candidate of the second highest level
    /// follows. Returns this level, at which the nogood rules out its first candidate.
    pub fn learn(&mut self, conflict: Reason, state: &State, nogoods: &Nogoods) -> usize {
        self.nogood.clear();
        self.nogood.push(0);
        self.mark_causes(conflict, None, state, nogoods);
        let mut last = state.steps.len();
        loop {
            last -= 1;
            if self.is_marked[last] {
                if self.open == 1 && state.steps[last].is_true {
                    break;
                }
                self.open -= 1;
                self.mark_causes(state.steps[last].reason, Some(last as u16), state, nogoods);
            }
        }
        self.open = 0;
        self.nogood[0] = last as u16;
        self.grow_weight();
        self.finish_nogood(state)
    }

    /// Marks the causes of a step, or of the conflict.
    fn mark_causes(&mut self, reason: Reason, step: Option<u16>, state: &State, nogoods: &Nogoods) {
        let explained = step.map(|step| state.steps[usize::from(step)].candidate);
        let is_other = |&candidate: &Candidate| Some(candidate) != explained;
        match reason {
            Reason::None => unreachable!("a choice is the only open step of its level"),
            Reason::Group(group) => {
                for candidate in state.members_at_root(group).filter(is_other) {
                    if let Some(cause) = self.new_cause(candidate, step, state) {
                        self.mark(cause, state, nogoods);
                    }
                }
            }
            Reason::Nogood(start) => {
                for &candidate in nogoods.get(start).iter().filter(|&candidate| is_other(candidate)) {
                    self.mark(state.step_of(candidate), state, nogoods);
                }
            }
        }
    }

    /// Returns the earliest step that rules out a candidate, among those before `before`; `None` if it is at level 0, or if a marked one
    /// of them rules the candidate out, too.
    #[inline(always)]
    fn new_cause(&self, candidate: Candidate, before: Option<u16>, state: &State) -> Option<u16> {
        let mut earliest = u16::MAX;
        for cause in state.causes(candidate).into_iter().filter(|&cause| cause < before.unwrap_or(u16::MAX)) {
            if self.is_marked[usize::from(cause)] {
                return None;
            }
            earliest = earliest.min(cause);
        }
        let is_of_root = earliest == u16::MAX || state.steps[usize::from(earliest)].level == 0;
        if is_of_root { None } else { Some(earliest) }
    }

    fn mark(&mut self, index: u16, state: &State, nogoods: &Nogoods) {
        let step = state.steps[usize::from(index)];
        if self.is_marked[usize::from(index)] || step.level == 0 {
            return;
        }
        self.is_marked[usize::from(index)] = true;
        self.marked.push(index);
        self.activities[usize::from(step.candidate)] += self.weight;
        if usize::from(step.level) == state.level() {
            self.open += 1;
        } else if step.is_true {
            self.nogood.push(index);
        } else {
            self.mark_causes(step.reason, Some(index), state, nogoods);
        }
    }

    fn grow_weight(&mut self) {
        self.weight *= GROWTH;
        if self.weight > MAX_WEIGHT {
            for activity in &mut self.activities {
                *activity /= MAX_WEIGHT;
            }
            self.weight /= MAX_WEIGHT;
        }
    }

    /// Leaves out steps that follow from the rest, and turns steps into candidates.
    fn finish_nogood(&mut self, state: &State) -> usize {
        let mut nogood = std::mem::take(&mut self.nogood);
        let point = nogood[0];
        nogood.retain(|&step| step == point || !self.follows(step, state));
        for step in self.marked.drain(..) {
            self.is_marked[usize::from(step)] = false;
        }
        let level_of = |step: u16| usize::from(state.steps[usize::from(step)].level);
        let mut highest = 0;
        for index in 1..nogood.len() {
            if level_of(nogood[index]) > highest {
                highest = level_of(nogood[index]);
                nogood.swap(1, index);
            }
        }
        nogood.iter_mut().for_each(|step| *step = state.steps[usize::from(*step)].candidate);
        self.nogood = nogood;
        highest
    }

    /// Returns true if a step follows from earlier marked steps, and from what holds at level 0.
    fn follows(&self, step: u16, state: &State) -> bool {
        let Step { candidate, reason, .. } = state.steps[usize::from(step)];
        let Reason::Group(group) = reason else { return false };
        let mut others = state.members_at_root(group).filter(|&other| other != candidate);
        others.all(|other| self.new_cause(other, Some(step), state).is_none())
    }
}
