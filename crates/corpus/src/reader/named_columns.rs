//! Leaves out columns that are named for a grid and hold something else, such as `solutions` with their number.

use csv::ByteRecord;

use super::columns::{Columns, solution_indices};

/// Number of first rows whose values decide.
const CHECKED_ROWS: usize = 8;

/// Leaves out columns that the user did not name and whose first values are all something else than grids:
///
/// * a column `solutions` with numbers;
/// * any other solution column with numbers, if another has grids;
/// * a solution column with `true` and `false`;
/// * a puzzle column with numbers or words, if another column has puzzles.
///
/// In other columns, a word or a number, such as `n/a` or `0`, may stand for a missing grid. `first_rows` returns the
/// first rows, at most this many.
pub fn check(
    columns: &mut Columns,
    header: &ByteRecord,
    is_puzzle_required: bool,
    mut first_rows: impl FnMut(usize) -> Vec<ByteRecord>,
) {
    let puzzles = if is_puzzle_required { Vec::new() } else { columns.named.clone() };
    let solutions = if columns.solution_required { Vec::new() } else { solution_indices(header) };
    let first = first_rows(1);
    let reading = columns.clone();
    let is_short = |field: &[u8]| reading.is_short(field);
    let is_number = |field: &[u8]| is_short(field) && is_number(field);
    if puzzles.iter().chain(&solutions).all(|index| fields(&first, *index).any(|field| !is_short(field))) {
        return;
    }
    let rows = first_rows(CHECKED_ROWS);
    if !columns.solution_required {
        let has_solutions = |index: &usize| fields(&rows, *index).any(|field| reading.blanks(field).is_some());
        let has_any_solutions = solutions.iter().any(has_solutions);
        let may_be_count = |index: usize| &header[index] == b"solutions" || has_any_solutions;
        let is_count = |index: usize| may_be_count(index) && all_are(&rows, index, is_number);
        let holds_others = |index: usize| is_count(index) || all_are(&rows, index, is_boolean);
        columns.solution = solutions.into_iter().find(|&index| !holds_others(index));
    }
    let is_other = |index: &usize| !puzzles.contains(index) && ![columns.solution, columns.id].contains(&Some(*index));
    let has_puzzle =
        |index: usize| fields(&rows, index).any(|field| reading.blanks(field).is_some_and(|blanks| blanks > 0));
    if !puzzles.is_empty()
        && puzzles.iter().all(|index| all_are(&rows, *index, is_short))
        && (0..header.len()).filter(is_other).any(has_puzzle)
    {
        (columns.puzzle, columns.named) = (None, Vec::new());
    }
}

fn is_boolean(field: &[u8]) -> bool {
    [&b"true"[..], b"false"].iter().any(|word| field.eq_ignore_ascii_case(word))
}

fn is_number(field: &[u8]) -> bool {
    let has_digit = field.iter().any(u8::is_ascii_digit);
    has_digit && str::from_utf8(field).is_ok_and(|text| text.parse::<f64>().is_ok())
}

/// Returns true if a column has values, and all are of a kind.
fn all_are(rows: &[ByteRecord], index: usize, is_kind: impl Fn(&[u8]) -> bool) -> bool {
    fields(rows, index).map(is_kind).reduce(|one, other| one && other) == Some(true)
}

/// Returns the fields of a column that are not empty.
fn fields(rows: &[ByteRecord], index: usize) -> impl Iterator<Item = &[u8]> {
    rows.iter().filter_map(move |row| row.get(index)).map(<[u8]>::trim_ascii).filter(|field| !field.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::{columns, corpus::Corpus};

    const P: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const S: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    fn found(header: &str, rows: &[String]) -> (Option<usize>, Option<usize>) {
        let record = |line: &str| -> ByteRecord { line.split(',').collect::<Vec<_>>().into() };
        let rows: Vec<_> = rows.iter().map(|row| record(&row.replace('P', P).replace('S', S))).collect();
        let header = record(header);
        let (mut columns, _) = columns::find(&header, false, &Corpus::default(), "f").unwrap();
        check(&mut columns, &header, false, |n| rows[..n.min(rows.len())].to_vec());
        if let Some(row) = rows.first() {
            columns.learn(row).unwrap();
        }
        (columns.puzzle, columns.solution)
    }

    #[test]
    fn a_column_is_found_by_name_and_content() {
        for case in include_str!("named_columns.txt").lines().filter(|line| line.starts_with('[')) {
            let (header, rows, wanted): (String, Vec<String>, _) = serde_json::from_str(case).unwrap();
            assert_eq!(found(&header, &rows), wanted, "{case}");
        }
    }
}
