//! A puzzle a line, after the tag `@`. Only for scripts/check/edit-lists.

use ::csv::ByteRecord;

use super::{
    definition::{Layout, Reading, Writing},
    line_reader::LineReader,
    row_reader::{RawRow, RowReader},
    row_writer::{Field, RowWriter, field},
    syntax::{Syntax, spaced_fields},
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
        is_text: true,
        open: |source| Ok(Box::new(TaggedReader { lines: source.lines })),
    }),
    write: Some(Writing {
        about: "the puzzle alone, after a tag",
        blanks: |_| b"0.",
        one_blank: true,
        names_columns: false,
        generic_extension: false,
        needs_puzzle: true,
        independent_rows: true,
        compressible: true,
        open: |schema| Ok(Box::new(TaggedWriter { puzzle: schema.puzzle })),
    }),
};

const TAG: &[u8] = b"@ ";
const COLUMNS: [&str; 2] = ["tag", "puzzle"];

struct TaggedReader<'a> {
    lines: LineReader<'a>,
}

impl RowReader for TaggedReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let Some(line) = self.lines.next_row()? else { return Ok(None) };
        fields.clear();
        spaced_fields(line.bytes, COLUMNS.len()).for_each(|field| fields.push_field(field));
        Ok(Some(line.into()))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        Some(COLUMNS.into_iter().collect())
    }

    fn syntax(&self) -> Syntax {
        Syntax::Spaced(COLUMNS.len())
    }
}

struct TaggedWriter {
    puzzle: usize,
}

impl RowWriter for TaggedWriter {
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        text.extend([TAG, field(fields, self.puzzle), b"\n"].concat());
        Ok(())
    }
}
