//! The records of grantm's Sudoku Exchange "Puzzle Bank": `hash puzzle rating`, each of 100 bytes with its line feed. The
//! hash is the first 12 digits of the puzzle's SHA-1; the rating is Sukaku Explainer's, with one decimal in four bytes.

use grid::CELLS;
use sha1::{Digest, Sha1};

use super::{
    definition::{Layout, Reading, Writing},
    line_rows::LineRows,
    row_writer::{Field, field},
    syntax::{Syntax, words},
};
use crate::{
    digest::hex,
    error::{Error, Result},
};

pub const EXCHANGE_BANK: Layout = Layout {
    name: "exchange-bank",
    extensions: &["bank"],
    read: Some(Reading {
        about: "hash, puzzle and rating in records of 100 bytes",
        detect: |head| is_record(head.first()),
        open: |source| Ok(Box::new(LineRows::new(source.lines, Syntax::Spaced(COLUMNS.len()), &COLUMNS))),
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "hash, puzzle and the column `rating` in records of 100 bytes",
        open: |schema| {
            let rating = schema.index_of("rating").ok_or_else(|| {
                let names = schema.names.join(", ");
                Error::Usage(format!("the layout exchange-bank needs a column rating; the columns are {names}"))
            })?;
            let puzzle = schema.puzzle;
            Ok(Box::new(move |fields: &[Field<'_>], text: &mut Vec<u8>| {
                push_record(field(fields, puzzle), field(fields, rating), text)
            }))
        },
        ..Writing::GIVENS
    }),
};

const HASH: usize = 12;
const COLUMNS: [&str; 3] = ["hash", "puzzle", "rating"];

fn is_record(line: &[u8]) -> bool {
    let is_hash = line.len() > HASH && line[..HASH].iter().all(u8::is_ascii_hexdigit);
    is_hash && line[HASH] == b' ' && words(line, COLUMNS.len()).nth(1).is_some_and(|puzzle| puzzle.len() == CELLS)
}

fn push_record(puzzle: &[u8], rating: &[u8], text: &mut Vec<u8>) -> Result<()> {
    let rating = String::from_utf8_lossy(rating);
    let number: f64 = rating.trim().parse().unwrap_or(f64::NAN);
    if !(0.0..99.95).contains(&number) {
        let reason = format!("the layout exchange-bank has ratings from 0.0 to 99.9, not {rating:?}");
        return Err(Error::Usage(reason));
    }
    let hash = hex(&Sha1::digest(puzzle));
    text.extend([&hash.as_bytes()[..HASH], b" ", puzzle].concat());
    text.extend_from_slice(format!(" {number:4.1}\n").as_bytes());
    Ok(())
}
