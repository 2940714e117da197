//! A file of values for the rows of a corpus, joined by an id.

use std::{collections::HashMap, sync::atomic::AtomicBool};

use super::side_file::{SideForm, SideRow};
use corpus::{
    error::{Error, Result},
    reader::Puzzle,
};

pub(super) struct SideTable {
    form: SideForm,
    by: String,
    rows: HashMap<Vec<u8>, Entry>,
}

struct Entry {
    line: u64,
    fields: Vec<Vec<u8>>,
    /// True if a row of the corpus has this id.
    is_used: bool,
}

impl SideTable {
    /// Reads a file whose header has the column `by`.
    ///
    /// # Errors
    ///
    /// Returns an error if two rows have the same id.
    pub fn read(mut form: SideForm, by: &str, stop: &AtomicBool) -> Result<SideTable> {
        let index = form.find_column(by)?;
        let mut rows = HashMap::new();
        let mut file = form.open(stop)?;
        while let Some(SideRow { line, mut fields }) = file.next()? {
            let id = fields.remove(index);
            let shown = String::from_utf8_lossy(&id).into_owned();
            if let Some(before) = rows.insert(id, Entry { line, fields, is_used: false }) {
                let reason = format!("{by} {shown:?} is in line {} too", before.line);
                return Err(Error::malformed(form.name(), line, reason));
            }
        }
        drop(file);
        form.remove_column(index);
        Ok(SideTable { form, by: by.into(), rows })
    }

    pub fn names(&self, taken: &[String]) -> Vec<String> {
        self.form.names(taken)
    }

    /// Notes that a row of the corpus has this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has no row with this id.
    pub fn use_row(&mut self, id: &[u8], puzzle: &Puzzle) -> Result<()> {
        match self.rows.get_mut(id) {
            Some(entry) => entry.is_used = true,
            None => {
                let id = String::from_utf8_lossy(id).into_owned();
                let location = puzzle.location();
                let reason = format!("no row has the {} {id:?} of the corpus ({location})", self.by);
                return Err(Error::malformed(self.form.name(), 0, reason));
            }
        }
        Ok(())
    }

    /// Checks that every row belongs to a row of the corpus.
    ///
    /// # Errors
    ///
    /// Returns an error that names the first row whose id the corpus does not have.
    pub fn check_all_used(&self) -> Result<()> {
        match self.rows.iter().filter(|(_, entry)| !entry.is_used).min_by_key(|(_, entry)| entry.line) {
            None => Ok(()),
            Some((id, entry)) => {
                let reason = format!("no row of the corpus has the {} {:?}", self.by, String::from_utf8_lossy(id));
                Err(Error::malformed(self.form.name(), entry.line, reason))
            }
        }
    }

    pub fn fields(&self, id: &[u8]) -> &[Vec<u8>] {
        self.rows.get(id).map_or(&[], |entry| &entry.fields)
    }
}
