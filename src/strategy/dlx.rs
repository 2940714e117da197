//! Knuth's Algorithm X with dancing links.
//!
//! Donald E. Knuth, "Dancing Links", 2000 (arXiv cs/0011047); The Art of Computer Programming, volume 4B, 7.2.2.1. A
//! Sudoku is an exact cover of 324 items (81 cells, 81 (row, value), 81 (column, value), 81 (box, value) pairs) by 81
//! of 729 options (row, column, value), each of which covers four items.
//!
//! The links work as in the paper, with two changes that do not affect any choice or count. The uncovered items are not a
//! linked list but an array of sizes, which is scanned as a whole for the smallest, because following 324 links takes
//! longer than covering an item. An option that leaves an item without options is not covered to the end.

use std::{borrow::Cow, mem};

use super::{Build, End, Entry, Limits, Meter, Outcome, Solutions, Strategy};
use crate::grid::{CELLS, Grid, box_of, column_of, row_of};

/// The entry in the registry.
pub(super) const DLX: Entry = Entry {
    name: Cow::Borrowed("dlx"),
    about: Cow::Borrowed("Algorithm X on 324 items with dancing links, the smallest item first"),
    complete: true,
    default: true,
    amortised: false,
    build: Build::Native(|_| Box::new(Dlx::new())),
    external: None,
};

const ITEMS: usize = 324;
const OPTIONS: usize = 729;
/// The number of links: one head per item, then four nodes per option, in option order.
const LINKS: usize = ITEMS + 4 * OPTIONS;

/// Added to the key of a covered item.
const COVERED: i16 = 1 << 14;
/// The weight of one option in a key.
const ONE: i16 = 1 << 9;

struct Dlx {
    links: Links,
    path: [Choice; CELLS + 1],
}

/// A chosen item and its current option.
#[derive(Clone, Copy, Default)]
struct Choice {
    item: u16,
    node: u16,
    /// True if an untried option is left here or at an earlier choice.
    open: bool,
}

/// The matrix. Aligned to a page, as [`EMPTY`] is, because the offset in a page changes the speed by a few percent.
#[derive(Clone)]
#[repr(align(4096))]
struct Links {
    up: [u16; LINKS],
    down: [u16; LINKS],
    /// `size · 512 + item`, so that the smallest key belongs to the smallest item, and among equals to the lowest.
    keys: [i16; 352],
}

/// The matrix with no option chosen.
static EMPTY: Links = Links::empty();
/// The item of each node.
static ITEM: [u16; LINKS] = items();

impl Strategy for Dlx {
    fn solve(&mut self, puzzle: &Grid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        self.links.clone_from(&EMPTY);
        for (cell, &value) in puzzle.cells().iter().enumerate().filter(|&(_, &value)| value != 0) {
            let first = node_of(cell * 9 + value as usize - 1);
            (0..4).for_each(|i| self.links.cover(ITEM[first + i] as usize));
        }
        self.search(puzzle, Meter::start(limits), solutions)
    }
}

impl Dlx {
    fn new() -> Dlx {
        Dlx { links: EMPTY.clone(), path: [Choice::default(); CELLS + 1] }
    }

    fn search(&mut self, puzzle: &Grid, mut meter: Meter<'_>, solutions: &mut Solutions) -> Outcome {
        let (mut nodes, mut guesses, mut backtracks, mut max_depth) = (0, 0, 0, 0);
        let mut depth = 0;
        // Whether the last option leaves an item without options. Then its items are not covered.
        let mut is_dead = false;
        let end = 'search: loop {
            // One level down: choose an item and its first option.
            let smallest = if is_dead { 0 } else { self.links.smallest() };
            let mut forward = false;
            if smallest >= COVERED {
                if solutions.add(self.solution(puzzle, depth)) {
                    break End::Complete;
                }
            } else if smallest >= ONE {
                let item = (smallest % ONE) as usize;
                self.links.cover(item);
                self.path[depth] = Choice { item: item as u16, node: self.links.down[item], open: false };
                forward = true;
            }
            // Return to the last choice with an untried option.
            while !forward {
                if depth == 0 || !self.path[depth - 1].open {
                    backtracks += depth as u64;
                    break 'search End::Complete;
                }
                depth -= 1;
                backtracks += 1;
                let choice = &mut self.path[depth];
                if !mem::take(&mut is_dead) {
                    self.links.uncover_others(choice.node as usize);
                }
                choice.node = self.links.down[choice.node as usize];
                forward = choice.node != choice.item;
                if !forward {
                    self.links.uncover(choice.item as usize);
                }
            }
            if nodes == meter.pause
                && let Some(limit) = meter.stop(nodes)
            {
                break limit;
            }
            let choice = self.path[depth];
            let alternatives = self.links.down[choice.node as usize] != choice.item;
            self.path[depth].open = alternatives || (depth > 0 && self.path[depth - 1].open);
            nodes += 1;
            guesses += u64::from(alternatives);
            is_dead = !self.links.cover_others(choice.node as usize);
            depth += 1;
            max_depth = max_depth.max(depth);
        };
        Outcome { end, nodes, guesses, backtracks, max_depth: max_depth as u8 }
    }

    fn solution(&self, puzzle: &Grid, depth: usize) -> Grid {
        let mut solution = *puzzle;
        for choice in &self.path[..depth] {
            let option = option_of(choice.node as usize);
            solution.set(option / 9, (option % 9) as u8 + 1);
        }
        solution
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

    /// Returns the smallest key: at least [`COVERED`] if no item is left, below [`ONE`] if an item has no option.
    fn smallest(&self) -> i16 {
        self.keys.iter().fold(i16::MAX, |smallest, &key| smallest.min(key))
    }

    /// Removes an item from the matrix, and its options from every other item.
    fn cover(&mut self, item: usize) {
        self.keys[item] += COVERED;
        let mut node = self.down[item] as usize;
        while node != item {
            self.hide(node);
            node = self.down[node] as usize;
        }
    }

    /// Undoes [`Links::cover`].
    #[inline(always)]
    fn uncover(&mut self, item: usize) {
        self.unhide_from(self.up[item] as usize, item);
        self.keys[item] -= COVERED;
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

    /// Undoes [`Links::hide`] for the options of an item, from a node upwards.
    #[inline(always)]
    fn unhide_from(&mut self, mut node: usize, item: usize) {
        while node != item {
            for other in others(node) {
                let (up, down) = (self.up[other], self.down[other]);
                self.down[up as usize] = other as u16;
                self.up[down as usize] = other as u16;
                self.keys[ITEM[other] as usize] += ONE;
            }
            node = self.up[node] as usize;
        }
    }

    /// Covers the other three items of a node's option. Returns false, with nothing covered, if that would leave an item
    /// without options.
    fn cover_others(&mut self, node: usize) -> bool {
        let items = others(node).map(|other| ITEM[other] as usize);
        // All at once, so that only the items that are left can have too few options.
        items.iter().for_each(|&item| self.keys[item] += COVERED);
        for i in 0..3 {
            let item = items[i];
            let mut node = self.down[item] as usize;
            while node != item {
                let smallest = self.hide(node);
                if smallest < ONE {
                    self.unhide_from(node, item);
                    items[i..].iter().for_each(|&item| self.keys[item] -= COVERED);
                    items[..i].iter().rev().for_each(|&item| self.uncover(item));
                    return false;
                }
                node = self.down[node] as usize;
            }
        }
        true
    }

    /// Undoes [`Links::cover_others`].
    fn uncover_others(&mut self, node: usize) {
        others(node).into_iter().rev().for_each(|other| self.uncover(ITEM[other] as usize));
    }
}

/// Returns the other three nodes of a node's option. An option's nodes differ in the lowest two bits only, as `ITEMS`
/// is a multiple of four.
fn others(node: usize) -> [usize; 3] {
    [node ^ 1, node ^ 2, node ^ 3]
}

const fn node_of(option: usize) -> usize {
    ITEMS + 4 * option
}

const fn option_of(node: usize) -> usize {
    (node - ITEMS) / 4
}

const fn items() -> [u16; LINKS] {
    let mut items = [0; LINKS];
    let mut node = 0;
    while node < LINKS {
        items[node] = if node < ITEMS { node } else { item_of(option_of(node), node % 4) } as u16;
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
