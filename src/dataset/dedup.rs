//! The puzzles of a corpus that are equal to an earlier one, and a pass that leaves them out.

use std::{collections::HashMap, path::Path};

use super::{BlockRows, Equality, Observer, Reshape, Reshaped, classes::Classes};
use crate::{
    error::Result,
    fs::PartFile,
    layout::Schema,
    reader::{Block, Corpus, Puzzle},
    runner::PassEnd,
    writer::Edit,
};

/// The puzzles of a corpus that are equal to an earlier one.
pub struct Duplicates {
    /// The number of puzzles.
    pub puzzles: u64,
    /// The number of puzzles that are not equal to an earlier one.
    pub distinct: u64,
    /// How the pass over the corpus ended; after an error, only the puzzles before it are known.
    pub ended: PassEnd,
    /// A bit for each place, set if the puzzle is equal to an earlier one.
    repeated: Vec<u64>,
    /// The first place of the group of every puzzle that has duplicates, if groups are requested.
    first: HashMap<u64, u64>,
}

impl Duplicates {
    /// Reads a corpus and compares its puzzles in `classes`. With `groups`, the result has the groups that
    /// [`Reshape::dedup`] can write.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file of the classes cannot be written or read, or a thread cannot be started.
    pub fn find(
        corpus: &Corpus,
        equality: Equality,
        mut classes: Classes,
        groups: bool,
        threads: usize,
        observer: &mut Observer<'_>,
    ) -> Result<Duplicates> {
        let mut puzzles = 0;
        let ended = equality.keys(corpus, threads, observer, |block, keys| {
            puzzles += keys.len() as u64;
            keys.into_iter().zip(block.first..).try_for_each(|(key, place)| classes.push(key, place))
        })?;
        let (mut repeated, mut first) = (vec![0; puzzles.div_ceil(64) as usize], HashMap::new());
        let distinct = classes.groups(|places| {
            places[1..].iter().for_each(|&place| repeated[(place / 64) as usize] |= 1 << (place % 64));
            if groups && places.len() > 1 {
                first.extend(places.iter().map(|&place| (place, places[0])));
            }
            Ok(())
        })?;
        Ok(Duplicates { puzzles, distinct, ended, repeated, first })
    }

    /// Returns true if the puzzle at this place is equal to an earlier one.
    pub fn contains(&self, place: u64) -> bool {
        self.repeated.get((place / 64) as usize).is_some_and(|bits| bits >> (place % 64) & 1 == 1)
    }
}

impl Reshape {
    /// Keeps the first of equal puzzles, and writes the groups of equal puzzles to the file `groups`, as CSV.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Reshape::run`], and an error if the file of the groups cannot be written.
    pub fn dedup(
        &self,
        duplicates: &Duplicates,
        groups: Option<&Path>,
        observer: &mut Observer<'_>,
    ) -> Result<Reshaped> {
        let mut groups = groups.map(|path| Groups::begin(path, &duplicates.first)).transpose()?;
        let work = |(): &mut (), block: &Block, rows: &mut BlockRows<'_>| {
            let kept = block.puzzles.iter().zip(block.first..).filter(|&(_, place)| !duplicates.contains(place));
            kept.for_each(|(puzzle, _)| rows.keep(puzzle));
            Ok(())
        };
        let done = self.run_each(
            Edit::None,
            observer,
            || (),
            work,
            |block| {
                let mut puzzles = block.puzzles.iter().zip(block.first..);
                groups
                    .iter_mut()
                    .try_for_each(|groups| puzzles.try_for_each(|(puzzle, place)| groups.puzzle(place, puzzle)))
            },
        )?;
        if let Some(groups) = groups.filter(|_| done.is_complete()) {
            groups.finish()?;
        }
        Ok(done)
    }
}

/// Writes the groups of equal puzzles.
struct Groups<'a> {
    file: PartFile,
    /// The first place of the group of every puzzle that has duplicates.
    first: &'a HashMap<u64, u64>,
    /// The lines of these first puzzles.
    lines: HashMap<u64, String>,
}

impl Groups<'_> {
    fn begin<'a>(path: &Path, first: &'a HashMap<u64, u64>) -> Result<Groups<'a>> {
        let mut file = PartFile::create_for_user(path)?;
        file.write(b"group,line,puzzle\n")?;
        Ok(Groups { file, first, lines: HashMap::new() })
    }

    fn puzzle(&mut self, place: u64, puzzle: &Puzzle) -> Result<()> {
        let Some(first) = self.first.get(&place) else { return Ok(()) };
        // With several files, the line alone is ambiguous.
        let file = puzzle.file.as_ref().map_or(String::new(), |file| format!("{file}:"));
        let line = format!("{file}{}", puzzle.line);
        let group = self.lines.entry(*first).or_insert_with(|| line.clone());
        let (mut row, givens) = (Vec::new(), puzzle.givens.to_string());
        Schema::push_csv(&mut row, b',', [&*group, &line, &givens].into_iter().map(|field| field.as_bytes()));
        row.push(b'\n');
        self.file.write(&row)
    }

    fn finish(mut self) -> Result<()> {
        self.file.flush()?;
        self.file.commit()
    }
}
