//! The exact cover matrix: items are covered, and the state at a choice is saved and restored.

use grid::{AnyGrid, Shape, Values};

use super::{
    key::Key,
    lists::Lists,
    table::{STEP_BY_STEP, Table},
};

pub struct Matrix<L, K, const ITEMS: usize, const NODES: usize> {
    table: Box<Table<L, K, ITEMS, NODES>>,
    /// The hidden options, each as its node in the item that was covered; none if they need not be put back.
    trail: Vec<u16>,
    hidden: usize,
    /// The covered items, in order, if they must be uncovered step by step.
    covered: Vec<u16>,
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
    covered: usize,
}

impl<L: Lists, K: Key, const ITEMS: usize, const NODES: usize> Matrix<L, K, ITEMS, NODES> {
    /// Whether the hidden options must be put back.
    const PUTS_BACK: bool = L::PUTS_BACK || STEP_BY_STEP;

    pub fn new(shape: Shape) -> Self {
        Matrix {
            table: Table::new(shape),
            trail: vec![0; Table::<L, K, ITEMS, NODES>::OPTIONS],
            hidden: 0,
            covered: Vec::new(),
            saved: vec![Saved::default(); shape.cells()],
            saved_keys: vec![[K::MAX; ITEMS]; shape.cells()],
            guesses: 0,
        }
    }

    /// Resets the matrix to that of a puzzle: the items of its givens are covered.
    pub fn set_givens(&mut self, puzzle: &AnyGrid, candidates: &[Values]) {
        (self.hidden, self.guesses) = (0, 0);
        self.covered.clear();
        self.table.set_givens(puzzle, candidates);
    }

    /// Returns the smallest key of all items: at least [`Key::MIN_COVERED`] if every item is covered, less than
    /// [`Key::MIN_WITH_OPTION`] if one has no option.
    pub fn smallest(&self) -> K {
        self.table.keys.iter().fold(K::MAX, |smallest, &key| smallest.min(key))
    }

    /// Brings the options of an item into ascending order. Returns the first position of the list and its end.
    #[inline(always)]
    pub fn options(&mut self, item: u16) -> (u16, u16) {
        let list = self.table.list(item);
        if list.size > 1 {
            self.table.lists.sort(list);
        }
        self.table.lists.bounds(list)
    }

    /// Returns the node at a position of a list, and the position behind it.
    #[inline(always)]
    pub fn option(&self, position: u16) -> (u16, u16) {
        (self.table.lists.node(position), self.table.lists.after(position))
    }

    /// Covers the item with this key. Returns true if it has several options.
    #[inline(always)]
    pub fn cover(&mut self, key: K) -> bool {
        let item = key.item();
        self.cover_item(item);
        let has_several = key >= K::MIN_WITH_SEVERAL;
        if has_several {
            self.hide_options(item);
        } else {
            // `cover_others` covers the option's other items next, so their keys no longer matter.
            let (first, _) = self.options(item);
            let (node, _) = self.option(first);
            self.table.remove_others(node);
            if Self::PUTS_BACK {
                self.trail[self.hidden] = node;
                self.hidden += 1;
            }
        }
        has_several
    }

    /// Covers the other three items of a node's option. Returns the smallest key of the items that have lost an option.
    #[inline(always)]
    pub fn cover_others(&mut self, node: u16) -> K {
        let items = self.table.other_items(node);
        // All three at once, so that none of their own keys is taken for the smallest.
        items.iter().for_each(|&item| self.cover_item(item));
        items.into_iter().fold(K::MAX, |smallest, item| smallest.min(self.hide_options(item)))
    }

    #[inline(always)]
    fn cover_item(&mut self, item: u16) {
        self.table.cover(item);
        if STEP_BY_STEP {
            self.covered.push(item);
        }
    }

    /// Hides the options of a covered item. Returns the smallest key of the items that have lost an option.
    #[inline(always)]
    fn hide_options(&mut self, item: u16) -> K {
        let mut hidden = self.hidden;
        let mut smallest = K::MAX;
        let (mut position, end) = self.table.lists.bounds(self.table.list(item));
        while position != end {
            let node = self.table.lists.node(position);
            smallest = smallest.min(self.table.hide(node));
            if Self::PUTS_BACK {
                self.trail[hidden] = node;
                hidden += 1;
            }
            position = self.table.lists.after(position);
        }
        self.hidden = hidden;
        smallest
    }

    /// Returns the smallest key of the other items that a covered item's options cover.
    #[inline(always)]
    pub fn smallest_of_options(&self, item: u16) -> K {
        let (mut position, end) = self.table.lists.bounds(self.table.list(item));
        let mut smallest = K::MAX;
        while position != end {
            let node = self.table.lists.node(position);
            let keys = self.table.other_items(node).map(|item| self.table.keys[usize::from(item)]);
            smallest = keys.into_iter().fold(smallest, K::min);
            position = self.table.lists.after(position);
        }
        smallest
    }

    /// Saves the state of the matrix, to return to the choice at this depth.
    #[inline(always)]
    pub fn save(&mut self, depth: usize) {
        self.saved[self.guesses] = Saved { depth, hidden: self.hidden, covered: self.covered.len() };
        if !STEP_BY_STEP {
            self.saved_keys[self.guesses] = self.table.keys;
        }
        self.guesses += 1;
    }

    /// Returns to the state that was saved last. Returns its depth, or `None` if there is none.
    #[inline(always)]
    pub fn restore(&mut self) -> Option<usize> {
        let last = self.guesses.checked_sub(1)?;
        let Saved { depth, hidden, covered } = self.saved[last];
        for &node in self.trail[hidden..self.hidden].iter().rev() {
            self.table.put_back(node);
        }
        self.hidden = hidden;
        if STEP_BY_STEP {
            self.covered.drain(covered..).for_each(|item| self.table.uncover(item));
        } else {
            self.table.keys = self.saved_keys[last];
        }
        Some(depth)
    }

    #[inline(always)]
    pub fn forget(&mut self) {
        self.guesses -= 1;
    }
}
