//! The exact cover matrix with dancing links.

use crate::grid::{Grid, box_of, column_of, row_of};

const ITEMS: usize = 324;
const OPTIONS: usize = 729;
/// The number of links: one head per item, then four nodes per option, in option order.
const LINKS: usize = ITEMS + 4 * OPTIONS;

/// Added to the key of a covered item.
pub const COVERED: i16 = 1 << 14;
/// The weight of one option in a key.
pub const ONE: i16 = 1 << 9;

/// The matrix, and what is needed to undo changes.
pub struct Matrix {
    links: Links,
    /// The hidden options, each as its node in the item that was covered.
    trail: [u16; OPTIONS],
    /// The number of hidden options.
    hidden: usize,
}

/// The links. Aligned to a page, as [`EMPTY`] is, because the offset in a page changes the speed by a few percent.
#[derive(Clone)]
#[repr(align(4096))]
struct Links {
    up: [u16; LINKS],
    down: [u16; LINKS],
    /// `size · 512 + item`, so that the smallest key belongs to the smallest item, and among equals to the lowest.
    keys: [i16; 352],
}

/// The links with no option chosen.
static EMPTY: Links = Links::empty();
/// The item of each node.
static ITEM: [u16; LINKS] = items();

impl Matrix {
    /// Creates the matrix of a grid without givens.
    pub fn new() -> Matrix {
        Matrix { links: EMPTY.clone(), trail: [0; OPTIONS], hidden: 0 }
    }

    /// Resets the matrix to that of a puzzle: only the items of its givens are covered.
    pub fn set_givens(&mut self, puzzle: &Grid) {
        self.links.clone_from(&EMPTY);
        self.hidden = 0;
        for (cell, &value) in puzzle.cells().iter().enumerate().filter(|&(_, &value)| value != 0) {
            let first = ITEMS + 4 * (cell * 9 + usize::from(value) - 1);
            (first..first + 4).for_each(|node| self.cover(ITEM[node]));
        }
    }

    /// Returns the smallest key of all items: at least [`COVERED`] if every item is covered, less than [`ONE`] if one has no
    /// option.
    pub fn smallest(&self) -> i16 {
        self.links.keys.iter().fold(i16::MAX, |smallest, &key| smallest.min(key))
    }

    /// Returns the key that a covered item had before.
    #[inline(always)]
    pub fn key(&self, item: u16) -> i16 {
        self.links.keys[usize::from(item)] - COVERED
    }

    /// Returns the node below a node or an item; below the last is the item.
    #[inline(always)]
    pub fn below(&self, node: u16) -> u16 {
        self.links.down[usize::from(node)]
    }

    /// Returns the number of options that are hidden.
    #[inline(always)]
    pub fn hidden(&self) -> u16 {
        self.hidden as u16
    }

    /// Removes an item, and its options from every other item.
    #[inline(always)]
    pub fn cover(&mut self, item: u16) {
        self.links.keys[usize::from(item)] += COVERED;
        self.hide_options(item.into(), i16::MIN);
    }

    /// Covers the other three items of a node's option. Stops if an item is left without options. Returns the smallest key
    /// of the items that have lost an option.
    #[inline(always)]
    pub fn cover_others(&mut self, node: u16) -> i16 {
        let items = other_items(node);
        // All at once, so that only the items that are left can have too few options.
        items.iter().for_each(|&item| self.links.keys[item] += COVERED);
        let mut smallest = i16::MAX;
        for item in items {
            smallest = smallest.min(self.hide_options(item, ONE));
            if smallest < ONE {
                break;
            }
        }
        smallest
    }

    /// Removes the options of an item from the other items, until the key of one is less than `least`. Returns the smallest
    /// key.
    #[inline(always)]
    fn hide_options(&mut self, item: usize, least: i16) -> i16 {
        let (mut hidden, mut smallest) = (self.hidden, i16::MAX);
        let mut node = self.links.down[item] as usize;
        while node != item && smallest >= least {
            smallest = smallest.min(self.links.hide(node));
            self.trail[hidden] = node as u16;
            hidden += 1;
            node = self.links.down[node] as usize;
        }
        self.hidden = hidden;
        smallest
    }

    /// Returns the smallest key of the other items that a covered item's options cover.
    #[inline(always)]
    pub fn smallest_of_options(&self, item: u16) -> i16 {
        let (mut node, mut smallest) = (self.below(item), i16::MAX);
        while node != item {
            smallest = other_items(node).iter().fold(smallest, |smallest, &item| smallest.min(self.links.keys[item]));
            node = self.below(node);
        }
        smallest
    }

    /// Puts a covered item back, but not its options, which [`Matrix::unhide`] puts back.
    #[inline(always)]
    pub fn uncover(&mut self, item: u16) {
        self.links.keys[usize::from(item)] -= COVERED;
    }

    /// Puts the other three items of a node's option back in the same way.
    #[inline(always)]
    pub fn uncover_others(&mut self, node: u16) {
        other_items(node).iter().for_each(|&item| self.links.keys[item] -= COVERED);
    }

    /// Puts the options back that were hidden after the first `hidden`.
    #[inline(always)]
    pub fn unhide(&mut self, hidden: u16) {
        let hidden = usize::from(hidden);
        for &node in self.trail[hidden..self.hidden].iter().rev() {
            self.links.unhide(node.into());
        }
        self.hidden = hidden;
    }
}

impl Links {
    const fn empty() -> Links {
        let mut links = Links { up: [0; LINKS], down: [0; LINKS], keys: [i16::MAX; 352] };
        let mut item = 0;
        while item < ITEMS {
            links.up[item] = item as u16;
            links.down[item] = item as u16;
            links.keys[item] = item as i16;
            item += 1;
        }
        let mut node = ITEMS;
        while node < LINKS {
            let item = ITEM[node] as usize;
            let last = links.up[item] as usize;
            links.up[node] = last as u16;
            links.down[node] = item as u16;
            links.down[last] = node as u16;
            links.up[item] = node as u16;
            links.keys[item] += ONE;
            node += 1;
        }
        links
    }

    /// Removes an option of an item from its other items. Returns their smallest key.
    #[inline(always)]
    fn hide(&mut self, node: usize) -> i16 {
        let mut smallest = i16::MAX;
        for other in others(node) {
            let (up, down) = (self.up[other], self.down[other]);
            self.down[up as usize] = down;
            self.up[down as usize] = up;
            let key = &mut self.keys[ITEM[other] as usize];
            *key -= ONE;
            smallest = smallest.min(*key);
        }
        smallest
    }

    /// Undoes [`Links::hide`].
    #[inline(always)]
    fn unhide(&mut self, node: usize) {
        for other in others(node) {
            let (up, down) = (self.up[other], self.down[other]);
            self.down[up as usize] = other as u16;
            self.up[down as usize] = other as u16;
            self.keys[ITEM[other] as usize] += ONE;
        }
    }
}

/// Returns the other three nodes of a node's option. An option's nodes differ in the lowest two bits only, as `ITEMS`
/// is a multiple of four.
#[inline(always)]
fn others(node: usize) -> [usize; 3] {
    [node ^ 1, node ^ 2, node ^ 3]
}

/// Returns the items of these nodes.
#[inline(always)]
fn other_items(node: u16) -> [usize; 3] {
    others(node.into()).map(|other| ITEM[other].into())
}

/// Returns the option of a node.
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

/// Returns the `nth` item of an option.
const fn item_of(option: usize, nth: usize) -> usize {
    let (cell, value) = (option / 9, option % 9);
    match nth {
        0 => cell,
        1 => 81 + row_of(cell) * 9 + value,
        2 => 162 + column_of(cell) * 9 + value,
        _ => 243 + box_of(cell) * 9 + value,
    }
}
