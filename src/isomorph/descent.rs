//! Depth first where too many ways tie: what an automorphism maps to what has been seen is not searched again.

use super::search::{Search, State};

/// What a search in depth knows of the ways that it has seen. Depths are numbers of rows.
#[derive(Default)]
pub struct Descent {
    /// The alternative that is being tried at each depth.
    path: [usize; 10],
    /// The alternatives that led to the smallest image so far.
    first: Option<[usize; 10]>,
    /// The ways in which each alternative on that path leads to the smallest image, once it has been searched.
    ways: [u64; 10],
    /// The depth at which the alternative that is being tried is the image of the one on that path.
    same: Option<usize>,
    /// How often a smaller image was found.
    version: u64,
}

impl Search {
    /// The number of symmetries that lead from the states from `first` on to the smallest image.
    ///
    /// When the smallest image is found again, an automorphism maps the path that led to it first to the path that leads
    /// to it now. It maps the alternatives where they part to each other, and so all that follows from them: there are as
    /// many ways under the second as there were under the first.
    pub fn descend(&mut self, depth: usize, states: &mut Vec<State>, first: usize) -> u64 {
        let (end, mut sum) = (states.len(), 0);
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

    /// The number of symmetries that lead from a state to the smallest image, unless `same` is set.
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
