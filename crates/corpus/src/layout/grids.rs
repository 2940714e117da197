//! Grids of any shape with a line for each row, with or without titles (`Grid 01`), borders or blank lines between them. Matrices with a
//! space or comma between the cells, and .ss files, are read too.

use ::csv::ByteRecord;
use grid::{
    CELLS, Shape,
    text::{Defect, EndedGrid, GridRows, Notation, are_rows, bad_cell, is_drawn, is_row, other_shape, row, words},
};

use super::{
    column_numbers::column_numbers,
    definition::{Layout, Reading, Writing},
    head::Head,
    line_reader::LineReader,
    row_lines::{add_line, into_row, push_rows},
    row_reader::{RawRow, RowReader},
    row_writer::{Field, RowWriter, field},
    schema::Schema,
};
use crate::error::{Error, Result};

pub const GRIDS: Layout = Layout {
    name: "grids",
    extensions: &["grids"],
    read: Some(Reading {
        about: "a line for each row, with titles, borders or blank lines between grids; .ss",
        detect,
        open: |mut source| {
            let shape = source.shape;
            let header = column_numbers(&mut source.lines, shape)?;
            let titled = begins_with_title(&source.head(), shape);
            Ok(Box::new(GridsReader { header, ..GridsReader::new(source.lines, shape, titled) }))
        },
        is_of_lines: true,
        ..Reading::TEXT
    }),
    write: Some(Writing {
        about: "a title with the id or the number, then a line for each row; in other shapes than 9×9, the title is a comment",
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
    let shape = Some(Shape::default());
    if are_rows(lines.filter(|line| !line.is_empty() && !is_border(line, shape))) {
        return true;
    }
    let is_part = |line| is_row(line, shape) || is_border(line, shape);
    let is_bad_row = |line| bad_cell(line, Shape::default().side()).is_some();
    let mut lines = head.lines().skip_while(|line| is_title(line, shape));
    // One of two lines may have a bad cell.
    let [first, second] = [lines.next().unwrap_or_default(), lines.next().unwrap_or_default()];
    match (is_part(first), is_part(second)) {
        (true, is_second) => is_second || second.is_empty() || is_bad_row(second),
        (false, is_second) => is_second && is_bad_row(first),
    }
}

fn is_border(line: &[u8], shape: Option<Shape>) -> bool {
    let min = shape.map_or(3, |shape| shape.side() / 2 + 1);
    is_drawn(line.trim_ascii(), min) && !is_row(line, shape)
}

/// Returns true if a line is words, as in `Grid 01`, or a number.
fn is_title(line: &[u8], shape: Option<Shape>) -> bool {
    let letters = line.iter().filter(|byte| byte.is_ascii_alphabetic() && !b"xX".contains(byte)).count();
    let is_number = line.len() < 6 && line.iter().any(u8::is_ascii_alphanumeric);
    let is_bad_row = || shape.is_some_and(|shape| bad_cell(line, shape.side()).is_some());
    (letters > 1 || is_number) && line.len() < CELLS && !is_row(line, shape) && !is_bad_row()
}

/// Returns true if a file begins with a title. A row of a grid of another size may look like one, but no row follows it.
fn begins_with_title(head: &Head<'_>, shape: Option<Shape>) -> bool {
    let mut lines = head.lines();
    let first = lines.next().unwrap_or_default();
    let second = lines.find(|line| !is_border(line, shape)).unwrap_or_default();
    is_title(first, shape) && (!is_other(first, shape) || is_row(second, shape))
}

fn is_other(line: &[u8], shape: Option<Shape>) -> bool {
    shape.is_some_and(|shape| other_shape(line, shape.side()).is_some())
}

/// The first rows of a grid that show the layout.
const SHOWING_ROWS: usize = 2;

/// Returns true if a file whose grids are written like this begins with rows of a grid, a row in each line.
pub fn begins_with_rows(head: &Head<'_>, notation: &Notation) -> bool {
    let side = notation.shape.side();
    let fits = |cells: Vec<&[u8]>| cells.iter().all(|cell| notation.alphabet.value_of(cell, side).is_some());
    let is_border = |line: &&[u8]| is_border(line, Some(notation.shape));
    let lines: Vec<&[u8]> = head.certain_lines().filter(|line| !is_border(line)).take(SHOWING_ROWS).collect();
    lines.len() == SHOWING_ROWS && lines.iter().all(|line| row(line, side).is_some_and(fits))
}

/// The fewest fields that no title has.
const MANY_FIELDS: usize = 6;

struct GridsReader<'a> {
    lines: LineReader<'a>,
    shape: Option<Shape>,
    /// A line between grids that numbers their columns.
    header: Option<Vec<u8>>,
    titled: bool,
    title: Vec<u8>,
    grid: GridRows,
    /// The grid that was read ahead, if there is one.
    ahead: Option<Result<Option<TitledGrid>>>,
    /// Whether puzzles have their solutions below them; `None` until the first two grids are read.
    solved: Option<bool>,
    text: Vec<u8>,
}

struct TitledGrid {
    title: Vec<u8>,
    ended: EndedGrid,
}

impl TitledGrid {
    /// Returns true for a title such as `Solution 1` or `Solved Board:`.
    fn is_solution(&self) -> bool {
        let title = self.title.to_ascii_lowercase();
        words(&title).any(|word| word.starts_with(b"solution") || word.starts_with(b"solved"))
    }
}

impl RowReader for GridsReader<'_> {
    fn next(&mut self, fields: &mut ByteRecord) -> Result<Option<RawRow<'_>>> {
        let next = self.ahead.take().unwrap_or_else(|| self.next_grid())?;
        let Some(mut next) = next else { return Ok(None) };
        if self.titled && self.solved != Some(false) {
            self.ahead = Some(self.next_grid());
        }
        let is_solution = |ahead: &TitledGrid| ahead.is_solution() && !next.is_solution();
        let solution = self.ahead.take_if(|ahead| matches!(ahead, Ok(Some(ahead)) if is_solution(ahead)));
        let solution = solution.transpose()?.flatten();
        let solved = *self.solved.get_or_insert(solution.is_some());
        fields.clear();
        if self.titled {
            fields.push_field(&next.title);
        }
        fields.push_field(&next.ended.cells);
        if solved && next.is_solution() {
            next.ended.defect = Some(Defect::new("a solution without a puzzle above it", 0));
            next.ended.cells = next.title;
        } else if solved {
            fields.push_field(&solution.map_or(Vec::new(), |solution| solution.ended.cells));
        }
        Ok(Some(into_row(next.ended, fields, &mut self.text)))
    }

    fn lines(&self) -> Option<&LineReader<'_>> {
        Some(&self.lines)
    }

    fn names(&self) -> Option<ByteRecord> {
        let names = ["id", "puzzle", "solution"];
        let end = if self.solved == Some(true) { 3 } else { 2 };
        Some(names[usize::from(!self.titled)..end].iter().collect())
    }
}

impl<'a> GridsReader<'a> {
    fn new(lines: LineReader<'a>, shape: Option<Shape>, titled: bool) -> GridsReader<'a> {
        let [title, text] = [Vec::new(), Vec::new()];
        let grid = GridRows::new(shape);
        GridsReader { lines, shape, header: None, titled, title, grid, ahead: None, solved: None, text }
    }

    fn next_grid(&mut self) -> Result<Option<TitledGrid>> {
        while let Some(line) = self.lines.next_line()? {
            let may_be_title = is_title(line.bytes, self.shape);
            let is_title = may_be_title && !is_other(line.bytes, self.shape);
            if self.grid.is_empty() && self.header.as_deref() == Some(line.bytes) {
                continue;
            }
            if self.shape.is_none() && may_be_title && line.bytes.split(|&byte| byte == b',').count() >= MANY_FIELDS {
                let number = line.number;
                return Err(self.lines.malformed(number, "the header of a table, where grids are looked for".into()));
            }
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
                return Ok(Some(TitledGrid { title, ended }));
            }
        }
        let title = std::mem::take(&mut self.title);
        let Some(ended) = self.grid.end(0) else { return Ok(None) };
        if ended.is_remainder {
            let reason = "the last grid has too few rows: a row is missing or too many somewhere; empty lines between the \
                          grids show where";
            return Err(self.lines.malformed(ended.line, reason.into()));
        }
        Ok(Some(TitledGrid { title, ended }))
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
        Ok(GridsWriter { shape: schema.notation.shape, puzzle: schema.puzzle, id: schema.id(), written: 0 })
    }

    /// Returns the id if it is read back as a title, or else a title with the id or the number in it.
    fn title(&self, fields: &[Field<'_>]) -> String {
        let id = self.id.map(|index| String::from_utf8_lossy(field(fields, index)).replace(char::is_control, " "));
        let id = id.filter(|id| !id.trim().is_empty());
        // Other first characters may begin a comment, a section or a file in another layout.
        let is_plain =
            |id: &String| id.starts_with(char::is_alphanumeric) && !id.starts_with("PAR1") && !id.starts_with("BZh");
        let titles = [id.clone().filter(is_plain), id.map(|id| format!("Grid {id}"))];
        let shape = Some(Shape::default());
        let mut readable = titles.into_iter().flatten().filter(|title| is_title(title.as_bytes(), shape));
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
