//! Puzzles of nine lines, with or without titles (`Grid 01`), borders or blank lines between them. Matrices with a space or
//! comma between the cells, .ss files, and grids of any shape with a line for each row are read too.

use ::csv::ByteRecord;
use grid::{
    CELLS, Shape,
    text::{EndedGrid, GridRows, Notation, are_other_rows, bad_cell, grid_row, is_border, is_other_row, row_cells},
};

use super::{
    definition::{Layout, Reading, Writing},
    head::Head,
    line_reader::LineReader,
    nine_lines::{add_line, into_row},
    row_reader::{RawRow, RowReader},
    row_writer::{Field, RowWriter, field},
    schema::Schema,
};
use crate::error::{Error, Result};

pub const GRIDS: Layout = Layout {
    name: "grids",
    extensions: &["grids"],
    read: Some(Reading {
        about: "nine lines a puzzle, with titles, borders or blank lines between them; .ss",
        detect,
        open: |source| {
            let any_shape = source.any_shape;
            let titled = !any_shape && begins_with_title(&source.head());
            let title = Vec::new();
            let grid = if any_shape { GridRows::of_any_shape() } else { GridRows::default() };
            let text = Vec::new();
            Ok(Box::new(GridsReader { lines: source.lines, any_shape, titled, title, grid, text }))
        },
        is_of_lines: true,
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "a title with the id or the number, then a line for each row; of other shapes than 9×9, the title is a comment",
        // In other shapes, 0 may be a value.
        blanks: |schema| if schema.notation.shape.is_classic() { b"0." } else { b".0" },
        independent_rows: false,
        any_shape: true,
        open: |schema| Ok(Box::new(GridsWriter::new(schema)?)),
        ..Writing::GIVENS
    }),
};

fn detect(head: &Head<'_>) -> bool {
    let lines = head.certain_lines().map(<[u8]>::trim_ascii_end);
    if are_other_rows(lines.filter(|line| !line.is_empty() && !is_border(line))) {
        return true;
    }
    let mut lines = head.lines().skip_while(|line| is_title(line));
    // One of two lines may have a bad cell.
    let [first, second] = [lines.next().unwrap_or_default(), lines.next().unwrap_or_default()];
    match (is_part(first), is_part(second)) {
        (true, is_second) => is_second || second.is_empty() || bad_cell(second).is_some(),
        (false, is_second) => is_second && bad_cell(first).is_some(),
    }
}

fn is_part(line: &[u8]) -> bool {
    grid_row(line).is_some() || is_border(line)
}

/// Returns true if a line is words, as in `Grid 01`, or a number.
fn is_title(line: &[u8]) -> bool {
    let letters = line.iter().filter(|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte)).count();
    let is_number = line.len() < 6 && line.iter().any(u8::is_ascii_alphanumeric);
    (letters > 1 || is_number) && line.len() < CELLS && grid_row(line).is_none() && bad_cell(line).is_none()
}

/// Returns true if a file begins with a title. A row of a grid of another size may look like one, but no nine cells follow it.
fn begins_with_title(head: &Head<'_>) -> bool {
    let mut lines = head.lines();
    let first = lines.next().unwrap_or_default();
    let second = lines.find(|line| !is_border(line)).unwrap_or_default();
    is_title(first) && (!is_other_row(first) || grid_row(second).is_some())
}

/// The first rows of a grid that show the layout.
const SHOWING_ROWS: usize = 2;

/// Returns true if a file whose grids are written like this begins with rows of a grid, a row in each line.
pub fn begins_with_rows(head: &Head<'_>, notation: &Notation) -> bool {
    let side = notation.shape.side();
    let is_row = |cells: &Vec<&[u8]>| {
        cells.len() == side && cells.iter().all(|cell| notation.alphabet.value_of(cell, side).is_some())
    };
    let lines: Vec<_> =
        head.certain_lines().map(row_cells).filter(|cells| !cells.is_empty()).take(SHOWING_ROWS).collect();
    lines.len() == SHOWING_ROWS && lines.iter().all(is_row)
}

struct GridsReader<'a> {
    lines: LineReader<'a>,
    any_shape: bool,
    titled: bool,
    title: Vec<u8>,
    grid: GridRows,
    text: Vec<u8>,
}

impl RowReader for GridsReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        while let Some(line) = self.lines.next_line()? {
            let may_be_title = !self.any_shape && is_title(line.bytes);
            let is_title = may_be_title && !is_other_row(line.bytes);
            let ends = is_title || line.bytes.first() == Some(&b'#');
            let ended =
                if ends { self.grid.end(line.number) } else { add_line(&mut self.grid, line.bytes, line.number) };
            let title = match &ended {
                _ if is_title => std::mem::replace(&mut self.title, line.bytes.trim_ascii().into()),
                Some(_) => std::mem::take(&mut self.title),
                None => {
                    // If this is a row of a grid of another size, that grid is a reject, which has no title.
                    if may_be_title && self.grid.is_empty() {
                        self.title = line.bytes.trim_ascii().into();
                    }
                    continue;
                }
            };
            if let Some(ended) = ended {
                return Ok(Some(self.row(ended, &title, fields)));
            }
        }
        let title = std::mem::take(&mut self.title);
        Ok(self.grid.end(0).map(|ended| self.row(ended, &title, fields)))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        let names = ["id", "puzzle"];
        Some(names[usize::from(!self.titled)..].iter().collect())
    }
}

impl GridsReader<'_> {
    fn row(&mut self, ended: EndedGrid, title: &[u8], fields: &mut ByteRecord) -> RawRow<'_> {
        fields.clear();
        if self.titled {
            fields.push_field(title);
        }
        fields.push_field(&ended.cells);
        into_row(ended, fields, &mut self.text)
    }
}

struct GridsWriter {
    shape: Shape,
    puzzle: usize,
    id: Option<usize>,
    written: u64,
}

impl GridsWriter {
    fn new(schema: &Schema) -> Result<GridsWriter> {
        if schema.notation.has_candidates() {
            return Err(Error::Usage("grids have a line for each row, and no place for candidates; write csv".into()));
        }
        Ok(GridsWriter {
            shape: schema.notation.shape,
            puzzle: schema.puzzle,
            id: schema.index_of("id").or_else(|| schema.index_of("puzzle_id")),
            written: 0,
        })
    }

    /// Returns the id if it is read back as a title, or else a title with the id or the number in it.
    fn title(&self, fields: &[Field<'_>]) -> String {
        let id = self.id.map(|index| String::from_utf8_lossy(field(fields, index)).replace(char::is_control, " "));
        let id = id.filter(|id| !id.trim().is_empty());
        // Other first characters may begin a comment, a section or a file in another layout.
        let is_plain =
            |id: &String| id.starts_with(char::is_alphanumeric) && !id.starts_with("PAR1") && !id.starts_with("BZh");
        let titles = [id.clone().filter(is_plain), id.map(|id| format!("Grid {id}"))];
        let mut readable = titles.into_iter().flatten().filter(|title| is_title(title.as_bytes()));
        readable.next().unwrap_or_else(|| format!("Grid {:02}", self.written))
    }
}

impl RowWriter for GridsWriter {
    fn row(&mut self, fields: &[Field<'_>], text: &mut Vec<u8>) -> Result<()> {
        self.written += 1;
        // Rows of another shape may look like titles.
        let comment = if self.shape.is_classic() { "" } else { "# " };
        text.extend_from_slice(format!("{comment}{}\n", self.title(fields)).as_bytes());
        push_rows(field(fields, self.puzzle), self.shape.side(), text);
        Ok(())
    }
}

/// Writes a grid of one character a cell, or of numbers with spaces between them.
fn push_rows(cells: &[u8], side: usize, text: &mut Vec<u8>) {
    let is_spaced = cells.len() > side * side;
    let cells: Vec<&[u8]> = if is_spaced { row_cells(cells) } else { cells.chunks(1).collect() };
    for row in cells.chunks(side) {
        text.extend(row.join(if is_spaced { &b" "[..] } else { b"" }));
        text.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use grid::text::Alphabet;

    use super::*;

    #[test]
    fn a_first_title_may_look_like_a_row_of_another_size() {
        for (text, is_titled) in [
            ("times-fiendish-2005-04-21\n53..7....\n6..195...\n", true),
            ("times-fiendish-2005-04-21\n*-----------*\n53..7....\n", true),
            ("0123456789ABCDEF\n123456789ABCDEF0\n", false),
            ("53..7....\n6..195...\n", false),
        ] {
            assert_eq!(begins_with_title(&Head { bytes: text.as_bytes() }), is_titled, "{text}");
        }
    }

    #[test]
    fn ids_are_read_back_as_they_were() {
        let schema = Schema { names: ["id", "puzzle"].map(String::from).into(), puzzle: 1, ..Schema::default() };
        let mut writer = GridsWriter::new(&schema).unwrap();
        let mut text = Vec::new();
        let puzzle = "1........".repeat(9);
        let ids = ["p0", "17", "Grid 01", "a, b", "x", "matlab-cleves-corner-2009", "#1", "123456789", ""];
        for id in ids {
            writer.row(&[id.as_bytes().into(), puzzle.as_bytes().into()], &mut text).unwrap();
        }
        let lines = LineReader::new(Box::new(&*text), "f".into());
        let text = Vec::new();
        let mut reader =
            GridsReader { lines, any_shape: false, titled: true, title: Vec::new(), grid: GridRows::default(), text };
        let mut fields = ByteRecord::new();
        let mut found = Vec::new();
        while let Some(row) = reader.next(&mut fields).unwrap() {
            assert_eq!(row.defect, None);
            found.push(String::from_utf8(fields[0].to_vec()).unwrap());
        }
        // The last three would not be read as titles. The one before them may also be a row of a 25×25 grid.
        assert_eq!(found, [&ids[..6], &["Grid #1", "Grid 123456789", "Grid 09"]].concat());
    }

    #[test]
    fn two_rows_show_the_layout() {
        let begins = |text: &str, side: usize, alphabet| {
            let notation = Notation { shape: Shape::of_cells(side * side).unwrap(), alphabet };
            begins_with_rows(&Head { bytes: text.as_bytes() }, &notation)
        };
        assert!(begins("1.24\n24.3\n..4.\n.132\n", 4, Alphabet::FromOne));
        assert!(begins("1 . | 2 4\n2 4 | . 3\n----+----\n", 4, Alphabet::FromOne));
        assert!(!begins("1.2424.3..4..132\n1.2424.3..4..132\n", 4, Alphabet::FromOne));
        let row = "16 . 3 4 5 6 7 8 9 10 11 12 13 14 15 .\n";
        assert!(begins(&row.repeat(2), 16, Alphabet::Numbers));
        assert!(!begins(row, 16, Alphabet::Numbers));
        assert!(begins("16 . 3 4 5 6 7 8 910 . .131415 .\n".repeat(2).as_str(), 16, Alphabet::Numbers));
        assert!(!begins("id,quiz,solution\n1,2,3\n", 16, Alphabet::FromOne));
    }
}
