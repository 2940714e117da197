//! The records of the Sudoku Exchange "Puzzle Bank": the first 12 digits of the puzzle's SHA-1, the puzzle, and the rating
//! with one decimal in four bytes.

use sha1::{Digest, Sha1};

use super::{Field, Kind, Writer, column, field};
use crate::{
    digest::hex,
    error::{Error, Result},
    layout::Schema,
};

pub const EXCHANGE_BANK: Kind = Kind {
    name: "exchange-bank",
    extensions: &["bank"],
    about: "hash, puzzle and the column `rating` in records of 100 bytes",
    zeros: true,
    new: |schema: &Schema| match column(schema, "rating") {
        Some(rating) => Ok(Box::new(ExchangeBank { puzzle: schema.puzzle, rating })),
        None => {
            let names = schema.names.join(", ");
            Err(Error::Usage(format!("the layout exchange-bank wants a column rating; there are {names}")))
        }
    },
};

struct ExchangeBank {
    puzzle: usize,
    rating: usize,
}

impl Writer for ExchangeBank {
    fn rows_are_independent(&self) -> bool {
        true
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        let (puzzle, rating) = (field(fields, self.puzzle), String::from_utf8_lossy(field(fields, self.rating)));
        let number: f64 = rating.trim().parse().unwrap_or(f64::NAN);
        if !(0.0..99.95).contains(&number) {
            let reason = format!("the layout exchange-bank has ratings from 0.0 to 99.9, and not {rating:?}");
            return Err(Error::Usage(reason));
        }
        let hash = hex(&Sha1::digest(puzzle));
        text.extend_from_slice(&hash.as_bytes()[..12]);
        text.extend([b" ", puzzle].concat());
        text.extend_from_slice(format!(" {number:4.1}\n").as_bytes());
        Ok(())
    }
}
