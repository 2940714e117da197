//! Detects the byte that separates the fields of a file.

use grid::{
    Grid,
    text::{is_separated, was_grid},
};
use memchr::memchr_iter;

use super::{
    head::Head,
    schema::is_puzzle_name,
    syntax::{DELIMITERS, Syntax, separated_fields},
};

/// Returns the delimiter of the first row. A delimiter is preferred if it separates a puzzle from the other fields,
/// then if it is between fields in quotes, then if it is frequent, then if it is early in `DELIMITERS`.
pub fn delimiter(head: &Head<'_>) -> Option<u8> {
    let line = head.first_row();
    let count = |delimiter: u8| memchr_iter(delimiter, line).count();
    let is_quoted = line.contains(&b'"');
    // Delimiters in quotes separate nothing.
    let separates =
        |&delimiter: &u8| count(delimiter) > 0 && (!is_quoted || separated_fields(line, delimiter).len() > 1);
    let has_puzzle = |delimiter| separated_fields(line, delimiter).iter().any(|field| holds_puzzle(field));
    let quotes_fit = |delimiter| is_quoted && quotes_whole_fields(line, delimiter);
    // Of equal keys, `max_by_key` returns the last.
    let key = |&delimiter: &u8| (has_puzzle(delimiter), quotes_fit(delimiter), count(delimiter));
    DELIMITERS.into_iter().rev().filter(separates).max_by_key(key)
}

/// Returns true if a field is a puzzle, whose cells may have separators between them too.
fn holds_puzzle(field: &[u8]) -> bool {
    Grid::parse(field.trim_ascii()).is_ok() || is_separated(field) || was_grid(field)
}

/// Returns true if all quotes of a line are at the ends of fields.
fn quotes_whole_fields(line: &[u8], delimiter: u8) -> bool {
    let is_end = |byte: Option<&u8>| byte.is_none_or(|&byte| byte == delimiter || byte == b'"');
    let mut quotes = memchr_iter(b'"', line);
    quotes.all(|at| is_end(line[..at].last()) || is_end(line.get(at + 1)))
}

/// Returns true if `delimiter` differs from the delimiter of the rows before, and separates a puzzle or the name of a
/// puzzle column.
pub fn changes_delimiter(line: &[u8], before: &Syntax, delimiter: u8) -> bool {
    if *before == Syntax::Separated(delimiter) {
        return false;
    }
    let fields = separated_fields(line, delimiter);
    let mut fields = fields.iter().map(|field| field.trim_ascii());
    fields.len() > 1 && fields.any(|field| is_puzzle_name(field) || Grid::parse(field).is_ok())
}
