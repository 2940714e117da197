//! The smallest image of a 9×9 grid, row by row: breadth-first while there are few states, then depth-first. Branches that an
//! automorphism maps to a searched one are skipped.

use super::{
    columns::{Columns, State, label_at},
    form::Canonical,
    search::ImageSearch,
};
use crate::nine::{CELLS, Grid, column_of, row_of};

/// The largest number of states for breadth-first search: most puzzles without automorphisms never have more.
const BREADTH: usize = 64;

/// Returns the smallest image of any grid of 9×9.
pub fn smallest_image(puzzle: &Grid) -> Canonical {
    smallest_image_within(puzzle, BREADTH)
}

/// Returns the same, but searches depth-first from more than `breadth` states on.
pub fn smallest_image_within(puzzle: &Grid, breadth: usize) -> Canonical {
    let mut search = ImageSearch::new(puzzle);
    let root = State { columns: Columns::ALL_TIED, rows: 0o777, transposed: false, weight: 1 };
    let mut states = vec![root, State { transposed: true, ..root }];
    let mut next = Vec::with_capacity(64);
    let mut depth = 0;
    while depth < 9 && states.len() <= breadth {
        for state in &states {
            search.expand(state, depth, &mut next, 0);
        }
        std::mem::swap(&mut states, &mut next);
        next.clear();
        depth += 1;
    }
    let automorphisms = match depth {
        9 => states.iter().map(State::ways).sum(),
        _ => Descent::of(&mut search).descend(depth, &mut states, 0),
    };
    let cells: [u8; CELLS] = std::array::from_fn(|cell| label_at(search.images[row_of(cell)], column_of(cell)));
    Canonical { grid: Grid::of(cells).into(), automorphisms }
}

/// A depth-first search. Depths are numbers of placed rows.
struct Descent<'a> {
    search: &'a mut ImageSearch,
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

impl Descent<'_> {
    fn of(search: &mut ImageSearch) -> Descent<'_> {
        Descent { search, path: [0; 10], first: None, ways: [0; 10], same: None, version: 0 }
    }

    /// Returns the number of symmetries below the states from `first` on that lead to the smallest image.
    ///
    /// When the smallest image is found again, an automorphism maps the first path to the current path. It also maps
    /// the alternatives at which the paths diverge to each other, and the branches below them, so both branches have
    /// the same number of symmetries.
    fn descend(&mut self, depth: usize, states: &mut Vec<State>, first: usize) -> u64 {
        let end = states.len();
        let mut sum = 0;
        for index in first..end {
            self.path[depth] = index - first;
            let version = self.version;
            let mut ways = self.ways(depth, states, index);
            match self.same {
                Some(same) if same < depth => return 0,
                Some(_) => (self.same, ways) = (None, self.ways[depth]),
                None if self.first.is_some_and(|path| path[..=depth] == self.path[..=depth]) => {
                    self.ways[depth] = ways;
                }
                None => {}
            }
            sum = if self.version == version { sum + ways } else { ways };
        }
        sum
    }

    /// Returns the number of symmetries below a state that lead to the smallest image; meaningless if `same` is set.
    fn ways(&mut self, depth: usize, states: &mut Vec<State>, index: usize) -> u64 {
        let state = states[index];
        if depth == 9 {
            match &self.first {
                Some(first) => self.same = (0..10).find(|&depth| first[depth] != self.path[depth]),
                None => self.first = Some(self.path),
            }
            return state.ways();
        }
        let end = states.len();
        let image = self.search.images[depth];
        self.search.expand(&state, depth, states, end);
        if self.search.images[depth] != image {
            self.version += 1;
            self.first = None;
        }
        let ways = self.descend(depth + 1, states, end);
        states.truncate(end);
        ways
    }
}
