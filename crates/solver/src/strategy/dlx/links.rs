//! The lists of options, and the sizes of the items.

use grid::{CELLS, Candidates, Grid, box_of, column_of, row_of};

const ITEMS: usize = 324;
pub const OPTIONS: usize = 729;
/// The number of links: one head per item, then four nodes per option, in option order.
const LINKS: usize = ITEMS + 4 * OPTIONS;

/// Added to the key of a covered item.
pub const COVERED_WEIGHT: i16 = 1 << 14;
/// The weight of one option in a key.
pub const OPTION_WEIGHT: i16 = 1 << 9;
/// The least key of an item with several options.
pub const MIN_KEY_OF_SEVERAL: i16 = 2 * OPTION_WEIGHT;

/// One key per item, `size · 512 + item`: the item with the fewest options has the smallest key, and of equal items the
/// lowest. Twelve keys larger than any other pad the array to whole vectors.
pub type Keys = [i16; ITEMS + 12];

pub static NO_OPTIONS: Keys = {
    let mut keys = [i16::MAX; ITEMS + 12];
    let mut item = 0;
    while item < ITEMS {
        keys[item] = item as i16;
        item += 1;
    }
    keys
};

static ITEM: [u16; LINKS] = items();

/// The links. Aligned to a page, because the offset in a page changes the speed by a few percent.
#[repr(align(4096))]
pub struct Links {
    up: [u16; LINKS],
    down: [u16; LINKS],
    pub keys: Keys,
}

impl Links {
    pub fn new() -> Links {
        Links { up: [0; LINKS], down: [0; LINKS], keys: NO_OPTIONS }
    }

    /// Resets the links to those of a puzzle: the items of its givens are covered, and the lists have the options that the
    /// givens leave.
    pub fn set_givens(&mut self, puzzle: &Grid) {
        let used = puzzle.used_values();
        self.keys = NO_OPTIONS;
        for (key, &value) in self.keys.iter_mut().zip(puzzle.cells()) {
            *key += if value == 0 { 0 } else { COVERED_WEIGHT };
        }
        for (keys, &used) in self.keys[CELLS..].chunks_exact_mut(9).zip(used.as_flattened()) {
            for (value, key) in keys.iter_mut().enumerate() {
                *key += (used >> value & 1) as i16 * COVERED_WEIGHT;
            }
        }
        self.link_options(&puzzle.candidates_without(&used));
    }

    fn link_options(&mut self, candidates: &[Candidates; CELLS]) {
        let mut last: [u16; ITEMS] = std::array::from_fn(|item| item as u16);
        // Seven cells at a time, because one loop over 63 options is faster than seven over nine.
        let mut first = ITEMS;
        for candidates in candidates.chunks(7) {
            let mut options = candidates.iter().rev().fold(0, |options, &values| options << 9 | u64::from(values));
            while options != 0 {
                let node = first + 4 * options.trailing_zeros() as usize;
                options &= options - 1;
                (node..node + 4).for_each(|node| self.append(node, &mut last));
            }
            first += 4 * 63;
        }
        for (item, &last) in last.iter().enumerate() {
            self.down[usize::from(last)] = item as u16;
        }
    }

    /// Appends a node to the list of its item. `last` has the last node of each list, or the item if the list is empty.
    #[inline(always)]
    fn append(&mut self, node: usize, last: &mut [u16; ITEMS]) {
        let item = usize::from(ITEM[node]);
        self.up[node] = last[item];
        self.down[usize::from(last[item])] = node as u16;
        last[item] = node as u16;
        self.keys[item] += OPTION_WEIGHT;
    }

    /// Returns the node below a node or an item; below the last is the item.
    #[inline(always)]
    pub fn below(&self, node: u16) -> u16 {
        self.down[usize::from(node)]
    }

    /// Hides an option, given by its node in a covered item: removes it from the lists of its other items, and from their
    /// sizes. Returns the smallest of their keys.
    #[inline(always)]
    pub fn hide(&mut self, node: u16) -> i16 {
        let mut smallest = i16::MAX;
        for other in others(node) {
            self.unlink(other);
            let key = &mut self.keys[usize::from(ITEM[other])];
            *key -= OPTION_WEIGHT;
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
}

/// Returns the other three nodes of a node's option. An option's nodes differ in the lowest two bits only, as `ITEMS`
/// is a multiple of four.
#[inline(always)]
fn others(node: u16) -> [usize; 3] {
    [node ^ 1, node ^ 2, node ^ 3].map(usize::from)
}

#[inline(always)]
pub fn other_items(node: u16) -> [u16; 3] {
    others(node).map(|other| ITEM[other])
}

pub fn option_of(node: u16) -> usize {
    (usize::from(node) - ITEMS) / 4
}

const fn items() -> [u16; LINKS] {
    let mut items = [0; LINKS];
    let mut node = 0;
    while node < LINKS {
        items[node] = if node < ITEMS { node } else { item_of((node - ITEMS) / 4, node % 4) } as u16;
        node += 1;
    }
    items
}

const fn item_of(option: usize, nth: usize) -> usize {
    let cell = option / 9;
    let value = option % 9;
    match nth {
        0 => cell,
        1 => 81 + row_of(cell) * 9 + value,
        2 => 162 + column_of(cell) * 9 + value,
        _ => 243 + box_of(cell) * 9 + value,
    }
}
