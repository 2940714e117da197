//! The puzzles of one corpus that are in another too.

use super::{Equality, Observer, classes::Classes};
use crate::{
    error::Result,
    pass::{PassEnd, Rejected},
    reader::Corpus,
};

/// The bit that marks items of the second corpus. The other bits hold the line.
const SECOND_CORPUS_BIT: u64 = 1 << 63;

/// The puzzles that two corpora have in common.
pub struct Overlap {
    /// The lines of the second corpus whose puzzles are in the first, in order, each with the first line of that puzzle
    /// in the first corpus.
    pub lines: Vec<(u64, u64)>,
    /// The number of distinct puzzles in both.
    pub distinct: u64,
    /// The number of puzzles of each corpus.
    pub puzzles: [u64; 2],
    /// The rows of each corpus that are not puzzles.
    pub rejected: [Rejected; 2],
}

impl Overlap {
    /// Compares two corpora of one file each in `classes`; `None` if the observer stops it.
    ///
    /// # Errors
    ///
    /// Returns an error if a corpus cannot be read to its end.
    pub fn find(
        corpora: [&Corpus; 2],
        equality: Equality,
        mut classes: Classes,
        threads: usize,
        observer: &mut Observer<'_>,
    ) -> Result<Option<Overlap>> {
        corpora.into_iter().try_for_each(|corpus| corpus.look_at_files(observer.stop))?;
        let (mut puzzles, mut rejected) = ([0; 2], <[Rejected; 2]>::default());
        for (((corpus, puzzles), rejected), bit) in
            corpora.into_iter().zip(&mut puzzles).zip(&mut rejected).zip([0, SECOND_CORPUS_BIT])
        {
            let ended = equality.keys(corpus, threads, observer, |block, keys| {
                *puzzles += keys.len() as u64;
                rejected.add(&block.rejects);
                block.puzzles.iter().zip(keys).try_for_each(|(puzzle, key)| classes.push(key, puzzle.line | bit))
            })?;
            match ended {
                PassEnd::Complete => {}
                PassEnd::Stopped => return Ok(None),
                // An overlap in the unread rest would be missed.
                PassEnd::Failed(error) => return Err(error),
            }
        }
        let (mut lines, mut distinct) = (Vec::new(), 0);
        let classes = classes.groups_until(observer.stop, |items| {
            let (first, second) = items.split_at(items.partition_point(|item| item & SECOND_CORPUS_BIT == 0));
            if let Some(line) = first.first() {
                distinct += u64::from(!second.is_empty());
                lines.extend(second.iter().map(|item| (item & !SECOND_CORPUS_BIT, *line)));
            }
            Ok(())
        })?;
        if classes.is_none() {
            return Ok(None);
        }
        lines.sort_unstable();
        Ok(Some(Overlap { lines, distinct, puzzles, rejected }))
    }
}
