//! A puzzle a line, after the tag `@`. Only for scripts/check/edit-lists.

use super::{
    definition::{LIST_BLANKS, Layout, Reading, Writing},
    lines::LINES,
    row_writer::{Field, RowWriter, field},
};
use crate::error::Result;

/// The registry entry.
pub const TAGGED: Layout = Layout {
    name: "tagged",
    extensions: &["tagged"],
    read: Some(Reading {
        about: "a puzzle a line, after a tag",
        detect: |head| head.first().starts_with(TAG),
        continues: |line, _| line.starts_with(TAG),
        open: |source| (LINES.read.expect("lines are read").open)(source),
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "the puzzle alone, after a tag",
        blanks: |_| LIST_BLANKS,
        open: |schema| Ok(Box::new(TaggedWriter { puzzle: schema.puzzle })),
        ..Writing::GIVENS
    }),
};

const TAG: &[u8] = b"@ ";

struct TaggedWriter {
    puzzle: usize,
}

impl RowWriter for TaggedWriter {
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        text.extend([TAG, field(fields, self.puzzle), b"\n"].concat());
        Ok(())
    }
}
