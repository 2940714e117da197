//! Writes the rows and the rejects of a pass over a corpus.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

use serde::{Serialize, de::DeserializeOwned};

use super::{
    checkpoint::{Checkpoint, Checkpoints, Resumption, can_resume, checkpoints_of},
    interrupted::Interrupted,
};
use corpus::{
    error::{Error, Result},
    fs::{Checksum, Durability, PartFile, has_part, target_of},
    layout::Schema,
    numbers::plural,
    reader::{Block, Blocks},
    writer::{Edit, FormattedRows, OutputSpec, RowOutput},
};
use pass::{PassEnd, Rejected, Rejects};

#[derive(Debug)]
pub struct RowPassResult {
    /// How the pass ended. Outputs have their final names only if it is [`PassEnd::Complete`].
    pub ended: PassEnd,
    pub rejected: Rejected,
    /// The file with all rejected rows; it has a temporary name if the pass is not complete.
    pub rejects: Option<PathBuf>,
    /// The temporary names of incomplete outputs and rejects.
    pub parts: Vec<PathBuf>,
    pub can_resume: bool,
    pub puzzles: u64,
    /// How many of these the interrupted pass had read, if this pass resumed one.
    pub earlier: u64,
    pub written: Vec<u64>,
    /// The columns of the first file, if they are known.
    pub schema: Option<Arc<Schema>>,
}

impl RowPassResult {
    /// Returns true if the whole corpus was read and all outputs are complete.
    pub fn is_complete(&self) -> bool {
        matches!(self.ended, PassEnd::Complete)
    }
}

/// Writes rows and rejects, in corpus order.
pub(super) struct RowSink<'a> {
    outputs: &'a [OutputSpec],
    /// The file of all rejected rows.
    rejects_path: Option<&'a Path>,
    resumption: Option<&'a Resumption>,
    edit: &'a Edit,
    /// Opened with the first puzzle, so that a pass that ends before it leaves existing files as they are.
    targets: Vec<RowOutput>,
    /// Rows for rejects before the first puzzle, until the outputs are open.
    early: Vec<Vec<FormattedRows>>,
    rejects: Option<Rejects>,
    rejected: Rejected,
    puzzles: u64,
    /// The number of puzzles that the interrupted pass had read, if this pass resumes one.
    earlier: u64,
    checksum: Checksum,
    written: Vec<u64>,
    /// `None` if the pass cannot be resumed.
    checkpoints: Option<Checkpoints>,
    /// The interrupted pass to resume, until the outputs are open.
    resumed: Option<Interrupted>,
}

pub enum Resumed {
    /// At the first row: no interrupted pass is resumed.
    Begun,
    /// After the rows of an interrupted pass, which had these counts.
    After(String),
    /// Nowhere: a stop came while these rows were skipped.
    Stopped,
}

impl<'a> RowSink<'a> {
    pub fn begin(
        outputs: &'a [OutputSpec],
        rejects_path: Option<&'a Path>,
        resumption: Option<&'a Resumption>,
        edit: &'a Edit,
    ) -> Result<RowSink<'a>> {
        outputs.iter().try_for_each(OutputSpec::check)?;
        let mut sink = RowSink {
            outputs,
            rejects_path,
            resumption,
            edit,
            targets: Vec::new(),
            early: Vec::new(),
            rejects: None,
            rejected: Rejected::default(),
            puzzles: 0,
            earlier: 0,
            checksum: Checksum::default(),
            written: vec![0; outputs.len()],
            checkpoints: None,
            resumed: None,
        };
        match (resumption, outputs.first().and_then(OutputSpec::file)) {
            (Some(how), Some(path)) => sink.find_interrupted(path, how)?,
            (Some(how), None) if how.resume => {
                return Err(Error::Usage("--resume needs an output file, named with -o".into()));
            }
            _ => {}
        }
        if let Some(path) = rejects_path {
            sink.rejects = Some(sink.begin_rejects(path)?);
        }
        Ok(sink)
    }

    /// Begins the file of the rejects, or continues that of the interrupted pass.
    fn begin_rejects(&mut self, path: &Path) -> Result<Rejects> {
        let Some(Interrupted { checkpoint, parts }) = &mut self.resumed else {
            return Rejects::to(PartFile::create_for_user(path)?.kept());
        };
        let part = parts.pop().expect("the last file is that of the rejects");
        let position = checkpoint.positions.pop().expect("each file has a position");
        Ok(Rejects::continued(part.continued_at(&position)?, &position, checkpoint.rejected.clone()))
    }

    /// Looks for an interrupted pass to the first output, and prints where this pass begins.
    fn find_interrupted(&mut self, path: &Path, how: &Resumption) -> Result<()> {
        let was_begun = has_part(&target_of(path)) || can_resume(path);
        let Some((mut checkpoints, earlier)) = Checkpoints::begin(path, how)? else { return Ok(()) };
        if how.resume {
            self.resumed = Interrupted::find(self.outputs, self.rejects_path, &earlier);
        }
        if self.resumed.is_none() {
            Interrupted::remove_outputs(self.outputs, self.rejects_path, &earlier);
            checkpoints.begin_again()?;
        }
        self.checkpoints = Some(checkpoints);
        if let Some(notice) = how.notice.filter(|_| how.resume && was_begun) {
            let path = path.display();
            match &self.resumed {
                Some(Interrupted { checkpoint: Checkpoint { puzzles, .. }, .. }) => {
                    notice(&format!("{path}: goes on after {}", plural(*puzzles, "puzzle")));
                }
                None => notice(&format!("{path}: no checkpoint to continue from; begins again")),
            }
        }
        Ok(())
    }

    /// Skips the part of the corpus that an interrupted pass has written, and calls `each` with its blocks. Returns an
    /// error if the corpus has changed, or an output cannot be continued.
    pub fn resume(&mut self, blocks: &mut Blocks<'_>, mut each: impl FnMut(&Block) -> Result<()>) -> Result<Resumed> {
        let Some(Interrupted { checkpoint, parts }) = self.resumed.take() else {
            return Ok(Resumed::Begun);
        };
        let mut checksum = Checksum::default();
        let is_there = blocks.skip(checkpoint.puzzles, checkpoint.rejected.count, |block| {
            checksum.append(Checksum::of(&block.text));
            each(block)
        });
        // After a stop, reading returns an error.
        if is_there.is_err() && blocks.stop().load(Ordering::Relaxed) {
            self.resumed = Some(Interrupted { checkpoint, parts });
            return Ok(Resumed::Stopped);
        }
        if !is_there? || checksum != checkpoint.checksum {
            return Err(Error::Changed("the corpus has changed since the pass was interrupted".into()));
        }
        let Checkpoint { puzzles, rejected, written, positions, counts, .. } = checkpoint;
        let schema = blocks.schema().unwrap_or_default();
        for ((spec, position), part) in self.outputs.iter().zip(&positions).zip(parts) {
            self.targets.push(RowOutput::resume(spec, &schema, self.edit, part, position)?);
        }
        (self.puzzles, self.earlier) = (puzzles, puzzles);
        (self.checksum, self.rejected, self.written) = (checksum, rejected, written);
        Ok(Resumed::After(counts))
    }

    /// Decodes the counts of an interrupted pass. Returns an error if these are not the counts of such a pass.
    pub fn decode_counts<C: DeserializeOwned>(&self, counts: &str) -> Result<C> {
        serde_json::from_str(counts).map_err(|error| {
            let log = self.outputs.first().and_then(OutputSpec::file).map(checkpoints_of).unwrap_or_default();
            let reason = format!("the counts of a checkpoint cannot be read ({error}); remove the file to begin again");
            Error::malformed(&log, 0, reason)
        })
    }

    /// Adds a checkpoint if one is due, or if `is_last` is true.
    pub fn checkpoint(&mut self, counts: &impl Serialize, is_last: bool) -> Result<()> {
        let is_due = self.checkpoints.as_ref().is_some_and(|checkpoints| is_last || checkpoints.is_due());
        if !is_due || self.targets.is_empty() {
            return Ok(());
        }
        let began = Instant::now();
        let positions = self.targets.iter_mut().map(RowOutput::position);
        let positions = positions.chain(self.rejects.as_mut().map(Rejects::position));
        let positions = positions.collect::<Result<Option<Vec<_>>>>()?;
        let (Some(positions), Some(checkpoints)) = (positions, &mut self.checkpoints) else { return Ok(()) };
        let checkpoint = Checkpoint {
            puzzles: self.puzzles,
            checksum: self.checksum,
            rejected: self.rejected.clone(),
            written: self.written.clone(),
            positions,
            counts: serde_json::to_string(counts).expect("plain data"),
        };
        checkpoints.add(&checkpoint, began)
    }

    /// Adds the last checkpoint of a pass that did not end with the corpus.
    pub fn checkpoint_end(&mut self, counts: &impl Serialize, ended: PassEnd) -> Result<PassEnd> {
        if !matches!(ended, PassEnd::Complete) {
            self.checkpoint(counts, true)?;
        }
        Ok(ended)
    }

    pub fn block(&mut self, block: &Block, checksum: Checksum, rows: Vec<FormattedRows>) -> Result<()> {
        self.reject(block)?;
        self.checksum.append(checksum);
        if block.puzzles.is_empty() && self.targets.is_empty() {
            self.early.push(rows);
            return Ok(());
        }
        self.rows(&block.schema, rows)
    }

    pub fn reject(&mut self, block: &Block) -> Result<()> {
        if let Some(rejects) = &mut self.rejects {
            rejects.write(&block.rejects)?;
        }
        self.rejected.add(&block.rejects);
        self.puzzles += block.puzzles.len() as u64;
        Ok(())
    }

    pub fn rows(&mut self, schema: &Schema, rows: Vec<FormattedRows>) -> Result<()> {
        self.open(schema)?;
        self.append(rows)
    }

    fn append(&mut self, rows: Vec<FormattedRows>) -> Result<()> {
        for ((target, written), rows) in self.targets.iter_mut().zip(&mut self.written).zip(rows) {
            *written += rows.count();
            target.append(rows)?;
        }
        Ok(())
    }

    fn open(&mut self, schema: &Schema) -> Result<()> {
        if self.targets.is_empty() {
            self.check_resumption(schema)?;
            for spec in self.outputs {
                self.targets.push(RowOutput::begin(spec, schema, self.edit)?);
            }
            for rows in std::mem::take(&mut self.early) {
                self.append(rows)?;
            }
        }
        Ok(())
    }

    fn check_resumption(&mut self, schema: &Schema) -> Result<()> {
        match self.outputs.iter().find(|spec| !spec.can_resume(schema, self.edit)) {
            Some(spec) if self.resumption.is_some_and(|how| how.resume) => Err(Error::Usage(format!(
                "{}: an output in this layout cannot be resumed; write CSV, and convert it",
                spec.file().unwrap_or(Path::new("-")).display()
            ))),
            Some(_) => {
                self.checkpoints = None;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Gives complete files their final names. An empty corpus has outputs too, with the columns of `schema`.
    pub fn finish(mut self, ended: Result<PassEnd>, schema: Option<Arc<Schema>>) -> RowPassResult {
        let ended = ended.and_then(|ended| match (&ended, &schema) {
            (PassEnd::Complete, Some(schema)) => self.open(schema).map(|()| ended),
            _ => Ok(ended),
        });
        let ended = ended.unwrap_or_else(PassEnd::Failed);
        let (mut parts, rejects, closed) = self.close(matches!(ended, PassEnd::Complete));
        // The outputs of the interrupted pass, if this pass ended before it continued them.
        let left = self.resumed.iter().flat_map(|resumed| &resumed.parts);
        parts.extend(left.map(|part| part.path().to_path_buf()));
        let can_resume = !parts.is_empty() && self.checkpoints.as_ref().is_some_and(Checkpoints::has_journal);
        let closed = match self.checkpoints {
            Some(checkpoints) if matches!(ended, PassEnd::Complete) => closed.and_then(|()| checkpoints.finish()),
            _ => closed,
        };
        // The first error is the cause.
        let ended = match (ended, closed) {
            (PassEnd::Failed(error), _) | (_, Err(error)) => PassEnd::Failed(error),
            (ended, Ok(())) => ended,
        };
        let RowSink { rejected, puzzles, earlier, written, .. } = self;
        RowPassResult { ended, rejected, rejects, parts, can_resume, puzzles, earlier, written, schema }
    }

    /// Closes every file, even if one of them cannot be written. Returns the temporary names of incomplete files, and the name
    /// of the rejects.
    fn close(&mut self, complete: bool) -> (Vec<PathBuf>, Option<PathBuf>, Result<()>) {
        let has_journal = self.checkpoints.as_ref().is_some_and(Checkpoints::has_journal);
        let mut parts = Vec::new();
        let mut path = self.rejects_path.map(Path::to_path_buf);
        let mut closed = Ok(());
        if let Some((file, rejected)) = self.rejects.take().map(Rejects::finish) {
            let part = Some(file.part().to_path_buf());
            // A resumed pass needs the file even if it is empty.
            closed = close_rejects(file, complete, rejected.count > 0 || has_journal);
            if let Some(part) = part.filter(|part| part.exists() && Some(part) != path.as_ref()) {
                parts.push(part.clone());
                path = Some(part);
            }
        }
        for target in self.targets.drain(..) {
            let (part, result) = target.close(complete && closed.is_ok());
            parts.extend(part);
            closed = closed.and(result);
        }
        (parts, path, closed)
    }
}

fn close_rejects(mut file: PartFile, complete: bool, is_kept: bool) -> Result<()> {
    if complete {
        return file.commit(Durability::Power);
    }
    if !is_kept {
        file.discard();
        return Ok(());
    }
    file.flush(Durability::Process)
}
