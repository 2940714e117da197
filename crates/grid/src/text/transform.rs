//! Symmetries as text: which rows, columns and values go where.
//!
//! `ROWS/COLUMNS/VALUES`, followed by `/T` if the grid is transposed first. Each part has a character for each row, column or value, in the
//! alphabet `1-9A`: for each row of the image, the row of the (transposed) grid that it is; for each column, the column; and for each
//! value from 1, its new name.

use std::fmt;

use super::alphabet::Alphabet;
use crate::{Shape, Symmetry, symmetry::transposes};

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.shape.side();
        let lines =
            |lines: &[u8]| lines[..side].iter().map(|line| Alphabet::FromOne.word(line + 1)).collect::<String>();
        let values: String = self.values[1..=side].iter().map(|value| Alphabet::FromOne.word(*value)).collect();
        let transposed = if self.transposed { "/T" } else { "" };
        write!(f, "{}/{}/{values}{transposed}", lines(&self.rows), lines(&self.columns))
    }
}

impl Symmetry {
    /// Reads a symmetry of a shape from its text. The error says what is wrong with the text.
    ///
    /// ```
    /// use sudoku_bench_grid::{Shape, Symmetry};
    ///
    /// let four = Shape::of_cells(16).unwrap();
    /// assert_eq!(Symmetry::parse("2134/3412/1234/T", four).unwrap().inverse().to_string(), "3412/2134/1234/T");
    /// assert!(Symmetry::parse("1324/1234/1234", four).unwrap_err().starts_with("rows 1324: "));
    /// ```
    pub fn parse(text: &str, shape: Shape) -> Result<Symmetry, String> {
        let parts: Vec<&str> = text.split('/').collect();
        let transposed = transposes(shape) && parts.len() == 4 && parts[3] == "T";
        let [rows, columns, values] = parts[..parts.len() - usize::from(transposed)] else {
            let identity = Symmetry::identity(shape);
            return Err(format!("{text:?} is no transform such as {identity}"));
        };
        let mut symmetry = Symmetry { transposed, ..Symmetry::identity(shape) };
        let names = permutation(values, shape, 1).ok_or_else(|| format!("values {values}: not each value once"))?;
        symmetry.values[1..].iter_mut().zip(names).for_each(|(value, name)| *value = name + 1);
        let orders = [("rows", rows, shape.box_height()), ("columns", columns, shape.box_width())];
        for ((what, text, size), lines) in orders.into_iter().zip([&mut symmetry.rows, &mut symmetry.columns]) {
            let order = permutation(text, shape, size);
            let order = order.ok_or_else(|| format!("{what} {text}: not each once, with those of a box together"))?;
            lines.iter_mut().zip(order).for_each(|(line, from)| *line = from);
        }
        Ok(symmetry)
    }
}

/// Returns a permutation, from 0, that keeps together groups of `size`; `None` if a text is none.
fn permutation(text: &str, shape: Shape, size: usize) -> Option<Vec<u8>> {
    let side = shape.side();
    let value = |byte: u8| Alphabet::FromOne.value_of(&[byte], side)?.checked_sub(1);
    let order: Vec<u8> = text.bytes().map(value).collect::<Option<_>>()?;
    let is_there = |index: usize| order.contains(&(index as u8));
    let group = |line: &u8| usize::from(*line) / size;
    let are_together = order.chunks(size).all(|lines| lines.iter().all(|line| group(line) == group(&lines[0])));
    (order.len() == side && (0..side).all(is_there) && are_together).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyGrid, random::SplitMix64};

    #[test]
    fn texts_and_inverses_give_the_grid_back() {
        let mut random = SplitMix64(1);
        for [height, width] in [[2, 2], [2, 3], [3, 2], [1, 7], [7, 1], [3, 3], [3, 4], [5, 5]] {
            let shape = Shape::new(height, width).unwrap();
            let grid = AnyGrid::new(shape, shape.pattern()).unwrap();
            for _ in 0..20 {
                let symmetry = Symmetry::random(shape, &mut random);
                let read = Symmetry::parse(&symmetry.to_string(), shape);
                assert_eq!(read, Ok(symmetry));
                assert_eq!(symmetry.inverse().apply(&symmetry.apply(&grid)), grid, "{symmetry}");
                assert_eq!(symmetry.inverse().inverse(), symmetry);
            }
            assert_eq!(Symmetry::identity(shape).apply(&grid), grid);
        }
    }

    #[test]
    fn malformed_texts_are_refused() {
        for text in
            ["", "12/12/12", "1234/1234", "1234/1234/1233", "1234/1234/123", "1234/1234/1234/t", "1234/1324/1234"]
        {
            assert!(Symmetry::parse(text, Shape::of_cells(16).unwrap()).is_err(), "{text}");
        }
        assert!(Symmetry::parse("123456/123456/123456/T", Shape::new(2, 3).unwrap()).is_err());
    }
}
