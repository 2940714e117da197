//! Grids of every library: strings are read in place, numbers become cells.

use std::{
    borrow::Cow,
    ops::Range,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray, cast::AsArray};
use arrow_schema::DataType;
use grid::{AnyGrid, Shape, text::Notation};
use pyo3::{PyResult, exceptions::PyValueError};

use crate::{arrow_cells, cells::CellRows};

/// The most zeros with which a grid that became an integer may have begun, if no other grid of the column is longer.
const MOST_LOST_ZEROS: usize = 3;
/// The most cells of a grid whose values are decimal digits.
const MOST_DIGIT_CELLS: usize = 81;
/// Rows of numbers that become cells together.
const ROWS_READ: usize = 4096;

/// Grids in the memory of whoever made them.
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
    Numbers(Numbers),
    /// Grids that were read before.
    Grids(Vec<Option<AnyGrid>>),
}

/// Rows of numbers, which become cells only where they are needed: the cells of all rows would take as much memory as the numbers.
pub struct Numbers {
    pub rows: usize,
    pub read: Box<dyn Fn(Range<usize>) -> CellRows + Send + Sync>,
}

/// A row of grids.
pub enum Row<'a> {
    Null,
    Text(Cow<'a, [u8]>),
    /// A row of these cells.
    Cells(Rc<CellRows>, usize),
    Grid(&'a AnyGrid),
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
        let numbers = self.chunks.iter().position(|chunk| matches!(chunk, Chunk::Numbers(_)))?;
        self.rows(self.ends[numbers] - self.chunks[numbers].len()..self.len())
            .find_map(|row| row.cells().map(<[u8]>::len))
    }

    pub fn rows(&self, rows: Range<usize>) -> impl Iterator<Item = Row<'_>> {
        let first = self.ends.partition_point(|&end| end <= rows.start);
        let chunks = self
            .chunks
            .iter()
            .zip(&self.ends)
            .skip(first)
            .take_while(move |(chunk, end)| *end - chunk.len() < rows.end);
        chunks.flat_map(move |(chunk, end)| {
            let begin = end - chunk.len();
            chunk.rows(rows.start.max(begin) - begin..rows.end.min(*end) - begin)
        })
    }

    /// Returns the grids of some rows as text; `None` for a null.
    pub fn texts(&self, rows: Range<usize>) -> impl Iterator<Item = Option<Cow<'_, [u8]>>> {
        self.rows(rows).map(Row::text)
    }

    /// Returns the grids of some rows in a notation; `None` for a row that is not a puzzle.
    pub fn any_grids(&self, rows: Range<usize>, notation: Notation) -> impl Iterator<Item = Option<AnyGrid>> {
        self.rows(rows).map(move |row| match row {
            Row::Cells(cells, row) => AnyGrid::new(notation.shape, cells.cells(row)?),
            Row::Grid(grid) => Some(grid.clone()),
            row => notation.parse(&row.text()?).ok(),
        })
    }

    /// Runs `work` on all grids, or until `stop` is set. Returns a `ValueError` for a row that is no grid.
    pub fn for_each(
        &self,
        name: &str,
        notation: Notation,
        stop: &AtomicBool,
        mut work: impl FnMut(&AnyGrid),
    ) -> PyResult<()> {
        let rows = self.any_grids(0..self.len(), notation).enumerate();
        for (row, grid) in rows.take_while(|_| !stop.load(Ordering::Relaxed)) {
            work(&grid.ok_or_else(|| {
                let side = notation.shape.side();
                PyValueError::new_err(format!(
                    "{name}: row {row} is not a grid of side {side}; an array has no place for a null"
                ))
            })?);
        }
        Ok(())
    }

    /// Returns the solutions of some rows in a notation: a grid with blanks for a row that is not a
    /// grid, and `None` for a null.
    pub fn solutions(&self, rows: Range<usize>, notation: Notation) -> impl Iterator<Item = Option<AnyGrid>> {
        let shape = notation.shape;
        self.rows(rows).map(move |row| match row {
            Row::Cells(cells, row) => {
                Some(AnyGrid::new(shape, cells.cells(row)?).unwrap_or_else(|| AnyGrid::empty(shape)))
            }
            Row::Grid(grid) => Some(grid.clone()),
            row => corpus::reader::solution(&row.text()?, true, notation),
        })
    }
}

impl<'a> Row<'a> {
    /// Returns the row as text; `None` for a null, and for padding.
    pub fn text(self) -> Option<Cow<'a, [u8]>> {
        match self {
            Row::Null => None,
            Row::Text(text) => Some(text),
            Row::Cells(cells, row) => cells.text(row).map(|text| text.into_bytes().into()),
            Row::Grid(grid) => Some(grid.to_string().into_bytes().into()),
        }
    }

    /// Returns the cells of a row of numbers.
    pub fn cells(&self) -> Option<&[u8]> {
        match self {
            Row::Cells(cells, row) => cells.cells(*row),
            _ => None,
        }
    }

    /// Returns true if all numbers of the row stand for labels that do not count.
    pub fn is_padding(&self) -> bool {
        matches!(self, Row::Cells(cells, row) if cells.is_padding(*row))
    }

    /// Returns which labels of the row do not count; `None` if all do.
    pub fn mask(&self) -> Option<Vec<bool>> {
        match self {
            Row::Cells(cells, row) => cells.mask(*row),
            _ => None,
        }
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
                let text = |row: usize| {
                    let value = values.rows(keys[row]..keys[row] + 1).next().filter(|_| array.is_valid(row))?;
                    Some(String::from_utf8_lossy(&value.text()?).into_owned())
                };
                Chunk::Texts((0..array.len()).map(text).collect())
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
            _ => {
                let lists = Arc::clone(array);
                let read = move |rows: Range<usize>| arrow_cells::read(&lists.slice(rows.start, rows.len()), offset);
                Chunk::Numbers(Numbers { rows: array.len(), read: Box::new(read) })
            }
        })
    }

    fn len(&self) -> usize {
        match self {
            Chunk::Short(array) => array.len(),
            Chunk::Long(array) => array.len(),
            Chunk::View(array) => array.len(),
            Chunk::Texts(texts) => texts.len(),
            Chunk::Numbers(numbers) => numbers.rows,
            Chunk::Grids(grids) => grids.len(),
        }
    }

    fn rows(&self, rows: Range<usize>) -> impl Iterator<Item = Row<'_>> {
        rows.clone().step_by(ROWS_READ).flat_map(move |begin| {
            let rows = begin..rows.end.min(begin + ROWS_READ);
            let cells = match self {
                Chunk::Numbers(numbers) => Some(Rc::new((numbers.read)(rows.clone()))),
                _ => None,
            };
            rows.map(move |row| match &cells {
                Some(cells) => Row::Cells(Rc::clone(cells), row - begin),
                None => self.row(row).unwrap_or(Row::Null),
            })
        })
    }

    /// Returns a row that is no row of numbers; `None` for a null.
    fn row(&self, row: usize) -> Option<Row<'_>> {
        let text = match self {
            Chunk::Short(array) => array.is_valid(row).then(|| array.value(row)),
            Chunk::Long(array) => array.is_valid(row).then(|| array.value(row)),
            Chunk::View(array) => array.is_valid(row).then(|| array.value(row)),
            Chunk::Texts(texts) => texts[row].as_deref(),
            Chunk::Numbers(_) => None,
            Chunk::Grids(grids) => return grids[row].as_ref().map(Row::Grid),
        };
        text.map(|text| Row::Text(text.as_bytes().into()))
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
