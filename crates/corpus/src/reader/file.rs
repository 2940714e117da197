//! Reads one corpus file as puzzles and rejects.

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use csv::ByteRecord;
use grid::{AnyGrid, text::DefectKind};

use super::{
    ahead::{Helpers, ReadAhead},
    block::Block,
    column::Column,
    columns,
    content::{Content, Shared, open_source},
    corpus::Corpus,
    input::Input,
    named_columns,
    puzzle::Reject,
    reread_rows::RereadRows,
    row::{reject, solution},
    row_parser::RowParser,
    wrong_column::wrong_column,
};
use crate::{
    error::{Error, Result},
    layout::{
        self, Head, Layout, LayoutOverride, LineReader, MAX_COLUMNS, OpenFile, RawRow, RowReader, Schema, TextProfile,
    },
    numbers::plural,
};

/// Bytes after a rejected row from which a change of the layout is detected.
const REJECT_LOOKAHEAD_BYTES: usize = 4096;

/// Number of first puzzles of a file that show whether their column holds puzzles, and the solution column solutions.
const CHECKED_PUZZLES: u64 = 8;

#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FileSummary {
    pub path: String,
    /// SHA-256 of the file in hexadecimal; `None` if it was not requested, or if the file was not read to its end.
    pub sha256: Option<String>,
    pub bytes: u64,
    pub puzzles: u64,
    pub rejects: u64,
    #[serde(skip)]
    pub schema: Option<Arc<Schema>>,
    /// What the user should know of the file, as clauses.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// Line ends, comments and empty lines; all zero for a binary file.
    #[serde(skip)]
    pub profile: TextProfile,
}

pub struct File<'a> {
    corpus: &'a Corpus,
    name: Arc<str>,
    /// The name for puzzles, if the corpus has several files.
    label: Option<Arc<str>>,
    input: Shared<Input<'a>>,
    content: Shared<Content<'a>>,
    is_compressed: bool,
    layout: &'static Layout,
    rows: RereadRows<'a>,
    fields: ByteRecord,
    /// How rows are parsed, once the first row is read.
    parser: Option<Arc<RowParser>>,
    ahead: ReadAhead,
    header: Option<Box<[u8]>>,
    /// The columns, once the first puzzle is read.
    schema: Option<Arc<Schema>>,
    puzzles: u64,
    rejects: u64,
    /// The number of full grids among the first puzzles.
    full_puzzles: u64,
    /// The number of full grids in the solution column of the first puzzles.
    well_formed_solutions: u64,
    /// The line and the text of the first value of the solution column that is neither a full grid nor empty.
    malformed_solution: Option<(u64, Box<[u8]>)>,
    notes: Vec<String>,
    was_puzzle: bool,
    /// True once all rows are read. Reading ahead may reach the end of the file earlier.
    ended: bool,
    first_reject: Option<Reject>,
    /// The line of the first rejected row, and the field that should be a puzzle.
    first_rejected_field: Option<(u64, Box<[u8]>)>,
}

impl<'a> File<'a> {
    /// Opens a file of a corpus. Reading fails once `stop` is set.
    pub fn open(corpus: &'a Corpus, path: &'a Path, stop: &'a AtomicBool) -> Result<File<'a>> {
        let (mut source, content, input) = open_source(&corpus.kept_inputs, path, stop, corpus.extras.digests)?;
        let is_compressed = content.get().is_compressed();
        let name: Arc<str> = path.to_string_lossy().into();
        // Outputs have one line per row, so a name cannot have line ends.
        let label = (corpus.files.len() > 1).then(|| name.replace(char::is_control, "?").into());
        let column = number_of(&corpus.puzzle_column).max(number_of(&corpus.solution_column));
        let how = corpus.layout_of(&mut source, stop)?;
        let OpenFile { layout, rows } = layout::open(source, &how, column)?;
        Ok(File {
            corpus,
            label,
            name,
            input,
            content,
            is_compressed,
            layout,
            rows: RereadRows::new(rows),
            fields: ByteRecord::new(),
            parser: None,
            ahead: ReadAhead::default(),
            header: None,
            schema: None,
            puzzles: 0,
            rejects: 0,
            full_puzzles: 0,
            well_formed_solutions: 0,
            malformed_solution: None,
            notes: Vec::new(),
            was_puzzle: false,
            ended: false,
            first_reject: None,
            first_rejected_field: None,
        })
    }

    /// Reads the next row into a block, as a puzzle or a reject; returns false at the end of the file. Returns an error if
    /// the file cannot be read any further, if its columns are ambiguous, or if a row is rejected and the corpus is read
    /// strictly.
    pub fn next(&mut self, block: &mut Block) -> Result<bool> {
        loop {
            let Some(row) = self.rows.next(&mut self.fields)? else { return self.end(block) };
            if let Some(defect) = row.defect {
                let reject = reject(&self.name, row.line, row.bytes, defect);
                return self.rejected(reject, block);
            }
            let first;
            let row = if self.parser.is_some() {
                row
            } else {
                let RawRow { line, spaces_are_blanks, bytes, defect } = row;
                first = bytes.to_vec();
                if self.is_header(line, &first)? {
                    continue;
                }
                RawRow { line, spaces_are_blanks, bytes: &first, defect }
            };
            let Some(parser) = &mut self.parser else { continue };
            if let Err(candidates) = parser.learn(&self.fields) {
                return Err(self.ambiguous(&candidates));
            }
            let line = row.line;
            let Err(defect) = parser.push(&row, &self.fields, block) else {
                return self.accepted(line, block);
            };
            let reject = reject(&self.name, line, row.bytes, defect);
            self.keep_first_rejected_field(line);
            return self.rejected(reject, block);
        }
    }

    /// Counts the puzzle of the last row, which is in this line.
    fn accepted(&mut self, line: u64, block: &mut Block) -> Result<bool> {
        if self.schema.is_none() {
            self.set_schema();
        }
        self.puzzles += 1;
        self.check_first_puzzle(line, block)?;
        self.was_puzzle = true;
        Ok(true)
    }

    fn keep_first_rejected_field(&mut self, line: u64) {
        if self.rejects == 0 {
            let index = self.parser.as_ref().and_then(|parser| parser.columns.puzzle);
            let field = index.and_then(|index| self.fields.get(index));
            self.first_rejected_field = field.map(|field| (line, field.into()));
        }
    }

    /// Adds puzzles that are read ahead to a block, up to `size` puzzles in the block; returns true if there are any.
    pub fn take_ahead(&mut self, helpers: &Helpers, block: &mut Block, size: usize) -> bool {
        let is_file = self.input.get().is_file();
        // The decoder of a compressed pipe would wait.
        let can_read_ahead = self.puzzles >= CHECKED_PUZZLES && (is_file || Input::can_poll() && !self.is_compressed);
        let Some(parser) = self.parser.as_ref().filter(|_| can_read_ahead) else { return false };
        // The rows of a pipe may come much later.
        self.input.get().set_waits(is_file);
        let taken = self.ahead.take(&mut self.rows, parser, helpers, block, size);
        self.input.get().set_waits(true);
        self.puzzles += taken as u64;
        self.was_puzzle |= taken > 0;
        taken > 0
    }

    pub fn schema(&self) -> Option<&Arc<Schema>> {
        self.schema.as_ref()
    }

    pub fn other_columns(&self, first: &Schema) -> String {
        let Some(schema) = self.schema.as_deref() else { return String::new() };
        let [these, those] = if names_of_columns(schema) != names_of_columns(first) {
            [schema, first].map(names_of_columns)
        } else if schema.puzzle != first.puzzle {
            [schema, first].map(|schema| format!("puzzles in column {}", schema.puzzle + 1))
        } else {
            [schema, first].map(|schema| match schema.solution {
                Some(index) => format!("solutions in column {}", index + 1),
                None => "no solutions".into(),
            })
        };
        format!("{}: has {these}, the first file has {those}; process the files one by one", self.name)
    }

    /// Returns the bytes of the file up to the end of the last row; a little more if the file is compressed.
    pub fn bytes(&self) -> u64 {
        if self.is_compressed { self.input.get().bytes() } else { self.rows.bytes() }
    }

    pub fn summary(&self) -> FileSummary {
        let bytes = self.bytes();
        let input = self.input.get();
        FileSummary {
            path: self.name.to_string(),
            sha256: input.sha256().filter(|_| self.ended),
            bytes: input.bytes().max(bytes),
            puzzles: self.puzzles,
            rejects: self.rejects,
            schema: self.schema.clone(),
            notes: self.notes.clone(),
            profile: self.rows.lines().map(LineReader::profile).unwrap_or_default(),
        }
    }

    /// Finds the columns by the first row; returns true if the row is a header.
    fn is_header(&mut self, line: u64, row: &[u8]) -> Result<bool> {
        let names = self.rows.names();
        let first = names.as_ref().unwrap_or(&self.fields);
        if first.len() > MAX_COLUMNS {
            let reason = format!("the first row has {} columns; at most {MAX_COLUMNS} are read", first.len());
            return Err(Error::malformed(Path::new(&*self.name), line, reason));
        }
        let (mut columns, has_header) = columns::find(first, names.is_some(), self.corpus, &self.name)?;
        if has_header && names.is_none() {
            self.rows.set_header(first.len());
        }
        if has_header {
            let current = names.is_some().then_some(&self.fields);
            named_columns::check(&mut columns, first, self.corpus.puzzle_column.is_some(), |n| {
                let more = n - usize::from(current.is_some());
                current.into_iter().chain(self.rows.peek(more)).cloned().collect()
            });
        }
        self.parser = Some(Arc::new(RowParser {
            columns,
            has_header,
            names: has_header.then(|| first.iter().map(|name| String::from_utf8_lossy(name).trim().into()).collect()),
            label: self.label.clone(),
            extras: self.corpus.extras,
        }));
        if has_header && names.is_none() {
            self.header = Some(row.into());
            return Ok(true);
        }
        Ok(false)
    }

    /// Checks by the first puzzles that the columns hold what they should. `line` is the line of the last row, which is a puzzle.
    fn check_first_puzzle(&mut self, line: u64, block: &mut Block) -> Result<()> {
        let Some(RowParser { columns, .. }) = self.parser.as_deref().filter(|_| self.puzzles <= CHECKED_PUZZLES) else {
            return Ok(());
        };
        let is_full = |grid: &AnyGrid| grid.clues() == grid.shape().cells();
        self.full_puzzles += u64::from(block.puzzles.last().is_some_and(|puzzle| is_full(&puzzle.givens)));
        if let Some(index) = columns.solution.filter(|_| columns.solution_required) {
            let field = self.fields.get(index).unwrap_or_default();
            match solution(field, true, columns.notation) {
                Some(solution) if is_full(&solution) => self.well_formed_solutions += 1,
                Some(_) if self.malformed_solution.is_none() => self.malformed_solution = Some((line, field.into())),
                _ => {}
            }
        }
        if self.puzzles == CHECKED_PUZZLES { self.end_checks(block) } else { Ok(()) }
    }

    /// Notes that the puzzle column may hold solutions, and checks the solution column.
    fn end_checks(&mut self, block: &mut Block) -> Result<()> {
        let index = self.parser.as_ref().and_then(|parser| parser.columns.puzzle).unwrap_or(0);
        let is_named = self.corpus.puzzle_column.is_some();
        if self.puzzles > 1 && self.full_puzzles == self.puzzles && !is_named {
            let grids = format!("the first {}", plural(self.puzzles, "grid"));
            let has_several = self.schema.as_ref().is_some_and(|schema| schema.names.len() > 1);
            self.note(if has_several {
                let column = self.column_name(index);
                format!("{grids} in {column} have no blanks; name the column of the puzzles with --puzzle-column")
            } else {
                format!("{grids} have no blanks: these may be solutions, not puzzles")
            });
        }
        self.check_solution_column(block)
    }

    fn note(&mut self, note: String) {
        self.corpus.notice.iter().for_each(|notice| notice(&format!("{}: {note}", self.name)));
        self.notes.push(note);
    }

    /// Returns an error if the user named the solution column, and the first puzzles have malformed solutions and no full grid in it.
    /// Then the named column is wrong, and the rows of the file are removed from the block.
    fn check_solution_column(&mut self, block: &mut Block) -> Result<()> {
        let index = self.parser.as_ref().and_then(|parser| parser.columns.solution);
        let (Some((line, field)), Some(index), 0) = (&self.malformed_solution, index, self.well_formed_solutions)
        else {
            return Ok(());
        };
        let error = wrong_column(&self.name, *line, self.column_name(index), field, "solution");
        block.remove_last(self.puzzles, self.rejects);
        (self.puzzles, self.rejects, self.schema) = (0, 0, None);
        Err(error)
    }

    fn set_schema(&mut self) {
        let Some(parser) = &mut self.parser else { return };
        let RowParser { columns, has_header, names, .. } = Arc::make_mut(parser);
        let names = names.get_or_insert_with(|| columns.names(self.fields.len())).clone();
        let puzzle = columns.first_candidate(names.len()).unwrap_or(0);
        let solution = columns.solution;
        if let Some(notice) = self.corpus.notice.filter(|_| names.len() > 1) {
            let solutions = solution.map_or("no solutions".into(), |index| {
                format!("solutions in {}", name_of_column(index, &names, *has_header))
            });
            let puzzles = name_of_column(puzzle, &names, *has_header);
            notice(&format!("{}: {}, puzzles in {puzzles}, {solutions}", self.name, self.layout.name));
        }
        self.schema = Some(Arc::new(Schema {
            layout: self.layout.name,
            header: self.header.take(),
            names,
            types: self.rows.types(),
            puzzle,
            solution,
            syntax: self.rows.syntax(),
            rewrites_puzzles: self.corpus.pad_zeros,
            notation: self.corpus.notation,
        }));
        self.rows.notes().into_iter().for_each(|note| self.note(note));
    }

    fn end(&mut self, block: &mut Block) -> Result<bool> {
        if self.puzzles == 0 {
            self.check_header()?;
        }
        if self.puzzles < CHECKED_PUZZLES {
            self.end_checks(block)?;
        }
        // The last row of a layout may end before the file.
        self.content.get().finish().map_err(Error::io(&*self.name, "read"))?;
        // The directory of an archive, after the data, is part of the file.
        self.input.get().finish().map_err(Error::io(&*self.name, "read"))?;
        self.ended = true;
        self.note_comments();
        Ok(false)
    }

    /// Prints how many comments were skipped in a file with several columns, where a row may look like a comment.
    fn note_comments(&self) {
        let comments = self.rows.lines().map_or(0, |lines| lines.profile().comments);
        let has_several = self.schema.as_ref().is_some_and(|schema| schema.names.len() > 1);
        if let Some(notice) = self.corpus.notice.filter(|_| comments > 0 && has_several) {
            notice(&format!("{}: {} beginning with # skipped", self.name, plural(comments, "comment line")));
        }
    }

    /// Checks that a file without puzzles is an empty corpus: a header with a puzzle column, and no rows.
    fn check_header(&mut self) -> Result<()> {
        // A binary file names its columns even without rows; a text file does so only by a header.
        if self.parser.is_none() && self.rows.lines().is_none() {
            self.is_header(0, &[])?;
        }
        match &self.parser {
            Some(parser) if parser.has_header && self.rejects == 0 && parser.columns.is_puzzle_named() => {
                self.set_schema();
                Ok(())
            }
            _ => Err(self.no_puzzle()),
        }
    }

    fn rejected(&mut self, reject: Reject, block: &mut Block) -> Result<bool> {
        if std::mem::take(&mut self.was_puzzle) {
            self.check_layout(&reject)?;
        }
        self.rejects += 1;
        self.first_reject.get_or_insert_with(|| reject.clone());
        if self.corpus.strict {
            let Reject { file, line, column, reason, .. } = reject;
            return Err(Error::Rejected { file: file.to_string(), line, column, reason });
        }
        block.rejects.push(Reject { puzzles_before: block.puzzles.len(), ..reject });
        Ok(true)
    }

    /// Returns an error if the file continues in another layout from a rejected row on. All further rows would be rejected.
    fn check_layout(&self, reject: &Reject) -> Result<()> {
        // A grid that became a number, and one with a comment, look like lines of another layout.
        if reject.kind.is_number()
            || reject.kind == DefectKind::Surplus
            || self.corpus.layout != LayoutOverride::default()
        {
            return Ok(());
        }
        let Some(lines) = self.rows.lines() else { return Ok(()) };
        let bytes = [reject.text.as_bytes(), b"\n", &lines.peek(REJECT_LOOKAHEAD_BYTES)].concat();
        let before = self.layout;
        let syntax = self.rows.syntax();
        match layout::changed(&Head { bytes: &bytes }, before, &syntax) {
            Some(now) => {
                let reason = format!("the layout changes from {} to {} here; split the file", before.name, now.name);
                Err(Error::malformed(Path::new(&*self.name), reject.line, reason))
            }
            None => Ok(()),
        }
    }

    fn ambiguous(&self, candidates: &[usize]) -> Error {
        let names: Vec<_> = candidates.iter().map(|&index| self.column_name(index)).collect();
        Error::AmbiguousColumn { path: self.name.to_string(), candidates: names.join(" or ") }
    }

    fn column_name(&self, index: usize) -> String {
        match self.parser.as_ref().and_then(|parser| parser.names.as_ref()?.get(index)) {
            Some(name) => format!("column {} ({name})", index + 1),
            None => format!("column {}", index + 1),
        }
    }

    fn no_puzzle(&self) -> Error {
        if self.rejects == 0 {
            return Error::NoRows { path: self.name.to_string() };
        }
        let columns = self.parser.as_ref().map(|parser| &parser.columns);
        // For a number, the reason of the reject is more useful than the error of a wrong column.
        let kind = self.first_reject.as_ref().map_or(DefectKind::Other, |reject| reject.kind);
        if self.corpus.puzzle_column.is_some()
            && !kind.is_number()
            && let (Some(index), Some((line, field))) =
                (columns.and_then(|columns| columns.puzzle), &self.first_rejected_field)
        {
            return wrong_column(&self.name, *line, self.column_name(index), field, "puzzle");
        }
        let is_unknown = columns.is_none_or(|columns| columns.puzzle.is_none());
        Error::NoPuzzle {
            path: self.name.to_string(),
            rows: self.rejects + u64::from(self.header.is_some()),
            wanted: self.corpus.notation.wanted(),
            first: self.first_reject.as_ref().map(describe),
            lost_zeros: kind == DefectKind::LostZeros,
            column_unknown: is_unknown,
        }
    }
}

fn name_of_column(index: usize, names: &[String], has_header: bool) -> String {
    match names.get(index) {
        Some(name) if has_header => format!("column {} ({name})", index + 1),
        _ => format!("column {}", index + 1),
    }
}

fn number_of(column: &Option<Column>) -> usize {
    match column {
        Some(Column::Number(number)) => number.get(),
        _ => 1,
    }
}

fn names_of_columns(schema: &Schema) -> String {
    format!("the columns {} ({})", schema.names.join(", "), schema.layout)
}

/// Returns where and why a row was rejected, as a sentence without its full stop.
fn describe(Reject { line, column, reason, .. }: &Reject) -> String {
    format!("Line {line}, column {column}: {reason}")
}
