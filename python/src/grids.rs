//! Grids of every library: strings are read in place, numbers become cells.

use std::{borrow::Cow, ops::Range};

use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, cast::AsArray};
use arrow_schema::DataType;
use grid::{AnyGrid, Grid, Shape, text::Notation};

use crate::{arrow_cells, cells::CellRows};

/// The most zeros with which a grid that became an integer may have begun, if no other grid of the column is longer.
const MOST_LOST_ZEROS: usize = 3;
/// The most cells of a grid whose values are decimal digits.
const MOST_DIGIT_CELLS: usize = 81;

/// Grids, as strings in the memory of whoever made them, or as cells.
#[derive(Default)]
pub struct Grids {
    chunks: Vec<Chunk>,
    /// The number of rows up to the end of each chunk.
    ends: Vec<usize>,
}

pub enum Chunk {
    Short(StringArray),
    Long(LargeStringArray),
    View(StringViewArray),
    Texts(Vec<Option<String>>),
    Cells(CellRows),
    /// Grids that were read before.
    Grids(Vec<Option<AnyGrid>>),
}

impl Grids {
    pub fn of(chunk: Chunk) -> Grids {
        Grids { ends: vec![chunk.len()], chunks: vec![chunk] }
    }

    /// Adds an array, whose numbers are values plus `offset`.
    pub fn push(&mut self, array: &ArrayRef, offset: i64) -> Result<(), String> {
        let chunk = Chunk::of(array, offset)?;
        self.ends.push(self.len() + array.len());
        self.chunks.push(chunk);
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Returns the number of cells of the first grid, if grids are numbers.
    pub fn width(&self) -> Option<usize> {
        self.chunks.iter().find_map(|chunk| match chunk {
            Chunk::Cells(rows) => (0..rows.len()).find_map(|row| rows.cells(row)).map(<[u8]>::len),
            _ => None,
        })
    }

    /// Returns the grids of some rows as text; `None` for a null.
    pub fn rows(&self, rows: Range<usize>) -> impl Iterator<Item = Option<Cow<'_, [u8]>>> {
        self.places(rows).map(|(chunk, row)| chunk.get(row))
    }

    /// Returns the chunk of some rows, and their index in it.
    fn places(&self, rows: Range<usize>) -> impl Iterator<Item = (&Chunk, usize)> {
        let first = self.ends.partition_point(|&end| end <= rows.start);
        let chunks = self
            .chunks
            .iter()
            .zip(&self.ends)
            .skip(first)
            .take_while(move |(chunk, end)| *end - chunk.len() < rows.end);
        chunks.flat_map(move |(chunk, end)| {
            let begin = end - chunk.len();
            (rows.start.max(begin)..rows.end.min(*end)).map(move |row| (chunk, row - begin))
        })
    }

    /// Returns the grids of some rows as 9×9; `None` for a row that is not a puzzle.
    pub fn grids(&self, rows: Range<usize>) -> impl Iterator<Item = Option<Grid>> {
        self.places(rows).map(|(chunk, row)| match chunk {
            Chunk::Grids(grids) => grids[row].as_ref()?.nine().copied(),
            chunk => Notation::default().parse(&chunk.get(row)?).ok()?.nine().copied(),
        })
    }

    /// Returns the grids of some rows in a notation; `None` for a row that is not a puzzle.
    pub fn any_grids(&self, rows: Range<usize>, notation: Notation) -> impl Iterator<Item = Option<AnyGrid>> {
        self.places(rows).map(move |(chunk, row)| match chunk {
            Chunk::Cells(cells) => AnyGrid::new(notation.shape, cells.cells(row)?),
            Chunk::Grids(grids) => grids[row].clone(),
            chunk => notation.parse(&chunk.get(row)?).ok(),
        })
    }

    /// Returns the solutions of some rows in a notation: a grid with blanks for a row that is not a
    /// grid, and `None` for a null.
    pub fn solutions(&self, rows: Range<usize>, notation: Notation) -> impl Iterator<Item = Option<AnyGrid>> {
        let shape = notation.shape;
        self.places(rows).map(move |(chunk, row)| match chunk {
            Chunk::Cells(cells) => {
                Some(AnyGrid::new(shape, cells.cells(row)?).unwrap_or_else(|| AnyGrid::empty(shape)))
            }
            Chunk::Grids(grids) => grids[row].clone(),
            chunk => corpus::reader::solution(&chunk.get(row)?, true, notation),
        })
    }

    /// Returns true if all numbers of a row stand for labels that do not count.
    pub fn is_padding(&self, row: usize) -> bool {
        self.cells_of(row).is_some_and(|(cells, row)| cells.is_padding(row))
    }

    /// Returns which labels of a row do not count; `None` if all do.
    pub fn mask(&self, row: usize) -> Option<Vec<bool>> {
        self.cells_of(row).and_then(|(cells, row)| cells.mask(row))
    }

    /// Returns the numbers with those of a row, and its index in them; `None` if the row is text.
    fn cells_of(&self, row: usize) -> Option<(&CellRows, usize)> {
        self.places(row..row + 1).next().and_then(|(chunk, row)| match chunk {
            Chunk::Cells(cells) => Some((cells, row)),
            _ => None,
        })
    }
}

impl Chunk {
    /// Returns the rows of an array, whose numbers are values plus `offset`.
    fn of(array: &ArrayRef, offset: i64) -> Result<Chunk, String> {
        Ok(match array.data_type() {
            DataType::Utf8 => Chunk::Short(array.as_string().clone()),
            DataType::LargeUtf8 => Chunk::Long(array.as_string().clone()),
            DataType::Utf8View => Chunk::View(array.as_string_view().clone()),
            DataType::Null => Chunk::Texts(vec![None; array.len()]),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let values = Chunk::of(dictionary.values(), offset)?;
                let keys = if values.len() > 0 { dictionary.normalized_keys() } else { vec![0; array.len()] };
                let text = |row: usize| Some(String::from_utf8_lossy(&values.get(keys[row])?).into_owned());
                Chunk::Texts((0..array.len()).map(|row| if array.is_valid(row) { text(row) } else { None }).collect())
            }
            integers if integers.is_integer() => {
                let mut numbers = Vec::new();
                arrow_cells::push_numbers(array, &mut numbers);
                let mut texts: Vec<_> = numbers.into_iter().map(|number| Some(number?.to_string())).collect();
                restore_zeros(&mut texts, 0..array.len())?;
                Chunk::Texts(texts)
            }
            // The type was checked: a table has a single column, and everything else is a list.
            DataType::Struct(_) => return Chunk::of(array.as_struct().column(0), offset),
            _ => Chunk::Cells(arrow_cells::read(array, offset)),
        })
    }

    fn len(&self) -> usize {
        match self {
            Chunk::Short(array) => array.len(),
            Chunk::Long(array) => array.len(),
            Chunk::View(array) => array.len(),
            Chunk::Texts(texts) => texts.len(),
            Chunk::Cells(cells) => cells.len(),
            Chunk::Grids(grids) => grids.len(),
        }
    }

    fn get(&self, row: usize) -> Option<Cow<'_, [u8]>> {
        let text = match self {
            Chunk::Short(array) => array.is_valid(row).then(|| array.value(row)),
            Chunk::Long(array) => array.is_valid(row).then(|| array.value(row)),
            Chunk::View(array) => array.is_valid(row).then(|| array.value(row)),
            Chunk::Texts(texts) => texts[row].as_deref(),
            Chunk::Cells(cells) => return cells.text(row).map(|text| text.into_bytes().into()),
            Chunk::Grids(grids) => return grids[row].as_ref().map(|grid| grid.to_string().into_bytes().into()),
        };
        text.map(|text| text.as_bytes().into())
    }
}

/// Puts back the leading zeros of grids that became integers, which are in these rows. The longest text shows how many cells they
/// have. Returns an error if it is not about as long as a grid.
pub fn restore_zeros(texts: &mut [Option<String>], integers: impl IntoIterator<Item = usize>) -> Result<(), String> {
    let longest = texts.iter().flatten().map(String::len).max().unwrap_or(0);
    let mut possible = longest..=MOST_DIGIT_CELLS.min(longest + MOST_LOST_ZEROS);
    let cells = possible.find(|cells| longest == 0 || Shape::of_cells(*cells).is_some());
    let cells =
        cells.ok_or_else(|| format!("holds integers of {longest} digits, not grids; read the column as strings"))?;
    for row in integers {
        texts[row] = texts[row].take().map(|text| format!("{text:0>cells$}"));
    }
    Ok(())
}
