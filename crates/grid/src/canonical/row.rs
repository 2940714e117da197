//! The placement of the next row of a [`State`]: its smallest image, and all states that have it.

use super::columns::{Columns, FIRST_PENDING_LABEL, Image, NEW_LABEL, State, UNKNOWN_IMAGE};

pub struct Row<'a> {
    /// The values of the row, by column.
    pub cells: &'a [u8; 9],
    /// The values that occur more than once in the row: bit `v` for value `v`.
    pub repeated: u16,
    pub number: usize,
    /// The smallest known image of each row.
    pub images: &'a mut [Image; 9],
    /// The state after this row is placed. Its columns are still those before.
    pub state: State,
    /// The states; those from `first` on have the smallest image.
    pub states: &'a mut Vec<State>,
    /// The index of the first state that a smaller image replaces.
    pub first: usize,
}

impl Row<'_> {
    /// Appends the states with this row if its image equals the smallest image so far. A smaller image first removes
    /// the states from `first` on.
    pub fn place(&mut self) {
        let mut columns = self.state.columns;
        self.settle_pending(&mut columns);
        self.complete(Partial { columns, position: 0, image: 0 });
    }

    /// Replaces pending labels that have become final.
    fn settle_pending(&self, columns: &mut Columns) {
        for &value in self.cells {
            let label = columns.labels[usize::from(value)];
            if label >= FIRST_PENDING_LABEL
                && let Some(label) = columns.settled(label, self.images)
            {
                columns.labels[usize::from(value)] = label;
            }
        }
    }

    /// Continues until the row is complete, or its image is too large.
    fn complete(&mut self, mut partial: Partial) {
        while self.may_be_smallest(partial.image, partial.position) {
            let stack = partial.position / 3;
            let start = partial.position.is_multiple_of(3);
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

    /// Fills the next cells from tied stacks. Returns false if it had to branch, after all branches are complete.
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

    /// Fills the next cells from a stack that is not tied. Returns false if it had to branch, after all branches are
    /// complete.
    fn cells(&mut self, partial: &mut Partial) -> bool {
        let columns = &mut partial.columns;
        let position = partial.position;
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

    /// Branches on the tied columns, none of them blank, that have the smallest label at the first of their positions.
    fn choose(&mut self, partial: &Partial, end: usize) {
        let columns = &partial.columns;
        let position = partial.position;
        let labels: [u8; 3] = std::array::from_fn(|i| {
            if position + i >= end {
                return u8::MAX;
            }
            let column = columns.at[position + i];
            let value = self.value(columns, position + i);
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
            if partial.columns.labels[usize::from(value)] == NEW_LABEL && self.repeated >> value & 1 == 1 {
                // Once the value has a label, its columns are sorted like others, and stay tied.
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

    /// Returns the label at a position, which may be [`NEW_LABEL`] or pending.
    fn label(&self, columns: &Columns, position: usize) -> u8 {
        columns.labels[usize::from(self.value(columns, position))]
    }

    /// Returns true if a column can be sorted among its tied columns by its own cell: the cell is blank, or its value
    /// has a final label, or its value is new and occurs once in this row.
    fn is_plain(&self, columns: &Columns, position: usize) -> bool {
        let label = self.label(columns, position);
        label < NEW_LABEL || label == NEW_LABEL && self.repeated >> self.value(columns, position) & 1 == 0
    }

    fn sort_stack(&self, columns: &mut Columns, stack: usize) {
        let mut position = 3 * stack;
        while position < 3 * stack + 3 {
            let end = columns.end(position);
            self.sort(columns, position, end);
            position = end;
        }
    }

    /// Sorts tied columns by their labels, new values last; columns with equal labels stay tied.
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

    /// Sorts tied stacks with sorted columns by their labels; stacks with equal labels stay tied.
    fn sort_stacks(&self, columns: &mut Columns, stack: usize, end: usize) {
        for i in stack + 1..end {
            let mut at = i;
            while at > stack && self.stack_labels(columns, at) < self.stack_labels(columns, at - 1) {
                columns.swap_stacks(at, at - 1);
                at -= 1;
            }
        }
        for i in stack + 1..end {
            if self.stack_labels(columns, i) != self.stack_labels(columns, i - 1) {
                columns.tied_stacks &= !(1 << i);
            }
        }
    }

    fn stack_labels(&self, columns: &Columns, stack: usize) -> [u8; 3] {
        std::array::from_fn(|i| self.label(columns, 3 * stack + i))
    }

    /// Assigns labels to new values, and appends the cells up to `end`.
    fn name(&self, partial: &mut Partial, end: usize) {
        for position in partial.position..end {
            let columns = &mut partial.columns;
            let mut label = self.label(columns, position);
            if label == NEW_LABEL {
                columns.used += 1;
                label = columns.used;
                let pending = FIRST_PENDING_LABEL + 9 * self.number as u8 + columns.at[position];
                columns.labels[usize::from(self.value(columns, position))] =
                    if columns.is_settled(position) { label } else { pending };
            }
            partial.append(label);
        }
    }

    /// Returns true if an image with these first cells can be as small as the smallest.
    fn may_be_smallest(&self, image: Image, cells: usize) -> bool {
        image <= self.images[self.number] >> (4 * (9 - cells))
    }

    fn add(&mut self, partial: &Partial) {
        let smallest = self.images[self.number];
        if partial.image < smallest {
            self.images[self.number] = partial.image;
            self.images[self.number + 1..].fill(UNKNOWN_IMAGE);
            self.states.truncate(self.first);
        }
        self.states.push(State { columns: partial.columns, ..self.state });
    }
}

/// A row whose first positions are filled.
#[derive(Clone, Copy)]
struct Partial {
    columns: Columns,
    /// The number of filled cells.
    position: usize,
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
