//! The order of the columns and the labels of the values, as far as the rows placed so far determine them.

/// The label of a value that does not occur in the rows above.
pub const NEW_LABEL: u8 = 15;
/// The first pending label. A pending value has the label `FIRST_PENDING_LABEL + 9 * row + column`.
pub const FIRST_PENDING_LABEL: u8 = 16;

/// A row's image: nine nibbles, the first cell in the most significant one, so that images compare like numbers.
pub type Image = u64;

/// An unknown image, greater than any image.
pub const UNKNOWN_IMAGE: Image = Image::MAX;

/// Returns the label at a position of a row's image.
pub const fn label_at(image: Image, position: usize) -> u8 {
    (image >> (4 * (8 - position)) & 15) as u8
}

/// The order of the columns and the labels of the values, as far as the rows above determine them.
///
/// Columns of a stack that the rows above do not distinguish are *tied*, and so are stacks; tied columns and tied
/// stacks are adjacent. A value that first occurs in a tied column is *pending*: its label depends on the final
/// position of the column. A value is pending only while it occurs once in the rows above. So exactly the permutations
/// of tied columns and stacks preserve the image of these rows.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The column at each position; tied columns in any order.
    pub at: [u8; 9],
    positions: [u8; 9],
    /// The label of each value, [`NEW_LABEL`], or a pending label from [`FIRST_PENDING_LABEL`] on.
    pub labels: [u8; 10],
    /// The number of labels in use.
    pub used: u8,
    /// Bit `p`: the columns at positions `p - 1` and `p` are in one stack and tied.
    pub tied: u16,
    /// Bit `s`: the stacks at positions `s - 1` and `s` are tied.
    pub tied_stacks: u8,
}

impl Columns {
    /// All columns and stacks are tied, and no value has a label.
    pub const ALL_TIED: Columns = Columns {
        at: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        positions: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        labels: [0, NEW_LABEL, NEW_LABEL, NEW_LABEL, NEW_LABEL, NEW_LABEL, NEW_LABEL, NEW_LABEL, NEW_LABEL, NEW_LABEL],
        used: 0,
        tied: 0o666,
        tied_stacks: 0b110,
    };

    /// Returns the end of the tied positions from this position on.
    pub fn end(&self, position: usize) -> usize {
        position + 1 + (self.tied >> (position + 1)).trailing_ones() as usize
    }

    /// Returns the end of the tied stacks from this stack on.
    pub fn end_stack(&self, stack: usize) -> usize {
        stack + 1 + (self.tied_stacks >> (stack + 1)).trailing_ones() as usize
    }

    /// Returns the first position that is tied to this position.
    fn start(&self, position: usize) -> usize {
        let stack = position / 3;
        3 * stack + first_tied(self.tied >> (3 * stack), position % 3)
    }

    pub fn swap(&mut self, a: usize, b: usize) {
        self.at.swap(a, b);
        self.positions[usize::from(self.at[a])] = a as u8;
        self.positions[usize::from(self.at[b])] = b as u8;
    }

    /// Swaps two stacks that are tied or are being sorted.
    pub fn swap_stacks(&mut self, a: usize, b: usize) {
        if a != b {
            (0..3).for_each(|i| self.swap(3 * a + i, 3 * b + i));
            let difference = (self.tied >> (3 * a) ^ self.tied >> (3 * b)) & 7;
            self.tied ^= difference << (3 * a) | difference << (3 * b);
        }
    }

    /// Settles a tied column at the first of the tied positions.
    pub fn settle(&mut self, position: usize, from: usize) {
        if position != from {
            self.swap(position, from);
        }
        self.tied &= !(1 << (position + 1));
    }

    /// Settles a tied stack at the first of the tied positions.
    pub fn settle_stack(&mut self, stack: usize, from: usize) {
        self.swap_stacks(stack, from);
        self.tied_stacks &= !(1 << (stack + 1));
    }

    /// Returns the first possible position of a pending label's column, and its current position.
    fn first_position(&self, pending: u8) -> (usize, usize) {
        let now = usize::from(self.positions[usize::from((pending - FIRST_PENDING_LABEL) % 9)]);
        let stack = first_tied(u16::from(self.tied_stacks), now / 3);
        (3 * stack + self.start(now) % 3, now)
    }

    /// Returns the smallest possible label of a column's value if the column is settled at `position`, the first of the
    /// tied positions of a stack that is not tied. `above` has the images of the rows above.
    pub fn least_label(&self, position: usize, column: u8, value: u8, above: &[Image; 9]) -> u8 {
        match self.labels[usize::from(value)] {
            NEW_LABEL => self.used + 1,
            pending @ FIRST_PENDING_LABEL.. => {
                let (mut first, now) = self.first_position(pending);
                if first == position && self.at[now] != column {
                    first += 1;
                }
                label_at(row_above(pending, above), first)
            }
            label => label,
        }
    }

    /// Assigns the smallest possible label to a value, and settles its column at the position with this label.
    pub fn give_least_label(&mut self, value: u8, above: &[Image; 9]) -> u8 {
        let label = self.labels[usize::from(value)];
        if label == NEW_LABEL {
            self.used += 1;
            self.labels[usize::from(value)] = self.used;
        } else if label >= FIRST_PENDING_LABEL {
            let (first, now) = self.first_position(label);
            self.settle_stack(first / 3, now / 3);
            self.settle(first, first / 3 * 3 + now % 3);
            self.labels[usize::from(value)] = label_at(row_above(label, above), first);
        }
        self.labels[usize::from(value)]
    }

    /// Returns true if neither the column at a position nor its stack is tied.
    pub fn is_settled(&self, position: usize) -> bool {
        self.tied >> position & 0b11 == 0 && self.tied_stacks >> (position / 3) & 0b11 == 0
    }

    /// Returns the final label of a pending label whose column is settled.
    pub fn settled(&self, pending: u8, above: &[Image; 9]) -> Option<u8> {
        let now = usize::from(self.positions[usize::from((pending - FIRST_PENDING_LABEL) % 9)]);
        self.is_settled(now).then(|| label_at(row_above(pending, above), now))
    }

    /// Returns the number of permutations of tied columns, tied stacks and unused labels.
    pub fn freedom(&self) -> u64 {
        let columns: u64 = (0..3).map(|stack| orders(self.tied >> (3 * stack))).product();
        columns * orders(u16::from(self.tied_stacks)) * (1..=u64::from(9 - self.used)).product::<u64>()
    }
}

/// A set of symmetries that map some rows to the smallest image of the first rows.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub columns: Columns,
    /// The remaining rows, as a set.
    pub rows: u16,
    /// True if the rows belong to the transposed grid.
    pub transposed: bool,
    /// The number of choices of rows that the state represents: equal rows are interchangeable.
    pub weight: u64,
}

impl State {
    /// Returns the number of symmetries that a state without remaining rows represents.
    pub fn ways(&self) -> u64 {
        self.weight * self.columns.freedom()
    }
}

/// Returns the image of the row in which a pending value occurs.
fn row_above(pending: u8, above: &[Image; 9]) -> Image {
    above[usize::from((pending - FIRST_PENDING_LABEL) / 9)]
}

/// Returns the first of three items that is tied to the item at `index`. Bit 1 ties the second item to the first, bit 2
/// the third to the second.
fn first_tied(tied: u16, index: usize) -> usize {
    const FIRST_TIED: [[u8; 4]; 4] = [[0, 1, 2, 0], [0, 0, 2, 0], [0, 1, 1, 0], [0, 0, 0, 0]];
    usize::from(FIRST_TIED[usize::from(tied >> 1 & 3)][index & 3])
}

/// Returns the number of permutations of three items. Bit 1 ties the second item to the first, bit 2 the third to the
/// second.
fn orders(tied: u16) -> u64 {
    [1, 2, 2, 6][usize::from(tied >> 1 & 3)]
}
