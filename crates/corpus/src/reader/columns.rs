//! Finds the puzzle, solution and id columns: as the user says, by a header, or by the fields themselves.

use grid::{
    CELLS,
    text::{Notation, padded, was_grid},
};

use super::{
    column::{Column, indices_of_names, is_one_of},
    corpus::Corpus,
};
use crate::{
    error::{Error, Result},
    layout::{ID_NAMES, PUZZLE_NAMES, count_from, index_of_name},
};

const SOLUTION_NAMES: [&str; 3] = ["solution", "solutions", "answer"];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub puzzle: Option<usize>,
    pub named: Vec<usize>,
    /// True if there is a header whose names say what the columns are.
    has_names: bool,
    pub solution: Option<usize>,
    /// True if the user specified the solution column.
    pub solution_required: bool,
    pub id: Option<usize>,
    /// True to restore the leading zeros of puzzles that became integers.
    pub pad_zeros: bool,
    /// How grids are written.
    pub notation: Notation,
}

/// Finds the columns of a file by its first row or by the names that its layout defines, and returns whether they are
/// named. Returns an error if the user named a column that does not exist.
pub fn find(first: &csv::ByteRecord, is_names: bool, corpus: &Corpus, path: &str) -> Result<(Columns, bool)> {
    let wanted = [corpus.puzzle_column.as_ref(), corpus.solution_column.as_ref()];
    let notation = corpus.notation;
    let may_be_header = is_names || !corpus.layout.no_header;
    let has_names =
        is_names || has_wanted_name(first, wanted) || is_header(first, |field| notation.parse(field).is_ok());
    let is_header = may_be_header && (has_names || are_numbers(first));
    let by_header =
        |names: &[&str]| if is_header { indices_of_names(first.iter().enumerate(), names) } else { Vec::new() };
    let puzzles = by_header(&PUZZLE_NAMES);
    let only = || if let [only] = *puzzles { Some(only) } else { None };
    let [puzzle, solution] = wanted;
    let puzzle = puzzle.map(|column| index_of(column, first, path)).transpose()?.or_else(only);
    let solution_required = solution.is_some();
    let solution = solution
        .map(|column| index_of(column, first, path))
        .transpose()?
        .or_else(|| if is_header { solution_indices(first).first().copied() } else { None });
    let id = exact_first(&by_header(&ID_NAMES), first);
    let pad_zeros = corpus.pad_zeros;
    Ok((
        Columns {
            puzzle,
            named: puzzles,
            has_names: may_be_header && has_names,
            solution,
            solution_required,
            id,
            pad_zeros,
            notation,
        },
        is_header,
    ))
}

fn index_of(column: &Column, first: &csv::ByteRecord, path: &str) -> Result<usize> {
    match column {
        Column::Number(number) => Ok(number.get() - 1),
        Column::Name(name) => {
            index_of_name(first.iter(), name).ok_or_else(|| Error::no_column(path, name, first.iter()))
        }
    }
}

/// Returns the indices of the columns with the name of a solution column. A name in lower case, like the known names,
/// comes first.
pub fn solution_indices(header: &csv::ByteRecord) -> Vec<usize> {
    let mut indices = indices_of_names(header.iter().enumerate(), &SOLUTION_NAMES);
    let first = exact_first(&indices, header);
    indices.sort_by_key(|index| Some(*index) != first);
    indices
}

impl Columns {
    /// Finds the puzzle by content if neither the user nor the header determines it: the only field that is a grid with
    /// blanks or a number that was a grid, or else the only full grid. In a file without names, the only other full grid is
    /// the solution. The error has the indices of the fields if several may be the puzzle.
    pub fn learn(&mut self, row: &csv::ByteRecord) -> Result<(), Vec<usize>> {
        if self.puzzle.is_some() {
            return Ok(());
        }
        let candidates = (0..row.len()).filter(|index| self.is_candidate(*index));
        let indices = candidates.filter_map(|index| Some((index, self.blanks(&row[index])?)));
        let (full, partial): (Vec<_>, Vec<_>) = indices.partition(|&(_, blanks)| blanks == 0);
        let candidates = if partial.is_empty() { &full } else { &partial };
        self.puzzle = match **candidates {
            [] => return Ok(()),
            [(index, _)] => Some(index),
            // All of them are rejects.
            _ if candidates
                .iter()
                .all(|&(index, _)| self.is_lost_grid(&row[index]) && padded(&row[index]).is_none()) =>
            {
                Some(candidates[0].0)
            }
            _ => return Err(candidates.iter().map(|&(index, _)| index).collect()),
        };
        if let ([(index, _)], None, false, false) = (&*full, self.solution, self.has_names, partial.is_empty()) {
            self.solution = Some(*index);
        }
        Ok(())
    }

    /// Returns the number of blanks of a field that is a grid; all cells count if it is a number that was a grid.
    pub fn blanks(&self, field: &[u8]) -> Option<usize> {
        if self.is_lost_grid(field) {
            return Some(CELLS);
        }
        let grid = self.notation.parse(field).or_else(|_| self.notation.of_solutions().parse(field)).ok()?;
        Some(self.notation.shape.cells() - grid.clues())
    }

    /// Returns true if a field is a number that was a grid.
    fn is_lost_grid(&self, field: &[u8]) -> bool {
        self.notation.is_default() && was_grid(field)
    }

    /// Returns true if a field is a number or a few words. A small grid, or one that became a floating-point number, is short,
    /// but is a grid.
    pub fn is_short(&self, field: &[u8]) -> bool {
        field.len() <= CELLS / 2 && self.blanks(field).is_none()
    }

    /// Returns the first column that may hold the puzzle, among `n` columns: the puzzle column once it is found.
    pub fn first_candidate(&self, n: usize) -> Option<usize> {
        self.puzzle.or_else(|| self.named.iter().copied().chain(0..n).find(|index| self.is_candidate(*index)))
    }

    /// Returns true if a column may hold the puzzle while it is not found.
    fn is_candidate(&self, index: usize) -> bool {
        let is_free = Some(index) != self.solution && Some(index) != self.id;
        is_free && (self.named.is_empty() || self.named.contains(&index))
    }

    pub fn is_puzzle_named(&self) -> bool {
        self.puzzle.is_some() || !self.named.is_empty()
    }

    /// Returns the names of `n` columns without a header.
    pub fn names(&self, n: usize) -> Vec<String> {
        let name = |index: usize| match Some(index) {
            puzzle if puzzle == self.puzzle => "puzzle".into(),
            solution if solution == self.solution => "solution".into(),
            _ => format!("column_{}", index + 1),
        };
        (0..n).map(name).collect()
    }
}

fn has_wanted_name(first: &csv::ByteRecord, wanted: [Option<&Column>; 2]) -> bool {
    wanted.into_iter().flatten().any(|column| match column {
        Column::Name(name) => index_of_name(first.iter(), name).is_some(),
        Column::Number(_) => false,
    })
}

/// Returns true if a first row looks like a header: it has a known name or only short words, and no grid. Single columns may have no name,
/// such as the index of pandas.
pub fn is_header(first: &csv::ByteRecord, is_grid: impl Fn(&[u8]) -> bool) -> bool {
    let known = [&PUZZLE_NAMES[..], &SOLUTION_NAMES, &ID_NAMES].concat();
    let known = first.iter().any(|field| is_one_of(field, &known));
    let are_words =
        || first.iter().any(is_word) && first.iter().all(|field| is_word(field) || field.trim_ascii().is_empty());
    (known || are_words()) && !first.iter().any(is_grid)
}

/// Returns true for the numbers from 0 on that pandas gives to columns without names, perhaps after its index, which has no name.
fn are_numbers(first: &csv::ByteRecord) -> bool {
    let has_index = first.len() > 1 && [&b""[..], b"Unnamed: 0"].contains(&&first[0]);
    let index = usize::from(has_index);
    count_from(0, first.iter().skip(index))
}

fn is_word(field: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() && !matches!(byte, b'x' | b'X');
    field.len() <= CELLS / 2 && field.iter().any(letter) && !was_grid(field)
}

/// Returns the first of these indices whose name is in lower case, like the known names; else the first index.
fn exact_first(indices: &[usize], header: &csv::ByteRecord) -> Option<usize> {
    indices.iter().find(|index| !header[**index].iter().any(u8::is_ascii_uppercase)).or(indices.first()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn columns(fields: &[&str]) -> (Option<usize>, Option<usize>, Option<usize>, bool) {
        let (found, header) = find(&csv::ByteRecord::from(fields), false, &Corpus::default(), "f").unwrap();
        (found.puzzle, found.solution, found.id, header)
    }

    #[test]
    fn a_row_with_cells_is_no_header() {
        assert_eq!(columns(&[PUZZLE]), (None, None, None, false));
        assert_eq!(columns(&[&PUZZLE[1..], "x"]), (None, None, None, false));
        assert_eq!(columns(&["49151"]), (None, None, None, false));
        assert_eq!(columns(&[PUZZLE, "a", "id"]), (None, None, None, false), "a word that is also a known name");
        assert_eq!(columns(&["0", "1"]).3, columns(&["", "0", "1"]).3);
        assert_eq!([&["", "unsolved"][..], &["", ""], &["", PUZZLE]].map(|row| columns(row).3), [true, false, false]);
        assert_eq!([&["0", "1"][..], &["0", "2"], &["1", "2"]].map(|row| columns(row).3), [true, false, false]);
    }
}
