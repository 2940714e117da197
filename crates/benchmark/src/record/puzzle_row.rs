//! A row of `puzzles.csv`: its columns, how a row is written, how it is read.

use std::{borrow::Cow, iter, str};

use corpus::{
    layout::{ColumnSpec, ColumnType},
    reader::Puzzle,
};
use dataset::REJECTED_ROW;
use pass::{ProfileFields, Sample};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleRow<'a> {
    /// The puzzle's name as written in the file, possibly quoted.
    pub puzzle: &'a str,
    pub line: u64,
    pub clues: u64,
    pub strategy: &'a str,
    pub sample: Sample,
    /// The deterministic columns: everything before the comma of the latency.
    pub deterministic: &'a [u8],
    /// The columns after the known ones, each with the comma before it.
    pub more: &'a str,
}

/// The column of the puzzle's cells, which a run writes on request, after all others.
pub const GIVENS: &str = "givens";

/// The columns that a run writes on request, after all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtraColumns {
    /// True for the columns of [`ProfileFields`].
    pub profile: bool,
    /// True for the column `givens`, of the cells of each puzzle.
    pub givens: bool,
}

impl ExtraColumns {
    pub const NONE: ExtraColumns = ExtraColumns { profile: false, givens: false };
}

/// A row as values, for tables that are no files.
#[derive(Clone, Debug)]
pub struct SampleRow {
    pub puzzle: Option<String>,
    pub line: u64,
    /// `None` for a row that is not a puzzle, which has no sample either, and the status [`REJECTED_ROW`].
    pub clues: Option<u64>,
    pub strategy: Cow<'static, str>,
    pub sample: Option<Sample>,
    pub givens: Option<String>,
}

pub fn sample_columns(extra: ExtraColumns) -> Vec<ColumnSpec<SampleRow>> {
    let text = |name, about, text: fn(&SampleRow) -> Option<&str>| {
        ColumnSpec::new(name, ColumnType::Text, about, move |row: &SampleRow| text(row).into())
    };
    let mut columns = vec![
        text(
            "puzzle",
            "the corpus' own id (column `id` or `puzzle_id`), else the line; with several input files, preceded by the file and a colon",
            |row| row.puzzle.as_deref(),
        ),
        ColumnSpec::new(
            "line",
            ColumnType::Integer,
            "the line of the file on which the row begins, from 1",
            |row: &SampleRow| row.line.into(),
        ),
        ColumnSpec::new("clues", ColumnType::Integer, "number of givens", |row: &SampleRow| row.clues.into()),
        text("strategy", "name of the strategy", |row| Some(&row.strategy)),
        text("status", "how the strategy ended", |row| {
            Some(row.sample.as_ref().map_or(REJECTED_ROW, |sample| sample.status.name()))
        }),
    ];
    columns.extend(Sample::integers().map(|column| column.of_part(|row: &SampleRow| row.sample.as_ref())));
    if extra.profile {
        columns.extend(
            ProfileFields::columns()
                .map(|column| column.of_part(|row: &SampleRow| row.sample.as_ref()?.profile.as_ref())),
        );
    }
    if extra.givens {
        let about =
            "the cells, blanks as `.`; from 10 on, a value is a letter from `A`, in every alphabet of the corpus";
        columns.push(text(GIVENS, about, |row| row.givens.as_deref()));
    }
    columns
}

/// Returns the header of the file, without a line end.
pub fn header(extra: ExtraColumns) -> String {
    sample_columns(extra).iter().map(|column| &*column.name).collect::<Vec<_>>().join(",")
}

/// Appends the columns that all rows of a puzzle share, and a comma.
pub fn push_puzzle(row: &mut Vec<u8>, puzzle: &Puzzle) {
    push_name(row, puzzle);
    row.push(b',');
    push_integer(row, puzzle.line);
    push_integer(row, puzzle.givens.clues() as u64);
}

/// Appends the columns that all rows of a puzzle share, and a comma, for a puzzle that was read back.
pub fn push_read_puzzle(row: &mut Vec<u8>, puzzle: &str, line: u64, clues: u64) {
    row.extend_from_slice(puzzle.as_bytes());
    row.push(b',');
    push_integer(row, line);
    push_integer(row, clues);
}

fn push_integer(row: &mut Vec<u8>, integer: u64) {
    row.extend_from_slice(itoa::Buffer::new().format(integer).as_bytes());
    row.push(b',');
}

/// Returns the puzzle's name as written in the file, possibly quoted.
pub fn puzzle_name(puzzle: &Puzzle) -> String {
    let mut name = Vec::new();
    push_name(&mut name, puzzle);
    String::from_utf8(name).expect("names are UTF-8")
}

/// Appends the puzzle's name, quoted if necessary: its id, or its line; after the name of its file if the corpus has several. It has
/// no control characters.
pub fn push_name(row: &mut Vec<u8>, puzzle: &Puzzle) {
    let name = match (&puzzle.file, &puzzle.id) {
        (None, None) => return row.extend_from_slice(itoa::Buffer::new().format(puzzle.line).as_bytes()),
        (None, Some(id)) => id.to_string(),
        (Some(file), Some(id)) => format!("{file}:{id}"),
        (Some(file), None) => format!("{file}:{}", puzzle.line),
    };
    if name.contains(['"', ',']) {
        row.extend_from_slice(format!("\"{}\"", name.replace('"', "\"\"")).as_bytes());
    } else {
        row.extend_from_slice(name.as_bytes());
    }
}

impl<'a> PuzzleRow<'a> {
    /// Parses a row without its line end. Columns after the known ones are ignored. Returns a description of the column
    /// that is missing or malformed.
    pub fn parse(row: &'a [u8]) -> Result<PuzzleRow<'a>, String> {
        let text = str::from_utf8(row).map_err(|_| "is not UTF-8")?;
        let (puzzle, rest) = text.split_at(name_length(text).ok_or("has a quote that is never closed")?);
        let mut fields = split_at_commas(rest.strip_prefix(',').ok_or("has no line")?);
        let mut integer = |column: &str| {
            let field = fields.next().ok_or_else(|| format!("has no {column}"))?;
            field.parse().map_err(|_| format!("has {field:?} as its {column}"))
        };
        let line = integer("line")?;
        let clues = integer("clues")?;
        let strategy = fields.next().ok_or("has no strategy")?;
        let mut latency = 0;
        let mut end = 0;
        let begin = |field: &str| field.as_ptr() as usize - text.as_ptr() as usize;
        let mut fields = fields.enumerate().map(|(index, field)| {
            if index == Sample::DETERMINISTIC_FIELDS {
                latency = begin(field);
            }
            end = begin(field) + field.len();
            field
        });
        let sample = Sample::parse_fields(&mut fields)?;
        let deterministic = &row[..latency - 1];
        let more = &text[end..];
        Ok(PuzzleRow { puzzle, line, clues, strategy, sample, deterministic, more })
    }
}

/// Splits a row at its commas, byte by byte: fields are too short for a vectorised search to pay.
fn split_at_commas(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(|byte| byte == b',');
        rest = end.map(|end| &text[end + 1..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

fn name_length(text: &str) -> Option<usize> {
    if !text.starts_with('"') {
        return Some(text.bytes().position(|byte| byte == b',').unwrap_or(text.len()));
    }
    // A doubled quote closes and opens the field again.
    let mut quotes = text.match_indices('"').map(|(at, _)| at).skip(1);
    loop {
        let at = quotes.next()?;
        if text.as_bytes().get(at + 1) != Some(&b'"') {
            return Some(at + 1);
        }
        quotes.next();
    }
}

#[cfg(test)]
mod tests {
    use pass::Status;

    use super::*;

    #[test]
    fn written_rows_are_read_back() {
        let sample =
            Sample { status: Status::Solved, solutions: 1, nodes: 5, max_depth: 3, latency_ns: 90, ..Sample::INVALID };
        for name in ["7", "a b", "\"a,\"\"b\"\"\""] {
            let mut row = Vec::new();
            push_read_puzzle(&mut row, name, 7, 24);
            row.extend_from_slice(b"dlx,");
            let deterministic = sample.push_fields(&mut row);
            for more in ["", ",later,columns,\"x\""] {
                let row = [&row[..], more.as_bytes()].concat();
                let read = PuzzleRow::parse(&row).unwrap();
                assert_eq!((read.puzzle, read.line, read.clues, read.strategy), (name, 7, 24, "dlx"));
                assert_eq!((read.sample, read.deterministic, read.more), (sample, &row[..deterministic], more));
            }
        }
    }
}
