//! One corpus file → rows.

use std::{
    cell::RefCell,
    path::Path,
    rc::Rc,
    sync::{Arc, atomic::AtomicBool},
};

use csv::ByteRecord;

use super::{
    Block, Corpus, Puzzle, Reject,
    columns::{self, Columns},
    content::Content,
    input::Input,
    row::{fits, parse, reject},
};
use crate::{
    error::{Error, Result},
    grid::Grid,
    layout::{self, Found, Head, LayoutOverride, RawRow, Schema, TextProfile, line_reader::Lines, notation::BadField},
};

/// The bytes behind a rejected row that are looked at, whether they are in another layout.
const BEHIND: usize = 4096;

/// What was read of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FileSummary {
    /// The path as it was given.
    pub path: String,
    /// SHA-256 of the content, in hexadecimal; none where the file was not read to its end.
    pub sha256: Option<String>,
    /// Bytes read.
    pub bytes: u64,
    /// Rows that hold a puzzle.
    pub puzzles: u64,
    /// Rows that do not.
    pub rejects: u64,
    /// The columns, once they are known.
    #[serde(skip)]
    pub schema: Option<Arc<Schema>>,
    /// What it looks like.
    #[serde(skip)]
    pub texture: TextProfile,
}

/// Reads the rows of one file.
pub struct File<'a> {
    corpus: &'a Corpus,
    name: Arc<str>,
    /// The name that goes into the puzzles, where there are several files.
    label: Option<Arc<str>>,
    input: Rc<RefCell<Input<'a>>>,
    is_compressed: bool,
    lines: Lines<'a>,
    found: Found,
    fields: ByteRecord,
    columns: Option<(Columns, bool)>,
    /// The header as it is written.
    header: Option<Box<[u8]>>,
    /// The names of the columns, once they are known.
    names: Option<Vec<String>>,
    /// Known with the first puzzle.
    schema: Option<Arc<Schema>>,
    puzzles: u64,
    rejects: u64,
    /// Whether the row before was a puzzle.
    was_puzzle: bool,
    first_reject: Option<String>,
}

impl<'a> File<'a> {
    /// Opens a file of a corpus, to be read until `stop` is set.
    pub fn open(corpus: &'a Corpus, path: &Path, stop: &'a AtomicBool) -> Result<File<'a>> {
        let content = Content::open(path, stop, corpus.extras.digests)?;
        let (input, is_compressed) = (content.file(), content.is_compressed());
        let name: Arc<str> = path.to_string_lossy().into();
        // A line end in a name would break the promise of a line per row.
        let label = (corpus.files.len() > 1).then(|| name.replace(char::is_control, "?").into());
        let mut lines = Lines::new(Box::new(content), name.clone());
        let is_plain_file = !is_compressed && path.is_file();
        let found = layout::open(&Head { path, bytes: lines.begin()?, is_plain_file }, &corpus.asked)?;
        Ok(File {
            corpus,
            label,
            name,
            input,
            is_compressed,
            lines,
            found,
            fields: ByteRecord::new(),
            columns: None,
            header: None,
            names: None,
            schema: None,
            puzzles: 0,
            rejects: 0,
            was_puzzle: false,
            first_reject: None,
        })
    }

    /// Puts the next row into a block, as a puzzle or a reject; there is none at the end of the file.
    pub fn next(&mut self, block: &mut Block) -> Result<bool> {
        loop {
            let Some(record) = self.found.layout.next(&mut self.lines, &mut self.fields)? else { return self.end() };
            if let Some((reason, at)) = record.broken {
                let bad = BadField { reason: reason.into_owned(), at };
                let reject = reject(&self.name, record.line, record.bytes, bad);
                return self.rejected(reject, block);
            }
            let first;
            let record = if self.columns.is_some() {
                record
            } else {
                let (line, quoted) = (record.line, record.quoted);
                first = record.bytes.to_vec();
                if self.is_header(&first)? {
                    continue;
                }
                RawRow { line, quoted, bytes: &first, broken: None }
            };
            let Some((columns, has_header)) = &mut self.columns else { continue };
            if let Err(candidates) = columns.learn(&self.fields, *has_header) {
                return Err(self.unsure(&candidates));
            }
            // The fields go where they stay: moving a puzzle takes longer than parsing it.
            let (line, file, wanted) = (record.line, self.label.clone(), self.corpus.extras);
            block.puzzles.push(Puzzle { id: None, file, line, givens: Grid::EMPTY, solution: None, row: 0..0 });
            let Some(puzzle) = block.puzzles.last_mut() else { continue };
            let mut parsed = parse(&self.fields, &columns.only(wanted), &record, puzzle);
            if wanted.rows && parsed.is_ok() {
                parsed = fits(self.fields.len(), self.names.as_deref(), *has_header, record.bytes.len());
            }
            let Err(bad) = parsed else {
                if wanted.rows {
                    puzzle.row = block.text.len()..block.text.len() + record.bytes.len();
                    block.text.extend_from_slice(record.bytes);
                }
                self.puzzles += 1;
                self.was_puzzle = true;
                if self.schema.is_none() {
                    self.understood();
                }
                return Ok(true);
            };
            block.puzzles.pop();
            let reject = reject(&self.name, line, record.bytes, bad);
            return self.rejected(reject, block);
        }
    }

    /// The columns, once they are known.
    pub fn schema(&self) -> Option<&Arc<Schema>> {
        self.schema.as_ref()
    }

    /// What there is to say where a file before has other columns.
    pub fn other_columns(&self, first: &Schema) -> String {
        let names = |schema: &Schema| format!("{} ({})", schema.names.join(", "), schema.layout);
        let these = self.schema.as_deref().map(names).unwrap_or_default();
        format!("{}: has the columns {these}, the first file {}; take them one by one", self.name, names(first))
    }

    /// Bytes of the file up to the end of the last row; a little more where it is compressed.
    pub fn bytes(&self) -> u64 {
        if self.is_compressed { self.input.borrow().bytes() } else { self.lines.consumed() }
    }

    /// What was read.
    pub fn summary(&self) -> FileSummary {
        let input = self.input.borrow();
        FileSummary {
            path: self.name.to_string(),
            sha256: input.sha256(),
            bytes: input.bytes(),
            puzzles: self.puzzles,
            rejects: self.rejects,
            schema: self.schema.clone(),
            texture: self.lines.texture(),
        }
    }

    /// Finds the columns by the first row, and says whether it is a header.
    fn is_header(&mut self, row: &[u8]) -> Result<bool> {
        let Corpus { puzzle_column, solution_column, asked, .. } = self.corpus;
        let wanted = [puzzle_column.as_ref(), solution_column.as_ref()];
        let names = self.found.layout.names();
        let first = names.as_ref().unwrap_or(&self.fields);
        let (columns, has_header) = columns::find(first, names.is_some(), wanted, asked, &self.name)?;
        if has_header {
            self.names = Some(first.iter().map(|name| String::from_utf8_lossy(name).trim().into()).collect());
        }
        self.columns = Some((columns, has_header));
        if has_header && names.is_none() {
            self.header = Some(row.into());
            return Ok(true);
        }
        Ok(false)
    }

    /// Keeps what the first puzzle has shown, and says it.
    fn understood(&mut self) {
        let Some((columns, has_header)) = &self.columns else { return };
        let names = self.names.get_or_insert_with(|| columns.names(self.fields.len())).clone();
        let (puzzle, solution) = (columns.puzzle.unwrap_or(0), columns.solution);
        let name = |place: usize| match names.get(place) {
            Some(name) if *has_header => format!("column {} ({name})", place + 1),
            _ => format!("column {}", place + 1),
        };
        if let Some(notice) = self.corpus.notice.filter(|_| names.len() > 1) {
            let solutions = solution.map_or("no solutions".into(), |place| format!("solutions in {}", name(place)));
            let (file, layout) = (&self.name, self.found.name);
            notice(&format!("{file}: {layout}, puzzles in {}, {solutions}", name(puzzle)));
        }
        let (layout, header, syntax) = (self.found.name, self.header.take(), self.found.layout.syntax());
        self.schema = Some(Arc::new(Schema { layout, header, names, puzzle, solution, syntax }));
    }

    fn end(&mut self) -> Result<bool> {
        if self.puzzles == 0 {
            return Err(self.no_puzzle());
        }
        // What is behind the data of an archive is part of the file.
        let mut input = self.input.borrow_mut();
        std::io::copy(&mut *input, &mut std::io::sink()).map_err(Error::io(&*self.name, "read"))?;
        Ok(false)
    }

    fn rejected(&mut self, reject: Reject, block: &mut Block) -> Result<bool> {
        if std::mem::take(&mut self.was_puzzle) {
            self.check_layout(&reject)?;
        }
        self.rejects += 1;
        let Reject { line, column, reason, .. } = &reject;
        self.first_reject.get_or_insert_with(|| format!("Line {line}, column {column}: {reason}"));
        if self.corpus.strict {
            let Reject { file, line, column, reason, .. } = reject;
            return Err(Error::Rejected { file: file.to_string(), line, column, reason });
        }
        block.rejects.push(reject);
        Ok(true)
    }

    /// Sees to it that a file which goes on in another layout is not taken for one with very many bad rows.
    fn check_layout(&self, reject: &Reject) -> Result<()> {
        let (before, syntax) = (self.found.name, self.found.layout.syntax());
        let rest = self.lines.rest();
        let bytes = [reject.text.as_bytes(), b"\n", &rest[..rest.len().min(BEHIND)]].concat();
        let head = Head { path: Path::new(&*self.name), bytes: &bytes, is_plain_file: false };
        match layout::changed(&head, before, &syntax).filter(|_| self.corpus.asked == LayoutOverride::default()) {
            Some(now) => {
                let reason = format!("the layout changes from {before} to {now} here; split the file");
                Err(Error::malformed(Path::new(&*self.name), reject.line, reason))
            }
            None => Ok(()),
        }
    }

    fn unsure(&self, candidates: &[usize]) -> Error {
        let name = |&place: &usize| match self.names.as_ref().and_then(|names| names.get(place)) {
            Some(name) => format!("column {} ({name})", place + 1),
            None => format!("column {}", place + 1),
        };
        let candidates = candidates.iter().map(name).collect::<Vec<_>>().join(" or ");
        Error::Unsure { path: self.name.to_string(), candidates }
    }

    fn no_puzzle(&self) -> Error {
        let asked = self.corpus.puzzle_column.as_ref();
        let unknown = self.columns.as_ref().is_none_or(|(columns, _)| columns.puzzle.is_none());
        let advice = if unknown && self.rejects > 0 {
            ". If the puzzles are in a column of another name, say which with --puzzle-column"
        } else {
            ""
        };
        Error::NoPuzzle {
            path: self.name.to_string(),
            rows: self.rejects + u64::from(self.header.is_some()),
            wanted: Columns::wanted(asked),
            first: self.first_reject.clone().map_or(String::new(), |first| format!(". {first}")),
            advice: advice.into(),
        }
    }
}
