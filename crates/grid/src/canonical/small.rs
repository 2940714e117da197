//! The search for the smallest image of a small grid: tries all orders of rows and columns, except those whose first rows are
//! greater than those of another image.

use super::form::Canonical;
use crate::{any_grid::AnyGrid, shape::Shape, symmetry::transposes};

/// The greatest side of a shape with [canonical forms](Shape::has_canonical_forms), except 9×9.
const MAX_SIDE: usize = 6;

/// A set of rows or columns: bit `i` for line `i`.
type Lines = u8;

/// The values of a grid by row and column. Those beyond the side are blanks.
type Rows = [[u8; MAX_SIDE]; MAX_SIDE];

/// The image of a row: four bits a label, the first column in the highest.
type RowImage = u32;

/// The labels of the values that occur in the rows so far, in order of first occurrence from 1; 0 for a value without a label.
#[derive(Clone, Copy)]
struct Labels {
    of_values: [u8; MAX_SIDE + 1],
    used: u8,
}

impl Labels {
    const NONE: Labels = Labels { of_values: [0; MAX_SIDE + 1], used: 0 };

    /// Returns the image of a row, after every new value of the row got the next label.
    fn image(&mut self, row: &[u8; MAX_SIDE], columns: &[u8]) -> RowImage {
        columns.iter().fold(0, |image, &column| image << 4 | RowImage::from(self.label(row[usize::from(column)])))
    }

    fn label(&mut self, value: u8) -> u8 {
        let label = &mut self.of_values[usize::from(value)];
        if *label == 0 && value > 0 {
            self.used += 1;
            *label = self.used;
        }
        *label
    }
}

pub struct SmallSearch {
    shape: Shape,
    column_orders: Vec<Vec<u8>>,
    /// The smallest known image of each row.
    smallest: [RowImage; MAX_SIDE],
    /// The number of orders of rows and columns that have the smallest image.
    ways: u64,
    /// The number of values that occur in the grid.
    values: u8,
}

impl SmallSearch {
    pub fn new(shape: Shape) -> SmallSearch {
        let mut column_orders = Vec::new();
        add_orders(shape.box_width(), all_lines(shape), &mut Vec::with_capacity(MAX_SIDE), &mut column_orders);
        SmallSearch { shape, column_orders, smallest: [RowImage::MAX; MAX_SIDE], ways: 0, values: 0 }
    }

    pub fn run(mut self, grid: &AnyGrid) -> Canonical {
        let side = self.shape.side();
        let mut rows = Rows::default();
        let mut transposed = Rows::default();
        for (cell, &value) in grid.cells().iter().enumerate() {
            rows[cell / side][cell % side] = value;
            transposed[cell % side][cell / side] = value;
        }
        self.try_orders(&rows);
        if transposes(self.shape) {
            self.try_orders(&transposed);
        }
        self.canonical()
    }

    fn try_orders(&mut self, rows: &Rows) {
        let column_orders = std::mem::take(&mut self.column_orders);
        for columns in &column_orders {
            self.place_rows(rows, columns, 0, Labels::NONE);
        }
        self.column_orders = column_orders;
    }

    /// Tries the rows that can be next and all orders of the other rows, unless the image becomes greater than the smallest.
    fn place_rows(&mut self, rows: &Rows, columns: &[u8], placed: Lines, labels: Labels) {
        let left = all_lines(self.shape) & !placed;
        let number = placed.count_ones() as usize;
        if left == 0 {
            self.ways += 1;
            self.values = labels.used;
        }
        for row in elements(next_lines(left, self.shape.box_height())) {
            let mut labels = labels;
            let image = labels.image(&rows[row], columns);
            if image > self.smallest[number] {
                continue;
            }
            if image < self.smallest[number] {
                self.smallest[number] = image;
                self.smallest[number + 1..].fill(RowImage::MAX);
                self.ways = 0;
            }
            self.place_rows(rows, columns, placed | 1 << row, labels);
        }
    }

    fn canonical(&self) -> Canonical {
        let side = self.shape.side();
        let cell = |cell: usize| (self.smallest[cell / side] >> (4 * (side - 1 - cell % side)) & 15) as u8;
        let cells: Vec<u8> = (0..self.shape.cells()).map(cell).collect();
        let grid = AnyGrid::new(self.shape, cells).expect("an image has the shape of the grid");
        // Values that do not occur are renamed freely.
        let renamings: u64 = (1..=side as u64 - u64::from(self.values)).product();
        Canonical { grid, automorphisms: self.ways * renamings }
    }
}

fn all_lines(shape: Shape) -> Lines {
    (1 << shape.side()) - 1
}

/// Returns the lines that can come next: those left of the band or stack that was begun, or else all. A band or stack has
/// `size` lines.
fn next_lines(left: Lines, size: usize) -> Lines {
    let bands = (0..MAX_SIDE).step_by(size).map(|first| left & ((1 << size) - 1) << first);
    bands.into_iter().find(|band| (1..size as u32).contains(&band.count_ones())).unwrap_or(left)
}

/// Returns the lines of a set in ascending order.
fn elements(lines: Lines) -> impl Iterator<Item = usize> {
    (0..MAX_SIDE).filter(move |line| lines >> line & 1 == 1)
}

/// Appends all orders that begin with `begun` and continue with the lines that are left.
fn add_orders(size: usize, left: Lines, begun: &mut Vec<u8>, orders: &mut Vec<Vec<u8>>) {
    if left == 0 {
        orders.push(begun.clone());
    }
    for line in elements(next_lines(left, size)) {
        begun.push(line as u8);
        add_orders(size, left & !(1 << line), begun, orders);
        begun.pop();
    }
}
