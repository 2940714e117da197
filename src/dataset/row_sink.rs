//! Writes the rows and the rejects of a pass over a corpus.

use std::{path::PathBuf, sync::Arc};

use super::{Reshape, Reshaped};
use crate::{
    error::Result,
    fs::PartFile,
    layout::Schema,
    reader::Block,
    record::{Rejected, Rejects},
    runner::PassEnd,
    writer::{Edit, FormattedRows, OutputSpec, RowOutput},
};

/// Writes rows and rejects, in corpus order.
pub(super) struct RowSink<'a> {
    reshape: &'a Reshape,
    edit: &'a Edit,
    /// Opened with the first puzzle, so that a pass that ends before it leaves existing files as they are.
    targets: Vec<RowOutput>,
    rejects: Option<Rejects>,
    rejected: Rejected,
    puzzles: u64,
    written: Vec<u64>,
}

impl<'a> RowSink<'a> {
    pub fn begin(reshape: &'a Reshape, edit: &'a Edit) -> Result<RowSink<'a>> {
        reshape.outputs.iter().try_for_each(OutputSpec::check)?;
        let rejects = reshape.rejects.as_deref().map(PartFile::create_for_user).transpose()?;
        let rejects = rejects.map(Rejects::to).transpose()?;
        let written = vec![0; reshape.outputs.len()];
        Ok(RowSink { reshape, edit, targets: Vec::new(), rejects, rejected: Rejected::default(), puzzles: 0, written })
    }

    /// Writes a block and its rows.
    pub fn block(&mut self, block: &Block, rows: Vec<FormattedRows>) -> Result<()> {
        self.reject(block)?;
        if block.puzzles.is_empty() {
            return Ok(());
        }
        self.rows(&block.schema, rows)
    }

    /// Writes the rejects of a block.
    pub fn reject(&mut self, block: &Block) -> Result<()> {
        if let Some(rejects) = &mut self.rejects {
            rejects.write(&block.rejects)?;
        }
        self.rejected.add(&block.rejects);
        self.puzzles += block.puzzles.len() as u64;
        Ok(())
    }

    /// Writes rows to every output.
    pub fn rows(&mut self, schema: &Schema, rows: Vec<FormattedRows>) -> Result<()> {
        self.open(schema)?;
        for ((target, written), rows) in self.targets.iter_mut().zip(&mut self.written).zip(rows) {
            *written += rows.count();
            target.append(rows)?;
        }
        Ok(())
    }

    /// Opens the outputs, unless they are open.
    fn open(&mut self, schema: &Schema) -> Result<()> {
        if self.targets.is_empty() {
            let open = |spec| RowOutput::begin(spec, schema, self.edit);
            self.targets = self.reshape.outputs.iter().map(open).collect::<Result<_>>()?;
        }
        Ok(())
    }

    /// Gives complete files their names. An empty corpus has outputs too, with the columns `schema`.
    pub fn finish(mut self, ended: Result<PassEnd>, schema: Option<Arc<Schema>>) -> Reshaped {
        let ended = ended.and_then(|ended| match (&ended, &schema) {
            (PassEnd::Complete, Some(schema)) => self.open(schema).map(|()| ended),
            _ => Ok(ended),
        });
        let ended = ended.unwrap_or_else(PassEnd::Failed);
        let (parts, closed) = self.close(matches!(ended, PassEnd::Complete));
        // The first error is the cause.
        let ended = match (ended, closed) {
            (PassEnd::Failed(error), _) | (_, Err(error)) => PassEnd::Failed(error),
            (ended, Ok(())) => ended,
        };
        Reshaped { ended, rejected: self.rejected, parts, puzzles: self.puzzles, written: self.written, schema }
    }

    /// Closes every file, even if one of them cannot be written.
    fn close(&mut self, complete: bool) -> (Vec<PathBuf>, Result<()>) {
        let mut closed = self.rejects.take().map_or(Ok(()), |rejects| close_rejects(rejects, complete));
        let mut parts = Vec::new();
        for target in self.targets.drain(..) {
            let result = if complete && closed.is_ok() {
                target.finish()
            } else {
                target.give_up().map(|part| parts.extend(part))
            };
            closed = closed.and(result);
        }
        (parts, closed)
    }
}

/// Gives the file of the rejects its name, unless it is empty and the corpus was not read to its end.
fn close_rejects(rejects: Rejects, complete: bool) -> Result<()> {
    let (mut file, rejected) = rejects.finish();
    if rejected.count == 0 && !complete {
        file.discard();
        return Ok(());
    }
    file.flush()?;
    file.commit()
}
