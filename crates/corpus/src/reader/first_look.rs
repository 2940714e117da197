//! Reads the beginning of every file before all rows of the first: otherwise, an error in a later file may come after hours.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use super::{
    block::Block,
    corpus::{Corpus, Extras},
    file::File,
    input::{is_known_empty, is_read_once},
};
use crate::{
    error::{Error, Result},
    layout::Schema,
};

/// Maximum number of rejects before the first puzzle of a file; then the rest of the file is not checked here.
const MAX_ROWS: usize = 100;

impl Corpus {
    /// Opens every file that can be read again, and reads it up to the first puzzle. A pipe is not looked at, unless it has a
    /// copy: its rows would be lost, and its writer may wait until the files before it are read.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, if its columns are not found, or if rows are kept and two files have
    /// different layouts or columns.
    pub fn look_at_files(&self, stop: &AtomicBool) -> Result<()> {
        let extras = Extras { digests: false, ..self.extras };
        let corpus = Corpus { strict: false, notice: None, extras, ..self.clone() };
        let mut first = None;
        let can_look = |path: &&PathBuf| !is_read_once(corpus.copies.source(path)) || is_known_empty(path);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_looked_at_before_the_first_is_read() {
        let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: String| {
            let path = directory.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let long = write("a.csv", "puzzle,n\n".to_string() + &format!("{puzzle},1\n").repeat(9000));
        let other = write("b.csv", format!("puzzle,rating\n{puzzle},1\n"));
        let none = write("c.csv", "puzzle,n\nbad,1\n".into());
        let first_item = |files: &[&std::path::PathBuf], rows: bool| {
            let extras = Extras { rows, ..Extras::default() };
            let corpus =
                Corpus { files: files.iter().map(|path| (*path).clone()).collect(), extras, ..Corpus::default() };
            corpus.blocks().next().unwrap().map(|_| ()).map_err(|error| error.to_string())
        };
        assert!(
            first_item(&[&long, &other], true).unwrap_err().contains("b.csv: has the columns puzzle, rating (csv)")
        );
        assert_eq!(first_item(&[&long, &other], false), Ok(()));
        assert!(first_item(&[&long, &none], false).unwrap_err().contains("c.csv: no puzzle found"));
        assert_eq!(first_item(&[&long, &long], true), Ok(()));
        if cfg!(unix) {
            assert!(first_item(&[&long, &"/dev/null".into()], false).unwrap_err().contains("/dev/null: no rows"));
        }
    }
}
