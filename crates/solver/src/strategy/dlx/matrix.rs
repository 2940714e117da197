//! The exact cover matrix with dancing links.

use super::links::{COVERED_WEIGHT, Keys, Links, MIN_KEY_OF_SEVERAL, NO_OPTIONS, OPTIONS, other_items};
use grid::{CELLS, Grid};

pub struct Matrix {
    links: Links,
    /// The hidden options, each as its node in the item that was covered.
    trail: [u16; OPTIONS],
    hidden: usize,
    saved: [Saved; CELLS],
    /// The number of saved states.
    guesses: usize,
}

/// The state of the matrix at a choice that has untried options.
#[derive(Clone, Copy)]
struct Saved {
    /// The number of choices before it.
    depth: usize,
    keys: Keys,
    hidden: usize,
}

impl Matrix {
    pub fn new() -> Matrix {
        Matrix {
            links: Links::new(),
            trail: [0; OPTIONS],
            hidden: 0,
            saved: [Saved { depth: 0, keys: NO_OPTIONS, hidden: 0 }; CELLS],
            guesses: 0,
        }
    }

    /// Resets the matrix to that of a puzzle: the items of its givens are covered.
    pub fn set_givens(&mut self, puzzle: &Grid) {
        (self.hidden, self.guesses) = (0, 0);
        self.links.set_givens(puzzle);
    }

    /// Returns the smallest key of all items: at least [`COVERED_WEIGHT`] if every item is covered, less than
    /// `OPTION_WEIGHT` if one has no option.
    pub fn smallest(&self) -> i16 {
        self.links.keys.iter().fold(i16::MAX, |smallest, &key| smallest.min(key))
    }

    /// Returns the key that a covered item had before.
    #[inline(always)]
    pub fn key(&self, item: u16) -> i16 {
        self.links.keys[usize::from(item)] - COVERED_WEIGHT
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
        let has_several = *key >= MIN_KEY_OF_SEVERAL;
        *key += COVERED_WEIGHT;
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
    pub fn cover_others(&mut self, node: u16) -> i16 {
        let items = other_items(node);
        // All three at once, so that none of their own keys is taken for the smallest.
        items.iter().for_each(|&item| self.links.keys[usize::from(item)] += COVERED_WEIGHT);
        items.into_iter().fold(i16::MAX, |smallest, item| smallest.min(self.hide_options(item)))
    }

    /// Hides the options of a covered item. Returns the smallest key of the items that have lost an option.
    #[inline(always)]
    fn hide_options(&mut self, item: u16) -> i16 {
        let mut hidden = self.hidden;
        let mut smallest = i16::MAX;
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
    pub fn smallest_of_options(&self, item: u16) -> i16 {
        let mut node = self.below(item);
        let mut smallest = i16::MAX;
        while node != item {
            let keys = other_items(node).map(|item| self.links.keys[usize::from(item)]);
            smallest = keys.into_iter().fold(smallest, i16::min);
            node = self.below(node);
        }
        smallest
    }

    /// Saves the state of the matrix, to return to the choice at this depth.
    #[inline(always)]
    pub fn save(&mut self, depth: usize) {
        let saved = &mut self.saved[self.guesses];
        (saved.depth, saved.keys, saved.hidden) = (depth, self.links.keys, self.hidden);
        self.guesses += 1;
    }

    /// Returns to the state that was saved last. Returns its depth, or `None` if there is none.
    #[inline(always)]
    pub fn restore(&mut self) -> Option<usize> {
        let saved = &self.saved[self.guesses.checked_sub(1)?];
        for &node in self.trail[saved.hidden..self.hidden].iter().rev() {
            self.links.relink_others(node);
        }
        (self.links.keys, self.hidden) = (saved.keys, saved.hidden);
        Some(saved.depth)
    }

    #[inline(always)]
    pub fn forget(&mut self) {
        self.guesses -= 1;
    }
}
