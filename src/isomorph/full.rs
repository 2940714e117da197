//! Full grids: a row's smallest image as the second row, computed before any row is placed.

use super::{columns::Image, row::UNKNOWN};

/// Returns the smallest image of `second` if the image of `first` is 123456789. Both rows have all nine values. Returns
/// [`UNKNOWN`] if the image is larger than `least`, and 0 if it cannot be computed because the givens conflict.
pub fn least_labels(first: &[u8; 9], second: &[u8; 9], least: Image) -> Image {
    const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut columns = [0; 16];
    (0..9).for_each(|column| columns[usize::from(first[column] & 15)] = column as u8);
    let homes = second.map(|value| columns[usize::from(value & 15)]);
    let mut smallest = UNKNOWN;
    for stack in [0, 3, 6] {
        for order in ORDERS {
            let order = order.map(|i| stack + i);
            let least = least.min(smallest);
            if least_four(&homes, order) <= least >> 20 {
                smallest = smallest.min(labels(&homes, order, least));
            }
        }
    }
    smallest
}

/// Returns a lower bound of the first four labels, in a few comparisons.
fn least_four(homes: &[u8; 9], order: [u8; 3]) -> Image {
    let [one, two, three] = order.map(|column| homes[usize::from(column)]);
    let stacks = [one / 3, two / 3, three / 3];
    if stacks.contains(&(order[0] / 3)) {
        // Only if the givens conflict.
        return 0;
    }
    let second = if stacks[1] == stacks[0] { 5 } else { 7 };
    let third = match (second, stacks[2] == stacks[0]) {
        (5, true) => 6,
        (5, false) => 7,
        (_, true) => 5,
        (_, false) => 8,
    };
    let fourth = order.iter().position(|&column| column == homes[usize::from(one)]).map_or(4, |i| i as Image + 1);
    0x4000 | second << 8 | third << 4 | fourth
}

/// Returns the image of the second row if the first three columns are `order`. `homes` has, for each column, the column
/// of the first row with the value that the second row has in this column.
fn labels(homes: &[u8; 9], order: [u8; 3], least: Image) -> Image {
    let mut places = Places { labels: 0, columns: u64::MAX, ends: 0xfff, free: 3 };
    (0..3).for_each(|i| places.put(order[usize::from(i)], i));
    let mut image = 0;
    for position in 0..9 {
        let Some(&home) = homes.get(places.columns as usize >> (4 * position) & 15) else {
            return 0;
        };
        image = image << 4 | places.label(home);
        if image > least >> (4 * (8 - position)) {
            return UNKNOWN;
        }
    }
    image
}

/// The positions of columns, packed in nibbles.
struct Places {
    /// The label of each column, 0 if it has none.
    labels: u64,
    /// The column at each position, 15 if there is none.
    columns: u64,
    /// The first free position of each stack, 15 if the stack has no position.
    ends: u16,
    /// The first position of the first free stack.
    free: u8,
}

impl Places {
    fn put(&mut self, column: u8, position: u8) {
        self.labels |= u64::from(position + 1) << (4 * column);
        self.columns ^= u64::from(15 ^ column) << (4 * position);
    }

    /// Returns the label of a column, and places the column at its first possible position.
    fn label(&mut self, column: u8) -> u64 {
        let label = self.labels >> (4 * column) & 15;
        if label != 0 {
            return label;
        }
        let stack = column / 3;
        let mut end = (self.ends >> (4 * stack) & 15) as u8;
        if end == 15 {
            (end, self.free) = (self.free, self.free + 3);
        }
        self.put(column, end);
        if end % 3 == 1 {
            // The last column of the stack has no choice.
            let last = (3 * stack..3 * stack + 3).find(|column| self.labels >> (4 * column) & 15 == 0);
            last.into_iter().for_each(|last| self.put(last, end + 1));
        }
        self.ends = self.ends & !(15 << (4 * stack)) | u16::from(end + 1) << (4 * stack);
        u64::from(end + 1)
    }
}
