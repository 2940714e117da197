//! Reads `puzzles.csv` on a thread of its own, ahead of its use; on the calling thread if the system has no thread left.

use std::mem;

use corpus::{
    error::{Error, Result},
    stage::Source,
};

use super::{PuzzleRecord, Rows};

/// Puzzles that are passed on at once.
const BATCH_PUZZLES: usize = 256;
const BATCHES_AHEAD: usize = 4;

type Batch = Vec<PuzzleRecord>;

/// A reader of `puzzles.csv` that parses and verifies the rows, on another thread if possible.
pub struct RowsAhead {
    batches: Source<Batch, Error>,
    batch: Batch,
    /// Number of the puzzles of the batch that were returned.
    returned: usize,
}

impl RowsAhead {
    pub fn begin(mut rows: Rows) -> RowsAhead {
        let mut failed = None;
        let fill = move |batch: &mut Batch| fill(&mut rows, &mut failed, batch);
        RowsAhead { batches: Source::begin("rows", BATCHES_AHEAD, fill), batch: Vec::new(), returned: 0 }
    }

    pub fn next(&mut self, record: &mut PuzzleRecord) -> Result<bool> {
        if self.returned >= self.batch.len() {
            if !self.batches.next(&mut self.batch)? {
                return Ok(false);
            }
            self.returned = 0;
        }
        mem::swap(record, &mut self.batch[self.returned]);
        self.returned += 1;
        Ok(true)
    }
}

/// Replaces the puzzles of a batch by the next ones. Returns false if there are none. `failed` keeps an error until the
/// puzzles before it are returned.
fn fill(rows: &mut Rows, failed: &mut Option<Error>, batch: &mut Batch) -> Result<bool> {
    if let Some(error) = failed.take() {
        return Err(error);
    }
    batch.resize_with(BATCH_PUZZLES, PuzzleRecord::default);
    for index in 0..BATCH_PUZZLES {
        let read = rows.next(&mut batch[index]);
        if !matches!(read, Ok(true)) {
            batch.truncate(index);
            if index == 0 {
                return read;
            }
            *failed = read.err();
            break;
        }
    }
    Ok(true)
}
