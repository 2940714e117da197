//! Simple Sudoku's .ss files: nine lines in a frame. The layout `grids` reads them.

use super::{
    definition::{Layout, Writing},
    row_writer::{Field, field},
};

pub const SS: Layout = Layout {
    name: "ss",
    extensions: &["ss"],
    read: None,
    write: Some(Writing {
        about: "nine lines in a frame",
        blanks: |_| b".0",
        one_blank: false,
        independent_rows: false,
        open: |schema| {
            let puzzle = schema.puzzle;
            let mut begun = false;
            Ok(Box::new(move |fields: &[Field<'_>], text: &mut Vec<u8>| {
                if std::mem::replace(&mut begun, true) {
                    text.push(b'\n');
                }
                push_frame(field(fields, puzzle), text);
                Ok(())
            }))
        },
        ..Writing::GIVENS
    }),
};

const EDGE: &[u8] = b"*-----------*\n";
const MIDDLE: &[u8] = b"|---+---+---|\n";

fn push_frame(cells: &[u8], text: &mut Vec<u8>) {
    text.extend_from_slice(EDGE);
    for (number, row) in cells.chunks(9).enumerate() {
        text.extend_from_slice(if number == 3 || number == 6 { MIDDLE } else { b"" });
        row.chunks(3).for_each(|triad| text.extend([b"|", triad].concat()));
        text.extend_from_slice(b"|\n");
    }
    text.extend_from_slice(EDGE);
}
