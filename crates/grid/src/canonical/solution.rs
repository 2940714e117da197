//! The canonical form of a solution of 9×9, a full grid without conflicts, and the symmetries that lead to it.
//!
//! The first row of the form is 123456789, so the order of the columns names the values. The second row is as small as
//! possible: each value without a name is moved to the first free position. So the first three columns determine all
//! others, and two rows of a band have 18 such orders of columns, here called *frames*. Only the frames with the
//! smallest second row can lead to the form. Each of them determines the order of the other rows, which are sorted by
//! their first cells.

use super::{
    columns::{Image, UNKNOWN_IMAGE, label_at},
    form::Canonical,
};
use crate::{
    any_grid::AnyGrid,
    nine::{CELLS, Grid, column_of, row_of},
    symmetry::Symmetry,
};

/// The canonical form of a solution, and all symmetries that map the solution to it.
///
/// ```
/// use sudoku_bench_grid::{AnyGrid, Grid, SolutionForm, canonical};
///
/// let solution = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
/// let solution = AnyGrid::from(Grid::parse(solution.as_bytes()).unwrap());
/// let form = SolutionForm::of(&solution).unwrap();
/// assert_eq!(Some(form.canonical()), canonical(&solution));
/// assert!(SolutionForm::of(&Grid::EMPTY.into()).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct SolutionForm {
    grid: Grid,
    symmetries: Vec<Symmetry>,
}

impl SolutionForm {
    /// Returns the form of a full grid of 9×9 without conflicts, and `None` for any other grid.
    pub fn of(grid: &AnyGrid) -> Option<SolutionForm> {
        let grid = grid.nine().filter(|grid| grid.is_solution_of(&Grid::EMPTY))?;
        let sides = [false, true].map(|transposed| Side::of(grid, transposed));
        let mut images = [UNKNOWN_IMAGE; 7];
        let mut symmetries = Vec::new();
        let (second, frames) = smallest_frames(&sides);
        for frame in &frames {
            let symmetry = sides[usize::from(frame.transposed)].complete(frame, &mut images, &mut symmetries);
            symmetries.extend(symmetry);
        }
        let image = |row: usize| match row {
            0 => FIRST_ROW,
            1 => second,
            row => images[row - 2],
        };
        let cells: [u8; CELLS] = std::array::from_fn(|cell| label_at(image(row_of(cell)), column_of(cell)));
        Some(SolutionForm { grid: Grid::of(cells), symmetries })
    }

    pub fn canonical(&self) -> Canonical {
        Canonical { grid: self.grid.into(), automorphisms: self.symmetries.len() as u64 }
    }

    /// Returns the smallest image of a puzzle under the symmetries that map the solution to its canonical form, and the
    /// number of these symmetries that lead to it.
    ///
    /// If the puzzle has no other solution, its automorphisms are automorphisms of the solution. So exactly the
    /// isomorphs of the puzzle have the same image, and the number of these symmetries is the number of the puzzle's
    /// automorphisms. The image is not the canonical form of the puzzle, but takes a fraction of the time.
    ///
    /// # Panics
    ///
    /// Panics if the puzzle is not one of 9×9 that is given as values.
    ///
    /// ```
    /// use sudoku_bench_grid::{AnyGrid, Grid, SolutionForm, Symmetry, random::SplitMix64};
    ///
    /// let solution = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    /// let mut puzzle = AnyGrid::from(Grid::parse(solution.as_bytes()).unwrap());
    /// let symmetry = Symmetry::random(puzzle.shape(), &mut SplitMix64(1));
    /// let own = SolutionForm::of(&puzzle).unwrap();
    /// let other = SolutionForm::of(&symmetry.apply(&puzzle)).unwrap();
    /// // Without one of its values, the grid still has one solution.
    /// puzzle.set(40, 0);
    /// assert_eq!(own.image_of(&puzzle), other.image_of(&symmetry.apply(&puzzle)));
    /// ```
    pub fn image_of(&self, puzzle: &AnyGrid) -> Canonical {
        let puzzle = puzzle.nine().expect("the puzzle of a solution of 9×9 is 9×9");
        let mut images = self.images(puzzle);
        let mut smallest = images.next().expect("there is a symmetry");
        let mut automorphisms = 1;
        for image in images {
            match image.cells().cmp(smallest.cells()) {
                std::cmp::Ordering::Less => (smallest, automorphisms) = (image, 1),
                std::cmp::Ordering::Equal => automorphisms += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        Canonical { grid: smallest.into(), automorphisms }
    }

    /// Returns the images of a puzzle under all symmetries that map the solution to its canonical form. If the solution is
    /// canonical, these are its automorphisms.
    pub fn images(&self, puzzle: &Grid) -> impl Iterator<Item = Grid> {
        self.symmetries.iter().map(|symmetry| symmetry.apply_to_nine(puzzle))
    }
}

const FIRST_ROW: Image = 0x1_2345_6789;

struct Side {
    transposed: bool,
    rows: [[u8; 9]; 9],
    /// The column of each value in each row.
    columns: [[u8; 16]; 9],
}

/// The first two rows of an image, and its columns.
struct Frame {
    transposed: bool,
    first: usize,
    second: usize,
    columns: [u8; 9],
}

fn smallest_frames(sides: &[Side; 2]) -> (Image, Vec<Frame>) {
    let mut least = UNKNOWN_IMAGE;
    let mut frames = Vec::new();
    for side in sides {
        for (first, second) in (0..9).flat_map(|first| (0..3).map(move |i| (first, first / 3 * 3 + i))) {
            if first == second {
                continue;
            }
            let homes = side.homes(first, second);
            for one in 0..9 {
                // Most columns are excluded here.
                if least_four(&homes, one) > least >> 20 {
                    continue;
                }
                let stack = one / 3 * 3;
                let position = one % 3;
                let two = stack + (position + 1) % 3;
                let three = stack + (position + 2) % 3;
                for columns in
                    [[one, two, three], [one, three, two]].into_iter().filter_map(|begin| order(&homes, begin))
                {
                    let image = second_row(&homes, &columns);
                    if image < least {
                        least = image;
                        frames.clear();
                    }
                    if image == least {
                        frames.push(Frame { transposed: side.transposed, first, second, columns });
                    }
                }
            }
        }
    }
    (least, frames)
}

/// For each column, the column of the first row with the value that the second row has in this column.
type Homes = [u8; 16];

fn home(homes: &Homes, column: u8) -> u8 {
    homes[usize::from(column & 15)]
}

/// Returns a lower bound of the first four labels of the second row if `one` is the first column.
fn least_four(homes: &Homes, one: u8) -> Image {
    let stacks = [homes[0] / 3, homes[1] / 3, homes[2] / 3];
    if stacks[0] == stacks[1] && stacks[0] == stacks[2] {
        0x4567
    } else if home(homes, home(homes, one)) == one {
        0x4571
    } else {
        0x4572
    }
}

/// Returns the order of the columns that begins with these three, or `None` if the first two labels of the second row
/// would not be 4 and 5.
fn order(homes: &Homes, [one, two, three]: [u8; 3]) -> Option<[u8; 9]> {
    let four = home(homes, one);
    let five = home(homes, two);
    let middle = four / 3;
    if five / 3 != middle {
        return None;
    }
    let six = 9 * middle + 3 - four - five;
    let mut columns = [one, two, three, four, five, six, 0, 0, 0];
    // The last stack, in the order in which its columns get their names.
    let last = 3 - middle - one / 3;
    let mut at = 6;
    for named in [three, four, five, six].map(|column| home(homes, column)) {
        if named / 3 == last && at < 9 {
            columns[at] = named;
            at += 1;
        }
    }
    Some(columns)
}

/// Returns the image of the second row with this order of the columns.
fn second_row(homes: &Homes, columns: &[u8; 9]) -> Image {
    let mut labels = [0; 16];
    (1..).zip(columns).for_each(|(label, &column)| labels[usize::from(column & 15)] = label);
    columns.iter().fold(0, |image, &column| image << 4 | labels[usize::from(homes[usize::from(column & 15)] & 15)])
}

impl Side {
    fn of(grid: &Grid, transposed: bool) -> Side {
        let cell = |row: usize, column: usize| grid.get(if transposed { 9 * column + row } else { 9 * row + column });
        let rows = std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column)));
        let mut columns = [[0; 16]; 9];
        for (columns, row) in columns.iter_mut().zip(&rows) {
            let row: &[u8; 9] = row;
            (0..).zip(row).for_each(|(column, value)| columns[usize::from(value & 15)] = column);
        }
        Side { transposed, rows, columns }
    }

    fn homes(&self, first: usize, second: usize) -> Homes {
        let mut homes = [0; 16];
        let values = &self.rows[second];
        homes.iter_mut().zip(values).for_each(|(home, value)| *home = self.columns[first][usize::from(value & 15)]);
        homes
    }

    /// Returns the symmetry of a frame if the image of the other rows is not larger than `images`. A smaller image
    /// replaces `images` and empties `symmetries`.
    fn complete(&self, frame: &Frame, images: &mut [Image; 7], symmetries: &mut Vec<Symmetry>) -> Option<Symmetry> {
        let &Frame { transposed, first, second, columns } = frame;
        let mut values = [0; 10];
        (1..)
            .zip(columns)
            .for_each(|(label, column)| values[usize::from(self.rows[first][usize::from(column)])] = label);
        let label = |row: usize, column: u8| values[usize::from(self.rows[row][usize::from(column)])];
        let image = |row| columns.iter().fold(0, |image, &column| image << 4 | Image::from(label(row, column)));
        let third = 9 * (first / 3) + 3 - first - second;
        // Most frames end here.
        if image(third) > images[0] {
            return None;
        }
        let mut others = [3, 4, 5, 6, 7, 8].map(|row| (first / 3 * 3 + row) % 9);
        others[..3].sort_unstable_by_key(|&row| label(row, columns[0]));
        others[3..].sort_unstable_by_key(|&row| label(row, columns[0]));
        if label(others[0], columns[0]) > label(others[3], columns[0]) {
            others.rotate_left(3);
        }
        let [a, b, c, d, e, f] = others;
        let rows = [first, second, third, a, b, c, d, e, f];
        let mut smaller = false;
        for (&row, least) in rows[2..].iter().zip(images) {
            let image = image(row);
            if image > *least && !smaller {
                return None;
            }
            smaller |= image < *least;
            *least = image;
        }
        if smaller {
            symmetries.clear();
        }
        Some(Symmetry::of_nine(transposed, rows.map(|row| row as u8), columns, values))
    }
}
