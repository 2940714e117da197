//! Reads the beginning of every file before all rows of the first: otherwise, an error in a later file may come after hours.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use super::{
    block::Block,
    corpus::{Corpus, Extras},
    file::File,
};
use crate::{
    error::{Error, Result},
    layout::Schema,
};

/// Maximum number of rejects before the first puzzle of a file; then the rest of the file is not checked here.
const MAX_ROWS: usize = 100;

impl Corpus {
    /// Opens every file that can be read again, and reads it up to the first puzzle. A pipe is not looked at, unless it has
    /// a copy: its rows would be lost, and its writer may wait until the files before it are read. Returns an error if a
    /// file cannot be read, if its columns are not found, or if rows are kept and two files have different layouts or
    /// columns.
    pub fn look_at_files(&self, stop: &AtomicBool) -> Result<()> {
        let extras = Extras { digests: false, ..self.extras };
        let corpus = Corpus { strict: false, notice: None, extras, ..self.clone() };
        let mut first = None;
        let kept = &corpus.kept_inputs;
        let can_look = |path: &&PathBuf| !kept.is_read_once(path) || kept.is_known_empty(path);
        for path in corpus.files.iter().filter(can_look) {
            let mut file = File::open(&corpus, path, stop)?;
            let mut block = Block::default();
            while file.schema().is_none() && block.rejects.len() < MAX_ROWS && file.next(&mut block)? {}
            corpus.check_columns(&file, &mut first)?;
        }
        Ok(())
    }

    /// Checks that a file has the columns of the first file, if rows are kept.
    pub(super) fn check_columns(&self, file: &File<'_>, first: &mut Option<Arc<Schema>>) -> Result<()> {
        let Some(schema) = file.schema() else { return Ok(()) };
        let first = first.get_or_insert_with(|| schema.clone());
        if self.extras.rows && !self.mixed_columns && !first.has_columns_of(schema) {
            return Err(Error::Usage(file.other_columns(first)));
        }
        Ok(())
    }
}
