//! Nogoods: sets of candidates that cannot all be true.

use std::mem;

use super::state::{Reason, State};
use crate::strategy::groups::Candidate;

/// Nogoods, each of which watches its first two candidates: before one of them is true, it rules out nothing.
pub struct Nogoods {
    /// For each nogood, its length, then its candidates.
    words: Vec<u16>,
    /// The nogoods that watch each candidate.
    watches: Vec<Vec<u32>>,
}

impl Nogoods {
    pub fn new(cells: usize) -> Nogoods {
        Nogoods { words: Vec::new(), watches: vec![Vec::new(); cells << 5] }
    }

    pub fn clear(&mut self) {
        let mut start = 0;
        while let Some(&length) = self.words.get(start) {
            let end = start + 1 + usize::from(length);
            for &candidate in &self.words[start + 1..end] {
                self.watches[usize::from(candidate)].clear();
            }
            start = end;
        }
        self.words.clear();
    }

    pub fn get(&self, start: u32) -> &[Candidate] {
        let start = start as usize;
        &self.words[start + 1..][..usize::from(self.words[start])]
    }

    /// Adds a nogood of two candidates or more. Returns its index.
    pub fn add(&mut self, candidates: &[Candidate]) -> u32 {
        let start = self.words.len() as u32;
        self.words.push(candidates.len() as u16);
        self.words.extend_from_slice(candidates);
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

    /// Applies a nogood that watches a candidate. Returns false if it watches another one now.
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
