//! Rows that are parsed ahead of their turn, on other threads.
//!
//! Lines are cut into chunks, which are parsed on any thread and in any order. A chunk is used if all of its rows are
//! puzzles, and if it begins at the beginning of a row, not in a quoted field. The lines of all other chunks are read
//! again one by one, so the rows are the same as without reading ahead.

use std::{
    collections::VecDeque,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use csv::ByteRecord;

use super::{block::Block, row_parser::RowParser};
use crate::layout::{LineReader, OpenRows, Pieces, RowReader, TextProfile};

pub type Spawn = Arc<dyn Fn(Box<dyn FnOnce() + Send>) + Send + Sync>;

#[derive(Clone)]
pub struct Helpers {
    pub spawn: Spawn,
    /// Maximum number of chunks in memory.
    pub chunks: usize,
}

#[derive(Default)]
pub struct ReadAhead {
    chunks: VecDeque<Chunk>,
    /// The puzzles of the last chunk that are not in a block yet.
    parsed: Block,
    /// End of the last chunk that could not be used; rows up to it are read one by one.
    reread_until: u64,
}

struct Chunk {
    /// The byte offsets of the chunk in its file.
    begin: u64,
    end: u64,
    lines: usize,
    /// The number of the first line after the chunk.
    next_line: u64,
    work: Arc<Work>,
}

impl ReadAhead {
    /// Adds puzzles that were read ahead to a block, up to `size` puzzles in the block, and returns their number. If it
    /// is 0, the next row must be read by itself.
    pub fn take(
        &mut self,
        rows: &mut dyn RowReader,
        parser: &Arc<RowParser>,
        helpers: &Helpers,
        block: &mut Block,
        size: usize,
    ) -> usize {
        let space = size - block.puzzles.len();
        if self.parsed.puzzles.is_empty() {
            // A chunk is a block if all lines are puzzles; then no puzzle needs to be moved.
            let lines = [space, size.clamp(MIN_CHUNK_LINES, MAX_CHUNK_LINES)];
            self.parsed = self.next(rows, parser, helpers, lines).unwrap_or_default();
        }
        let taken = match self.parsed.puzzles.len() {
            n if n > space => self.parsed.split_off_first(space),
            _ => mem::take(&mut self.parsed),
        };
        let n = taken.puzzles.len();
        if block.is_empty() {
            *block = taken;
        } else {
            block.append(taken);
        }
        n
    }

    /// Returns the puzzles of the next chunk, if it can be used. `lines` has the numbers of lines for the first chunk
    /// and for the chunks after it.
    fn next(
        &mut self,
        rows: &mut dyn RowReader,
        parser: &Arc<RowParser>,
        helpers: &Helpers,
        lines: [usize; 2],
    ) -> Option<Block> {
        let position = rows.bytes();
        let window_end = rows.ahead()?.lines.window_end();
        while self.chunks.front().is_some_and(|chunk| chunk.begin < window_end) {
            self.reread_until = self.chunks.pop_front().map_or(position, |chunk| chunk.end);
        }
        if position < self.reread_until {
            return None;
        }
        self.fill(rows, parser, helpers, lines, position);
        let chunk = self.chunks.pop_front()?;
        let Some(Parsed { puzzles, seen }) = chunk.work.result() else {
            self.reread_until = chunk.end;
            return None;
        };
        rows.ahead()?.lines.skip(chunk.lines, &seen);
        Some(puzzles)
    }

    /// Cuts off more chunks, and gives them to the helpers to parse.
    fn fill(
        &mut self,
        rows: &mut dyn RowReader,
        parser: &Arc<RowParser>,
        helpers: &Helpers,
        [first, others]: [usize; 2],
        position: u64,
    ) {
        while self.chunks.len() < helpers.chunks
            && let Some(ahead) = rows.ahead()
        {
            let (begin, line, most) = match self.chunks.back() {
                Some(last) => (last.end, last.next_line, others),
                None => (position, ahead.lines.line(), first),
            };
            let Some((text, lines)) = ahead.lines.cut_ahead(most) else { break };
            let end = begin + text.len() as u64;
            let next_line = line + lines as u64;
            let parse = Parse { text, lines, line, open: ahead.open, parser: parser.clone() };
            let work = Arc::new(Work { parse: Mutex::new(Some(parse)), parsed: OnceLock::new() });
            (helpers.spawn)(Box::new({
                let work = work.clone();
                move || work.run()
            }));
            self.chunks.push_back(Chunk { begin, end, lines, next_line, work });
        }
    }
}

const MIN_CHUNK_LINES: usize = 64;
const MAX_CHUNK_LINES: usize = 4096;

struct Parse {
    text: Pieces,
    lines: usize,
    line: u64,
    open: OpenRows,
    parser: Arc<RowParser>,
}

struct Parsed {
    puzzles: Block,
    seen: TextProfile,
}

impl Parse {
    /// Returns `None` if a row is not a puzzle.
    fn parse(self) -> Option<Parsed> {
        let mut puzzles = Block::default();
        puzzles.puzzles.reserve_exact(self.lines);
        if self.parser.extras.rows {
            puzzles.text.reserve_exact(self.text.len());
        }
        let lines = LineReader::of_lines(self.text.into_bytes().into(), self.line, Arc::default());
        let mut rows = (self.open)(lines);
        let mut fields = ByteRecord::new();
        while let Some(row) = rows.next(&mut fields).ok()? {
            if row.defect.is_some() {
                return None;
            }
            self.parser.push(&row, &fields, &mut puzzles).ok()?;
        }
        let seen = rows.lines()?.profile();
        Some(Parsed { puzzles, seen })
    }
}

/// The parsing of a chunk, by whichever thread comes first.
struct Work {
    /// What to parse; `None` once a thread has begun.
    parse: Mutex<Option<Parse>>,
    /// The result, which is taken once.
    parsed: OnceLock<Mutex<Option<Parsed>>>,
}

impl Work {
    /// Parses the chunk if no other thread does.
    fn run(&self) {
        let Some(parse) = self.parse.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        // After a panic the rows are read again one by one, with the same panic.
        let parsed = catch_unwind(AssertUnwindSafe(|| parse.parse())).unwrap_or(None);
        let _ = self.parsed.set(Mutex::new(parsed));
    }

    /// Parses the chunk, or waits for the thread that does, and returns the result.
    fn result(&self) -> Option<Parsed> {
        self.run();
        self.parsed.wait().lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use grid::random::SplitMix64;

    use super::*;
    use crate::reader::{BlockSize, Corpus, Extras, FileSummary, Puzzle, Reject};

    const PUZZLE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    /// Lines of which every kind but the first is not a puzzle on a line of its own, or is one in an unusual way.
    fn corpus(random: &mut SplitMix64, csv: bool) -> String {
        let puzzle = |random: &mut SplitMix64| PUZZLE.replacen('.', &format!("{}", 1 + random.below(9)), 1);
        let mut text = String::from(if csv { "puzzle,note\n" } else { "" });
        let unusual = 1 + random.below(60);
        // Some files are long enough to be read on a thread of their own.
        for line in 0..random.below(if csv { 3000 } else { 30_000 }) {
            let p = puzzle(random);
            let usual = if csv { format!("{p},{line}\n") } else { format!("{p}\n") };
            text += &match random.below(unusual * 12) {
                0 => "\n".into(),
                1 => "# a comment\n".into(),
                2 => usual.replace('\n', "\r\n"),
                3 => "12345\n".into(),
                4 if csv => format!("{p},\"a note\nof several\nlines\"\n"),
                // By itself, every line of this note would be a row.
                5 if csv => format!("{p},\"a\n{p},b\n{p},c\n{p},d\"\n"),
                6 if csv => format!("\"{p}\",\"{line}\"\n"),
                7 if csv => format!("{p},\"never closed\n"),
                8 if csv => format!("{p},1,2\n"),
                9 => format!("{p}\r{p}\n"),
                _ => usual,
            };
        }
        if random.below(2) == 0 { text } else { text.trim_end().into() }
    }

    type Read = (Vec<(Puzzle, Vec<u8>)>, Vec<Reject>, Vec<usize>, FileSummary, Option<String>);

    fn read(corpus: &Corpus, helpers: Option<Helpers>) -> Read {
        let mut puzzles = Vec::new();
        let mut rejects = Vec::new();
        let mut sizes = Vec::new();
        let mut error = None;
        let mut blocks = corpus.blocks();
        helpers.into_iter().for_each(|helpers| blocks.parse_on(helpers));
        for block in blocks.by_ref() {
            match block {
                Ok(block) => {
                    sizes.push(block.puzzles.len());
                    puzzles.extend(block.puzzles.iter().map(|puzzle| {
                        // The range in the block's text depends on the rows before it.
                        (Puzzle { row: 0..0, ..puzzle.clone() }, block.row(puzzle).to_vec())
                    }));
                    rejects.extend(block.rejects);
                }
                Err(failure) => error = Some(failure.to_string()),
            }
        }
        let mut file = blocks.files().pop().unwrap_or_default();
        if error.is_some() {
            // How far the file was read before the error depends on the buffers.
            file.bytes = 0;
        }
        (puzzles, rejects, sizes, file, error)
    }

    #[test]
    fn rows_read_ahead_are_the_rows_of_the_file() {
        let at_once: Spawn = Arc::new(|task| task());
        let never: Spawn = Arc::new(drop);
        let on_threads: Spawn = Arc::new(|task| drop(std::thread::spawn(task)));
        let directory = tempfile::tempdir().unwrap();
        let mut random = SplitMix64(1);
        for case in 0..60 {
            let csv = case % 3 > 0;
            let path = directory.path().join(if csv { "c.csv" } else { "c.txt" });
            std::fs::write(&path, corpus(&mut random, csv)).unwrap();
            let block_size = BlockSize::Fixed([1, 7, 100, 512, 4096][case % 5]);
            let extras = Extras { rows: case % 2 == 0, ..Extras::default() };
            let corpus = Corpus { files: vec![path], block_size, extras, ..Corpus::default() };
            let expected = read(&corpus, None);
            for spawn in [&at_once, &never, &on_threads] {
                let helpers = Helpers { spawn: spawn.clone(), chunks: 1 + case % 4 };
                let found = read(&corpus, Some(helpers));
                assert!(found == expected, "case {case}: {:?}", (found.3, &expected.3));
            }
        }
    }
}
