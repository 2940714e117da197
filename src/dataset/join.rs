//! Joins the lines of other files to the rows of a corpus, such as the ratings beside Denis Berthier's collections.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{BlockRows, Observer, Reshape, Reshaped, row_sink::RowSink};
use crate::{
    error::{Error, Result},
    layout::{ColumnType, Field, LineReader, free_name},
    reader::{Block, Checksum, Content},
    runner::{PassEnd, Threads},
    writer::Edit,
};

impl Reshape {
    /// Adds a column for each of the files, which have a line for every row. The columns have the names of the files.
    ///
    /// The corpus must be read with [`Corpus::strict`](crate::reader::Corpus::strict): a row that is left out would shift
    /// the others.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be opened, and the errors of [`Reshape::run`].
    pub fn join(&self, paths: &[PathBuf], observer: &mut Observer<'_>) -> Result<Reshaped> {
        let sides: Result<Vec<_>> = paths.iter().map(|path| SideFile::open(path, observer.stop)).collect();
        let mut sides = sides?;
        let edit = Edit::Columns(names(paths).into_iter().map(|name| (name, ColumnType::Unknown)).collect());
        let mut sink = RowSink::begin(self, &edit)?;
        let mut blocks = self.corpus.blocks_until(observer.stop);
        let ended = Threads::new(1, || ())?.map(
            &mut blocks,
            |(), _, block| block,
            |block: Block| {
                let mut rows = self.rows(&edit, &block);
                let joined = join_block(&block, &mut sides, &mut rows);
                sink.block(&block, Checksum::default(), rows.finish())?;
                observer.block(&block);
                joined
            },
        );
        let ended = match ended {
            // A file that is stopped while it is read returns an error.
            Err(_) if observer.stop.load(Ordering::Relaxed) => Ok(PassEnd::Stopped),
            ended => ended,
        };
        let ended = ended.and_then(|ended| match ended {
            PassEnd::Complete => sides.iter_mut().try_for_each(SideFile::end).map(|()| ended),
            PassEnd::Failed(Error::Rejected { file, line, column, reason }) => {
                let reason = format!("{reason}; the row has a line in the other files too, so it cannot be left out");
                Err(Error::Malformed { place: format!("{file}:{line}:{column}"), reason })
            }
            ended => Ok(ended),
        });
        Ok(sink.finish(ended, blocks.schema()))
    }
}

/// Joins the rows of a block, and stops at a row for which a file has no line.
fn join_block(block: &Block, sides: &mut [SideFile<'_>], rows: &mut BlockRows<'_>) -> Result<()> {
    block.puzzles.iter().try_for_each(|puzzle| {
        let fields: Vec<_> = sides.iter_mut().map(SideFile::next).collect::<Result<_>>()?;
        rows.add(puzzle, &fields);
        Ok(())
    })
}

/// Returns the names of the columns: those of the files up to the first dot.
fn names(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().fold(Vec::new(), |mut names, path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().filter(|name| !name.is_empty());
        names.push(free_name(name.unwrap_or("side"), &names));
        names
    })
}

/// A file with a line for each row of a corpus, which may be compressed. Empty lines and comments may be before and after these
/// lines.
struct SideFile<'a> {
    path: Arc<str>,
    lines: LineReader<'a>,
    taken: u64,
    /// The number of the line that was taken last.
    last: u64,
}

impl<'a> SideFile<'a> {
    fn open(path: &Path, stop: &'a AtomicBool) -> Result<SideFile<'a>> {
        let (content, _) = Content::open(path, stop, false)?;
        let path: Arc<str> = path.to_string_lossy().into();
        let mut lines = LineReader::new(Box::new(content), path.clone());
        lines.begin()?;
        Ok(SideFile { path, lines, taken: 0, last: 0 })
    }

    /// Returns the next line.
    fn next(&mut self) -> Result<Field<'static>> {
        let malformed = |line, reason: String| Err(Error::malformed(Path::new(&*self.path), line, reason));
        match self.lines.next_row()? {
            Some(line) if line.overlong => malformed(line.number, "the line is too long for a value".into()),
            // It may stand for a value that is missing, and without it all others would shift.
            Some(line) if self.taken > 0 && line.number > self.last + 1 => {
                malformed(self.last + 1, "is empty or a comment between two values; write a value, such as `-`".into())
            }
            Some(line) => {
                self.taken += 1;
                self.last = line.number;
                Ok(String::from_utf8_lossy(line.bytes).trim().as_bytes().to_vec().into())
            }
            None => malformed(0, format!("ends after {} lines, but the corpus has more rows", self.taken)),
        }
    }

    /// Checks that no line is left.
    fn end(&mut self) -> Result<()> {
        let (path, taken) = (self.path.clone(), self.taken);
        match self.lines.next_row()? {
            None => Ok(()),
            Some(line) => {
                let reason = format!("there are more lines than the {taken} rows of the corpus");
                Err(Error::malformed(Path::new(&*path), line.number, reason))
            }
        }
    }
}
