//! The rows of each puzzle, brought together: votes and steps need all answers to a puzzle.

use std::{
    collections::{BTreeSet, HashMap},
    path::Path,
};

use super::{
    answer::{Answer, arrange},
    places::Gathering,
    row::Row,
};
use corpus::error::{Error, Result};

/// The most steps: more are no steps.
pub const MAX_STEPS: usize = 1000;

/// Rows by puzzle, in the order of the first row of each.
#[derive(Default)]
pub struct Gathered {
    rows: Vec<(Vec<u8>, Row)>,
    /// The indices of rows, by their keys.
    indices: HashMap<Vec<u8>, usize>,
}

impl Gathered {
    /// Adds a row, whose puzzle has these cells, to the rows with the same key. Returns an error if they have another puzzle.
    pub fn add(&mut self, key: Vec<u8>, puzzle: Vec<u8>, row: Row, path: &Path) -> Result<()> {
        let index = *self.indices.entry(key).or_insert(self.rows.len());
        let Some((first, gathered)) = self.rows.get_mut(index) else {
            self.rows.push((puzzle, row));
            return Ok(());
        };
        if *first != puzzle {
            let reason = format!("has another puzzle than line {}, which has the same id", gathered.row.line);
            return Err(Error::malformed(path, row.row.line, reason));
        }
        gathered.merge(row);
        Ok(())
    }

    /// Returns the rows with their answers in order, and the steps of each model, whose predictions are in the file with this path.
    /// Returns an error if two answers are of the same sample at the same step, or if there are too many steps.
    pub fn finish(self, paths: &[&Path], gathering: &Gathering) -> Result<(Vec<Row>, Vec<Vec<u64>>)> {
        let mut rows: Vec<Row> = self.rows.into_iter().map(|(_, row)| row).collect();
        let mut steps = vec![BTreeSet::new(); paths.len()];
        for row in &mut rows {
            for ((answers, steps), path) in row.predictions.iter_mut().zip(&mut steps).zip(paths) {
                arrange(answers, |place| gathering.takes(place)).map_err(|lines| twice(path, lines))?;
                steps.extend(answers.iter().filter_map(Answer::step));
            }
        }
        match steps.iter().position(|steps| steps.len() > MAX_STEPS) {
            Some(model) => Err(Error::Usage(format!(
                "{}: the answers have more than {MAX_STEPS} different steps; name the column of the steps with --step",
                paths[model].display()
            ))),
            None => Ok((rows, steps.into_iter().map(|steps| steps.into_iter().collect()).collect())),
        }
    }
}

fn twice(path: &Path, (before, line): (u64, u64)) -> Error {
    let reason = format!("the same sample of the puzzle at the same step is in line {before} too");
    Error::malformed(path, line, reason)
}
