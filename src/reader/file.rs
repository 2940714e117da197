//! One corpus file → rows.

use std::{
    io::{self, Read},
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use memchr::{memchr_iter, memmem};

use super::{
    Block, Corpus, Layout, Puzzle, Reject,
    columns::{self, BadField, Columns, plural, read_cells},
    content::Content,
    record::{Record, Records},
};
use crate::{
    error::{Error, Result},
    grid::Grid,
};

/// The most bytes of a rejected row that are kept.
const KEPT_TEXT: usize = 200;

/// What was read of a file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
}

/// Reads the rows of one file.
pub struct File<'a> {
    corpus: &'a Corpus,
    name: Arc<str>,
    /// The name that goes into the puzzles, where there are several files.
    label: Option<Arc<str>>,
    records: Records<Content<'a>>,
    csv: csv::Reader<Feed>,
    row: csv::ByteRecord,
    columns: Option<(Columns, bool)>,
    /// Known with the header, or else with the first puzzle.
    layout: Option<Arc<Layout>>,
    puzzles: u64,
    rejects: u64,
    first_reject: Option<String>,
}

impl<'a> File<'a> {
    /// Opens a file of a corpus, to be read until `stop` is set.
    pub fn open(corpus: &'a Corpus, path: &Path, stop: &'a AtomicBool) -> Result<File<'a>> {
        let content = Content::open(path, stop, corpus.wanted.digests)?;
        let name: Arc<str> = path.to_string_lossy().into();
        // A line end in a name would break the promise of a line per row.
        let label = (corpus.files.len() > 1).then(|| name.replace(char::is_control, "?").into());
        Ok(File {
            corpus,
            label,
            name,
            records: Records::new(content),
            csv: parser(),
            row: csv::ByteRecord::new(),
            columns: None,
            layout: None,
            puzzles: 0,
            rejects: 0,
            first_reject: None,
        })
    }

    /// Puts the next row into a block, as a puzzle or a reject; there is none at the end of the file.
    pub fn next(&mut self, block: &mut Block) -> Result<bool> {
        while let Some(record) = self.records.next().map_err(Error::io(&*self.name, "read"))? {
            let line = record.line;
            if let Some((reason, at)) = record.broken {
                let bad = BadField { reason: reason.into(), at };
                let reject = reject(&self.name, line, record.bytes, bad);
                return self.rejected(reject, block);
            }
            split(&record, &mut self.csv, &mut self.row).map_err(Error::io(&*self.name, "read"))?;
            let (columns, has_header) = match &mut self.columns {
                Some(columns) => columns,
                unknown => {
                    let found = find_columns(self.corpus, &self.row, &self.name)?;
                    let is_header = found.1;
                    let found = unknown.insert(found);
                    if is_header {
                        self.layout = Some(Arc::new(Layout::of_header(&self.row, record.bytes)));
                        continue;
                    }
                    found
                }
            };
            columns.learn(&self.row, *has_header);
            let wanted = self.corpus.wanted;
            let layout = &mut self.layout;
            // The fields go where they stay: moving a puzzle takes longer than parsing it.
            let file = self.label.clone();
            block.puzzles.push(Puzzle { id: None, file, line, givens: Grid::EMPTY, solution: None, row: 0..0 });
            let Some(puzzle) = block.puzzles.last_mut() else { continue };
            let mut parsed = parse(&self.row, &columns.only(wanted), &record, puzzle);
            if wanted.rows && parsed.is_ok() {
                let names = || Arc::new(Layout { header: None, names: columns.names(self.row.len()) });
                parsed = fits(&self.row, layout.get_or_insert_with(names), record.bytes);
            }
            let Err(bad) = parsed else {
                if wanted.rows {
                    puzzle.row = block.text.len()..block.text.len() + record.bytes.len();
                    block.text.extend_from_slice(record.bytes);
                }
                self.puzzles += 1;
                return Ok(true);
            };
            block.puzzles.pop();
            let reject = reject(&self.name, line, record.bytes, bad);
            return self.rejected(reject, block);
        }
        if self.puzzles > 0 { Ok(false) } else { Err(self.no_puzzle()) }
    }

    /// The columns, once they are known.
    pub fn layout(&self) -> Option<&Arc<Layout>> {
        self.layout.as_ref()
    }

    /// What there is to say where a file before has other columns.
    pub fn other_columns(&self, first: &Layout) -> String {
        let names = |layout: &Layout| layout.names.join(", ");
        let these = self.layout.as_deref().map(names).unwrap_or_default();
        format!("{}: has the columns {these}, the first file {}; take them one by one", self.name, names(first))
    }

    /// Bytes of the file up to the end of the last row; a little more where it is compressed.
    pub fn bytes(&self) -> u64 {
        let content = self.records.input();
        if content.is_compressed() { content.input().bytes() } else { self.records.consumed() }
    }

    /// What was read.
    pub fn summary(&self) -> FileSummary {
        let input = self.records.input().input();
        FileSummary {
            path: self.name.to_string(),
            sha256: input.sha256(),
            bytes: input.bytes(),
            puzzles: self.puzzles,
            rejects: self.rejects,
        }
    }

    fn rejected(&mut self, reject: Reject, block: &mut Block) -> Result<bool> {
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
            rows: self.rejects + u64::from(self.columns.as_ref().is_some_and(|(_, header)| *header)),
            wanted: Columns::wanted(asked),
            first: self.first_reject.clone().map_or(String::new(), |first| format!(". {first}")),
            advice: advice.into(),
        }
    }
}

fn find_columns(corpus: &Corpus, first: &csv::ByteRecord, name: &str) -> Result<(Columns, bool)> {
    columns::find(first, corpus.puzzle_column.as_ref(), corpus.solution_column.as_ref(), name)
}

/// The fields of a record.
fn split(record: &Record<'_>, parser: &mut csv::Reader<Feed>, row: &mut csv::ByteRecord) -> io::Result<()> {
    if record.quoted {
        parser.get_mut().load(record.bytes);
        parser.read_byte_record(row)?;
        return Ok(());
    }
    // Nothing to parse, which takes a third of the time.
    row.clear();
    let mut begin = 0;
    for end in memchr_iter(b',', record.bytes).chain([record.bytes.len()]) {
        row.push_field(&record.bytes[begin..end]);
        begin = end + 1;
    }
    Ok(())
}

/// What is written behind a row must not come under the wrong header. A plain list has but one column, whatever is in it.
fn fits(row: &csv::ByteRecord, layout: &Layout, record: &[u8]) -> Result<(), BadField> {
    let (columns, names) = (row.len(), layout.names.len());
    if columns <= names || layout.is_plain() {
        return Ok(());
    }
    let before = if layout.header.is_some() { "header" } else { "rows" };
    let reason = format!("the row has {}, the {before} before it {names}", plural(columns, "column"));
    Err(BadField { reason, at: record.len() })
}

/// Parses the fields of a row that are used into a puzzle, or says what is wrong with one of them; `at` counts in the
/// record.
fn parse(row: &csv::ByteRecord, columns: &Columns, record: &Record<'_>, puzzle: &mut Puzzle) -> Result<(), BadField> {
    let &Record { bytes: record, quoted, .. } = record;
    // Fields come without their quotes, so a field's place is where its bytes are first seen after the fields before.
    let begin = |place: usize| {
        let skipped: usize = row.iter().take(place).map(|field| field.len() + 1).sum();
        let skipped = skipped.min(record.len());
        memmem::find(&record[skipped..], &row[place]).map_or(skipped, |at| skipped + at)
    };
    let field = |place: usize, what: &str| {
        let columns = row.len();
        let missing = || BadField {
            reason: format!("the row has {}, the {what} is in column {}", plural(columns, "column"), place + 1),
            at: record.len(),
        };
        row.get(place).ok_or_else(missing)
    };
    let read = |place: usize, what: &str, grid: &mut Grid| {
        let field = field(place, what)?;
        read_cells(field, quoted, grid).map_err(|bad| BadField {
            reason: if what == "puzzle" { bad.reason } else { format!("{what}: {}", bad.reason) },
            at: begin(place) + bad.at,
        })
    };
    read(columns.puzzle.unwrap_or(0), "puzzle", &mut puzzle.givens)?;
    puzzle.solution = match columns.solution {
        Some(place) if row.get(place).map_or(columns.solution_asked, |field| !field.trim_ascii().is_empty()) => {
            let mut solution = Grid::EMPTY;
            read(place, "solution", &mut solution)?;
            if solution.clues() < crate::grid::CELLS {
                let reason = "solution: a cell is blank".into();
                return Err(BadField { reason, at: begin(place) });
            }
            Some(solution)
        }
        _ => None,
    };
    puzzle.id = match columns.id {
        Some(place) => {
            let text = std::str::from_utf8(field(place, "id")?).map_err(|error| BadField {
                reason: "id: invalid UTF-8".into(),
                at: begin(place) + error.valid_up_to(),
            })?;
            // A line end in an id would break the promise of a line per row.
            let one_line = text.trim().replace(|c: char| c.is_control(), " ");
            (!one_line.is_empty()).then(|| one_line.into())
        }
        None => None,
    };
    Ok(())
}

fn reject(name: &Arc<str>, line: u64, record: &[u8], bad: BadField) -> Reject {
    let text = String::from_utf8_lossy(&record[..record.len().min(KEPT_TEXT)]);
    let text = if record.len() > KEPT_TEXT { format!("{text}…") } else { text.into_owned() };
    Reject { file: name.clone(), line, column: bad.at as u64 + 1, reason: bad.reason, text }
}

fn parser() -> csv::Reader<Feed> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .terminator(csv::Terminator::Any(b'\n'))
        .from_reader(Feed::default())
}

/// Hands the CSV parser one record at a time.
#[derive(Default)]
struct Feed {
    record: Vec<u8>,
    read: usize,
}

impl Feed {
    fn load(&mut self, record: &[u8]) {
        self.record.clear();
        self.record.extend_from_slice(record);
        self.record.push(b'\n');
        self.read = 0;
    }
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = (&self.record[self.read..]).read(buffer)?;
        self.read += read;
        Ok(read)
    }
}
