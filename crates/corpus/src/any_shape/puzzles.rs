//! Reads puzzles of any shape from the rows of a file in any layout.

use std::{collections::VecDeque, path::Path, sync::atomic::AtomicBool};

use solver::{any_shape::AnyGrid, grid::Shape};

use crate::{
    error::{Error, Result},
    layout::{Alphabet, LayoutOverride, detect_alphabet, parse_any, readable_by_name, shape_of_text},
    reader::{Column, Table, TableRow},
    score::columns::{Columns, FieldOf, NamedColumns},
};

/// Rows from which the shape and the alphabet are known.
const HEAD: usize = 4096;

/// How the user says that a file is read; what is missing is found by content.
#[derive(Clone, Debug, Default)]
pub struct AnyReading {
    /// The layout.
    pub layout: LayoutOverride,
    /// The column of the puzzles.
    pub puzzle: Option<Column>,
    /// The column of the solutions.
    pub solution: Option<Column>,
    /// The shape.
    pub shape: Option<Shape>,
    /// How values are written.
    pub alphabet: Option<Alphabet>,
}

/// The puzzles of a file.
pub struct AnyPuzzles<'a> {
    table: Table<'a>,
    columns: Columns,
    /// The shape of all puzzles.
    pub shape: Shape,
    /// How their values are written.
    pub alphabet: Alphabet,
    /// Rows that were read before.
    head: VecDeque<TableRow>,
}

/// A row of a file.
#[derive(Clone, Debug)]
pub struct AnyPuzzle {
    /// The line on which the row begins, from 1.
    pub line: u64,
    /// The puzzle, or why there is none.
    pub givens: Result<AnyGrid, String>,
    /// The solution in the file, or why it is none; `None` if the field is missing or empty.
    pub solution: Option<Result<AnyGrid, String>>,
}

/// The first rows of a file.
struct Head<'a> {
    table: Table<'a>,
    columns: Columns,
    rows: VecDeque<TableRow>,
    /// The texts of the puzzles.
    texts: Vec<String>,
    shape: Shape,
}

impl<'a> Head<'a> {
    fn read(path: &'a Path, how: &AnyReading, stop: &'a AtomicBool) -> Result<Head<'a>> {
        let mut table = open_table(path, &how.layout, stop)?;
        let named = NamedColumns { puzzle: how.puzzle.clone(), label: how.solution.clone(), prediction: None };
        let columns = Columns::of_corpus(&table, &named)?;
        let Some(puzzle) = &columns.puzzle else {
            let names = table.schema().names.join(", ");
            let advice = "name the column of the puzzles with --puzzle-column; the columns are";
            return Err(Error::Usage(format!("{}: {advice} {names}", path.display())));
        };
        let mut rows = VecDeque::new();
        while rows.len() < HEAD
            && let Some(row) = table.next_row()?
        {
            rows.push_back(row);
        }
        let texts: Vec<String> = rows.iter().map(|row| puzzle.text(&row.fields).into_owned()).collect();
        let shape = how.shape.or_else(|| texts.iter().find_map(|text| shape_of_text(text)));
        let shape = shape.ok_or_else(|| Error::NoRows { path: path.display().to_string() })?;
        Ok(Head { table, columns, rows, texts, shape })
    }
}

/// Opens a file. Lines of a small grid each look like the rows of a large one.
fn open_table<'a>(path: &'a Path, how: &LayoutOverride, stop: &'a AtomicBool) -> Result<Table<'a>> {
    let table = Table::open(path, path, how, stop)?;
    if how.layout.is_some() || table.schema().layout != "grids" {
        return Ok(table);
    }
    let lines = readable_by_name("lines").map_err(Error::Usage)?;
    Table::open(path, path, &LayoutOverride { layout: Some(lines), ..how.clone() }, stop)
}

/// Returns the shape of the first puzzle of a file.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or if no column or no row has a puzzle.
pub fn shape_of_file(path: &Path, how: &AnyReading, stop: &AtomicBool) -> Result<Shape> {
    Ok(Head::read(path, how, stop)?.shape)
}

impl<'a> AnyPuzzles<'a> {
    /// Opens a file, and reads its first rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, if no column or no row has a puzzle, or if several alphabets fit.
    pub fn open(path: &'a Path, how: &AnyReading, stop: &'a AtomicBool) -> Result<AnyPuzzles<'a>> {
        let Head { table, columns, rows, texts, shape } = Head::read(path, how, stop)?;
        let refused = |reason| Error::Usage(format!("{}: {reason}", path.display()));
        let alphabet = how.alphabet.map_or_else(|| detect_alphabet(&texts, shape), Ok).map_err(refused)?;
        Ok(AnyPuzzles { table, columns, shape, alphabet, head: rows })
    }

    /// Returns the names of the columns of the puzzles and of the solutions.
    pub fn column_names(&self) -> [Option<String>; 2] {
        let name = |field: &FieldOf| field.name(&self.table.schema().names);
        [self.columns.puzzle.as_ref().map(name), self.columns.label.as_ref().map(name)]
    }

    /// Returns the next row; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn next_row(&mut self) -> Result<Option<AnyPuzzle>> {
        let row = match self.head.pop_front() {
            Some(row) => Some(row),
            None => self.table.next_row()?,
        };
        Ok(row.map(|row| self.parse(&row)))
    }

    fn parse(&self, row: &TableRow) -> AnyPuzzle {
        let line = row.line;
        if let Some(defect) = &row.defect {
            return AnyPuzzle { line, givens: Err(defect.reason.to_string()), solution: None };
        }
        let parse = |text: &str| Ok(parse_any(text, Some(self.shape), Some(self.alphabet))?.0);
        let puzzle = self.columns.puzzle.as_ref().expect("it was found").text(&row.fields);
        let solution = self.columns.label.as_ref().map(|field| field.text(&row.fields));
        let solution = solution.filter(|text| !text.trim().is_empty());
        AnyPuzzle { line, givens: parse(&puzzle), solution: solution.map(|text| parse(text.as_ref())) }
    }
}
