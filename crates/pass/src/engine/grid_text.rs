//! How engines read and write grids: a line for each, one character a cell.

use grid::{AnyGrid, CELLS, Grid, Shape, character_of, text::Alphabet};

/// A grid that engines read and write: [`Grid`] for 9×9, and [`AnyGrid`] for the other shapes.
pub trait GridText: Sized + Send + 'static {
    /// Parses a grid of a shape. A blank is a dot, among other characters. `None` if the text is no such grid.
    fn parse(text: &[u8], shape: Shape) -> Option<Self>;

    fn is_full(&self) -> bool;

    /// Appends the line of a puzzle, with dots for blanks.
    fn write_line(&self, text: &mut Vec<u8>);
}

impl GridText for Grid {
    fn parse(text: &[u8], _: Shape) -> Option<Grid> {
        Grid::parse(text).ok()
    }

    fn is_full(&self) -> bool {
        self.clues() == CELLS
    }

    fn write_line(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(&self.text(b'.'));
        text.push(b'\n');
    }
}

impl GridText for AnyGrid {
    fn parse(text: &[u8], shape: Shape) -> Option<AnyGrid> {
        let value = |cell| Alphabet::FromOne.value_of(cell, shape.side());
        AnyGrid::new(shape, text.chunks(1).map(value).collect::<Option<Box<[u8]>>>()?)
    }

    fn is_full(&self) -> bool {
        !self.cells().contains(&0)
    }

    fn write_line(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(self.to_string().as_bytes());
        text.push(b'\n');
    }
}

/// Returns what the characters of a full grid are: "81 digits from 1 to 9".
pub fn characters_of(shape: Shape) -> String {
    let greatest = character_of(shape.side() as u8);
    let what = if shape.side() > 9 { "digits and letters" } else { "digits" };
    format!("{} {what} from 1 to {greatest}", shape.cells())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_shape_are_read_as_written() {
        for (height, width) in [(2, 2), (1, 7), (3, 3), (4, 4), (5, 5)] {
            let shape = Shape::new(height, width).unwrap();
            let cells: Vec<u8> = (0..shape.cells()).map(|cell| (cell % (shape.side() + 1)) as u8).collect();
            let grid = AnyGrid::new(shape, cells).unwrap();
            let mut line = Vec::new();
            grid.write_line(&mut line);
            assert_eq!(line.pop(), Some(b'\n'));
            assert_eq!(<AnyGrid as GridText>::parse(&line, shape), Some(grid.clone()));
            assert!(!grid.is_full());
            assert_eq!(<AnyGrid as GridText>::parse(&line[1..], shape), None);
            // A character above the side.
            line[0] = b'Z';
            assert_eq!(<AnyGrid as GridText>::parse(&line, shape), None);
        }
    }

    #[test]
    fn the_characters_of_a_grid_have_names() {
        let named = |cells| characters_of(Shape::of_cells(cells).unwrap());
        assert_eq!([81, 625].map(named), ["81 digits from 1 to 9", "625 digits and letters from 1 to P"]);
    }
}
