//! What is settled of the columns' order and of the values' names, and what is still free.

/// The label of a value that no row above has.
pub const NEW: u8 = 15;
/// Labels from here on are pending: `PENDING + 9 * row + column`.
pub const PENDING: u8 = 16;

/// A row's image, a nibble a cell, the first cell in the most significant of 36 bits: to compare it is to compare numbers.
pub type Image = u64;

/// The label at a position of a row's image.
pub const fn label_at(image: Image, position: usize) -> u8 {
    (image >> (4 * (8 - position)) & 15) as u8
}

/// One of the ways in which the rows above get their image: the order of the columns and the names of the values, as far
/// as these rows settle them.
///
/// Columns of a stack between which the rows above make no difference are *tied*, and so are stacks; what is tied is
/// side by side. A value that is new in a tied column is *pending*: its label is the one at the position that the column
/// will get. A value is pending only as long as it is once in the rows above. Thus any permutation of what is tied, and
/// nothing else, leaves the image of these rows as it is.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The column at each position; where some are tied, in any order.
    pub at: [u8; 9],
    /// The position of each column.
    positions: [u8; 9],
    /// The new name of each value, [`NEW`], or [`PENDING`] and more.
    pub labels: [u8; 10],
    /// How many labels are given away.
    pub used: u8,
    /// Bit `p`: the columns at positions `p - 1` and `p` are in one stack and tied.
    pub tied: u16,
    /// Bit `s`: the stacks at positions `s - 1` and `s` are tied.
    pub tied_stacks: u8,
}

impl Columns {
    /// Nothing is settled yet.
    pub const FREE: Columns = Columns {
        at: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        positions: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        labels: [0, NEW, NEW, NEW, NEW, NEW, NEW, NEW, NEW, NEW],
        used: 0,
        tied: 0o666,
        tied_stacks: 0b110,
    };

    /// The position behind the last that is tied to this one.
    pub fn end(&self, position: usize) -> usize {
        position + 1 + (self.tied >> (position + 1)).trailing_ones() as usize
    }

    /// The position of the stack behind the last that is tied to this one.
    pub fn end_stack(&self, stack: usize) -> usize {
        stack + 1 + (self.tied_stacks >> (stack + 1)).trailing_ones() as usize
    }

    /// The first position that is tied to this one.
    fn start(&self, position: usize) -> usize {
        let stack = position / 3;
        3 * stack + first_tied(self.tied >> (3 * stack), position % 3)
    }

    /// Exchanges two columns that are tied.
    pub fn swap(&mut self, a: usize, b: usize) {
        self.at.swap(a, b);
        self.positions[usize::from(self.at[a])] = a as u8;
        self.positions[usize::from(self.at[b])] = b as u8;
    }

    /// Exchanges two stacks that are tied or about to be sorted.
    pub fn swap_stacks(&mut self, a: usize, b: usize) {
        if a != b {
            (0..3).for_each(|i| self.swap(3 * a + i, 3 * b + i));
            let difference = (self.tied >> (3 * a) ^ self.tied >> (3 * b)) & 7;
            self.tied ^= difference << (3 * a) | difference << (3 * b);
        }
    }

    /// Gives the first of tied positions to one of their columns.
    pub fn settle(&mut self, position: usize, from: usize) {
        if position != from {
            self.swap(position, from);
        }
        self.tied &= !(1 << (position + 1));
    }

    /// Gives the first of tied positions to one of their stacks.
    pub fn settle_stack(&mut self, stack: usize, from: usize) {
        self.swap_stacks(stack, from);
        self.tied_stacks &= !(1 << (stack + 1));
    }

    /// For a pending label, the first position that its column can get, and the position where the column is now.
    fn first_position(&self, pending: u8) -> (usize, usize) {
        let now = usize::from(self.positions[usize::from((pending - PENDING) % 9)]);
        let stack = first_tied(u16::from(self.tied_stacks), now / 3);
        (3 * stack + self.start(now) % 3, now)
    }

    /// The smallest label that the value of a column can have when the column gets the first of tied positions in a stack
    /// that is not tied; `above` are the images of the rows above.
    pub fn least_label(&self, position: usize, column: u8, value: u8, above: &[Image; 9]) -> u8 {
        match self.labels[usize::from(value)] {
            NEW => self.used + 1,
            pending @ PENDING.. => {
                let (mut first, now) = self.first_position(pending);
                if first == position && self.at[now] != column {
                    first += 1;
                }
                label_at(row_above(pending, above), first)
            }
            label => label,
        }
    }

    /// Gives a value the smallest label that it can have, and its column the position where it has it.
    pub fn give_least_label(&mut self, value: u8, above: &[Image; 9]) -> u8 {
        let label = self.labels[usize::from(value)];
        if label == NEW {
            self.used += 1;
            self.labels[usize::from(value)] = self.used;
        } else if label >= PENDING {
            let (first, now) = self.first_position(label);
            self.settle_stack(first / 3, now / 3);
            self.settle(first, first / 3 * 3 + now % 3);
            self.labels[usize::from(value)] = label_at(row_above(label, above), first);
        }
        self.labels[usize::from(value)]
    }

    /// Whether the column at a position can be at no other.
    pub fn is_settled(&self, position: usize) -> bool {
        self.tied >> position & 0b11 == 0 && self.tied_stacks >> (position / 3) & 0b11 == 0
    }

    /// If a pending label can only be one, which.
    pub fn settled(&self, pending: u8, above: &[Image; 9]) -> Option<u8> {
        let now = usize::from(self.positions[usize::from((pending - PENDING) % 9)]);
        self.is_settled(now).then(|| label_at(row_above(pending, above), now))
    }

    /// The number of permutations of all that is tied, and of the names that no value needs.
    pub fn freedom(&self) -> u64 {
        let columns: u64 = (0..3).map(|stack| orders(self.tied >> (3 * stack))).product();
        columns * orders(u16::from(self.tied_stacks)) * (1..=u64::from(9 - self.used)).product::<u64>()
    }
}

/// The image of the row in which a pending value is.
fn row_above(pending: u8, above: &[Image; 9]) -> Image {
    above[usize::from((pending - PENDING) / 9)]
}

/// The first of three things that is tied to the one at `index`, the second being tied to the first (bit 1) or the third to
/// the second (bit 2).
fn first_tied(tied: u16, index: usize) -> usize {
    const FIRST: [[u8; 4]; 4] = [[0, 1, 2, 0], [0, 0, 2, 0], [0, 1, 1, 0], [0, 0, 0, 0]];
    usize::from(FIRST[usize::from(tied >> 1 & 3)][index & 3])
}

/// The orders of three things of which the second is tied to the first (bit 1) and the third to the second (bit 2).
fn orders(tied: u16) -> u64 {
    [1, 2, 2, 6][usize::from(tied >> 1 & 3)]
}
