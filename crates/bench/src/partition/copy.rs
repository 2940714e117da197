//! Copies the lines of a partition to files, from which they are read like any corpus.

use std::{
    ffi::OsStr,
    fs::File,
    io::{BufRead, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use corpus::{
    error::{Error, Result},
    layout::{Schema, Syntax, readable},
    reader::{Corpus, Origin},
};
use tempfile::TempDir;

use super::{
    draw::drawn_lines,
    plan::{Plan, PlannedFile},
};

/// Reads the lines of a partition.
pub struct Partition<'a, R> {
    plan: &'a Plan,
    /// How to read the corpus.
    corpus: &'a Corpus,
    /// For a sample: the lines to keep in each file; `None` if the plan does not know the lines without a puzzle.
    drawn: Option<Vec<Arc<[u64]>>>,
    input: R,
    directory: TempDir,
    /// The next line, with its line end; empty at the end.
    line: Vec<u8>,
    /// Number of lines read.
    read: u64,
}

/// Consecutive lines of a file, copied to the disk.
pub struct LineRange {
    /// Index of the file in the plan.
    pub file: usize,
    /// Number of the first line.
    pub first: u64,
    /// Number of lines.
    pub lines: u64,
    /// Path of the copy.
    pub path: PathBuf,
    /// Number of lines before the range in the copy.
    pub before: u64,
    /// The first line of the range with an odd number of quotation marks.
    pub open_quote: Option<u64>,
}

impl<'a, R: BufRead> Partition<'a, R> {
    /// Begins to read.
    pub fn open(plan: &'a Plan, corpus: &'a Corpus, input: R) -> Result<Partition<'a, R>> {
        let directory = tempfile::tempdir().map_err(Error::io(std::env::temp_dir(), "write"))?;
        let drawn = corpus.sample.and_then(|sample| drawn_lines(plan, sample));
        let mut partition = Partition { plan, corpus, drawn, input, directory, line: Vec::new(), read: 0 };
        partition.advance()?;
        Ok(partition)
    }

    /// Returns true if there are no more lines.
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// Returns true if the corpus is to be sampled, but the plan does not say which lines have a puzzle.
    pub fn lacks_puzzles(&self) -> bool {
        self.corpus.sample.is_some() && self.drawn.is_none()
    }

    /// Copies the next range of lines. Returns `None` after the last.
    pub fn next(&mut self) -> Result<Option<LineRange>> {
        let Some((file, first, _)) = self.parse()? else { return Ok(None) };
        let PlannedFile { path, head, .. } = &self.plan.files[file];
        let before = head.len().min(usize::try_from(first - 1).unwrap_or(usize::MAX));
        let name = Path::new(path).file_name().unwrap_or(OsStr::new("part"));
        let path = self.directory.path().join(name);
        let mut range = LineRange { file, first, lines: 0, path, before: before as u64, open_quote: None };
        let cannot_write = || Error::io(&range.path, "write");
        let mut copy = BufWriter::new(File::create(&range.path).map_err(cannot_write())?);
        for line in &head[..before] {
            writeln!(copy, "{line}").map_err(cannot_write())?;
        }
        while let Some((next_file, line, text)) = self.parse()? {
            if (next_file, line) != (file, first + range.lines) {
                break;
            }
            copy.write_all(text).and_then(|()| copy.write_all(b"\n")).map_err(cannot_write())?;
            if range.open_quote.is_none() && memchr::memchr_iter(b'"', text).count() % 2 == 1 {
                range.open_quote = Some(line);
            }
            range.lines += 1;
            self.advance()?;
        }
        // The rest of the head follows, so that the columns are found even if the range has no puzzle.
        for line in head.iter().skip(before + range.lines as usize) {
            writeln!(copy, "{line}").map_err(cannot_write())?;
        }
        copy.flush().map_err(cannot_write())?;
        Ok(Some(range))
    }

    /// Returns the corpus that consists of a range.
    pub fn corpus(&self, range: &LineRange) -> Corpus {
        let origin = Origin {
            file: self.plan.files[range.file].path.as_str().into(),
            is_one_of_several: self.plan.files.len() > 1,
            before: range.before,
            first: range.first,
            lines: range.lines,
            drawn: self.drawn.as_ref().map(|drawn| drawn[range.file].clone()),
        };
        Corpus { files: vec![range.path.clone()], sample: None, origin: Some(origin), ..self.corpus.clone() }
    }

    /// Checks that each file of the plan begins with puzzles, in a layout that may be divided between any two lines.
    pub fn check_heads(&self) -> Result<()> {
        for (file, planned) in self.plan.files.iter().enumerate().filter(|(_, planned)| !planned.head.is_empty()) {
            let path = self.directory.path().join("head");
            let text = planned.head.join("\n") + "\n";
            std::fs::write(&path, text).map_err(Error::io(&path, "write"))?;
            let range =
                LineRange { file, first: 1, lines: planned.head.len() as u64, path, before: 0, open_quote: None };
            let corpus = self.corpus(&range);
            let mut blocks = corpus.blocks();
            let first = blocks.by_ref().find(|block| block.as_ref().map_or(true, |block| !block.puzzles.is_empty()));
            if let Some(Err(error)) = first {
                return Err(self.renamed(error, &range));
            }
            self.check_layout(blocks.schema().as_deref(), &range)?;
        }
        Ok(())
    }

    /// Returns the error with the name of the original file instead of the copy.
    pub fn renamed(&self, error: Error, range: &LineRange) -> Error {
        let copy = range.path.display().to_string();
        let message = error.to_string();
        match message.strip_prefix(&copy) {
            Some(rest) => {
                let place = format!("{}, from line {}", self.plan.files[range.file].path, range.first);
                Error::Malformed { place, reason: rest.trim_start_matches(':').trim_start().to_string() }
            }
            None => error,
        }
    }

    /// Checks that a file with these columns may be divided between any two lines.
    pub fn check_layout(&self, schema: Option<&Schema>, range: &LineRange) -> Result<()> {
        let Some(schema) = schema else { return Ok(()) };
        let path = &self.plan.files[range.file].path;
        let layout = schema.layout;
        let advice = "`sudoku-bench dataset convert` can write it as a list of lines";
        if !readable().any(|(known, reading)| known.name == layout && reading.rows_are_lines) {
            let reason = format!("a file with the layout {layout} cannot be divided between lines; {advice}");
            return Err(Error::malformed(Path::new(path), 0, reason));
        }
        match range.open_quote.filter(|_| matches!(schema.syntax, Syntax::Separated(_))) {
            Some(line) => {
                let reason = "has an odd number of quotation marks: a field that spans lines cannot be divided";
                Err(Error::malformed(Path::new(path), line, format!("{reason}; {advice}")))
            }
            None => Ok(()),
        }
    }

    fn advance(&mut self) -> Result<()> {
        self.line.clear();
        let read = self.input.read_until(b'\n', &mut self.line).map_err(Error::io("standard input", "read"))?;
        self.read += u64::from(read > 0);
        Ok(())
    }

    /// Parses the next line: the index of its file, its line number in the file, and its text. Returns `None` at the
    /// end.
    fn parse(&self) -> Result<Option<(usize, u64, &[u8])>> {
        if self.line.is_empty() {
            return Ok(None);
        }
        let malformed = |reason: &str| Error::malformed(Path::new("standard input"), self.read, reason);
        let line = self.line.strip_suffix(b"\n").ok_or_else(|| malformed("ends inside the line"))?;
        let mut fields = line.splitn(3, |&byte| byte == b'\t');
        let mut number = || std::str::from_utf8(fields.next()?).ok()?.parse::<u64>().ok();
        let file = number();
        let line_number = number();
        match (file.and_then(|file| usize::try_from(file).ok()), line_number, fields.next()) {
            (Some(file), Some(line_number), Some(text)) if file < self.plan.files.len() && line_number > 0 => {
                Ok(Some((file, line_number, text)))
            }
            _ => Err(malformed("is not FILE<tab>LINE<tab>TEXT with a file of the plan")),
        }
    }
}
