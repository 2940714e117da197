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
    filter::CLUES,
    same_puzzles::{SamePuzzles, hash_puzzles},
};

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

/// How a corpus is split into parts of exact sizes.
pub struct ExactSplit<'a> {
    pub sizes: &'a PartSizes,
    pub seed: u64,
    /// Each part gets its share of the rows with each value of this column, which may be `clues`; of equal puzzles, the first counts.
    pub stratify: Option<&'a Column>,
    /// Equal puzzles stay together.
    pub equality: Equality,
}

/// The part of each puzzle of a corpus.
pub struct ExactParts {
    /// The group of each puzzle, and the part of each group, from 0.
    groups: Vec<usize>,
    parts: Vec<usize>,
    /// The number of puzzles that each part should have.
    pub wanted: Vec<u64>,
    /// The number of puzzles that each part has.
    pub found: Vec<u64>,
    /// A hash of all puzzles, in order.
    hash: u64,
}

/// Rows that stay together.
struct Group {
    /// The number of the value of the stratified column, in the order of the corpus.
    stratum: usize,
    rows: u64,
    random: u64,
}

/// An order in which groups get their parts; groups with the same key are in random order.
type Order = fn(&Group) -> (u64, usize, Reverse<u64>);

/// The first order keeps the shares of the strata best. The others end with small groups, which fill the parts exactly.
const ORDERS: [Order; 3] = [
    |group| (0, group.stratum, Reverse(group.rows)),
    |group| (u64::from(group.rows == 1), group.stratum, Reverse(group.rows)),
    |group| (u64::MAX - group.rows, group.stratum, Reverse(group.rows)),
];

impl ExactSplit<'_> {
    /// Reads a corpus, and distributes its puzzles at random; `None` if the observer stops it. Takes about 100 bytes of memory a puzzle.
    pub fn find(
        &self,
        corpus: &Corpus,
        machine: (usize, Simd),
        observer: &mut Observer<'_>,
    ) -> Result<Option<ExactParts>> {
        let mut indices: HashMap<u128, usize> = HashMap::new();
        let mut strata: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut groups: Vec<Group> = Vec::new();
        let mut of_puzzles = Vec::new();
        let mut hasher = DefaultHasher::new();
        let seed = SplitMix64(self.seed).next_u64();
        let ended = self.equality.keys(corpus, machine, observer, |block, keys| {
            hash_puzzles(block, &mut hasher);
            for (puzzle, key) in block.puzzles.iter().zip(keys) {
                let value = self.stratify.map_or(Ok(Vec::new()), |column| value_of(column, block, puzzle))?;
                let next = strata.len();
                let stratum = *strata.entry(value).or_insert(next);
                let index = *indices.entry(key).or_insert(groups.len());
                if index == groups.len() {
                    let random = SplitMix64(seed ^ key as u64 ^ (key >> 64) as u64).next_u64();
                    groups.push(Group { stratum, rows: 0, random });
                }
                groups[index].rows += 1;
                of_puzzles.push(index);
            }
            Ok(())
        })?;
        match ended {
            PassEnd::Stopped => return Ok(None),
            PassEnd::Failed(error) => return Err(error),
            PassEnd::Complete => {}
        }
        let wanted = self.sizes.of_corpus(of_puzzles.len() as u64)?;
        let (parts, found) = distribute(&groups, &wanted);
        Ok(Some(ExactParts { groups: of_puzzles, parts, wanted, found, hash: hasher.finish() }))
    }
}

/// Returns the part of each group and the number of rows of each part: by the first order with exact sizes, or else by the one that misses
/// the fewest rows.
fn distribute(groups: &[Group], wanted: &[u64]) -> (Vec<usize>, Vec<u64>) {
    let missed = |found: &[u64]| found.iter().zip(wanted).map(|(found, wanted)| found.abs_diff(*wanted)).sum::<u64>();
    let [first, others @ ..] = ORDERS;
    let mut best = distribute_in(first, groups, wanted);
    for order in others {
        if missed(&best.1) > 0 {
            let next = distribute_in(order, groups, wanted);
            best = if missed(&next.1) < missed(&best.1) { next } else { best };
        }
    }
    best
}

/// Gives each group in turn to the part that lacks the most rows of its share of those placed so far.
fn distribute_in(order: Order, groups: &[Group], wanted: &[u64]) -> (Vec<usize>, Vec<u64>) {
    let all = wanted.iter().sum::<u64>().max(1) as f64;
    let mut indices: Vec<usize> = (0..groups.len()).collect();
    indices.sort_by_key(|&index| (order(&groups[index]), groups[index].random, index));
    let mut parts = vec![0; groups.len()];
    let mut found = vec![0; wanted.len()];
    let mut placed = 0;
    for index in indices {
        let rows = groups[index].rows;
        placed += rows;
        let lacks = |part: usize| wanted[part] as f64 / all * placed as f64 - found[part] as f64;
        let has_room = |part: usize| found[part] + rows <= wanted[part];
        let better = |&one: &usize, &other: &usize| {
            let by_lack = lacks(one).total_cmp(&lacks(other));
            has_room(one).cmp(&has_room(other)).then(by_lack).then(Reverse(one).cmp(&Reverse(other)))
        };
        parts[index] = (0..wanted.len()).max_by(better).expect("there is a part");
        found[parts[index]] += rows;
    }
    (parts, found)
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
            let of_block = parts.groups.iter().skip(block.first as usize);
            block.puzzles.iter().zip(of_block).for_each(|(puzzle, group)| rows.keep_in(parts.parts[*group], puzzle));
            Ok(())
        };
        self.run_checked(Edit::None, observer, || (), work, &mut SamePuzzles::new(parts.hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTED: [u64; 3] = [700, 203, 97];

    fn group(stratum: usize, rows: u64, random: u64) -> Group {
        Group { stratum, rows, random: SplitMix64(random).next_u64() }
    }

    #[test]
    fn sizes_are_exact_in_all_and_in_each_stratum() {
        for seed in 0..20 {
            let groups: Vec<Group> = (0..1000).map(|row| group(row as usize % 7, 1, seed * 1000 + row)).collect();
            let (parts, found) = distribute(&groups, &WANTED);
            assert_eq!(found, WANTED);
            for (stratum, part) in (0..7).flat_map(|stratum| (0..3).map(move |part| (stratum, part))) {
                let of_part = groups.iter().zip(&parts).filter(|&(group, &of)| group.stratum == stratum && of == part);
                assert!((of_part.count() as f64 - WANTED[part] as f64 / 7.0).abs() < 2.0, "seed {seed}");
            }
        }
    }

    #[test]
    fn large_groups_leave_sizes_exact_where_small_ones_fill_them() {
        for seed in 0..20 {
            let large = [90, 60, 45, 30, 25].repeat(3).into_iter().chain([1; 250]);
            let groups: Vec<Group> =
                large.zip(0..).map(|(rows, index)| group(index as usize % 5, rows, seed * 1000 + index)).collect();
            assert_eq!(distribute(&groups, &WANTED).1, WANTED, "seed {seed}");
        }
    }
}
