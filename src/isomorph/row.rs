//! One more row below those of a [`State`]: its smallest image, and every way to get it.

use super::{
    columns::{Columns, Image, NEW, PENDING},
    search::State,
};

/// The image of a row that is not known yet: greater than any.
pub const UNKNOWN: Image = Image::MAX;

/// A row that is tried as the next.
pub struct Row<'a> {
    /// Its values, by column.
    pub cells: &'a [u8; 9],
    /// The set of the values that it has more than once, bit `v` for value `v`.
    pub repeated: u16,
    /// Its number in the image, from 0.
    pub number: usize,
    /// The smallest images of all rows so far.
    pub images: &'a mut [Image; 9],
    /// What becomes of the state with this row, but for its columns.
    pub state: State,
    /// The states with the smallest image, which begin at `first`.
    pub states: &'a mut Vec<State>,
    /// Where the states begin that are compared.
    pub first: usize,
}

impl Row<'_> {
    /// Adds the states with this row if its image is as small as the smallest so far, or instead of them if it is
    /// smaller.
    pub fn place(&mut self) {
        let mut columns = self.state.columns;
        self.settle_pending(&mut columns);
        self.stacks(columns, 0, 0);
    }

    /// Gives their labels to pending values of the row that can have but one by now.
    fn settle_pending(&self, columns: &mut Columns) {
        for &value in self.cells {
            let label = columns.labels[usize::from(value)];
            if label >= PENDING
                && let Some(label) = columns.settled(label, self.images)
            {
                columns.labels[usize::from(value)] = label;
            }
        }
    }

    /// Goes on at the first position of a stack, after the image so far.
    fn stacks(&mut self, mut columns: Columns, stack: usize, image: Image) {
        if stack == 3 {
            return self.add(columns, image);
        }
        let end = columns.end_stack(stack);
        if (3 * stack..3 * end).all(|position| self.is_plain(&columns, position)) {
            (stack..end).for_each(|stack| self.sort_stack(&mut columns, stack));
            self.sort_stacks(&mut columns, stack, end);
            let image = self.name(&mut columns, 3 * stack, 3 * end, image);
            if self.may_be_smallest(image, 3 * end) {
                self.stacks(columns, end, image);
            }
            return;
        }
        if end == stack + 1 {
            return self.cells(columns, 3 * stack, image);
        }
        let mut blank = stack;
        for other in stack..end {
            if (3 * other..3 * other + 3).all(|position| self.value(&columns, position) == 0) {
                columns.swap_stacks(blank, other);
                blank += 1;
            }
        }
        if blank > stack {
            columns.tied_stacks &= !(1 << blank);
            let image = image << (12 * (blank - stack));
            if self.may_be_smallest(image, 3 * blank) {
                self.stacks(columns, blank, image);
            }
            return;
        }
        for other in stack..end {
            let mut columns = columns;
            columns.settle_stack(stack, other);
            self.cells(columns, 3 * stack, image);
        }
    }

    /// Goes on at a position of a stack that is not tied.
    fn cells(&mut self, mut columns: Columns, position: usize, image: Image) {
        let end = columns.end(position);
        if (position..end).all(|position| self.is_plain(&columns, position)) {
            self.sort(&mut columns, position, end);
            let image = self.name(&mut columns, position, end, image);
            return self.go_on(columns, end, image);
        }
        let mut blank = position;
        for other in position..end {
            if self.value(&columns, other) == 0 {
                columns.at.swap(blank, other);
                blank += 1;
            }
        }
        if blank > position {
            columns.tied &= !(1 << blank);
            return self.go_on(columns, blank, image << (4 * (blank - position)));
        }
        self.choose(columns, position, end, image);
    }

    /// Tries each of tied columns without a blank at the first of their positions.
    fn choose(&mut self, columns: Columns, position: usize, end: usize, image: Image) {
        let least = |other| {
            let mut columns = columns;
            columns.settle(position, other);
            columns.least_label(self.value(&columns, position), self.images)
        };
        let mut labels = [u8::MAX; 9];
        (position..end).for_each(|other| labels[other] = least(other));
        let smallest = labels[position..end].iter().copied().min().unwrap_or(u8::MAX);
        let mut named = 0;
        for other in (position..end).filter(|&other| labels[other] == smallest) {
            let mut columns = columns;
            let value = self.value(&columns, other);
            if columns.labels[usize::from(value)] == NEW && self.repeated >> value & 1 == 1 {
                // With its name, it is sorted like any other, and its columns stay tied.
                if named >> value & 1 == 0 {
                    named |= 1 << value;
                    columns.give_least_label(value, self.images);
                    self.cells(columns, position, image);
                }
                continue;
            }
            columns.settle(position, other);
            let label = columns.give_least_label(value, self.images);
            self.go_on(columns, position + 1, image << 4 | Image::from(label));
        }
    }

    fn go_on(&mut self, columns: Columns, position: usize, image: Image) {
        if !self.may_be_smallest(image, position) {
        } else if position.is_multiple_of(3) {
            self.stacks(columns, position / 3, image);
        } else {
            self.cells(columns, position, image);
        }
    }

    fn value(&self, columns: &Columns, position: usize) -> u8 {
        self.cells[usize::from(columns.at[position])]
    }

    /// The label at a position, which may be [`NEW`] or pending.
    fn label(&self, columns: &Columns, position: usize) -> u8 {
        columns.labels[usize::from(self.value(columns, position))]
    }

    /// Whether the place of a column among those that are tied to it depends on nothing but the cell itself: it is blank,
    /// or its value has a label, or it is new and will not be seen again in this row.
    fn is_plain(&self, columns: &Columns, position: usize) -> bool {
        let label = self.label(columns, position);
        label < NEW || label == NEW && self.repeated >> self.value(columns, position) & 1 == 0
    }

    fn sort_stack(&self, columns: &mut Columns, stack: usize) {
        let mut position = 3 * stack;
        while position < 3 * stack + 3 {
            let end = columns.end(position);
            self.sort(columns, position, end);
            position = end;
        }
    }

    /// Sorts tied columns by their labels, new values last; those with the same stay tied.
    fn sort(&self, columns: &mut Columns, position: usize, end: usize) {
        for i in position + 1..end {
            let mut at = i;
            while at > position && self.label(columns, at) < self.label(columns, at - 1) {
                columns.at.swap(at, at - 1);
                at -= 1;
            }
        }
        for i in position + 1..end {
            if self.label(columns, i) != self.label(columns, i - 1) {
                columns.tied &= !(1 << i);
            }
        }
    }

    /// Sorts tied stacks with sorted columns; those with the same labels stay tied.
    fn sort_stacks(&self, columns: &mut Columns, stack: usize, end: usize) {
        let labels = |columns: &Columns, stack: usize| -> [u8; 3] {
            std::array::from_fn(|i| self.label(columns, 3 * stack + i))
        };
        for i in stack + 1..end {
            let mut at = i;
            while at > stack && labels(columns, at) < labels(columns, at - 1) {
                columns.swap_stacks(at, at - 1);
                at -= 1;
            }
        }
        for i in stack + 1..end {
            if labels(columns, i) != labels(columns, i - 1) {
                columns.tied_stacks &= !(1 << i);
            }
        }
    }

    /// Gives new values their labels, and adds the labels from one position to another to the image.
    fn name(&self, columns: &mut Columns, position: usize, end: usize, mut image: Image) -> Image {
        for position in position..end {
            let mut label = self.label(columns, position);
            if label == NEW {
                columns.used += 1;
                label = columns.used;
                let value = usize::from(self.value(columns, position));
                let stack = position / 3;
                let tied = columns.tied >> position & 0b11 != 0 || columns.tied_stacks >> stack & 0b11 != 0;
                let pending = PENDING + 9 * self.number as u8 + columns.at[position];
                columns.labels[value] = if tied { pending } else { label };
            }
            image = image << 4 | Image::from(label);
        }
        image
    }

    /// Whether an image that begins like this can be as small as the smallest.
    fn may_be_smallest(&self, image: Image, cells: usize) -> bool {
        image <= self.images[self.number] >> (4 * (9 - cells))
    }

    fn add(&mut self, columns: Columns, image: Image) {
        if image < self.images[self.number] {
            self.images[self.number] = image;
            self.images[self.number + 1..].fill(UNKNOWN);
            self.states.truncate(self.first);
        }
        self.states.push(State { columns, ..self.state });
    }
}
