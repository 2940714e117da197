//! Nine lines a puzzle: with a title, as .sdk, or in a frame.

use super::{Field, Kind, Writer, column, field};
use crate::{error::Result, layout::Schema};

pub const GRIDS: Kind = Kind {
    name: "grids",
    extensions: &["grids"],
    about: "a title with the id or the number, then nine lines",
    zeros: true,
    new: |schema| Ok(Box::new(Grids { form: Form::Titled, ..Grids::of(schema) })),
};

pub const SDK: Kind = Kind {
    name: "sdk",
    extensions: &["sdk"],
    about: "[Puzzle], then nine lines; author, level and the like before them",
    zeros: false,
    new: |schema| Ok(Box::new(Grids { form: Form::Sections, ..Grids::of(schema) })),
};

pub const SS: Kind = Kind {
    name: "ss",
    extensions: &["ss"],
    about: "nine lines in a frame",
    zeros: false,
    new: |schema| Ok(Box::new(Grids { form: Form::Framed, ..Grids::of(schema) })),
};

/// The columns of which an .sdk file knows, and their letters.
const TAGS: [(&str, char); 7] = [
    ("author", 'A'),
    ("description", 'D'),
    ("comment", 'C'),
    ("date", 'B'),
    ("source", 'S'),
    ("level", 'L'),
    ("url", 'U'),
];
const EDGE: &[u8] = b"*-----------*\n";
const MIDDLE: &[u8] = b"|---+---+---|\n";

enum Form {
    Titled,
    Sections,
    Framed,
}

struct Grids {
    form: Form,
    puzzle: usize,
    id: Option<usize>,
    tags: Vec<(usize, char)>,
    written: u64,
}

impl Grids {
    fn of(schema: &Schema) -> Grids {
        let tags = TAGS.iter().filter_map(|&(name, letter)| Some((column(schema, name)?, letter)));
        let (puzzle, id) = (schema.puzzle, column(schema, "id"));
        Grids { form: Form::Titled, puzzle, id, tags: tags.collect(), written: 0 }
    }

    fn title(&self, fields: &[Field<'_>]) -> String {
        let id = self.id.map(|place| String::from_utf8_lossy(field(fields, place)).replace(char::is_control, " "));
        match id.filter(|id| !id.trim().is_empty()) {
            // Two letters make a title of what might be a row of cells.
            Some(id) if id.bytes().filter(u8::is_ascii_alphabetic).count() > 1 && id.len() < 60 => id,
            Some(id) if id.len() < 60 => format!("Grid {id}"),
            _ => format!("Grid {:02}", self.written),
        }
    }
}

impl Writer for Grids {
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        self.written += 1;
        match self.form {
            Form::Titled => text.extend_from_slice(format!("{}\n", self.title(fields)).as_bytes()),
            Form::Sections => {
                for &(place, letter) in &self.tags {
                    let known = String::from_utf8_lossy(field(fields, place)).replace(char::is_control, " ");
                    if !known.is_empty() {
                        text.extend_from_slice(format!("#{letter}{known}\n").as_bytes());
                    }
                }
                text.extend_from_slice(b"[Puzzle]\n");
            }
            Form::Framed => {
                text.extend_from_slice(if self.written > 1 { b"\n" } else { b"" });
                text.extend_from_slice(EDGE);
            }
        }
        for (number, row) in field(fields, self.puzzle).chunks(9).enumerate() {
            if let Form::Framed = self.form {
                text.extend_from_slice(if number == 3 || number == 6 { MIDDLE } else { b"" });
                row.chunks(3).for_each(|triad| text.extend([b"|", triad].concat()));
                text.extend_from_slice(b"|\n");
            } else {
                text.extend([row, b"\n"].concat());
            }
        }
        if let Form::Framed = self.form {
            text.extend_from_slice(EDGE);
        }
        Ok(())
    }
}
