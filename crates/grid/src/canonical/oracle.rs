//! The canonical form by its definition, for tests: the smallest image over all 2 × 6⁸ orders of rows and columns, with
//! values numbered in order of appearance.

use super::form::Canonical;
use crate::nine::{CELLS, Grid};

/// Returns all orders of nine lines that keep bands together.
fn orders() -> Vec<[usize; 9]> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let digit = |number: usize, place: u32| ORDERS[number / 6usize.pow(place) % 6];
    let order = |number: usize| {
        std::array::from_fn(|line| {
            let band = digit(number, 3)[line / 3];
            3 * band + digit(number, band as u32)[line % 3]
        })
    };
    (0..6usize.pow(4)).map(order).collect()
}

pub fn canonical(puzzle: &Grid) -> Canonical {
    let transposed = Grid::of(std::array::from_fn(|cell| puzzle.get(cell % 9 * 9 + cell / 9)));
    let orders = orders();
    let mut best = [u8::MAX; CELLS];
    let mut ways = 0;
    for grid in [puzzle, &transposed] {
        for rows in &orders {
            for columns in &orders {
                match compare(grid, rows, columns, &mut best) {
                    std::cmp::Ordering::Less => ways = 1,
                    std::cmp::Ordering::Equal => ways += 1,
                    std::cmp::Ordering::Greater => {}
                }
            }
        }
    }
    let values = best.iter().filter(|&&value| value != 0).collect::<std::collections::HashSet<_>>().len() as u64;
    Canonical { grid: Grid::of(best).into(), automorphisms: ways * (1..=9 - values).product::<u64>() }
}

/// Compares an image with the best so far, and replaces it if the image is smaller.
fn compare(grid: &Grid, rows: &[usize; 9], columns: &[usize; 9], best: &mut [u8; CELLS]) -> std::cmp::Ordering {
    let mut names = [0; 10];
    let mut used = 0;
    let mut smaller = false;
    for cell in 0..CELLS {
        let value = usize::from(grid.get(rows[cell / 9] * 9 + columns[cell % 9]));
        if value != 0 && names[value] == 0 {
            used += 1;
            names[value] = used;
        }
        if !smaller && names[value] > best[cell] {
            return std::cmp::Ordering::Greater;
        }
        smaller |= names[value] < best[cell];
        best[cell] = names[value];
    }
    if smaller { std::cmp::Ordering::Less } else { std::cmp::Ordering::Equal }
}
