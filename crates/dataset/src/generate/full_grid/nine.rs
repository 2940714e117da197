//! Full grids, every one of the 6,670,903,752,021,072,936,960 exactly as likely as any other.
//!
//! A box is three rows of three values, and three columns ([`Lines`]), which fit together if each row has one value in
//! common with each column ([`form_a_box`]). Along a band, a value is in three different rows of the three boxes; down
//! a stack, in three different columns. Some numbers of ways do not depend on the lines drawn so far:
//!
//! * the fillings of a box without constraints: 9!;
//! * the rows in one box given those in another of the band: 56, [`others`] of them equally likely by construction; the
//!   rows in the third box follow. Likewise the columns in a stack;
//! * the columns that fit the given rows of a box without other constraints: 6³. Likewise the rows.
//!
//! So the first box, the rest of the first stack and of the first band, and the rows in the four remaining boxes can be
//! drawn step by step (9! · (56 · 6⁶)² · 56² ways in all), and every outcome has the same probability. The columns in
//! the middle and the last box of the second and of the third stack remain. Their ways are counted; a stack never has
//! more than eight ([`Columns::below`]). With `m` ways for one stack and `n` for the other, the attempt succeeds with
//! probability `m · n / 64`, and then takes one of the `m · n` ways at random: each full grid is the outcome of an
//! attempt with the same probability. A failed attempt is discarded as a whole.
//!
//! The view of a grid as boxes, bands and stacks that have to fit is that of Bertram Felgenhauer and Frazer Jarvis,
//! "Mathematics of Sudoku I", 2006, who counted the grids.

use grid::{ALL_VALUES, CELLS, Candidates, Grid, cell_in_box, random::SplitMix64};

/// The values in each of the three rows of one box, or in each of its three columns.
type Lines = [Candidates; 3];

/// The maximum number of ways to choose the columns of the lower two boxes of a stack, given those of the first.
const MAX_WAYS: usize = 8;

/// Draws a full grid. Every full grid is equally likely.
pub fn draw(random: &mut SplitMix64) -> Grid {
    loop {
        if let Some(grid) = attempt(random) {
            return grid;
        }
    }
}

/// Draws a full grid, or none if the attempt fails. Every full grid is equally likely.
fn attempt(random: &mut SplitMix64) -> Option<Grid> {
    // Boxes are named by band and stack. The ways of the second stack are counted as early as possible, so that a
    // failed attempt costs less.
    let (rows_00, columns_00) = first_box(random);
    let columns_10 = others(&columns_00, random);
    let columns_20 = third(&columns_00, &columns_10);
    let rows_10 = across(&columns_10, random);
    let rows_20 = across(&columns_20, random);
    let rows_01 = others(&rows_00, random);
    let rows_11 = others(&rows_10, random);
    let rows_21 = others(&rows_20, random);
    let columns_01 = across(&rows_01, random);
    let lot = random.below((MAX_WAYS * MAX_WAYS) as u64) as usize;
    let second = Columns::below(&columns_01, &rows_11, &rows_21);
    if lot >= second.ways * MAX_WAYS {
        return None;
    }
    let rows_02 = third(&rows_00, &rows_01);
    let rows_12 = third(&rows_10, &rows_11);
    let rows_22 = third(&rows_20, &rows_21);
    let columns_02 = across(&rows_02, random);
    let last = Columns::below(&columns_02, &rows_12, &rows_22);
    if lot >= second.ways * last.ways {
        return None;
    }
    // A lot that is low enough is a uniform choice among all ways.
    let columns_11 = second.middle[lot % second.ways];
    let columns_12 = last.middle[lot / second.ways];
    let rows = [rows_00, rows_01, rows_02, rows_10, rows_11, rows_12, rows_20, rows_21, rows_22];
    let columns_21 = third(&columns_01, &columns_11);
    let columns_22 = third(&columns_02, &columns_12);
    let columns = [
        [columns_00, columns_01, columns_02],
        [columns_10, columns_11, columns_12],
        [columns_20, columns_21, columns_22],
    ];
    Some(assemble(&rows, columns.as_flattened()))
}

/// Draws the rows and columns of a box without constraints.
fn first_box(random: &mut SplitMix64) -> (Lines, Lines) {
    let mut values: [Candidates; 9] = std::array::from_fn(|value| 1 << value);
    random.shuffle(&mut values);
    let [a, b, c, d, e, f, g, h, i] = values;
    ([a | b | c, d | e | f, g | h | i], [a | d | g, b | e | h, c | f | i])
}

/// Draws one of the 56 ways to give every value another line than in the neighbouring box. The values of each line are
/// divided between the other two lines. The number that goes to the next line is the same for every line: 0, 1, 2 or 3,
/// with 1³ + 3³ + 3³ + 1³ ways.
fn others(lines: &Lines, random: &mut SplitMix64) -> Lines {
    let lot = random.below(56) as u32;
    // The values of each line that go to the next line: none, one, two or all three.
    let next = match lot {
        0 => [0; 3],
        1..28 => ones(lines, lot - 1),
        28..55 => {
            let stay = ones(lines, lot - 28);
            std::array::from_fn(|line| lines[line] & !stay[line])
        }
        _ => *lines,
    };
    std::array::from_fn(|line| {
        let before = (line + 2) % 3;
        let after = (line + 1) % 3;
        next[before] | lines[after] & !next[after]
    })
}

/// Returns one value of each line, in the `way`-th of 3³ ways.
fn ones(lines: &Lines, way: u32) -> Lines {
    [nth(lines[0], way % 3), nth(lines[1], way / 3 % 3), nth(lines[2], way / 9)]
}

fn nth(values: Candidates, n: u32) -> Candidates {
    let without_first = values & values.wrapping_sub(1);
    let last = without_first & without_first.wrapping_sub(1);
    [values ^ without_first, without_first ^ last, last][n as usize]
}

/// Returns the lines in the last of three boxes.
fn third(a: &Lines, b: &Lines) -> Lines {
    std::array::from_fn(|line| ALL_VALUES & !(a[line] | b[line]))
}

/// Draws one of the 6³ ways to give columns to values whose rows are known, or rows to values whose columns are known.
fn across(lines: &Lines, random: &mut SplitMix64) -> Lines {
    let mut lot = random.below(216) as u32;
    let mut columns = [0; 3];
    for &line in lines {
        let first = nth(line, lot % 3);
        let rest = line ^ first;
        let low = rest & rest.wrapping_neg();
        let second = if (lot / 3).is_multiple_of(2) { low } else { rest ^ low };
        let all = [first, second, rest ^ second];
        columns = std::array::from_fn(|column| columns[column] | all[column]);
        lot /= 6;
    }
    columns
}

/// Returns true if every row has a value in common with every column; then it is exactly one value.
fn form_a_box(rows: &Lines, columns: &Lines) -> bool {
    rows.iter().fold(true, |all, row| columns.iter().fold(all, |all, column| all & (row & column != 0)))
}

/// The columns that the middle box of a stack may have.
struct Columns {
    middle: [Lines; MAX_WAYS],
    ways: usize,
}

impl Columns {
    /// Returns the columns that differ from the columns of the box above, fit the rows of the middle box, and leave
    /// columns that fit the rows of the last box. Each of the three values in a row of the middle box has one forbidden
    /// column: of the six orders, at most two remain, so there are at most 2³ ways.
    fn below(first: &Lines, middle_rows: &Lines, last_rows: &Lines) -> Columns {
        let mut columns = Columns { middle: [[0; 3]; MAX_WAYS], ways: 0 };
        let [a, b, c] = middle_rows.map(|row| Orders::avoiding(first, row));
        for a in a.all() {
            for b in b.all() {
                for c in c.all() {
                    let middle = std::array::from_fn(|column| a[column] | b[column] | c[column]);
                    if form_a_box(last_rows, &third(first, &middle)) {
                        columns.middle[columns.ways] = middle;
                        columns.ways += 1;
                    }
                }
            }
        }
        columns
    }
}

/// At most two orders of three values.
struct Orders([Lines; 2], usize);

impl Orders {
    /// Returns the orders of a row's values in which no value is in the same column as above.
    fn avoiding(above: &Lines, row: Candidates) -> Orders {
        let [x, y, z] = [nth(row, 0), nth(row, 1), nth(row, 2)];
        let mut orders = Orders([[0; 3]; 2], 0);
        for order in [[x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x]] {
            if order[0] & above[0] | order[1] & above[1] | order[2] & above[2] == 0 {
                orders.0[orders.1] = order;
                orders.1 += 1;
            }
        }
        orders
    }

    fn all(&self) -> &[Lines] {
        &self.0[..self.1]
    }
}

/// Returns the grid whose boxes have these rows and columns.
fn assemble(rows: &[Lines], columns: &[Lines]) -> Grid {
    let mut cells = [0; CELLS];
    for (r#box, (rows, columns)) in rows.iter().zip(columns).enumerate() {
        for (i, value) in (0..9).map(|i| (i, rows[i / 3] & columns[i % 3])) {
            cells[cell_in_box(r#box, i)] = value.trailing_zeros() as u8 + 1;
        }
    }
    Grid::of(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rate of success is the number of full grids, from Felgenhauer and Jarvis, over the number of outcomes of an
    /// attempt.
    #[test]
    fn the_rate_of_success_follows_from_the_number_of_grids() {
        let ways = 362_880.0 * (56.0 * 6f64.powi(6)).powi(2) * 56.0 * 56.0 * 64.0;
        let share = 6_670_903_752_021_072_936_960.0 / ways;
        let mut random = SplitMix64(1);
        let attempts = 250_000;
        let successes = (0..attempts).filter_map(|_| attempt(&mut random));
        let successes = successes.inspect(|grid| assert!(grid.is_solution_of(&Grid::EMPTY))).count() as f64;
        let expected = f64::from(attempts) * share;
        let spread = (f64::from(attempts) * share * (1.0 - share)).sqrt();
        assert!((successes - expected).abs() < 3.0 * spread, "{successes} successes, {expected} expected");
    }

    /// The boxes are drawn in different ways, so this tests symmetry under exchanges of rows and columns that preserve
    /// peers: in a uniform grid, all 18 pairs of lines of a band or stack have on average the same number of columns
    /// (or rows) in cycles of two exchanges. Neighbouring pairs are correlated, so each kind of pair is compared with
    /// all others, within five standard errors.
    #[test]
    fn all_pairs_of_lines_have_the_same_distribution() {
        let mut random = SplitMix64(2);
        let mut sums = [0.0; 18];
        let mut squares = [0.0; 18];
        let grids = 3000;
        for _ in 0..grids {
            let grid = draw(&mut random);
            for (pair, count) in pairs(&grid).into_iter().enumerate() {
                sums[pair] += count;
                squares[pair] += count * count;
            }
        }
        let mean = sums.iter().sum::<f64>() / 18.0 / f64::from(grids);
        for (sum, square) in sums.iter().zip(squares) {
            let own = sum / f64::from(grids);
            let square = square / f64::from(grids);
            let error = ((square - own * own) / f64::from(grids)).sqrt();
            assert!((own - mean).abs() < 5.0 * error, "{own} is not {mean}: {sums:?}");
        }
    }

    /// Returns for each pair of lines of a band or stack the number of columns (or rows) whose two values also occur in
    /// another column, exchanged.
    fn pairs(grid: &Grid) -> Vec<f64> {
        let value = |transposed: bool, line: usize, index: usize| match transposed {
            false => grid.get(9 * line + index),
            true => grid.get(9 * index + line),
        };
        let lines = (0..9).flat_map(|a| (a + 1..a / 3 * 3 + 3).map(move |b| (a, b)));
        let pairs =
            [false, true].into_iter().flat_map(|transposed| lines.clone().map(move |(a, b)| (transposed, a, b)));
        let count = |(transposed, a, b)| {
            let column = |index| (value(transposed, a, index), value(transposed, b, index));
            let exchanged = |&(i, j): &(usize, usize)| column(i) == (column(j).1, column(j).0);
            (0..9).flat_map(|i| (0..9).map(move |j| (i, j))).filter(exchanged).count() as f64
        };
        pairs.map(count).collect()
    }
}
