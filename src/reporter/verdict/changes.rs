//! `compare.csv`: every row that changed, as it was and as it is.

use std::{fs, path::Path};

use crate::{
    compare::PuzzleChange,
    error::{Error, Result},
    fs::PartFile,
    record::{COMPARISON, remove},
};

const HEADER: &str = "strategy,puzzle,line,base_status,current_status,base_solutions,current_solutions,base_nodes,\
                      current_nodes,base_guesses,current_guesses,base_backtracks,current_backtracks,base_max_depth,\
                      current_max_depth\n";

/// Writes the file, in the order of the corpus.
pub struct Changes {
    file: PartFile,
}

impl Changes {
    /// Begins the file in a directory, which is made if it is missing. What an earlier comparison left there goes at once:
    /// its verdict is not that of this one, which may come to none.
    pub fn begin(out: &Path) -> Result<Changes> {
        fs::create_dir_all(out).map_err(Error::io(out, "create the directory"))?;
        for name in COMPARISON {
            remove(&out.join(name), "remove what an earlier comparison left")?;
        }
        let mut file = PartFile::create(out.join("compare.csv"))?;
        file.write(HEADER.as_bytes())?;
        Ok(Changes { file })
    }

    /// Writes a row.
    pub fn write(&mut self, strategy: &str, change: &PuzzleChange) -> Result<()> {
        let PuzzleChange { puzzle, line, base, current, .. } = change;
        // The name is in quotes where it must be, as it was read.
        let row = format!(
            "{strategy},{puzzle},{line},{},{},{},{},{},{},{},{},{},{},{},{}\n",
            base.status,
            current.status,
            base.solutions,
            current.solutions,
            base.nodes,
            current.nodes,
            base.guesses,
            current.guesses,
            base.backtracks,
            current.backtracks,
            base.max_depth,
            current.max_depth,
        );
        self.file.write(row.as_bytes())
    }

    /// Gives the complete file its name.
    pub fn finish(mut self) -> Result<()> {
        self.file.flush()?;
        self.file.commit()
    }

    /// Takes the file away.
    pub fn discard(self) {
        self.file.discard();
    }
}
