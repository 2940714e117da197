//! Formats the rows of a corpus for an output: the selection of columns, and the text of each row.

use std::{borrow::Cow, mem};

use grid::{
    AnyGrid, CELLS, Grid,
    text::{Alphabet, Notation},
};

use super::spec::{CellForm, Edit, OutputSpec};
use crate::{
    error::{Error, Result},
    fs::Checksum,
    layout::{
        ANY_BLANK, ColumnType, Field, Layout, RowWriter, Schema, UniqueNames, Writing, any_shape_names, default_layout,
        needs_quotes,
    },
    reader::{Column, Puzzle, Reject},
};

/// Formats rows for an output, on any thread: the text of a block, which
/// [`RowOutput::append`](super::RowOutput::append) writes.
///
/// A row that the layout cannot hold ends the text; the error is returned by `append`, after the rows before it.
pub struct RowFormatter {
    form: RowForm,
    /// Formats the rows; `None` if rows are copied, or collected as fields because each depends on those before it.
    writer: Option<Box<dyn RowWriter>>,
    rows: FormattedRows,
}

#[derive(Debug, Default)]
pub struct FormattedRows {
    pub(super) text: Vec<u8>,
    /// The checksum of the text. The thread that formats the rows computes it, so that the writing thread need not.
    pub(super) checksum: Checksum,
    /// The rows as fields, for a layout in which a row depends on the rows before it.
    pub(super) fields: Vec<Vec<Field<'static>>>,
    /// The reason why the row after these could not be formatted.
    pub(super) error: Option<Error>,
    pub(super) count: u64,
}

impl FormattedRows {
    pub fn count(&self) -> u64 {
        self.count
    }
}

pub(super) struct RowForm {
    /// The layout; `None` if rows are copied.
    layout: Option<(&'static Layout, &'static Writing)>,
    /// The columns to write.
    written: Schema,
    /// The columns of the corpus, and those that are added.
    schema: Schema,
    /// The number of columns of the corpus that are written.
    own: usize,
    /// The indices of the columns to write; all columns if it is empty.
    pub(super) selected: Vec<usize>,
    /// The character for all blanks; `None` keeps each blank's own character, if the layout has it.
    pub(super) blank: Option<u8>,
    /// The characters that can stand for a blank in the layout.
    blanks: &'static [u8],
    /// The alphabet of grids of another shape than 9×9, instead of their own.
    alphabet: Option<Alphabet>,
    /// True if the fields of the corpus stay as they are.
    verbatim: bool,
    /// What is added to every digit.
    offset: Option<i64>,
}

impl RowForm {
    /// Returns [`Error::Usage`] if a selected column does not exist, or if the layout needs a column that is not
    /// selected.
    pub(super) fn new(spec: &OutputSpec, schema: &Schema, edit: &Edit) -> Result<RowForm> {
        let layout = spec.layout(schema, edit);
        check_shape(spec, schema, layout)?;
        let (mut all, own) = match edit {
            Edit::Replace(_) => {
                let notation = schema.notation;
                (Schema { layout: default_layout().name, notation, ..Schema::default() }, 0)
            }
            _ => (schema.clone(), schema.names.len()),
        };
        all.types.resize(own, ColumnType::Unknown);
        // Grids are texts, even if all their cells are digits.
        let grid_type = if spec.cells == CellForm::Integers { ColumnType::Cells } else { ColumnType::Text };
        let grids = [Some(all.puzzle), all.solution].into_iter().flatten();
        grids.for_each(|index| all.types.get_mut(index).into_iter().for_each(|kind| *kind = grid_type));
        let mut unique = UniqueNames::default();
        unique.extend(&all.names);
        for (name, column_type) in edit.added() {
            all.names.push(unique.add(name));
            all.types.push(spec.added_type(name, column_type));
        }
        if spec.strings {
            all.types.fill(ColumnType::Text);
        }
        let selected = spec.columns.iter().map(|column| column_index(column, &all)).collect::<Result<Vec<_>>>()?;
        let mut written = select(&all, &selected, layout)?;
        written.notation.alphabet = spec.alphabet.unwrap_or(written.notation.alphabet);
        check_numbers(&written, layout)?;
        let blanks = layout.map_or(ANY_BLANK, |(_, writing)| (writing.blanks)(&written));
        let blank = chosen_blank(spec, layout, blanks)?;
        let is_csv = layout.is_some_and(|(layout, _)| *layout == *default_layout());
        // A single column is read as the layout `lines`, which has no quotes.
        let is_list = written.names.len() == 1;
        let is_kept = matches!(edit, Edit::Append(_)) && !schema.rewrites_puzzles && spec.alphabet.is_none();
        let verbatim = is_kept && is_csv && blank.is_none() && !is_list;
        let OutputSpec { alphabet, offset, .. } = *spec;
        Ok(RowForm { layout, written, schema: all, own, selected, blank, blanks, alphabet, verbatim, offset })
    }

    /// Creates the writer of the layout; `None` if rows are copied. Returns [`Error::Usage`] if the output should have an
    /// offset or lists of integers, and the layout has none.
    pub(super) fn writer(&self) -> Result<Option<Box<dyn RowWriter>>> {
        let mut writer = self.layout.map(|(_, writing)| (writing.open)(&self.written)).transpose()?;
        let has_lists = self.written.types.contains(&ColumnType::Cells);
        if has_lists && !writer.as_ref().is_some_and(|writer| writer.has_types()) {
            return Err(Error::Usage(
                "--cells integers is for Parquet and JSON Lines: name an output that ends with .parquet or .jsonl"
                    .into(),
            ));
        }
        if let Some(offset) = self.offset
            && !writer.as_mut().is_some_and(|writer| writer.set_offset(offset))
        {
            return Err(Error::Usage(
                "--to-offset is for arrays of NumPy: name an output that ends with .npy or .npz".into(),
            ));
        }
        Ok(writer)
    }

    /// Returns true if rows of CSV are written as they were read, with more columns.
    fn is_appended(&self) -> bool {
        self.verbatim && self.selected.is_empty()
    }

    pub(super) fn begin(&self, writer: Option<&mut Box<dyn RowWriter>>, text: &mut Vec<u8>) {
        let header = self.schema.header.as_deref();
        match (header, writer) {
            (Some(header), _) if self.is_appended() && self.schema.is_csv() => {
                text.extend_from_slice(header);
                self.schema.names[self.own..].iter().for_each(|name| text.extend([b",", name.as_bytes()].concat()));
                text.push(b'\n');
            }
            (_, Some(writer)) => writer.begin(text),
            (Some(header), None) => text.extend([header, b"\n"].concat()),
            (None, None) => {}
        }
    }
}

fn check_shape(spec: &OutputSpec, schema: &Schema, layout: Option<(&Layout, &Writing)>) -> Result<()> {
    let notation = schema.notation;
    if notation.is_default() {
        let reason = "--to-alphabet is for other shapes than 9×9, which is written in digits";
        return spec.alphabet.map_or(Ok(()), |_| Err(Error::Usage(reason.into())));
    }
    let kind = notation.kind();
    if let Some(alphabet) = spec.alphabet
        && (alphabet == Alphabet::Candidates) != notation.has_candidates()
    {
        let reason = format!("--to-alphabet {}: the puzzles are {kind}; candidates stay candidates", alphabet.name());
        return Err(Error::Usage(reason));
    }
    if let Some((layout, _)) = layout.filter(|(_, writing)| !writing.any_shape) {
        let name = layout.name;
        return Err(Error::Usage(format!(
            "the layout {name} holds givens of 9×9 only, and the puzzles are {kind}; write one of {}",
            any_shape_names().join(", ")
        )));
    }
    if spec.cells == CellForm::Integers {
        return Err(Error::Usage(format!("--cells integers is for givens of 9×9, and the puzzles are {kind}")));
    }
    Ok(())
}

/// Returns the blank of all grids; `None` if each keeps its own. Returns an error if the layout cannot have it.
fn chosen_blank(spec: &OutputSpec, layout: Option<(&Layout, &Writing)>, blanks: &[u8]) -> Result<Option<u8>> {
    let blank = spec.blank.or(layout.filter(|(_, writing)| writing.one_blank).map(|_| blanks[0]));
    if let (Some(blank), Some((layout, _))) = (blank.filter(|blank| !blanks.contains(blank)), layout) {
        let (name, blank, blanks) = (layout.name, char::from(blank), String::from_utf8_lossy(blanks));
        let reason = format!("the layout {name} cannot have {blank:?} as a blank; choose one of {blanks}");
        return Err(Error::Usage(reason));
    }
    Ok(blank)
}

/// Checks that the numbers of a grid are not taken for columns.
fn check_numbers(written: &Schema, layout: Option<(&Layout, &Writing)>) -> Result<()> {
    let are_numbers = written.notation.alphabet == Alphabet::Numbers;
    let is_list = layout.is_some_and(|(_, writing)| writing.is_spaced) && written.names.len() > 1;
    if !are_numbers || !is_list {
        return Ok(());
    }
    Err(Error::Usage(
        "in plain lists, the numbers of a grid would be columns; add --to-alphabet 1-9A, or write csv".into(),
    ))
}

fn column_index(column: &Column, schema: &Schema) -> Result<usize> {
    let no_column = || Error::Usage(format!("no column {column}; there are {}", schema.names.join(", ")));
    column.index_in(&schema.names).ok_or_else(no_column)
}

fn select(all: &Schema, selected: &[usize], layout: Option<(&Layout, &Writing)>) -> Result<Schema> {
    if selected.is_empty() {
        return Ok(all.clone());
    }
    let index = |column: usize| selected.iter().position(|&index| index == column);
    let puzzle = index(all.puzzle);
    if let (None, Some((layout, writing))) = (puzzle, layout)
        && writing.needs_puzzle
    {
        let puzzle = &all.names[all.puzzle];
        return Err(Error::Usage(format!(
            "the layout {} needs the column {puzzle}, which is not selected",
            layout.name
        )));
    }
    Ok(Schema {
        names: selected.iter().map(|&index| all.names[index].clone()).collect(),
        types: selected.iter().map(|&index| all.column_type(index)).collect(),
        puzzle: puzzle.unwrap_or(0),
        solution: all.solution.and_then(index),
        ..all.clone()
    })
}

impl RowFormatter {
    /// Creates a formatter for rows with the columns of `schema`. Returns [`Error::Usage`] if the layout cannot represent
    /// these columns, or if a selected column does not exist.
    pub fn new(spec: &OutputSpec, schema: &Schema, edit: &Edit) -> Result<RowFormatter> {
        let form = RowForm::new(spec, schema, edit)?;
        let mut writer = None;
        if let Some((_, writing)) = form.layout.filter(|_| !form.is_appended()) {
            // Also checks that the layout can represent these columns.
            writer = Some((writing.open)(&form.written)?).filter(|_| writing.independent_rows);
        }
        Ok(RowFormatter { form, writer, rows: FormattedRows::default() })
    }

    pub fn reserve(&mut self, bytes: usize) {
        self.rows.text.reserve(bytes);
    }

    /// Adds the row of a puzzle, with the fields of the added columns. After a row that could not be formatted, no row
    /// is added.
    pub fn row(&mut self, row: &[u8], puzzle: &Puzzle, added: &[Field<'_>]) {
        let text = &mut self.rows.text;
        match self.form.layout {
            _ if self.rows.error.is_some() => return,
            None => {
                text.extend_from_slice(row);
                text.push(b'\n');
            }
            Some(_) if self.form.is_appended() => append(text, &self.form.schema, self.form.own, row, added),
            Some(_) => {
                let mut fields = if self.form.own > 0 { self.own_fields(row, puzzle) } else { Vec::new() };
                fields.extend(added.iter().map(|field| Field::from(&**field)));
                self.push(&fields, || puzzle.location());
            }
        }
        self.rows.count += 1;
    }

    /// Adds a row for a reject. The added columns must replace those of the corpus.
    pub fn rejected(&mut self, reject: &Reject, added: &[Field<'_>]) {
        if self.rows.error.is_none() {
            self.push(added, || reject.location());
            self.rows.count += 1;
        }
    }

    /// Adds the row of a puzzle with another puzzle and solution in it, or with an empty solution, and with the
    /// fields of the added columns.
    pub fn image(
        &mut self,
        row: &[u8],
        puzzle: &Puzzle,
        (givens, solution): (&AnyGrid, Option<&AnyGrid>),
        added: &[Field<'_>],
    ) {
        if self.rows.error.is_some() {
            return;
        }
        let RowForm { schema, own, .. } = &self.form;
        let mut fields = schema.fields(row);
        fields.resize(*own, Field::from(&b""[..]));
        fields[schema.puzzle] = self.text(givens, self.blank_for(&fields[schema.puzzle])).into();
        if let Some(index) = schema.solution {
            // A solution that was not transformed would be wrong.
            fields[index] = solution.map_or(Vec::new(), |solution| self.text(solution, None)).into();
        }
        fields.extend(added.iter().map(|field| Field::from(&**field)));
        self.push(&fields, || puzzle.location());
        self.rows.count += 1;
    }

    pub fn finish(self) -> FormattedRows {
        FormattedRows { checksum: Checksum::of(&self.rows.text), ..self.rows }
    }

    /// Returns the fields of the corpus. If they are not copied verbatim, grids of 9×9 become 81 cells. Grids of another shape
    /// change only if the user chose a blank or an alphabet, or if the field has several lines or is a list.
    fn own_fields<'r>(&self, row: &'r [u8], puzzle: &Puzzle) -> Vec<Field<'r>> {
        let RowForm { schema, own, blank, blanks, alphabet, verbatim, .. } = &self.form;
        let mut fields = schema.fields(row);
        fields.resize(*own, Field::from(&b""[..]));
        if *verbatim {
            return fields;
        }
        let nine = puzzle.givens.nine();
        let is_kept = |field: &Field<'_>| match nine {
            Some(_) => field.len() <= CELLS,
            None => blank.is_none() && alphabet.is_none() && !field.iter().any(|byte| b"\n[".contains(byte)),
        };
        let field = &mut fields[schema.puzzle];
        match nine {
            Some(givens) => *field = cells(mem::take(field), givens, *blank, blanks),
            None if is_kept(field) => {}
            None => *field = self.text(&puzzle.givens, self.blank_for(field)).into(),
        }
        if let Some(field) = schema.solution.map(|index| &mut fields[index]).filter(|field| !is_kept(field))
            && let Ok(solution) = schema.notation.of_solutions().parse(field)
        {
            *field = self.text(&solution, Some(b'.')).into();
        }
        fields
    }

    /// Returns the blank of a grid that is written instead of this field: the one that the user chose, or else the first one of the
    /// field, if it has one character a cell.
    fn blank_for(&self, field: &[u8]) -> Option<u8> {
        let Notation { shape, alphabet } = self.form.schema.notation;
        let is_blank = |byte: &&u8| **byte == b' ' || alphabet.is_blank(**byte, shape.side());
        let own = field.iter().find(is_blank).filter(|_| field.len() == shape.cells());
        self.form.blank.or(own.copied().filter(|blank| self.form.blanks.contains(blank)))
    }

    /// Returns a grid as text. The blank is by default the first of the layout for 9×9, and a dot for other shapes.
    pub fn text(&self, grid: &AnyGrid, blank: Option<u8>) -> Vec<u8> {
        if let Some(grid) = grid.nine() {
            return text_of(grid, blank.unwrap_or(self.form.blanks[0]));
        }
        let alphabet = self.form.alphabet.unwrap_or(self.form.schema.notation.alphabet);
        let text = alphabet.text(grid).into_bytes();
        let blank = blank.filter(|&blank| alphabet.is_blank(blank, grid.shape().side())).unwrap_or(b'.');
        text.into_iter().map(|byte| if byte == b'.' { blank } else { byte }).collect()
    }

    fn push(&mut self, fields: &[Field<'_>], location: impl FnOnce() -> String) {
        let fields = &*selection(fields, &self.form.selected);
        let FormattedRows { text, fields: collected, error, .. } = &mut self.rows;
        match &mut self.writer {
            Some(writer) => {
                *error = writer.row(fields, text).err().map(|failed| match failed {
                    // The field of the corpus is wrong, not an argument.
                    Error::Usage(reason) => Error::Malformed { place: location(), reason },
                    failed => failed,
                });
            }
            None => collected.push(fields.iter().map(|field| Field::from(field.to_vec())).collect()),
        }
    }
}

/// Returns the fields with these indices, in this order; all fields if there are no indices.
pub(super) fn selection<'f>(fields: &'f [Field<'_>], indices: &[usize]) -> Cow<'f, [Field<'f>]> {
    if indices.is_empty() {
        return Cow::Borrowed(fields);
    }
    Cow::Owned(indices.iter().map(|&index| Field::from(&*fields[index])).collect())
}

/// Writes a row as it was read, as CSV, then the added fields.
fn append(text: &mut Vec<u8>, schema: &Schema, own: usize, row: &[u8], added: &[Field<'_>]) {
    let columns = if schema.is_csv() {
        text.extend_from_slice(row);
        // A corpus of one column is common, and its rows need not be split.
        if own == 1 { 1 } else { schema.fields(row).len() }
    } else {
        schema.push_as_csv(text, row)
    };
    text.extend(std::iter::repeat_n(b',', own.saturating_sub(columns)));
    for field in added {
        text.push(b',');
        if needs_quotes(field, b',') {
            Schema::push_csv(text, b',', std::iter::once(&**field));
        } else {
            text.extend_from_slice(field);
        }
    }
    text.push(b'\n');
}

/// Returns the cells of a puzzle: the field itself if it has 81 characters, its blanks are among `blanks`, and they are not
/// replaced by `blank`.
pub fn cells<'f>(field: Field<'f>, givens: &Grid, blank: Option<u8>, blanks: &[u8]) -> Field<'f> {
    let is_written = |byte: &u8| byte.is_ascii_digit() || blanks.contains(byte);
    match blank {
        None if field.len() == CELLS && field.iter().all(is_written) => field,
        // Digits have zeros as blanks, also behind a spreadsheet's mark of a text.
        None if blanks.contains(&b'0') && field.iter().all(|byte| byte.is_ascii_digit() || b"='\"".contains(byte)) => {
            text_of(givens, b'0').into()
        }
        _ => text_of(givens, blank.unwrap_or(blanks[0])).into(),
    }
}

/// Returns the 81 characters of a grid, with `blank` for a blank cell.
pub fn text_of(grid: &Grid, blank: u8) -> Vec<u8> {
    grid.text(blank).into()
}
