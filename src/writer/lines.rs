//! A puzzle a line.

use super::{Field, Kind, Writer, field};
use crate::{error::Result, layout::Schema};

pub const LINES: Kind = Kind {
    name: "lines",
    extensions: &["txt"],
    about: "the puzzle, then the other columns, with spaces between them",
    zeros: false,
    new: |schema| Ok(Box::new(Lines { puzzle: schema.puzzle, others: true })),
};

pub const SDM: Kind = Kind {
    name: "sdm",
    extensions: &["sdm"],
    about: "the puzzle alone, with 0 for a blank",
    zeros: true,
    new: |schema: &Schema| Ok(Box::new(Lines { puzzle: schema.puzzle, others: false })),
};

struct Lines {
    puzzle: usize,
    others: bool,
}

impl Writer for Lines {
    fn rows_are_independent(&self) -> bool {
        true
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        text.extend_from_slice(field(fields, self.puzzle));
        for (place, other) in fields.iter().enumerate() {
            if self.others && place != self.puzzle {
                text.push(b' ');
                // A field without text would shift those behind it.
                text.extend_from_slice(if other.is_empty() { b"-" } else { b"" });
                text.extend(other.iter().map(|byte| if byte.is_ascii_whitespace() { b'_' } else { *byte }));
            }
        }
        text.push(b'\n');
        Ok(())
    }
}
