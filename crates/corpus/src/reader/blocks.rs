//! Divides a corpus into blocks.

use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    ahead::Helpers,
    block::Block,
    corpus::{BlockSize, Corpus},
    file::FileSummary,
    input::interrupted,
    rows::Rows,
};
use crate::{
    error::{Error, Result},
    fs::Compression,
    layout::Schema,
};

const SMALL_CORPUS_BLOCKS: usize = 8;
const FIRST_TIMED_BLOCK_PUZZLES: usize = 8;
/// Maximum number of rejects in a block, to bound its memory.
const MAX_REJECTS: usize = 256;
/// Maximum bytes of rows in a block, without the last row.
const MAX_TEXT: usize = 1 << 20;
/// Rows by which the number of all rows is estimated, after the first block.
const SAMPLED_ROWS: usize = 1000;

/// The blocks of a corpus. An error is the last item, after the block of the rows read before it.
pub struct Blocks<'a> {
    rows: Rows<'a>,
    helpers: Option<Helpers>,
    /// Puzzles in a block, once it is decided.
    size: Option<usize>,
    /// Blocks read ahead to find out whether the corpus is small.
    ahead: VecDeque<Block>,
    error: Option<Error>,
    ended: bool,
    next: u64,
    /// Number of puzzles in the blocks before the next one.
    puzzles: u64,
}

impl Corpus {
    pub fn blocks(&self) -> Blocks<'_> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        self.blocks_until(&NEVER)
    }

    /// Estimates the number of rows by the first rows and the lengths of the files; `None` if a file is compressed, or can be read only
    /// once.
    pub fn estimated_rows(&self) -> Option<u64> {
        let is_plain =
            |metadata: &fs::Metadata, path: &Path| metadata.is_file() && Compression::of_name(path).is_none();
        let length = |path: &PathBuf| Some(fs::metadata(path).ok().filter(|found| is_plain(found, path))?.len());
        let bytes: u64 = self.files.iter().map(length).sum::<Option<u64>>()?;
        let corpus = Corpus { notice: None, ..self.clone() };
        let mut blocks = corpus.blocks();
        let rows_of = |block: &Block| block.puzzles.len() + block.rejects.len();
        // The first rows may stand below many comments.
        let first = blocks.next()?.ok()?;
        let (mut rows, mut end) = (0, first.bytes);
        while rows < SAMPLED_ROWS
            && let Some(block) = blocks.next()
        {
            let block = block.ok()?;
            (rows, end) = (rows + rows_of(&block), block.bytes);
        }
        let rows_per_byte = rows as f64 / (end - first.bytes).max(1) as f64;
        Some(rows_of(&first) as u64 + (rows_per_byte * bytes.saturating_sub(first.bytes) as f64) as u64)
    }

    /// Reads the files as blocks until `stop` is set; then reading fails.
    pub fn blocks_until<'a>(&'a self, stop: &'a AtomicBool) -> Blocks<'a> {
        Blocks {
            rows: Rows::new(self, stop),
            helpers: None,
            size: None,
            ahead: VecDeque::new(),
            error: None,
            ended: false,
            next: 0,
            puzzles: 0,
        }
    }
}

impl Iterator for Blocks<'_> {
    type Item = Result<Block>;

    fn next(&mut self) -> Option<Result<Block>> {
        let size = match self.size {
            Some(size) => size,
            None => self.choose_size(),
        };
        loop {
            let Some(mut block) = self.ahead.pop_front().or_else(|| self.read(size)) else {
                return self.error.take().map(Err);
            };
            self.number(&mut block);
            if self.rows.corpus.shard.is_none_or(|shard| shard.contains(block.index)) {
                return Some(Ok(block));
            }
        }
    }
}

impl<'a> Blocks<'a> {
    pub fn stop(&self) -> &'a AtomicBool {
        self.rows.stop
    }

    /// Has other threads parse the rows of regular files and, on Unix, of uncompressed pipes, ahead of their turn.
    pub fn parse_on(&mut self, helpers: Helpers) {
        self.helpers = Some(helpers);
    }

    /// Returns the maximum number of puzzles in a block.
    pub fn most(&self) -> usize {
        match self.rows.corpus.block_size {
            BlockSize::Fixed(size) | BlockSize::UpTo(size) | BlockSize::Timed(size) | BlockSize::Slow(size) => size,
        }
    }

    /// Returns the number of puzzles in a block, once the first block was read.
    pub fn size(&self) -> Option<usize> {
        self.size
    }

    /// Returns true if the size of blocks depends on the time that they take.
    pub fn are_timed(&self) -> bool {
        matches!(self.rows.corpus.block_size, BlockSize::Timed(_) | BlockSize::Slow(_))
    }

    pub fn resize(&mut self, size: usize) {
        self.size = Some(size.clamp(1, self.most()));
    }

    pub fn files(&self) -> Vec<FileSummary> {
        self.rows.files()
    }

    /// Returns the columns of the first file, once they are known; even if no row follows them.
    pub fn schema(&self) -> Option<Arc<Schema>> {
        self.rows.schema.clone()
    }

    /// Reads past the first puzzles and rejects of the corpus, and calls `each` with every block of these puzzles. Returns
    /// false if the corpus has fewer.
    pub fn skip(&mut self, puzzles: u64, mut rejects: u64, mut each: impl FnMut(&Block) -> Result<()>) -> Result<bool> {
        while self.puzzles < puzzles || rejects > 0 {
            let size = usize::try_from(puzzles - self.puzzles).map_or(self.most(), |rest| rest.clamp(1, self.most()));
            let Some(mut block) = self.read(size) else {
                return self.error.take().map_or(Ok(false), Err);
            };
            // After the last puzzle, only rejects are skipped.
            let keeps_puzzles = self.puzzles == puzzles;
            let skipped =
                usize::try_from(rejects).map_or(block.rejects.len(), |rejects| rejects.min(block.rejects.len()));
            rejects -= skipped as u64;
            block.rejects.drain(..skipped);
            if keeps_puzzles {
                self.ahead.push_back(block);
                continue;
            }
            self.number(&mut block);
            each(&block)?;
            if !block.rejects.is_empty() {
                let mut rejects = std::mem::take(&mut block.rejects);
                rejects.iter_mut().for_each(|reject| reject.puzzles_before = 0);
                self.ahead.push_back(Block { rejects, bytes: block.bytes, ..Block::default() });
            }
        }
        Ok(true)
    }

    /// Sets the number of a block, its position in the corpus, and the columns.
    fn number(&mut self, block: &mut Block) {
        (block.index, block.first) = (self.next, self.puzzles);
        if !self.rows.corpus.mixed_columns {
            block.schema = self.rows.schema.clone().unwrap_or_default();
        }
        self.next += 1;
        self.puzzles += block.puzzles.len() as u64;
    }

    /// Decides the size of all blocks, by the corpus alone, so that two runs have the same blocks.
    fn choose_size(&mut self) -> usize {
        let size = match self.rows.corpus.block_size {
            BlockSize::Fixed(size) => size,
            BlockSize::Timed(most) => most.min(FIRST_TIMED_BLOCK_PUZZLES),
            BlockSize::Slow(_) => 1,
            BlockSize::UpTo(most) => {
                while self.ahead.len() < SMALL_CORPUS_BLOCKS
                    && let Some(block) = self.read(most)
                {
                    self.ahead.push_back(block);
                }
                if self.ended { self.divide() } else { most }
            }
        };
        *self.size.insert(size)
    }

    /// Divides a small corpus, which is read as a whole, into equal blocks.
    fn divide(&mut self) -> usize {
        let mut all = Block::default();
        self.ahead.drain(..).for_each(|block| all.append(block));
        let rows = all.puzzles.len() + all.rejects.len();
        let size = rows.div_ceil(SMALL_CORPUS_BLOCKS).max(1);
        let puzzles = all.puzzles.len();
        let bytes = all.bytes;
        while !all.is_empty() {
            let mut block = all.split_off_first(size);
            // The position is estimated, as if all rows had the same length.
            let done = (puzzles - all.puzzles.len()) as u64;
            block.bytes = if all.is_empty() { bytes } else { bytes * done / puzzles as u64 };
            self.ahead.push_back(block);
        }
        size
    }

    fn read(&mut self, size: usize) -> Option<Block> {
        let mut block = Block::default();
        let is_full = |block: &Block| {
            block.puzzles.len() >= size || block.rejects.len() >= MAX_REJECTS || block.text.len() >= MAX_TEXT
        };
        // A timed block may be smaller; it ends with a chunk, so that few puzzles are moved.
        let enough = if self.are_timed() { size.div_ceil(2) } else { size };
        while !self.ended && !is_full(&block) {
            if self.helpers.as_ref().is_some_and(|helpers| self.rows.take_ahead(helpers, &mut block, size)) {
                if block.puzzles.len() >= enough {
                    break;
                }
                continue;
            }
            let more = self.rows.next(&mut block).unwrap_or_else(|error| {
                self.error = Some(error);
                false
            });
            self.ended = !more;
            if std::mem::take(&mut self.rows.ends_block) {
                break;
            }
            // A sample reads the whole corpus for one block, and a format that is read at once has no checks in
            // between.
            if more && self.stop().load(Ordering::Relaxed) {
                self.error = Some(Error::io("corpus", "read")(interrupted()));
                self.ended = true;
            }
        }
        block.bytes = self.rows.bytes();
        if self.rows.corpus.mixed_columns {
            block.schema = self.rows.last_schema.clone().unwrap_or_default();
        }
        (!block.is_empty()).then_some(block)
    }
}
