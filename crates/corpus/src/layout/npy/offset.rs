//! What is to be subtracted from the values of an array to get digits, where 0 is a blank.

/// The offsets that are detected, the most usual first: 0, the tokens of HRM (1 is a blank, 2 to 10 are the digits), and
/// Jumanji's states and class labels (−1 is a blank, 0 to 8 are the digits).
const DETECTED: [i128; 3] = [0, 1, -1];

/// The fewest grids that show by a missing digit that an offset is wrong.
const MIN_GRIDS: usize = 4;

/// The first grids of an array.
pub struct FirstGrids {
    side: usize,
    /// The values, row by row.
    values: Vec<i128>,
}

impl FirstGrids {
    /// Creates the first grids of this side from their values.
    pub fn new(side: usize, values: Vec<i128>) -> FirstGrids {
        FirstGrids { side, values }
    }

    /// Returns the offset of the values. The error is a clause that says why the offset cannot be known, and which option
    /// tells it.
    pub fn offset(&self) -> Result<i64, String> {
        let (Some(&least), Some(&most)) = (self.values.iter().min(), self.values.iter().max()) else { return Ok(0) };
        let fits = |offset: &i128| least - offset >= 0 && most - offset <= self.side as i128;
        let possible: Vec<i128> = DETECTED.into_iter().filter(fits).collect();
        match *possible {
            [] => Err(format!(
                "has cells from {least} to {most}, which are no digits with 0, 1 or −1 as a blank; name the \
                         blank with --offset N"
            )),
            [only] => Ok(only as i64),
            _ => {
                // A full grid is one for a single offset. Puzzles have no value twice in a line, except their blank.
                let found = only(&possible, |offset| self.grids().any(|grid| self.is_full(grid, *offset)));
                let found = found.or_else(|| only(&possible, |offset| self.are_puzzles(*offset)));
                let found = found.or_else(|| only(&possible, |offset| self.has_every_digit(*offset)));
                found.ok_or_else(|| ambiguity(least, most, &possible))
            }
        }
    }

    fn grids(&self) -> impl Iterator<Item = &[i128]> {
        self.values.chunks_exact(self.side * self.side)
    }

    /// Returns true if the grids with this offset have a digit, and none twice in a row or column.
    fn are_puzzles(&self, offset: i128) -> bool {
        self.values.iter().any(|&value| value != offset) && self.grids().all(|grid| self.is_partial(grid, offset))
    }

    /// Returns true if there are enough grids, and every digit is in one of them.
    fn has_every_digit(&self, offset: i128) -> bool {
        let has = |digit| self.values.contains(&(digit + offset));
        self.grids().nth(MIN_GRIDS - 1).is_some() && (1..=self.side as i128).all(has)
    }

    /// Returns true if a grid with this offset has every digit once in every row and column.
    fn is_full(&self, grid: &[i128], offset: i128) -> bool {
        self.is_partial(grid, offset) && !grid.contains(&offset)
    }

    /// Returns true if a grid with this offset has no digit twice in a row or column.
    fn is_partial(&self, grid: &[i128], offset: i128) -> bool {
        (0..self.side).all(|line| {
            let row = &grid[line * self.side..][..self.side];
            let column = grid[line..].iter().step_by(self.side);
            is_distinct(row.iter(), offset) && is_distinct(column, offset)
        })
    }
}

/// Returns the only offset for which `holds` returns true.
fn only(possible: &[i128], holds: impl Fn(&i128) -> bool) -> Option<i64> {
    let mut found = possible.iter().copied().filter(holds);
    let first = found.next()?;
    found.next().is_none().then_some(first as i64)
}

/// Returns true if no digit is there twice. There are at most 64 of them.
fn is_distinct<'v>(line: impl Iterator<Item = &'v i128>, offset: i128) -> bool {
    let mut seen = 0_u128;
    line.filter(|&&value| value != offset).all(|value| {
        let bit = 1_u128 << (value - offset);
        let is_new = seen & bit == 0;
        seen |= bit;
        is_new
    })
}

fn ambiguity(least: i128, most: i128, possible: &[i128]) -> String {
    let readings: Vec<_> = possible
        .iter()
        .map(|&offset| match least - offset {
            0 => format!("blanks and digits up to {} (--offset {offset})", most - offset),
            digit => format!("digits from {digit} to {} (--offset {offset})", most - offset),
        })
        .collect();
    format!("has cells from {least} to {most}, which may be {}; say which", readings.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const FULL: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    fn values(grid: &str, offset: i128) -> Vec<i128> {
        grid.bytes().map(|byte| i128::from(byte.saturating_sub(b'0').min(9)) + offset).collect()
    }

    fn offset(grids: &[&str], offset: i128) -> Result<i64, String> {
        let values = grids.iter().flat_map(|grid| values(&grid.replace('.', "0"), offset)).collect();
        FirstGrids::new(9, values).offset()
    }

    #[test]
    fn offsets_are_detected() {
        let no_nine = PUZZLE.replace('9', ".");
        let few = format!("{:.<81}", "123");
        for wanted in [-1, 0, 1] {
            for grids in [&[PUZZLE][..], &[FULL], &[PUZZLE, FULL], &[&no_nine], &[&few]] {
                assert_eq!(offset(grids, wanted), Ok(wanted as i64), "{grids:?}");
            }
        }
        assert_eq!(FirstGrids::new(9, Vec::new()).offset(), Ok(0));
        let four: Vec<i128> = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        assert_eq!(FirstGrids::new(4, four.iter().map(|digit| digit - 1).collect()).offset(), Ok(-1));
        assert_eq!(FirstGrids::new(4, four).offset(), Ok(0));
    }

    #[test]
    fn grids_with_errors_are_told_by_one_that_has_none() {
        let wrong = FULL.replace('9', "1");
        assert_eq!(offset(&[&wrong, FULL], -1), Ok(-1));
        // Digits up to 9, and no blank, fit no other offset.
        assert_eq!(offset(&[&FULL.replace('8', "9")], 0).unwrap_err().matches("--offset").count(), 2);
    }

    #[test]
    fn several_grids_have_every_digit() {
        let wrong = FULL.replace('8', "7");
        let others = FULL.replace('7', "8");
        for wanted in [-1, 0, 1] {
            assert_eq!(offset(&[&wrong, &others, &wrong, &others], wanted), Ok(wanted as i64));
        }
        assert!(offset(&[&wrong, &others, &wrong], -1).is_err());
    }

    #[test]
    fn values_that_are_no_digits_are_errors() {
        let both = [values(PUZZLE, 0), values(FULL, 1)].concat();
        assert!(FirstGrids::new(9, both).offset().unwrap_err().contains("from 0 to 10"));
    }
}
