//! `compare.csv`: every row that changed, with the values of both runs.

use std::path::Path;

use corpus::{
    error::Result,
    fs::{Durability, PartFile, create_directory, remove},
};

use super::{PuzzleChange, PuzzleCounts};
use crate::record::COMPARISON;

const HEADER: &str = "strategy,puzzle,line,base_status,current_status,base_solutions,current_solutions,base_nodes,\
                      current_nodes,base_guesses,current_guesses,base_backtracks,current_backtracks,base_max_depth,\
                      current_max_depth\n";

/// Writes `compare.csv`, in the order of the corpus.
#[derive(Debug)]
pub struct ChangesFile(PartFile);

impl ChangesFile {
    /// Begins the file in a directory, which is created if it is missing. Removes the files of an earlier comparison
    /// first, so that a failure leaves no outdated verdict.
    pub fn create(directory: &Path) -> Result<ChangesFile> {
        create_directory(directory)?;
        for name in COMPARISON {
            remove(&directory.join(name))?;
        }
        let mut file = PartFile::create(directory.join("compare.csv"))?;
        file.write(HEADER.as_bytes())?;
        Ok(ChangesFile(file))
    }

    pub fn write(&mut self, strategy: &str, change: &PuzzleChange) -> Result<()> {
        let PuzzleChange { puzzle, line, base, current, .. } = change;
        // Puzzle names are kept as they are written in `puzzles.csv`, with quotes if needed.
        let mut row = format!("{strategy},{puzzle},{line},{},{}", base.status, current.status);
        for (base, current) in numbers(base).into_iter().zip(numbers(current)) {
            row += &format!(",{base},{current}");
        }
        self.0.write(format!("{row}\n").as_bytes())
    }

    pub fn finish(self) -> Result<()> {
        self.0.commit(Durability::Power)
    }
}

fn numbers(counts: &PuzzleCounts) -> [u64; 5] {
    let PuzzleCounts { solutions, nodes, guesses, backtracks, max_depth, .. } = *counts;
    [solutions, nodes, guesses, backtracks, max_depth.into()]
}
