//! The lists of options, and the sizes of the items.

use grid::{AnyGrid, Shape, Values};

use super::key::Key;

/// The links of a matrix with up to `ITEMS` items: one head per item, then four nodes per option, in option order. Aligned to a page,
/// because the offset in a page changes the speed by a few percent.
///
/// The items and options are those of the largest shape that fits. A smaller one has the same in the same order, without some.
#[repr(align(4096))]
pub struct Links<K, const ITEMS: usize, const LINKS: usize> {
    up: [u16; LINKS],
    down: [u16; LINKS],
    /// Keys larger than any other stand for what is no item of the shape.
    pub keys: [K; ITEMS],
    /// The item of each node.
    items: [u16; LINKS],
    /// The keys without options.
    no_options: [K; ITEMS],
}

impl<K: Key, const ITEMS: usize, const LINKS: usize> Links<K, ITEMS, LINKS> {
    /// The side of the largest shape. A few items more pad the keys to whole vectors.
    const SIDE: usize = (ITEMS / 4).isqrt();
    const CELLS: usize = Self::SIDE * Self::SIDE;
    /// The number of heads. It is a multiple of four.
    pub const HEADS: usize = 4 * Self::CELLS;
    /// The number of options: a bound of the options that can be hidden.
    pub const OPTIONS: usize = Self::CELLS * Self::SIDE;

    pub fn new(shape: Shape) -> Box<Links<K, ITEMS, LINKS>> {
        const { assert!(LINKS == Self::HEADS + 4 * Self::OPTIONS) };
        let keys = [K::MAX; ITEMS];
        let links = Links { up: [0; LINKS], down: [0; LINKS], keys, items: [0; LINKS], no_options: keys };
        let mut links = Box::new(links);
        for cell in 0..shape.cells() {
            for value in 0..shape.side() {
                let items = Self::items_of(shape, cell, value);
                let node = Self::HEADS + 4 * (cell * Self::SIDE + value);
                links.items[node..node + 4].copy_from_slice(&items.map(|item| item as u16));
                items.iter().for_each(|&item| links.no_options[item] = K::of_empty(item));
            }
        }
        links
    }

    fn items_of(shape: Shape, cell: usize, value: usize) -> [usize; 4] {
        let [row, column, r#box] = shape.units_of(cell);
        let in_unit = |kind: usize, unit: usize| kind * Self::CELLS + unit * Self::SIDE + value;
        [cell, in_unit(1, row), in_unit(2, column), in_unit(3, r#box)]
    }

    /// Resets the links to those of a puzzle: the items of its givens are covered, and the lists have the options that the
    /// givens leave.
    pub fn set_givens(&mut self, puzzle: &AnyGrid, candidates: &[Values]) {
        self.keys = self.no_options;
        for (cell, &value) in puzzle.cells().iter().enumerate().filter(|(_, value)| **value > 0) {
            let node = Self::HEADS + 4 * (cell * Self::SIDE + usize::from(value) - 1);
            (node..node + 4).for_each(|node| self.keys[usize::from(self.items[node])] += K::COVERED_WEIGHT);
        }
        self.link_options(candidates);
    }

    fn link_options(&mut self, candidates: &[Values]) {
        let mut last: [u16; ITEMS] = std::array::from_fn(|item| item as u16);
        // Some cells at a time, because one loop over 64 options is faster than several over fewer.
        let cells = 64 / Self::SIDE;
        let mut first = Self::HEADS;
        for candidates in candidates.chunks(cells) {
            let add = |options, &values| options << Self::SIDE | u64::from(values);
            let mut options: u64 = candidates.iter().rev().fold(0, add);
            while options != 0 {
                let node = first + 4 * options.trailing_zeros() as usize;
                options &= options - 1;
                (node..node + 4).for_each(|node| self.append(node, &mut last));
            }
            first += 4 * cells * Self::SIDE;
        }
        for (item, &last) in last[..Self::HEADS].iter().enumerate() {
            self.down[usize::from(last)] = item as u16;
        }
    }

    /// Appends a node to the list of its item. `last` has the last node of each list, or the item if the list is empty.
    #[inline(always)]
    fn append(&mut self, node: usize, last: &mut [u16; ITEMS]) {
        let item = usize::from(self.items[node]);
        self.up[node] = last[item];
        self.down[usize::from(last[item])] = node as u16;
        last[item] = node as u16;
        self.keys[item] += K::OPTION_WEIGHT;
    }

    /// Returns the node below a node or an item; below the last is the item.
    #[inline(always)]
    pub fn below(&self, node: u16) -> u16 {
        self.down[usize::from(node)]
    }

    /// Hides an option, given by its node in a covered item: removes it from the lists of its other items, and from their
    /// sizes. Returns the smallest of their keys.
    #[inline(always)]
    pub fn hide(&mut self, node: u16) -> K {
        let mut smallest = K::MAX;
        for other in others(node) {
            self.unlink(other);
            let key = &mut self.keys[usize::from(self.items[other])];
            *key -= K::OPTION_WEIGHT;
            smallest = smallest.min(*key);
        }
        smallest
    }

    /// Removes an option of an item from the lists of its other items.
    #[inline(always)]
    pub fn unlink_others(&mut self, node: u16) {
        others(node).iter().for_each(|&other| self.unlink(other));
    }

    /// Puts an option of an item back into the lists of its other items.
    #[inline(always)]
    pub fn relink_others(&mut self, node: u16) {
        others(node).iter().for_each(|&other| self.relink(other));
    }

    #[inline(always)]
    fn unlink(&mut self, node: usize) {
        let up = self.up[node];
        let down = self.down[node];
        self.down[usize::from(up)] = down;
        self.up[usize::from(down)] = up;
    }

    #[inline(always)]
    fn relink(&mut self, node: usize) {
        let up = self.up[node];
        let down = self.down[node];
        self.down[usize::from(up)] = node as u16;
        self.up[usize::from(down)] = node as u16;
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
