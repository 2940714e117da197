//! Work on the rows of an array, in parallel.

use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering},
};

use pass::Threads;
use pyo3::PyResult;

use crate::arguments::exception;

/// Blocks in flight per thread.
const AHEAD: usize = 8;
/// Minimum number of blocks for each thread, to keep all threads busy.
const MIN_BLOCKS_PER_THREAD: usize = 8;
/// Minimum number of rows in a block, to keep all lanes busy. The work on so few rows nearly always takes less time than to start a thread.
pub const MIN_BLOCK_ROWS: usize = 64;

/// Divides `rows` rows into blocks of at most `most`, runs `work` on the number and the rows of each, in parallel, and `sink` on
/// the results in order, until `stop` is set. `build` makes the workspace of a thread.
pub fn map<W: Send, T: Send>(
    threads: usize,
    mut build: impl FnMut() -> corpus::error::Result<W>,
    (rows, most): (usize, usize),
    stop: &AtomicBool,
    work: impl Fn(&mut W, u64, Range<usize>) -> corpus::error::Result<T> + Sync,
    mut sink: impl FnMut(T),
) -> PyResult<()> {
    let size = rows.div_ceil(MIN_BLOCKS_PER_THREAD * threads).clamp(MIN_BLOCK_ROWS.min(most), most);
    let is_stopped = || stop.load(Ordering::Relaxed);
    if rows <= size {
        // To start threads may take longer than the work.
        let mut workspace = build().map_err(exception)?;
        let result = (rows > 0).then(|| work(&mut workspace, 0, 0..rows));
        result.transpose().map_err(exception)?.into_iter().for_each(sink);
        return Ok(());
    }
    let threads = Threads::try_new(threads, build).map_err(exception)?;
    let blocks = (0..).zip((0..rows).step_by(size)).take_while(|_| !is_stopped());
    let work = |workspace: &mut W, _: usize, (number, begin): (u64, usize)| {
        // Blocks that are queued when the work is stopped are dropped.
        (!is_stopped()).then(|| work(workspace, number, begin..rows.min(begin + size))).transpose()
    };
    let sink = |result: corpus::error::Result<Option<T>>| {
        result?.into_iter().for_each(&mut sink);
        Ok(())
    };
    threads.run(AHEAD, blocks, work, sink).map_err(exception)
}
