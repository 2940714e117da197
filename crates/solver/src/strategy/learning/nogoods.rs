//! Nogoods: sets of candidates that cannot all be true.

use std::mem;

use super::state::{Reason, State};
use crate::strategy::groups::Candidate;

/// Nogoods, each of which watches its first two candidates: before one of them is true, it rules out nothing.
pub struct Nogoods {
    /// The length of each, and its candidates.
    words: Vec<u16>,
    /// The indices of the nogoods of conflicts.
    learnt: Vec<u32>,
    /// The indices of those that exclude a solution, which are never forgotten.
    solutions: Vec<u32>,
    /// The nogoods that watch each candidate.
    watches: Vec<Vec<u32>>,
    /// The number of learnt nogoods after which the longer half is forgotten, at first and now.
    first_limit: usize,
    limit: usize,
}

impl Nogoods {
    pub fn new(cells: usize, first_limit: usize) -> Nogoods {
        Nogoods {
            words: Vec::new(),
            learnt: Vec::new(),
            solutions: Vec::new(),
            watches: vec![Vec::new(); cells << 5],
            first_limit,
            limit: first_limit,
        }
    }

    pub fn clear(&mut self) {
        self.limit = self.first_limit;
        self.clear_watches();
        self.words.clear();
        self.learnt.clear();
        self.solutions.clear();
    }

    fn clear_watches(&mut self) {
        for &start in self.learnt.iter().chain(&self.solutions) {
            for &candidate in nogood_at(&self.words, start) {
                self.watches[usize::from(candidate)].clear();
            }
        }
    }

    pub fn is_full(&self) -> bool {
        self.learnt.len() >= self.limit
    }

    /// Forgets the longer half of what was learnt, raises the limit by a quarter, and drops what no longer matters in a state without choices.
    pub fn forget(&mut self, state: &State) {
        self.limit += self.limit / 4;
        self.clear_watches();
        let words = mem::take(&mut self.words);
        let learnt = mem::take(&mut self.learnt);
        let mut lengths: Vec<usize> = learnt.iter().map(|&start| nogood_at(&words, start).len()).collect();
        lengths.sort_unstable();
        let median = lengths[lengths.len() / 2];
        for nogood in learnt.into_iter().map(|start| nogood_at(&words, start)).filter(|nogood| nogood.len() < median) {
            self.add_open(nogood, state, false);
        }
        for start in mem::take(&mut self.solutions) {
            self.add_open(nogood_at(&words, start), state, true);
        }
    }

    /// Adds the undecided candidates of a nogood, unless one is false.
    fn add_open(&mut self, nogood: &[Candidate], state: &State, is_solution: bool) {
        if !nogood.iter().any(|&candidate| state.is_false(candidate)) {
            let open: Vec<_> = nogood.iter().copied().filter(|&candidate| !state.is_true(candidate)).collect();
            self.add(&open, is_solution);
        }
    }

    pub fn get(&self, start: u32) -> &[Candidate] {
        nogood_at(&self.words, start)
    }

    /// Adds a nogood of two candidates or more. Returns its index.
    pub fn add(&mut self, candidates: &[Candidate], is_solution: bool) -> u32 {
        let start = self.words.len() as u32;
        self.words.push(candidates.len() as u16);
        self.words.extend_from_slice(candidates);
        let list = if is_solution { &mut self.solutions } else { &mut self.learnt };
        list.push(start);
        for &candidate in &candidates[..2] {
            self.watches[usize::from(candidate)].push(start);
        }
        start
    }

    /// Applies the nogoods that watch a candidate which became true.
    pub fn apply(&mut self, candidate: Candidate, state: &mut State) -> Result<(), Reason> {
        let mut watches = mem::take(&mut self.watches[usize::from(candidate)]);
        let mut result = Ok(());
        let mut index = 0;
        while index < watches.len() && result.is_ok() {
            match self.apply_one(watches[index], candidate, state) {
                Ok(true) => index += 1,
                Ok(false) => {
                    watches.swap_remove(index);
                }
                Err(conflict) => result = Err(conflict),
            }
        }
        self.watches[usize::from(candidate)] = watches;
        result
    }

    /// Returns false if the nogood watches another candidate now.
    fn apply_one(&mut self, start: u32, candidate: Candidate, state: &mut State) -> Result<bool, Reason> {
        let length = usize::from(self.words[start as usize]);
        let candidates = &mut self.words[start as usize + 1..][..length];
        if candidates[0] == candidate {
            candidates.swap(0, 1);
        }
        let other = candidates[0];
        if state.is_false(other) {
            return Ok(true);
        }
        if let Some(index) = (2..length).find(|&index| !state.is_true(candidates[index])) {
            candidates.swap(1, index);
            self.watches[usize::from(candidates[1])].push(start);
            return Ok(false);
        }
        if state.is_true(other) {
            return Err(Reason::Nogood(start));
        }
        state.set_false(other, Reason::Nogood(start))?;
        Ok(true)
    }
}

fn nogood_at(words: &[u16], start: u32) -> &[Candidate] {
    let start = start as usize;
    &words[start + 1..][..usize::from(words[start])]
}
