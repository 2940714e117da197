//! The items and options of a shape, the keys of the items, and their lists.

use grid::{AnyGrid, Shape, Values};

use super::{
    key::Key,
    lists::{List, Lists},
};

/// Whether the state at a choice is restored step by step, as in the paper, instead of by copying the keys back. Only a study sets it, to
/// compare both.
pub const STEP_BY_STEP: bool = cfg!(undo_step_by_step);

/// The table of up to `ITEMS` items. Nodes are numbered behind the items: four per option, in option order. Aligned to a page,
/// because the offset in a page changes the speed by a few percent.
///
/// The items and options are those of the largest shape that fits. A smaller one has the same in the same order, without some.
#[repr(align(4096))]
pub struct Table<L, K, const ITEMS: usize, const NODES: usize> {
    pub lists: L,
    /// Keys larger than any other stand for what is no item of the shape.
    pub keys: [K; ITEMS],
    /// The item of each node.
    items: [u16; NODES],
    /// The keys without options.
    no_options: [K; ITEMS],
}

impl<L: Lists, K: Key, const ITEMS: usize, const NODES: usize> Table<L, K, ITEMS, NODES> {
    /// The side of the largest shape. A few items more pad the keys to whole vectors.
    const SIDE: usize = (ITEMS / 4).isqrt();
    const CELLS: usize = Self::SIDE * Self::SIDE;
    /// The number of items. It is a multiple of four.
    const HEADS: usize = 4 * Self::CELLS;
    /// The number of options: a bound of the options that can be hidden.
    pub const OPTIONS: usize = Self::CELLS * Self::SIDE;

    pub fn new(shape: Shape) -> Box<Self> {
        const { assert!(NODES == Self::HEADS + 4 * Self::OPTIONS) };
        let keys = [K::MAX; ITEMS];
        let mut table = Box::new(Table { lists: L::new(), keys, items: [0; NODES], no_options: keys });
        for cell in 0..shape.cells() {
            for value in 0..shape.side() {
                let items = Self::items_of(shape, cell, value);
                let node = Self::HEADS + 4 * (cell * Self::SIDE + value);
                table.items[node..node + 4].copy_from_slice(&items.map(|item| item as u16));
                items.iter().for_each(|&item| table.no_options[item] = K::of_empty(item));
            }
        }
        table
    }

    fn items_of(shape: Shape, cell: usize, value: usize) -> [usize; 4] {
        let [row, column, r#box] = shape.units_of(cell);
        let in_unit = |kind: usize, unit: usize| kind * Self::CELLS + unit * Self::SIDE + value;
        [cell, in_unit(1, row), in_unit(2, column), in_unit(3, r#box)]
    }

    /// Resets the table to that of a puzzle: the items of its givens are covered, and the lists have the options that the
    /// givens leave.
    pub fn set_givens(&mut self, puzzle: &AnyGrid, candidates: &[Values]) {
        self.keys = self.no_options;
        for (cell, &value) in puzzle.cells().iter().enumerate().filter(|(_, value)| **value > 0) {
            let node = Self::HEADS + 4 * (cell * Self::SIDE + usize::from(value) - 1);
            for &item in &self.items[node..node + 4] {
                let key = &mut self.keys[usize::from(item)];
                *key = key.covered();
            }
        }
        self.list_options(candidates);
    }

    fn list_options(&mut self, candidates: &[Values]) {
        self.lists.clear(Self::HEADS);
        // Some cells at a time, because one loop over 64 options is faster than several over fewer.
        let cells = 64 / Self::SIDE;
        let mut first = Self::HEADS;
        for candidates in candidates.chunks(cells) {
            let add = |options, &values| options << Self::SIDE | u64::from(values);
            let mut options: u64 = candidates.iter().rev().fold(0, add);
            while options != 0 {
                let node = first + 4 * options.trailing_zeros() as usize;
                options &= options - 1;
                (0..4).for_each(|i| self.append(node + i));
            }
            first += 4 * cells * Self::SIDE;
        }
        self.lists.close(Self::HEADS);
    }

    #[inline(always)]
    fn append(&mut self, node: usize) {
        let item = self.items[node];
        self.lists.append(node, self.list(item));
        self.keys[usize::from(item)] += K::OPTION_WEIGHT;
    }

    /// Returns the list of an item.
    #[inline(always)]
    pub fn list(&self, item: u16) -> List {
        Self::list_of(item, self.keys[usize::from(item)])
    }

    /// Returns the list of an item, less one option.
    #[inline(always)]
    fn list_without_option(&self, item: u16) -> List {
        Self::list_of(item, self.keys[usize::from(item)] - K::OPTION_WEIGHT)
    }

    #[inline(always)]
    fn list_of(item: u16, key: K) -> List {
        List { item, start: usize::from(item) * Self::SIDE, size: key.size() }
    }

    #[inline(always)]
    pub fn cover(&mut self, item: u16) {
        let key = &mut self.keys[usize::from(item)];
        *key = key.covered();
    }

    #[inline(always)]
    pub fn uncover(&mut self, item: u16) {
        let key = &mut self.keys[usize::from(item)];
        *key = key.uncovered(item);
    }

    /// Hides an option, given by its node in a covered item: removes it from the lists of its other items. Returns the smallest
    /// of their keys.
    #[inline(always)]
    pub fn hide(&mut self, node: u16) -> K {
        let mut smallest = K::MAX;
        for other in others(node) {
            let item = self.items[other];
            self.lists.remove(other, self.list_without_option(item));
            let key = &mut self.keys[usize::from(item)];
            *key -= K::OPTION_WEIGHT;
            smallest = smallest.min(*key);
        }
        smallest
    }

    #[inline(always)]
    pub fn remove_others(&mut self, node: u16) {
        for other in others(node) {
            let item = self.items[other];
            self.lists.remove(other, self.list_without_option(item));
            if !L::PUTS_BACK || STEP_BY_STEP {
                self.keys[usize::from(item)] -= K::OPTION_WEIGHT;
            }
        }
    }

    /// Puts an option of an item back into the lists of its other items. Their keys change only if they are not
    /// copied back.
    #[inline(always)]
    pub fn put_back(&mut self, node: u16) {
        for other in others(node) {
            self.lists.put_back(other);
            if STEP_BY_STEP {
                self.keys[usize::from(self.items[other])] += K::OPTION_WEIGHT;
            }
        }
    }

    #[inline(always)]
    pub fn other_items(&self, node: u16) -> [u16; 3] {
        others(node).map(|other| self.items[other])
    }

    /// Returns the cell and the value of a node's option.
    pub fn option_of(node: u16) -> (usize, u8) {
        let option = (usize::from(node) - Self::HEADS) / 4;
        (option / Self::SIDE, (option % Self::SIDE) as u8 + 1)
    }
}

/// Returns the other three nodes of a node's option. An option's nodes differ in the lowest two bits only, as the number of heads
/// is a multiple of four.
#[inline(always)]
fn others(node: u16) -> [usize; 3] {
    [node ^ 1, node ^ 2, node ^ 3].map(usize::from)
}
