//! .sdm files: nothing but a puzzle per line. The layout `lines` reads them.

use super::{
    definition::{Layout, Writing},
    row_writer::{Field, field},
};

pub const SDM: Layout = Layout {
    name: "sdm",
    extensions: &["sdm"],
    read: None,
    write: Some(Writing {
        about: "the puzzle alone, with 0 for a blank",
        open: |schema| {
            let puzzle = schema.puzzle;
            Ok(Box::new(move |fields: &[Field<'_>], text: &mut Vec<u8>| {
                text.extend([field(fields, puzzle), b"\n"].concat());
                Ok(())
            }))
        },
        ..Writing::GIVENS
    }),
};
