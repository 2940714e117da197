//! Reads `puzzles.csv` on a thread of its own, ahead of its use; on the calling thread if the system has no thread left.

use std::{
    mem, panic,
    sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    thread::{self, JoinHandle},
};

use corpus::error::Result;

use super::{PuzzleRecord, Rows};

/// Puzzles that are passed on at once.
const BATCH_PUZZLES: usize = 256;
/// Batches that wait to be used.
const BATCHES_AHEAD: usize = 4;

type Batch = Vec<PuzzleRecord>;

/// A reader of `puzzles.csv` that parses and verifies the rows, on another thread if possible.
pub enum RowsAhead {
    /// On another thread.
    Thread(RowsThread),
    /// On the calling thread, if the system has no thread left.
    Here(Rows),
}

/// The thread that reads, and what it has read.
pub struct RowsThread {
    read: Receiver<Result<Batch>>,
    used: Sender<Batch>,
    batch: Batch,
    /// Number of the puzzles of the batch that were returned.
    returned: usize,
    thread: Option<JoinHandle<()>>,
}

impl RowsAhead {
    /// Begins to read.
    pub fn begin(rows: Rows) -> RowsAhead {
        let (sender, read) = sync_channel(BATCHES_AHEAD);
        let (used, memory) = channel();
        // The rows are sent to the thread once it runs: a thread that cannot be started would drop them.
        let (give, taken) = channel();
        let run = move || taken.iter().for_each(|mut rows| send_all(&mut rows, &sender, &memory));
        let Ok(thread) = thread::Builder::new().name("rows".into()).spawn(run) else { return RowsAhead::Here(rows) };
        // The thread waits for the rows, so it receives them.
        let _ = give.send(rows);
        RowsAhead::Thread(RowsThread { read, used, batch: Vec::new(), returned: 0, thread: Some(thread) })
    }

    /// Reads the rows of the next puzzle into `record`. Returns false at the end of the file.
    pub fn next(&mut self, record: &mut PuzzleRecord) -> Result<bool> {
        match self {
            RowsAhead::Thread(thread) => thread.next(record),
            RowsAhead::Here(rows) => rows.next(record),
        }
    }
}

impl RowsThread {
    fn next(&mut self, record: &mut PuzzleRecord) -> Result<bool> {
        if self.returned == self.batch.len() {
            let Ok(batch) = self.read.recv() else {
                // The thread has ended.
                if let Some(Err(panicked)) = self.thread.take().map(JoinHandle::join) {
                    panic::resume_unwind(panicked);
                }
                return Ok(false);
            };
            // The memory is not needed if the thread has ended.
            let _ = self.used.send(mem::replace(&mut self.batch, batch?));
            self.returned = 0;
        }
        mem::swap(record, &mut self.batch[self.returned]);
        self.returned += 1;
        Ok(true)
    }
}

/// Sends all puzzles, then the error that ended the reading, if any. Stops early if nobody receives them any more.
/// `memory` returns used batches.
fn send_all(rows: &mut Rows, sender: &SyncSender<Result<Batch>>, memory: &Receiver<Batch>) {
    loop {
        let mut batch = memory.try_recv().unwrap_or_default();
        let more = fill(rows, &mut batch);
        let is_sent = batch.is_empty() || sender.send(Ok(batch)).is_ok();
        match more {
            Ok(more) if more && is_sent => {}
            Ok(_) => return,
            Err(error) => return drop(sender.send(Err(error))),
        }
    }
}

/// Replaces the puzzles of a batch by the next ones. Returns false at the end of the file.
fn fill(rows: &mut Rows, batch: &mut Batch) -> Result<bool> {
    batch.resize_with(BATCH_PUZZLES, PuzzleRecord::default);
    for index in 0..BATCH_PUZZLES {
        let read = rows.next(&mut batch[index]);
        if !matches!(read, Ok(true)) {
            batch.truncate(index);
            return read;
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use corpus::{
        digest::hex,
        pass::{Sample, Status},
    };
    use sha2::{Digest, Sha256};
    use solver::strategy;

    use super::*;
    use crate::record::{
        StrategyManifest,
        puzzle_row::{PuzzleRow, header, test_row},
    };

    const PUZZLES: usize = 2 * BATCH_PUZZLES + 7;

    /// Returns the lines of the puzzles that are read from these rows, and the error.
    fn read(rows: &[String], digest: &str) -> (Vec<u64>, Option<String>) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("puzzles.csv");
        fs::write(&path, [&[header(false)], rows].concat().join("\n") + "\n").unwrap();
        let dlx = StrategyManifest { digest: digest.into(), ..StrategyManifest::of(&strategy::find("dlx").unwrap()) };
        let mut ahead = RowsAhead::begin(Rows::open(&path, &[dlx]).unwrap());
        let (mut record, mut lines) = (PuzzleRecord::default(), Vec::new());
        loop {
            match ahead.next(&mut record) {
                Ok(true) => lines.push(record.line),
                Ok(false) => return (lines, None),
                Err(error) => return (lines, Some(error.to_string())),
            }
        }
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
        rows[BATCH_PUZZLES + 1] = "nothing".into();
        let (lines, error) = read(&rows, &digest);
        assert_eq!(lines, all[..BATCH_PUZZLES + 1]);
        assert!(error.unwrap().contains(&format!("puzzles.csv:{}", BATCH_PUZZLES + 3)));
    }
}
