//! The records of grantm's Sudoku Exchange "Puzzle Bank": `hash puzzle rating`, each of 100 bytes with its line feed; the
//! hash is the first 12 digits of the puzzle's SHA-1, the rating that of Sukaku Explainer, padded.

use ::csv::ByteRecord;

use super::{Head, Kind, Layout, RawRow, line_reader::Lines, lines::words, schema::Syntax};
use crate::{error::Result, grid::CELLS};

pub const EXCHANGE_BANK: Kind = Kind {
    name: "exchange-bank",
    about: "hash, puzzle and rating in records of 100 bytes",
    detect: |head: &Head<'_>| head.lines().next().is_some_and(is_record),
    open: |_| Ok(Box::new(ExchangeBank)),
};

/// Where the puzzle begins.
const HASH: usize = 12;
const COLUMNS: [&str; 3] = ["hash", "puzzle", "rating"];

fn is_record(line: &[u8]) -> bool {
    let is_hash = line.len() > HASH && line[..HASH].iter().all(u8::is_ascii_hexdigit);
    is_hash && line[HASH] == b' ' && words(line, COLUMNS.len()).nth(1).is_some_and(|puzzle| puzzle.len() == CELLS)
}

struct ExchangeBank;

impl Layout for ExchangeBank {
    fn next<'r>(&'r mut self, lines: &'r mut Lines<'_>, fields: &mut ByteRecord) -> Result<Option<RawRow<'r>>> {
        let Some(line) = lines.next_row()? else { return Ok(None) };
        fields.clear();
        words(line.bytes, COLUMNS.len()).for_each(|word| fields.push_field(word));
        Ok(Some(line.into()))
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(COLUMNS.into_iter().collect())
    }

    fn syntax(&self) -> Syntax {
        Syntax::Spaced(COLUMNS.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its beginning alone looks like a record.
    #[test]
    fn an_endless_record_is_none() {
        let record = format!("0000183b305c {} ", "1........".repeat(9));
        let text = [record.as_bytes(), &vec![b'9'; 2 << 20], b"\n", record.as_bytes(), b"1.2\n"].concat();
        let (mut lines, mut fields) = (Lines::new(Box::new(&*text), "f".into()), ByteRecord::new());
        let mut next = || ExchangeBank.next(&mut lines, &mut fields).unwrap().map(|record| record.broken.is_some());
        assert_eq!([next(), next(), next()], [Some(true), Some(false), None]);
    }
}
