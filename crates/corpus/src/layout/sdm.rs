//! .sdm files: nothing but a puzzle per line. The layout `lines` reads them.

use super::{
    definition::{Layout, Writing},
    row_writer::{Field, RowWriter, field},
};
use crate::error::Result;

pub const SDM: Layout = Layout {
    name: "sdm",
    extensions: &["sdm"],
    read: None,
    write: Some(Writing {
        about: "the puzzle alone, with 0 for a blank",
        open: |schema| Ok(Box::new(SdmWriter { puzzle: schema.puzzle })),
        ..Writing::GIVENS
    }),
};

struct SdmWriter {
    puzzle: usize,
}

impl RowWriter for SdmWriter {
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        text.extend_from_slice(field(fields, self.puzzle));
        text.push(b'\n');
        Ok(())
    }
}
