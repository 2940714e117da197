//! OpenSudoku's XML.

use quick_xml::escape::escape;

use super::{Field, Kind, Writer, field};
use crate::{error::Result, layout::Schema};

pub const OPEN_SUDOKU: Kind = Kind {
    name: "opensudoku",
    extensions: &["opensudoku", "xml"],
    about: "an element `game` for each puzzle, with the other columns as attributes",
    zeros: true,
    new: |schema| Ok(Box::new(OpenSudoku::new(schema))),
};

struct OpenSudoku {
    puzzle: usize,
    /// The names of the attributes.
    names: Vec<String>,
}

impl OpenSudoku {
    fn new(schema: &Schema) -> OpenSudoku {
        // A name of XML begins with a letter and holds letters, digits and a few others.
        let name = |name: &String| {
            let safe = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-', "_");
            let starts = safe.starts_with(|c: char| c.is_ascii_alphabetic());
            if starts && safe != "data" { safe } else { format!("column_{safe}") }
        };
        let mut names: Vec<String> = Vec::new();
        for name in schema.names.iter().map(name) {
            // An attribute comes once.
            let taken = names.contains(&name);
            names.push(if taken { format!("{name}_{}", names.len() + 1) } else { name });
        }
        OpenSudoku { puzzle: schema.puzzle, names }
    }
}

impl Writer for OpenSudoku {
    fn begin(&mut self, text: &mut Vec<u8>) {
        text.extend_from_slice(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n");
    }

    fn rows_are_independent(&self) -> bool {
        true
    }

    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        text.extend([b"  <game data=\"", field(fields, self.puzzle), b"\""].concat());
        for (place, name) in self.names.iter().enumerate() {
            let value = String::from_utf8_lossy(field(fields, place));
            if place != self.puzzle && !value.is_empty() {
                // No character that XML does not have.
                let value = value.replace(char::is_control, " ");
                text.extend_from_slice(format!(" {name}=\"{}\"", escape(&*value)).as_bytes());
            }
        }
        text.extend_from_slice(b" />\n");
        Ok(())
    }

    fn end(&mut self, text: &mut Vec<u8>) -> Result<()> {
        text.extend_from_slice(b"</opensudoku>\n");
        Ok(())
    }
}
