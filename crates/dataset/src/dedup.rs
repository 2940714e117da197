//! The puzzles of a corpus that are equal to an earlier one, and a pass that leaves them out.

use std::{
    collections::{HashMap, TryReserveError},
    hash::{DefaultHasher, Hasher},
    mem,
    path::Path,
};

use grid::simd::Simd;

use super::{
    BlockRows, Equality, Observer, RowPass, RowPassResult,
    classes::Classes,
    row_pass::PassCheck,
    same_puzzles::{SamePuzzles, hash_puzzles},
};
use corpus::{
    error::{Error, Result},
    fs::{Durability, PartFile},
    layout::{ANY_BLANK, Schema},
    reader::{Block, Corpus, Puzzle},
    writer::{Edit, cells},
};
use pass::PassEnd;

pub struct Duplicates {
    pub puzzles: u64,
    /// The number of puzzles that are not equal to an earlier one; 0 if the search was stopped.
    pub distinct: u64,
    /// How the pass over the corpus ended; after an error, only the puzzles before it are known.
    pub ended: PassEnd,
    /// A bit for each puzzle, set if the puzzle is equal to an earlier one.
    repeated: Vec<u64>,
    /// For every puzzle that has duplicates, the index of the first puzzle of its group; empty unless groups are
    /// requested.
    first: HashMap<u64, u64>,
    /// A hash of all puzzles, in order.
    hash: u64,
}

impl Duplicates {
    /// Reads a corpus and compares its puzzles in `classes`. With `groups`, the result has the groups that
    /// [`RowPass::dedup`] can write. Returns an error if the groups do not fit into the memory.
    pub fn find(
        corpus: &Corpus,
        equality: Equality,
        mut classes: Classes,
        groups: bool,
        (threads, simd): (usize, Simd),
        observer: &mut Observer<'_>,
    ) -> Result<Duplicates> {
        let mut puzzles = 0;
        let mut hasher = DefaultHasher::new();
        let ended = equality.keys(corpus, (threads, simd), observer, |block, keys| {
            puzzles += keys.len() as u64;
            hash_puzzles(block, &mut hasher);
            keys.into_iter().zip(block.first..).try_for_each(|(key, index)| classes.push(key, [index]))
        })?;
        let mut repeated = vec![0; puzzles.div_ceil(64) as usize];
        let mut first = HashMap::new();
        let distinct = classes.groups_until(observer.stop, |_, indices| {
            let indices = indices.as_flattened();
            indices[1..].iter().for_each(|&index| repeated[(index / 64) as usize] |= 1 << (index % 64));
            if groups && indices.len() > 1 {
                first.try_reserve(indices.len()).map_err(no_memory)?;
                first.extend(indices.iter().map(|&index| (index, indices[0])));
            }
            Ok(())
        })?;
        let ended = if distinct.is_some() { ended } else { PassEnd::Stopped };
        Ok(Duplicates { puzzles, distinct: distinct.unwrap_or(0), ended, repeated, first, hash: hasher.finish() })
    }

    pub fn contains(&self, index: u64) -> bool {
        self.repeated.get((index / 64) as usize).is_some_and(|bits| bits >> (index % 64) & 1 == 1)
    }
}

impl RowPass {
    /// Keeps the first of equal puzzles, and writes the groups of equal puzzles to the file `groups`, as CSV. The
    /// puzzles of the groups are held in memory. Returns an error if the corpus changed since the duplicates were
    /// found. If the pass that found the duplicates ended with an error, this pass ends with the same error, even if it
    /// can read more of the corpus.
    pub fn dedup(
        &self,
        duplicates: &mut Duplicates,
        groups: Option<&Path>,
        observer: &mut Observer<'_>,
    ) -> Result<RowPassResult> {
        let groups = groups.map(|path| Groups::begin(path, &duplicates.first)).transpose()?;
        let failed = match mem::replace(&mut duplicates.ended, PassEnd::Complete) {
            PassEnd::Failed(error) => Some(error),
            _ => None,
        };
        let duplicates = &*duplicates;
        let mut second = SecondPass { groups, same: SamePuzzles::new(duplicates.hash), failed };
        let work = |(): &mut (), block: &Block, rows: &mut BlockRows<'_>| {
            let kept = block.puzzles.iter().zip(block.first..).filter(|&(_, index)| !duplicates.contains(index));
            kept.for_each(|(puzzle, _)| rows.add(puzzle, &[]));
            Ok(())
        };
        let done = self.run_checked(Edit::None, observer, || (), work, &mut second)?;
        if let Some(groups) = second.groups.filter(|_| done.is_complete()) {
            groups.file.commit(Durability::Power)?;
        }
        Ok(done)
    }
}

struct SecondPass<'a> {
    groups: Option<Groups<'a>>,
    same: SamePuzzles,
    /// The error of the first pass.
    failed: Option<Error>,
}

impl PassCheck for SecondPass<'_> {
    fn block(&mut self, block: &Block) -> Result<()> {
        self.same.block(block)?;
        self.groups.as_mut().map_or(Ok(()), |groups| groups.block(block))
    }

    fn end(&mut self) -> Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.same.end()?;
        self.groups.as_mut().map_or(Ok(()), Groups::end)
    }
}

/// Collects the groups of equal puzzles, and writes one group after the other.
struct Groups<'a> {
    file: PartFile,
    /// For every puzzle that has duplicates, the index of the first puzzle of its group.
    first: &'a HashMap<u64, u64>,
    members: Vec<Member>,
}

struct Member {
    /// The index of the group's first puzzle.
    first: u64,
    /// The line, after the file if there are several.
    line: Box<str>,
    puzzle: Box<[u8]>,
}

impl<'a> Groups<'a> {
    fn begin(path: &Path, first: &'a HashMap<u64, u64>) -> Result<Groups<'a>> {
        Ok(Groups { file: PartFile::create_for_user(path)?, first, members: Vec::new() })
    }

    fn block(&mut self, block: &Block) -> Result<()> {
        for (puzzle, index) in block.puzzles.iter().zip(block.first..) {
            let Some(&first) = self.first.get(&index) else { continue };
            let mut fields = block.schema.fields(block.row(puzzle));
            let field = fields.swap_remove(block.schema.puzzle);
            let cells = match puzzle.givens.nine() {
                Some(givens) => cells(field, givens, None, ANY_BLANK),
                None => field,
            };
            self.members.try_reserve(1).map_err(no_memory)?;
            self.members.push(Member { first, line: location(puzzle).into(), puzzle: cells.into() });
        }
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        // Stable: the members of a group stay in corpus order.
        self.members.sort_by_key(|member| member.first);
        let mut text = b"group,line,puzzle\n".to_vec();
        for group in self.members.chunk_by(|one, next| one.first == next.first) {
            for Member { line, puzzle, .. } in group {
                let fields = [group[0].line.as_bytes(), line.as_bytes(), puzzle];
                Schema::push_csv(&mut text, b',', fields.into_iter());
                text.push(b'\n');
            }
            self.file.write(&text)?;
            text.clear();
        }
        self.file.write(&text)?;
        self.file.flush(Durability::Process)
    }
}

fn no_memory(error: TryReserveError) -> Error {
    Error::System { action: "keep the groups of equal puzzles in memory".into(), source: error.into() }
}

/// Returns the line of a puzzle, after its file if the corpus has several: alone, the line would be ambiguous.
pub(super) fn location(puzzle: &Puzzle) -> String {
    let file = puzzle.file.as_ref().map_or(String::new(), |file| format!("{file}:"));
    format!("{file}{}", puzzle.line)
}
