//! Depth-first search for puzzles with too many states: branches that an automorphism maps to a searched one are
//! skipped.

use super::search::{ImageSearch, State};

/// The state of a depth-first search. Depths are numbers of placed rows.
#[derive(Default)]
pub struct Descent {
    /// The current alternative at each depth.
    path: [usize; 10],
    /// The alternatives that first led to the smallest image so far.
    first: Option<[usize; 10]>,
    /// The number of symmetries below each alternative on the `first` path, once it has been searched.
    ways: [u64; 10],
    /// The depth at which the current alternative is the automorphic image of the alternative on the `first` path.
    same: Option<usize>,
    /// The number of times a smaller image was found.
    version: u64,
}

impl ImageSearch {
    /// Returns the number of symmetries below the states from `first` on that lead to the smallest image.
    ///
    /// When the smallest image is found again, an automorphism maps the first path to the current path. It also maps
    /// the alternatives at which the paths diverge to each other, and the branches below them, so both branches have
    /// the same number of symmetries.
    pub fn descend(&mut self, depth: usize, states: &mut Vec<State>, first: usize) -> u64 {
        let end = states.len();
        let mut sum = 0;
        for index in first..end {
            self.descent.path[depth] = index - first;
            let version = self.descent.version;
            let mut ways = self.ways(depth, states, index);
            let descent = &mut self.descent;
            match descent.same {
                Some(same) if same < depth => return 0,
                Some(_) => (descent.same, ways) = (None, descent.ways[depth]),
                None if descent.first.is_some_and(|path| path[..=depth] == descent.path[..=depth]) => {
                    descent.ways[depth] = ways;
                }
                None => {}
            }
            sum = if descent.version == version { sum + ways } else { ways };
        }
        sum
    }

    /// Returns the number of symmetries below a state that lead to the smallest image; meaningless if `same` is set.
    fn ways(&mut self, depth: usize, states: &mut Vec<State>, index: usize) -> u64 {
        let state = states[index];
        if depth == 9 {
            let descent = &mut self.descent;
            match &descent.first {
                Some(first) => descent.same = (0..10).find(|&depth| first[depth] != descent.path[depth]),
                None => descent.first = Some(descent.path),
            }
            return state.ways();
        }
        let end = states.len();
        let image = self.images[depth];
        self.expand(&state, depth, states, end);
        if self.images[depth] != image {
            self.descent.version += 1;
            self.descent.first = None;
        }
        let ways = self.descend(depth + 1, states, end);
        states.truncate(end);
        ways
    }
}
