//! The exact cover matrix with dancing links.

use grid::{AnyGrid, Shape, Values};

use super::{key::Key, links::Links};

pub struct Matrix<K, const ITEMS: usize, const LINKS: usize> {
    links: Box<Links<K, ITEMS, LINKS>>,
    /// The hidden options, each as its node in the item that was covered.
    trail: Vec<u16>,
    hidden: usize,
    /// The states of the matrix at choices that have untried options.
    saved: Vec<Saved>,
    saved_keys: Vec<[K; ITEMS]>,
    /// The number of saved states.
    guesses: usize,
}

#[derive(Clone, Copy, Default)]
struct Saved {
    /// The number of choices before it.
    depth: usize,
    hidden: usize,
}

impl<K: Key, const ITEMS: usize, const LINKS: usize> Matrix<K, ITEMS, LINKS> {
    pub fn new(shape: Shape) -> Matrix<K, ITEMS, LINKS> {
        Matrix {
            links: Links::new(shape),
            trail: vec![0; Links::<K, ITEMS, LINKS>::OPTIONS],
            hidden: 0,
            saved: vec![Saved::default(); shape.cells()],
            saved_keys: vec![[K::ZERO; ITEMS]; shape.cells()],
            guesses: 0,
        }
    }

    /// Resets the matrix to that of a puzzle: the items of its givens are covered.
    pub fn set_givens(&mut self, puzzle: &AnyGrid, candidates: &[Values]) {
        (self.hidden, self.guesses) = (0, 0);
        self.links.set_givens(puzzle, candidates);
    }

    /// Returns the smallest key of all items: at least [`Key::MIN_COVERED`] if every item is covered, less than
    /// [`Key::MIN_WITH_OPTION`] if one has no option.
    pub fn smallest(&self) -> K {
        self.links.keys.iter().fold(K::MAX, |smallest, &key| smallest.min(key))
    }

    /// Returns the key that a covered item had before.
    #[inline(always)]
    pub fn key(&self, item: u16) -> K {
        self.links.keys[usize::from(item)] - K::COVERED_WEIGHT
    }

    /// Returns the node below a node or an item; below the last is the item.
    #[inline(always)]
    pub fn below(&self, node: u16) -> u16 {
        self.links.below(node)
    }

    /// Covers an item. Returns true if it has several options.
    #[inline(always)]
    pub fn cover(&mut self, item: u16) -> bool {
        let key = &mut self.links.keys[usize::from(item)];
        let has_several = *key >= K::MIN_WITH_SEVERAL;
        *key += K::COVERED_WEIGHT;
        if has_several {
            self.hide_options(item);
        } else {
            // `cover_others` covers the option's other items next, so their keys no longer matter.
            let node = self.below(item);
            self.links.unlink_others(node);
            self.trail[self.hidden] = node;
            self.hidden += 1;
        }
        has_several
    }

    /// Covers the other three items of a node's option. Returns the smallest key of the items that have lost an option.
    #[inline(always)]
    pub fn cover_others(&mut self, node: u16) -> K {
        let items = self.links.other_items(node);
        // All three at once, so that none of their own keys is taken for the smallest.
        items.iter().for_each(|&item| self.links.keys[usize::from(item)] += K::COVERED_WEIGHT);
        items.into_iter().fold(K::MAX, |smallest, item| smallest.min(self.hide_options(item)))
    }

    /// Hides the options of a covered item. Returns the smallest key of the items that have lost an option.
    #[inline(always)]
    fn hide_options(&mut self, item: u16) -> K {
        let mut hidden = self.hidden;
        let mut smallest = K::MAX;
        let mut node = self.below(item);
        while node != item {
            smallest = smallest.min(self.links.hide(node));
            self.trail[hidden] = node;
            hidden += 1;
            node = self.below(node);
        }
        self.hidden = hidden;
        smallest
    }

    /// Returns the smallest key of the other items that a covered item's options cover.
    #[inline(always)]
    pub fn smallest_of_options(&self, item: u16) -> K {
        let mut node = self.below(item);
        let mut smallest = K::MAX;
        while node != item {
            let keys = self.links.other_items(node).map(|item| self.links.keys[usize::from(item)]);
            smallest = keys.into_iter().fold(smallest, K::min);
            node = self.below(node);
        }
        smallest
    }

    /// Saves the state of the matrix, to return to the choice at this depth.
    #[inline(always)]
    pub fn save(&mut self, depth: usize) {
        self.saved[self.guesses] = Saved { depth, hidden: self.hidden };
        self.saved_keys[self.guesses] = self.links.keys;
        self.guesses += 1;
    }

    /// Returns to the state that was saved last. Returns its depth, or `None` if there is none.
    #[inline(always)]
    pub fn restore(&mut self) -> Option<usize> {
        let last = self.guesses.checked_sub(1)?;
        let Saved { depth, hidden } = self.saved[last];
        for &node in self.trail[hidden..self.hidden].iter().rev() {
            self.links.relink_others(node);
        }
        (self.links.keys, self.hidden) = (self.saved_keys[last], hidden);
        Some(depth)
    }

    #[inline(always)]
    pub fn forget(&mut self) {
        self.guesses -= 1;
    }
}
