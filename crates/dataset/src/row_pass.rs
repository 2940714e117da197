//! Rows in, rows out: a pass over a corpus that writes its rows, changed or selected, to one output or several.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use grid::AnyGrid;
use serde::{Serialize, de::DeserializeOwned};

use super::{
    checkpoint::Resumption,
    row_sink::{Resumed, RowPassResult, RowSink},
};
use corpus::{
    error::Result,
    fs::Checksum,
    layout::{Field, Schema},
    reader::{Block, Blocks, Corpus, Puzzle, Reject, Shard},
    writer::{Edit, FormattedRows, OutputSpec, RowFormatter},
};
use pass::{Clock, Options, PassEnd, Progress, Runner, SolvedBlock, Threads, Worker};

/// Watches and stops a pass over a corpus.
pub struct Observer<'a> {
    pub stop: &'a AtomicBool,
    /// Called in corpus order after each block, with the number of its puzzles and the bytes of the corpus up to its end.
    pub progress: &'a mut dyn FnMut(usize, u64),
    /// Records which searches are running. It must be for the pass's number of threads and of strategies, or one if it
    /// has none.
    pub searches: Option<Arc<Progress>>,
}

impl Observer<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        (self.progress)(block.puzzles.len(), block.bytes);
    }
}

/// Checks the blocks of a pass, in corpus order.
pub(super) trait PassCheck {
    /// Checks a block whose rows were written.
    fn block(&mut self, _: &Block) -> Result<()> {
        Ok(())
    }

    /// Called at the end of the corpus, before the outputs get their final names. An error leaves them incomplete.
    fn end(&mut self) -> Result<()> {
        Ok(())
    }
}

impl PassCheck for () {}

/// A corpus, and the outputs for its rows.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use sudoku_bench_dataset::{Observer, RowPass};
/// use corpus::{reader::{Corpus, Extras, Shard}, writer::OutputSpec};
///
/// # fn main() -> corpus::error::Result<()> {
/// # let directory = tempfile::tempdir().unwrap();
/// # let path = directory.path().join("every-tenth.jsonl.gz");
/// let extras = Extras { rows: true, solutions: false, digests: false };
/// let pass = RowPass {
///     corpus: Corpus { files: vec!["../../datasets/classics.csv".into()], extras, ..Corpus::default() },
///     threads: 2,
///     outputs: vec![OutputSpec { path: Some(path), ..OutputSpec::default() }],
///     rejects: None,
///     resumption: None,
/// };
/// let stop = AtomicBool::new(false);
/// let tenth = Shard::new(1, 10).expect("1 is from 1 to 10");
/// let done = pass.shard(tenth, &mut Observer { stop: &stop, progress: &mut |_, _| {}, searches: None })?;
/// assert!(done.is_complete());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct RowPass {
    /// The corpus, whose [`Extras::rows`](corpus::reader::Extras::rows) must be set.
    pub corpus: Corpus,
    pub threads: usize,
    /// The outputs: one, unless a pass says otherwise.
    pub outputs: Vec<OutputSpec>,
    pub rejects: Option<PathBuf>,
    /// How the pass is resumed; `None` keeps no checkpoints.
    pub resumption: Option<Resumption>,
}

/// A block whose rows are formatted, and what else the work on it returned.
struct FinishedBlock<T> {
    block: Block,
    checksum: Checksum,
    rows: Vec<FormattedRows>,
    result: T,
}

/// Writes a block, and returns it.
type WriteBlock<'a, T> = dyn FnMut(FinishedBlock<T>) -> Result<Block> + 'a;

impl RowPass {
    pub fn convert(&self, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        self.select(Edit::Layout, observer, |_| true)
    }

    pub fn shard(&self, shard: Shard, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        self.select(Edit::None, observer, |index| shard.contains(index))
    }

    /// Keeps the rows for whose index among the puzzles of the corpus `is_wanted` returns true.
    fn select(
        &self,
        edit: Edit,
        observer: &mut Observer<'_>,
        is_wanted: impl Fn(u64) -> bool + Sync,
    ) -> Result<RowPassResult> {
        let work = |(): &mut (), block: &Block, rows: &mut BlockRows<'_>| {
            let indices = block.first..;
            let wanted = block.puzzles.iter().zip(indices).filter(|&(_, index)| is_wanted(index));
            wanted.for_each(|(puzzle, _)| rows.add(puzzle, &[]));
            Ok(())
        };
        self.run(edit, observer, || (), work)
    }

    /// Calls `work` for every block, in parallel, to write its rows. `build` makes a workspace for each thread.
    ///
    /// If the pass ends early, [`RowPassResult::ended`] has the reason, and the rows before it are on disk under
    /// temporary names.
    pub fn run<W: Send>(
        &self,
        edit: Edit,
        observer: &mut Observer<'_>,
        build: impl FnMut() -> W,
        work: impl Fn(&mut W, &Block, &mut BlockRows<'_>) -> Result<()> + Sync,
    ) -> Result<RowPassResult> {
        self.run_checked(edit, observer, build, work, &mut ())
    }

    /// Like [`RowPass::run`], and checks the blocks.
    pub(super) fn run_checked<W: Send>(
        &self,
        edit: Edit,
        observer: &mut Observer<'_>,
        build: impl FnMut() -> W,
        work: impl Fn(&mut W, &Block, &mut BlockRows<'_>) -> Result<()> + Sync,
        check: &mut dyn PassCheck,
    ) -> Result<RowPassResult> {
        self.run_counted(edit, observer, build, work, check, (&mut (), |_, ()| ()))
    }

    /// Like [`RowPass::run_checked`]. In corpus order, `add` adds the value that `work` returns to the counts.
    pub(super) fn run_counted<W: Send, T: Send, C: Serialize + DeserializeOwned>(
        &self,
        edit: Edit,
        observer: &mut Observer<'_>,
        build: impl FnMut() -> W,
        work: impl Fn(&mut W, &Block, &mut BlockRows<'_>) -> Result<T> + Sync,
        check: &mut dyn PassCheck,
        (counts, add): (&mut C, impl Fn(&mut C, T)),
    ) -> Result<RowPassResult> {
        let threads = Threads::new(self.threads, build)?.with_progress(observer.searches.clone());
        let work = |workspace: &mut W, _: usize, block: Block| {
            let mut rows = self.rows(&edit, &block);
            let result = work(workspace, &block, &mut rows)?;
            let rows = rows.finish();
            Ok(FinishedBlock { checksum: self.checksum(&block), block, rows, result })
        };
        let map = |blocks: &mut Blocks<'_>, write: &mut WriteBlock<'_, T>| {
            threads.map(blocks, work, |finished: Result<_>| write(finished?).map(|_| ()))
        };
        self.write(&edit, observer, check, (counts, add), map)
    }

    /// Solves every block, in parallel, and calls `work` to write its rows. In corpus order, `add` adds the value that
    /// `work` returns to the counts.
    pub(crate) fn run_solved<T: Send, C: Serialize + DeserializeOwned>(
        &self,
        edit: Edit,
        options: &Options,
        observer: &mut Observer<'_>,
        work: impl Fn(&SolvedBlock, &Worker<'_>, &mut BlockRows<'_>) -> T + Sync,
        counts: &mut C,
        add: impl Fn(&mut C, T),
    ) -> Result<RowPassResult> {
        let searches = observer.searches.clone();
        let runner = Runner::new(options, searches.as_deref(), Clock::start())?;
        let finish = |solved: SolvedBlock, worker: &Worker<'_>| {
            let mut rows = self.rows(&edit, &solved.block);
            let result = work(&solved, worker, &mut rows);
            let rows = rows.finish();
            FinishedBlock { checksum: self.checksum(&solved.block), block: solved.block, rows, result }
        };
        let map = |blocks: &mut Blocks<'_>, write: &mut WriteBlock<'_, T>| {
            runner.map(blocks, 0, finish, |finished| write(finished).map(|block| runner.threads.drop_later(block)))
        };
        self.write(&edit, observer, &mut (), (counts, add), map)
    }

    /// Goes on after an interrupted pass, if there is one, and writes the blocks that `map` finishes.
    fn write<T, C: Serialize + DeserializeOwned>(
        &self,
        edit: &Edit,
        observer: &mut Observer<'_>,
        check: &mut dyn PassCheck,
        (counts, add): (&mut C, impl Fn(&mut C, T)),
        map: impl FnOnce(&mut Blocks<'_>, &mut WriteBlock<'_, T>) -> Result<PassEnd>,
    ) -> Result<RowPassResult> {
        let mut sink = self.sink(edit)?;
        let mut blocks = self.corpus.blocks_until(observer.stop);
        let resumed = sink.resume(&mut blocks, |block| {
            observer.block(block);
            check.block(block)
        })?;
        match resumed {
            Resumed::Begun => {}
            Resumed::Stopped => return Ok(sink.finish(Ok(PassEnd::Stopped), blocks.schema())),
            Resumed::After(earlier) => *counts = sink.decode_counts(&earlier)?,
        }
        let ended = map(&mut blocks, &mut |finished| {
            let FinishedBlock { block, checksum, rows, result } = finished;
            sink.block(&block, checksum, rows)?;
            add(counts, result);
            check.block(&block)?;
            observer.block(&block);
            sink.checkpoint(counts, false).map(|()| block)
        });
        let ended = ended.and_then(|ended| sink.checkpoint_end(counts, ended));
        let ended = ended.and_then(|ended| match ended {
            PassEnd::Complete => check.end().map(|()| ended),
            ended => Ok(ended),
        });
        Ok(sink.finish(ended, blocks.schema()))
    }

    pub(super) fn sink<'a>(&'a self, edit: &'a Edit) -> Result<RowSink<'a>> {
        RowSink::begin(&self.outputs, self.rejects.as_deref(), self.resumption.as_ref(), edit)
    }

    fn checksum(&self, block: &Block) -> Checksum {
        if self.resumption.is_some() { Checksum::of(&block.text) } else { Checksum::default() }
    }

    pub(super) fn rows<'b>(&self, edit: &Edit, block: &'b Block) -> BlockRows<'b> {
        let has_rows = !block.puzzles.is_empty() || edit.replaces_columns();
        let outputs = if has_rows { self.formatters(edit, &block.schema) } else { Vec::new() };
        BlockRows { block, outputs }
    }

    /// Returns a formatter for each output. Returns none if an output cannot be begun; opening it reports the error.
    pub(super) fn formatters(&self, edit: &Edit, schema: &Schema) -> Vec<RowFormatter> {
        let formatters: Result<Vec<_>> =
            self.outputs.iter().map(|spec| RowFormatter::new(spec, schema, edit)).collect();
        formatters.unwrap_or_default()
    }
}

/// Bytes reserved for the added fields of a row.
const ADDED_FIELD_BYTES: usize = 100;

pub struct BlockRows<'b> {
    block: &'b Block,
    outputs: Vec<RowFormatter>,
}

impl BlockRows<'_> {
    /// Writes the row of a puzzle to the output with this index.
    pub(crate) fn keep_in(&mut self, output: usize, puzzle: &Puzzle) {
        if let Some(output) = self.outputs.get_mut(output) {
            output.row(self.block.row(puzzle), puzzle, &[]);
        }
    }

    /// Writes the row of a puzzle to the first output, with the fields of the columns that the [`Edit`] adds, if it adds any.
    pub fn add(&mut self, puzzle: &Puzzle, fields: &[Field<'_>]) {
        if let Some(output) = self.outputs.first_mut() {
            output.row(self.block.row(puzzle), puzzle, fields);
        }
    }

    /// Writes a row for a reject to the first output. The columns of this output replace those of the corpus.
    pub(crate) fn add_rejected(&mut self, reject: &Reject, fields: &[Field<'_>]) {
        if let Some(output) = self.outputs.first_mut() {
            output.rejected(reject, fields);
        }
    }

    /// Writes the row of a puzzle to the first output, with another puzzle and solution in it, and with the fields of the
    /// columns that the [`Edit`] adds.
    pub fn image(&mut self, puzzle: &Puzzle, givens: &AnyGrid, solution: Option<&AnyGrid>, added: &[Field<'_>]) {
        if let Some(output) = self.outputs.first_mut() {
            output.image(self.block.row(puzzle), puzzle, (givens, solution), added);
        }
    }

    /// Returns a grid of another shape than 9×9 as the text that the first output has for it.
    pub(super) fn text(&self, grid: &AnyGrid) -> Vec<u8> {
        self.outputs.first().map_or(Vec::new(), |output| output.text(grid, None))
    }

    pub(super) fn reserve(&mut self) {
        let bytes = self.block.text.len() + self.block.puzzles.len() * ADDED_FIELD_BYTES;
        self.outputs.iter_mut().for_each(|output| output.reserve(bytes));
    }

    pub(super) fn finish(self) -> Vec<FormattedRows> {
        self.outputs.into_iter().map(RowFormatter::finish).collect()
    }
}
