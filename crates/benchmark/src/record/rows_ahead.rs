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

#[cfg(test)]
mod tests {
    use std::fs;

    use corpus::digest::hex;
    use pass::{Sample, Status};
    use sha2::{Digest, Sha256};
    use solver::strategy;

    use super::*;
    use crate::record::{
        StrategyManifest,
        puzzle_row::{ExtraColumns, PuzzleRow, header, test_row},
    };

    const PUZZLES: usize = 2 * BATCH_PUZZLES + 7;

    fn read(rows: &[String], digest: &str) -> (Vec<u64>, Option<String>) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("puzzles.csv");
        fs::write(&path, [&[header(ExtraColumns::NONE)], rows].concat().join("\n") + "\n").unwrap();
        let dlx = StrategyManifest { digest: digest.into(), ..StrategyManifest::of(&strategy::find("dlx").unwrap()) };
        let mut ahead = RowsAhead::begin(Rows::open(&path, &[dlx]).unwrap());
        let mut record = PuzzleRecord::default();
        let mut lines = Vec::new();
        let mut read = ahead.next(&mut record);
        while let Ok(true) = read {
            lines.push(record.line);
            read = ahead.next(&mut record);
        }
        (lines, read.err().map(|error| error.to_string()))
    }

    #[test]
    fn puzzles_keep_their_order_up_to_an_error() {
        let all: Vec<u64> = (1..=PUZZLES as u64).collect();
        let sample = |nodes| Sample { status: Status::Solved, solutions: 1, nodes, latency_ns: 5, ..Sample::INVALID };
        let mut rows: Vec<String> = all.iter().map(|&n| test_row(n, 17, "dlx", &sample(n))).collect();
        let deterministic = |row: &String| PuzzleRow::parse(row.as_bytes()).unwrap().deterministic.to_vec();
        let digested: Vec<u8> = rows.iter().flat_map(|row| [&deterministic(row), &b"\n"[..]].concat()).collect();
        let digest = hex(&Sha256::digest(digested));
        assert_eq!(read(&rows, &digest), (all.clone(), None));
        let (lines, error) = read(&rows, "another");
        assert_eq!(lines, all);
        assert!(error.unwrap().contains("do not match the digest"));
        let (lines, error) = read(&rows[..BATCH_PUZZLES], &digest);
        assert_eq!(lines, all[..BATCH_PUZZLES], "the error follows a whole batch");
        assert!(error.unwrap().contains("do not match the digest"));
        rows[BATCH_PUZZLES + 1] = "nothing".into();
        let (lines, error) = read(&rows, &digest);
        assert_eq!(lines, all[..BATCH_PUZZLES + 1]);
        assert!(error.unwrap().contains(&format!("puzzles.csv:{}", BATCH_PUZZLES + 3)));
    }
}
