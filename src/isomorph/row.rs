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
        self.complete(Partial { columns, position: 0, image: 0 });
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

    /// Goes on until the row is complete or too large.
    fn complete(&mut self, mut partial: Partial) {
        while self.may_be_smallest(partial.image, partial.position) {
            let (stack, start) = (partial.position / 3, partial.position.is_multiple_of(3));
            if partial.position == 9 {
                return self.add(&partial);
            }
            let tied = start && partial.columns.end_stack(stack) > stack + 1;
            let goes_on = if tied { self.stacks(&mut partial, stack) } else { self.cells(&mut partial) };
            if !goes_on {
                return;
            }
        }
    }

    /// Goes on with tied stacks, or sees to it that all ways to go on are tried and returns `false`.
    fn stacks(&mut self, partial: &mut Partial, stack: usize) -> bool {
        let columns = &mut partial.columns;
        let end = columns.end_stack(stack);
        if (3 * stack..3 * end).all(|position| self.is_plain(columns, position)) {
            (stack..end).for_each(|stack| self.sort_stack(columns, stack));
            self.sort_stacks(columns, stack, end);
            self.name(partial, 3 * end);
            return true;
        }
        let mut blank = stack;
        for other in stack..end {
            if (3 * other..3 * other + 3).all(|position| self.value(columns, position) == 0) {
                columns.swap_stacks(blank, other);
                blank += 1;
            }
        }
        if blank > stack {
            columns.tied_stacks &= !(1 << blank);
            partial.leave_blank(3 * (blank - stack));
            return true;
        }
        for other in stack..end {
            let mut partial = *partial;
            partial.columns.settle_stack(stack, other);
            if self.cells(&mut partial) {
                self.complete(partial);
            }
        }
        false
    }

    /// Goes on with tied columns of a stack that is not tied, or sees to it that all ways to go on are tried and returns
    /// `false`.
    fn cells(&mut self, partial: &mut Partial) -> bool {
        let (columns, position) = (&mut partial.columns, partial.position);
        let end = columns.end(position);
        if end == position + 1 {
            let value = self.value(columns, position);
            let label = columns.give_least_label(value, self.images);
            partial.append(label);
            return true;
        }
        if (position..end).all(|position| self.is_plain(columns, position)) {
            self.sort(columns, position, end);
            self.name(partial, end);
            return true;
        }
        let mut blank = position;
        for other in position..end {
            if self.value(columns, other) == 0 {
                columns.swap(blank, other);
                blank += 1;
            }
        }
        if blank > position {
            columns.tied &= !(1 << blank);
            partial.leave_blank(blank - position);
            return true;
        }
        self.choose(partial, end);
        false
    }

    /// Tries each of tied columns without a blank at the first of their positions, if it may have the smallest label.
    fn choose(&mut self, partial: &Partial, end: usize) {
        let (columns, position) = (&partial.columns, partial.position);
        let labels: [u8; 3] = std::array::from_fn(|i| {
            if position + i >= end {
                return u8::MAX;
            }
            let (column, value) = (columns.at[position + i], self.value(columns, position + i));
            columns.least_label(position, column, value, self.images)
        });
        let smallest = labels.into_iter().min().unwrap_or(u8::MAX);
        if !self.may_be_smallest(partial.image << 4 | Image::from(smallest), position + 1) {
            return;
        }
        let mut named = 0;
        for other in (0..3).filter(|&i| labels[i] == smallest).map(|i| position + i) {
            let mut partial = *partial;
            let value = self.value(&partial.columns, other);
            if partial.columns.labels[usize::from(value)] == NEW && self.repeated >> value & 1 == 1 {
                // With its name, it is sorted like any other, and its columns stay tied.
                if named >> value & 1 == 1 {
                    continue;
                }
                named |= 1 << value;
                partial.columns.give_least_label(value, self.images);
            } else {
                partial.columns.settle(position, other);
                let label = partial.columns.give_least_label(value, self.images);
                partial.append(label);
            }
            self.complete(partial);
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
                columns.swap(at, at - 1);
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

    /// Gives new values their labels, and goes on to a position.
    fn name(&self, partial: &mut Partial, end: usize) {
        for position in partial.position..end {
            let columns = &mut partial.columns;
            let mut label = self.label(columns, position);
            if label == NEW {
                columns.used += 1;
                label = columns.used;
                let pending = PENDING + 9 * self.number as u8 + columns.at[position];
                columns.labels[usize::from(self.value(columns, position))] =
                    if columns.is_settled(position) { label } else { pending };
            }
            partial.append(label);
        }
    }

    /// Whether an image that begins like this can be as small as the smallest.
    fn may_be_smallest(&self, image: Image, cells: usize) -> bool {
        image <= self.images[self.number] >> (4 * (9 - cells))
    }

    fn add(&mut self, partial: &Partial) {
        let smallest = self.images[self.number];
        if partial.image < smallest {
            self.images[self.number] = partial.image;
            self.images[self.number + 1..].fill(UNKNOWN);
            self.states.truncate(self.first);
        }
        self.states.push(State { columns: partial.columns, ..self.state });
    }
}

/// A row of which the first positions are filled.
#[derive(Clone, Copy)]
struct Partial {
    columns: Columns,
    /// How many cells are filled.
    position: usize,
    /// These cells' image.
    image: Image,
}

impl Partial {
    fn append(&mut self, label: u8) {
        self.image = self.image << 4 | Image::from(label);
        self.position += 1;
    }

    fn leave_blank(&mut self, cells: usize) {
        self.image <<= 4 * cells;
        self.position += cells;
    }
}
