//! Simple Sudoku's .ss files: nine lines in a frame. The layout `grids` reads them.

use super::{
    definition::{Layout, Writing},
    row_writer::{Field, RowWriter, field},
};
use crate::error::Result;

pub const SS: Layout = Layout {
    name: "ss",
    extensions: &["ss"],
    read: None,
    write: Some(Writing {
        about: "nine lines in a frame",
        blanks: |_| b".0",
        one_blank: false,
        independent_rows: false,
        open: |schema| Ok(Box::new(SsWriter { puzzle: schema.puzzle, begun: false })),
        ..Writing::GIVENS
    }),
};

const EDGE: &[u8] = b"*-----------*\n";
const MIDDLE: &[u8] = b"|---+---+---|\n";

struct SsWriter {
    puzzle: usize,
    begun: bool,
}

impl RowWriter for SsWriter {
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            text.push(b'\n');
        }
        text.extend_from_slice(EDGE);
        for (number, row) in field(fields, self.puzzle).chunks(9).enumerate() {
            text.extend_from_slice(if number == 3 || number == 6 { MIDDLE } else { b"" });
            row.chunks(3).for_each(|triad| text.extend([b"|", triad].concat()));
            text.extend_from_slice(b"|\n");
        }
        text.extend_from_slice(EDGE);
        Ok(())
    }
}
