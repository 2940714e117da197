//! Parts of a corpus with exact sizes, each with its share of every value of a column.

use std::{
    cmp::Reverse,
    collections::HashMap,
    hash::{DefaultHasher, Hasher},
};

use corpus::{
    error::{Error, Result},
    reader::{Block, Column, Corpus, Puzzle},
    writer::Edit,
};
use grid::{random::SplitMix64, simd::Simd};
use pass::PassEnd;

use crate::{
    BlockRows, Equality, Observer, RowPass, RowPassResult,
    same_puzzles::{SamePuzzles, hash_puzzles},
};

/// The property of a puzzle that a corpus can be stratified by, if it has no such column.
const CLUES: &str = "clues";

#[derive(Clone, Debug, PartialEq)]
pub enum PartSizes {
    /// The share of each part; the sum is 1.
    Shares(Vec<f64>),
    /// The number of rows of each part; `None` for the part that gets the rest.
    Rows(Vec<Option<u64>>),
}

impl PartSizes {
    pub fn count(&self) -> usize {
        match self {
            PartSizes::Shares(shares) => shares.len(),
            PartSizes::Rows(sizes) => sizes.len(),
        }
    }

    /// Returns the number of rows of each part of a corpus with this many puzzles.
    fn of_corpus(&self, puzzles: u64) -> Result<Vec<u64>> {
        let sizes = match self {
            PartSizes::Shares(shares) => return Ok(sizes_of_shares(shares, puzzles)),
            PartSizes::Rows(sizes) => sizes,
        };
        let together: u64 = sizes.iter().flatten().sum();
        let rest = puzzles.checked_sub(together).filter(|rest| *rest == 0 || sizes.contains(&None));
        let rest = rest.ok_or_else(|| {
            Error::Usage(format!(
                "the parts have {together} rows together, and the corpus has {puzzles} puzzles; write `rest` for the size of one \
                 part, such as rest/1000"
            ))
        })?;
        Ok(sizes.iter().map(|size| size.unwrap_or(rest)).collect())
    }
}

fn sizes_of_shares(shares: &[f64], puzzles: u64) -> Vec<u64> {
    let mut share_to_end = 0.0;
    let mut begin = 0;
    let mut sizes = Vec::with_capacity(shares.len());
    for share in shares {
        share_to_end += share;
        let end = (share_to_end * puzzles as f64).round() as u64;
        sizes.push(end - begin);
        begin = end;
    }
    sizes
}

/// The part of each puzzle of a corpus.
pub struct ExactParts {
    /// The part of each puzzle, from 0.
    parts: Vec<usize>,
    /// The number of puzzles that each part should have.
    pub wanted: Vec<u64>,
    /// The number that each part has: equal puzzles stay together.
    pub found: Vec<u64>,
    /// A hash of all puzzles, in order.
    hash: u64,
}

/// Rows that stay together.
struct Group {
    /// The number of the value of the stratified column, in the order of the corpus.
    stratum: usize,
    rows: u64,
    part: usize,
}

impl ExactParts {
    /// Reads a corpus, and distributes its puzzles at random; `None` if the observer stops it. Equal puzzles stay together. With the
    /// column `stratify`, which may be `clues`, each part gets its share of the rows with each value of it; of equal puzzles, the
    /// first counts. Takes about 100 bytes of memory a puzzle.
    pub fn find(
        corpus: &Corpus,
        (sizes, seed): (&PartSizes, u64),
        stratify: Option<&Column>,
        equality: Equality,
        (threads, simd): (usize, Simd),
        observer: &mut Observer<'_>,
    ) -> Result<Option<ExactParts>> {
        let mut groups: HashMap<u128, Group> = HashMap::new();
        let mut strata: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut of_puzzles = Vec::new();
        let mut hasher = DefaultHasher::new();
        let ended = equality.keys(corpus, (threads, simd), observer, |block, keys| {
            hash_puzzles(block, &mut hasher);
            for (puzzle, key) in block.puzzles.iter().zip(keys) {
                let value = stratify.map_or(Ok(Vec::new()), |column| value_of(column, block, puzzle))?;
                let next = strata.len();
                let stratum = *strata.entry(value).or_insert(next);
                groups.entry(key).or_insert(Group { stratum, rows: 0, part: 0 }).rows += 1;
                of_puzzles.push(key);
            }
            Ok(())
        })?;
        match ended {
            PassEnd::Stopped => return Ok(None),
            PassEnd::Failed(error) => return Err(error),
            PassEnd::Complete => {}
        }
        let wanted = sizes.of_corpus(of_puzzles.len() as u64)?;
        let found = distribute(&mut groups, &wanted, seed);
        let parts = of_puzzles.iter().map(|key| groups[key].part).collect();
        Ok(Some(ExactParts { parts, wanted, found, hash: hasher.finish() }))
    }
}

/// Gives each group its part, and returns the number of rows of each part. Takes one stratum after the other, and the groups of each in
/// random order. A group goes to the part that lacks the most rows of its share of those placed so far.
fn distribute(groups: &mut HashMap<u128, Group>, wanted: &[u64], seed: u64) -> Vec<u64> {
    let all = wanted.iter().sum::<u64>().max(1) as f64;
    let seed = SplitMix64(seed).next_u64();
    let random = |key: u128| SplitMix64(seed ^ key as u64 ^ (key >> 64) as u64).next_u64();
    let mut order: Vec<(&u128, &mut Group)> = groups.iter_mut().collect();
    order.sort_by_key(|(key, group)| (group.stratum, random(**key), **key));
    let mut found = vec![0; wanted.len()];
    let mut placed = 0;
    for (_, group) in order {
        placed += group.rows;
        let lacks = |part: usize| wanted[part] as f64 / all * placed as f64 - found[part] as f64;
        let has_room = |part: usize| wanted[part] - u64::min(found[part], wanted[part]) >= group.rows;
        let better = |&one: &usize, &other: &usize| {
            let by_lack = lacks(one).total_cmp(&lacks(other));
            has_room(one).cmp(&has_room(other)).then(by_lack).then(Reverse(one).cmp(&Reverse(other)))
        };
        group.part = (0..wanted.len()).max_by(better).expect("there is a part");
        found[group.part] += group.rows;
    }
    found
}

/// Returns the value of a row in the column that the corpus is stratified by.
fn value_of(column: &Column, block: &Block, puzzle: &Puzzle) -> Result<Vec<u8>> {
    let names = &block.schema.names;
    match column.index_in(names) {
        Some(index) => {
            let fields = block.schema.fields(block.row(puzzle));
            Ok(fields.get(index).map_or(Vec::new(), |field| field.trim_ascii().to_vec()))
        }
        None if column.to_string() == CLUES => Ok(puzzle.givens.clues().to_string().into()),
        None => {
            Err(Error::Usage(format!("--stratify: no column {column}; there are {}, and {CLUES}", names.join(", "))))
        }
    }
}

impl RowPass {
    /// Writes each row to the output of its part. Returns an error if the corpus changed since the parts were found.
    pub fn split_exactly(&self, parts: &ExactParts, observer: &mut Observer<'_>) -> Result<RowPassResult> {
        let work = |(): &mut (), block: &Block, rows: &mut BlockRows<'_>| {
            let of_block = parts.parts.iter().skip(block.first as usize);
            block.puzzles.iter().zip(of_block).for_each(|(puzzle, part)| rows.keep_in(*part, puzzle));
            Ok(())
        };
        self.run_checked(Edit::None, observer, || (), work, &mut SamePuzzles::new(parts.hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_exact_in_all_and_in_each_stratum() {
        for seed in 0..20 {
            let strata = (0..1000).map(|row| (row as u128, Group { stratum: row % 7, rows: 1, part: 0 }));
            let mut of_strata = strata.collect();
            let wanted = [700, 203, 97];
            assert_eq!(distribute(&mut of_strata, &wanted, seed), wanted);
            for stratum in 0..7 {
                for (part, wanted) in wanted.iter().enumerate() {
                    let rows =
                        of_strata.values().filter(|group| group.stratum == stratum && group.part == part).count();
                    assert!((rows as f64 - *wanted as f64 / 7.0).abs() < 2.0, "seed {seed}: {rows} of {wanted}");
                }
            }
        }
    }
}
