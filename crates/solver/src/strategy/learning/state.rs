//! The state of a search: which candidates are ruled out, and the steps that led there.

use grid::Values;

use crate::strategy::groups::{Candidate, Groups, Place, candidate, cell_of};

/// What made a candidate true or false; of a conflict, what is violated.
#[derive(Clone, Copy)]
pub enum Reason {
    /// The search chose the candidate, or it is the same in every solution that is left.
    None,
    /// Every other candidate of a group is false; in a conflict, all are.
    Group(u16),
    /// All other candidates of a nogood are true; in a conflict, all are. The nogood starts at this index.
    Nogood(u32),
}

/// A candidate that became true, or one that a nogood ruled out.
#[derive(Clone, Copy)]
pub struct Step {
    pub candidate: Candidate,
    pub is_true: bool,
    /// The number of choices up to this step.
    pub level: u16,
    pub reason: Reason,
}

/// The index of no step.
const NEVER: u16 = u16::MAX;

pub struct State {
    pub groups: Groups,
    /// The candidates of each group that are not ruled out.
    pub left: Vec<u32>,
    /// The candidates of each group after the propagation before the first choice.
    pub left_at_root: Vec<u32>,
    /// The candidates of all groups before each choice, one choice after the other.
    left_at_choices: Vec<u32>,
    pub steps: Vec<Step>,
    /// The number of steps before each choice.
    pub choices: Vec<usize>,
    /// The step that made a candidate of each group true, or [`NEVER`].
    fillings: Vec<u16>,
    /// The step in which a nogood ruled out each candidate, or [`NEVER`].
    removals: Vec<u16>,
    /// Groups that were left with one candidate.
    singles: Vec<u16>,
}

impl State {
    pub fn new(groups: Groups, cells: usize) -> State {
        State {
            left: vec![0; groups.count()],
            left_at_root: vec![0; groups.count()],
            left_at_choices: Vec::new(),
            steps: Vec::new(),
            choices: Vec::new(),
            fillings: vec![NEVER; groups.count()],
            removals: vec![NEVER; cells << 5],
            singles: Vec::new(),
            groups,
        }
    }

    /// Starts a search from the candidates of each cell.
    pub fn load(&mut self, cells: impl Iterator<Item = Values>) -> Result<(), Reason> {
        self.undo_steps(0);
        self.choices.clear();
        self.left_at_choices.clear();
        self.left.fill(0);
        for (cell, mut values) in cells.enumerate() {
            while values != 0 {
                let value = values.trailing_zeros() as u8 + 1;
                values &= values - 1;
                for Place { group, bit } in self.groups.of(candidate(cell, value)) {
                    self.left[usize::from(group)] |= bit;
                }
            }
        }
        self.singles.clear();
        for (group, &left) in (0..).zip(&self.left) {
            match left.count_ones() {
                0 => return Err(Reason::Group(group)),
                1 => self.singles.push(group),
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the members of a group that were left before the first choice.
    pub fn members_at_root(&self, group: u16) -> impl Iterator<Item = Candidate> {
        self.groups.members(group, self.left_at_root[usize::from(group)])
    }

    pub fn level(&self) -> usize {
        self.choices.len()
    }

    #[inline(always)]
    pub fn is_false(&self, candidate: Candidate) -> bool {
        self.left[cell_of(candidate)] >> (candidate & 31) & 1 == 0
    }

    #[inline(always)]
    pub fn is_true(&self, candidate: Candidate) -> bool {
        self.fillings[cell_of(candidate)] != NEVER && !self.is_false(candidate)
    }

    pub fn choose(&mut self, candidate: Candidate) -> Result<(), Reason> {
        self.choices.push(self.steps.len());
        self.left_at_choices.extend_from_slice(&self.left);
        self.set_true(candidate, Reason::None)
    }

    /// Makes the last candidates of groups true, until no open group is left with one.
    #[inline(always)]
    pub fn fill_singles(&mut self) -> Result<(), Reason> {
        let mut index = 0;
        while let Some(&group) = self.singles.get(index) {
            let single = self.groups.first(group, self.left[usize::from(group)]);
            if !self.is_true(single) {
                self.set_true(single, Reason::Group(group))?;
            }
            index += 1;
        }
        self.singles.clear();
        Ok(())
    }

    /// Makes a candidate true: rules out the others of its groups.
    fn set_true(&mut self, candidate: Candidate, reason: Reason) -> Result<(), Reason> {
        let places = self.groups.of(candidate);
        let mut others = [0; 4];
        for (others, Place { group, bit }) in others.iter_mut().zip(places) {
            let group = usize::from(group);
            self.fillings[group] = self.steps.len() as u16;
            *others = self.left[group] & !bit;
            self.left[group] = bit;
        }
        self.steps.push(Step { candidate, is_true: true, level: self.level() as u16, reason });
        for (mut others, Place { group, .. }) in others.into_iter().zip(places) {
            while others != 0 {
                let other = self.groups.first(group, others);
                others &= others - 1;
                self.remove(other)?;
            }
        }
        Ok(())
    }

    /// Rules out a candidate because of a nogood, as a step of its own.
    pub fn set_false(&mut self, candidate: Candidate, reason: Reason) -> Result<(), Reason> {
        self.removals[usize::from(candidate)] = self.steps.len() as u16;
        self.steps.push(Step { candidate, is_true: false, level: self.level() as u16, reason });
        self.remove(candidate)
    }

    /// Takes a candidate from its groups.
    #[inline(always)]
    fn remove(&mut self, candidate: Candidate) -> Result<(), Reason> {
        let places = self.groups.of(candidate);
        // One branch for all four: processors cannot predict it.
        let mut is_few = false;
        for Place { group, bit } in places {
            let before = self.left[usize::from(group)];
            let left = before & !bit;
            self.left[usize::from(group)] = left;
            is_few |= (left & left.wrapping_sub(1) == 0) & (left != before);
        }
        for Place { group, .. } in places.into_iter().filter(|_| is_few) {
            let left = self.left[usize::from(group)];
            if left == 0 {
                return Err(Reason::Group(group));
            }
            if left.is_power_of_two() && self.fillings[usize::from(group)] == NEVER {
                self.singles.push(group);
            }
        }
        Ok(())
    }

    /// Returns to a level: takes back the choices after it, and all that followed from them.
    pub fn return_to(&mut self, level: usize) {
        if level < self.level() {
            self.undo_steps(self.choices[level]);
            let start = level * self.left.len();
            self.left.copy_from_slice(&self.left_at_choices[start..][..self.groups.count()]);
            self.left_at_choices.truncate(start);
            self.choices.truncate(level);
            self.singles.clear();
        }
    }

    fn undo_steps(&mut self, first: usize) {
        for step in self.steps.drain(first..) {
            if step.is_true {
                for Place { group, .. } in self.groups.of(step.candidate) {
                    self.fillings[usize::from(group)] = NEVER;
                }
            } else {
                self.removals[usize::from(step.candidate)] = NEVER;
            }
        }
    }

    /// Returns the steps that rule out a candidate, each alone; [`NEVER`] stands for none.
    #[inline(always)]
    pub fn causes(&self, candidate: Candidate) -> [u16; 5] {
        let [cell, row, column, r#box] = self.groups.of(candidate).map(|place| self.fillings[usize::from(place.group)]);
        [self.removals[usize::from(candidate)], cell, row, column, r#box]
    }

    /// Returns the step that made a candidate true.
    pub fn step_of(&self, candidate: Candidate) -> u16 {
        self.fillings[cell_of(candidate)]
    }
}
