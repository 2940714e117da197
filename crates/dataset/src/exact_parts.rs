//! Parts of a corpus with exact sizes, each with its share of every value of a column.

use std::{
    cmp::Reverse,
    collections::HashMap,
    hash::{DefaultHasher, Hasher},
    path::PathBuf,
    sync::atomic::AtomicBool,
};

use corpus::{
    error::{Error, Result},
    reader::{Block, Column, Corpus, Puzzle},
    writer::Edit,
};
use grid::{random::SplitMix64, simd::Simd};

use crate::{
    BlockRows, Equality, Observer, RowPass, RowPassResult,
    classes::Classes,
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
        let together = sizes.iter().flatten().fold(0, |together: u64, size| together.saturating_add(*size));
        let has_rest = sizes.contains(&None);
        let rest = puzzles.checked_sub(together).filter(|rest| *rest == 0 || has_rest);
        let rest = rest.ok_or_else(|| {
            let advice = if has_rest { "" } else { "; write `rest` for the size of one part, such as rest/1000" };
            let found =
                format!("the parts have {together} rows together, and the corpus has {puzzles} puzzles{advice}");
            Error::Usage(found)
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
    /// Bytes of memory for rows, approximately; the rest is sorted in unnamed files in the directory `temporary`.
    pub memory: usize,
    pub temporary: PathBuf,
}

/// The part of each puzzle of a corpus.
pub struct ExactParts {
    /// The part of each puzzle, from 0.
    parts: Vec<u16>,
    /// The number of puzzles that each part should have.
    pub wanted: Vec<u64>,
    /// The number of puzzles that each part has.
    pub found: Vec<u64>,
    /// A hash of all puzzles, in order.
    hash: u64,
}

/// The part of each puzzle, and the number of puzzles of each part.
struct Distribution {
    parts: Vec<u16>,
    found: Vec<u64>,
}

impl Distribution {
    /// Returns the sum over all parts of the difference between wanted and found puzzles.
    fn missed(&self, wanted: &[u64]) -> u64 {
        self.found.iter().zip(wanted).map(|(found, wanted)| found.abs_diff(*wanted)).sum()
    }
}

/// Rows that stay together.
struct Group {
    /// The number of the value of the stratified column, in the order in which values appear; below 2³¹.
    stratum: u64,
    rows: u64,
}

/// An order in which groups get their parts: a key by which they are sorted. Groups with the same key are in random order.
type Order = fn(&Group) -> u64;

/// The first order keeps the shares of the strata best. The others end with small groups, which fill the parts exactly.
const ORDERS: [Order; 3] = [
    |group| group.stratum << 32 | group.rank_by_size(),
    |group| u64::from(group.rows == 1) << 63 | group.stratum << 32 | group.rank_by_size(),
    |group| group.rank_by_size() << 32 | group.stratum,
];

impl Group {
    /// Returns a number below 2³² that is smaller for larger groups.
    fn rank_by_size(&self) -> u64 {
        u64::from(u32::MAX).saturating_sub(self.rows)
    }
}

/// The key and the index of each row, and the number of its stratum.
type Rows = Classes<2>;

impl ExactSplit<'_> {
    /// Reads a corpus, and distributes its puzzles at random; `None` if the observer stops it.
    pub fn find(
        &self,
        corpus: &Corpus,
        machine: (usize, Simd),
        observer: &mut Observer<'_>,
    ) -> Result<Option<ExactParts>> {
        let mut strata: HashMap<Vec<u8>, u64> = HashMap::new();
        let mut rows = Rows::new(self.memory / 2, self.temporary.clone());
        let mut puzzles = 0;
        let mut hasher = DefaultHasher::new();
        let ended = self.equality.keys(corpus, machine, observer, |block, keys| {
            hash_puzzles(block, &mut hasher);
            for (puzzle, key) in block.puzzles.iter().zip(keys) {
                let value = self.stratify.map_or(Ok(Vec::new()), |column| value_of(column, block, puzzle))?;
                let next = strata.len() as u64;
                rows.push(key, [puzzles, *strata.entry(value).or_insert(next)])?;
                puzzles += 1;
            }
            Ok(())
        })?;
        if !ended.is_complete()? {
            return Ok(None);
        }
        let wanted = self.sizes.of_corpus(puzzles)?;
        let distribution = self.distribute(&mut rows, &wanted, observer.stop)?;
        Ok(distribution.map(|Distribution { parts, found }| ExactParts { parts, wanted, found, hash: hasher.finish() }))
    }

    /// Distributes the groups by the first order with exact sizes, or else by the one that misses the fewest rows.
    fn distribute(&self, rows: &mut Rows, wanted: &[u64], stop: &AtomicBool) -> Result<Option<Distribution>> {
        let mut best: Option<Distribution> = None;
        for order in ORDERS {
            if best.as_ref().is_none_or(|best| best.missed(wanted) > 0) {
                let Some(groups) = self.in_order(order, rows, stop)? else { return Ok(None) };
                let Some(next) = distribute_groups(groups, wanted, stop)? else { return Ok(None) };
                best = best.filter(|best| best.missed(wanted) <= next.missed(wanted)).or(Some(next));
            }
        }
        Ok(best)
    }

    /// Returns the indices of the rows of each group, in the order of the groups; `None` if `stop` is set before the end.
    fn in_order(&self, order: Order, rows: &mut Rows, stop: &AtomicBool) -> Result<Option<Classes>> {
        let mut groups = Classes::new(self.memory / 2, self.temporary.clone());
        let seed = SplitMix64(self.seed).next_u64();
        let done = rows.groups_until(stop, |key, members| {
            let random = SplitMix64(seed ^ key as u64 ^ (key >> 64) as u64).next_u64();
            let group = Group { stratum: members[0][1], rows: members.len() as u64 };
            let sort_key = u128::from(order(&group)) << 64 | u128::from(random);
            members.iter().try_for_each(|[index, _]| groups.push(sort_key, [*index]))
        })?;
        Ok(done.map(|_| groups))
    }
}

/// Gives each group in turn to a part that has room for it: the one that lacks the most rows of its share of those placed so far. If no
/// part has room, all are compared. Returns `None` if `stop` is set before the end.
fn distribute_groups(mut groups: Classes, wanted: &[u64], stop: &AtomicBool) -> Result<Option<Distribution>> {
    let puzzles: u64 = wanted.iter().sum();
    let all = puzzles.max(1) as f64;
    let mut parts = vec![0; puzzles as usize];
    let mut found = vec![0; wanted.len()];
    let mut placed = 0;
    let done = groups.groups_until(stop, |_, indices| {
        let rows = indices.len() as u64;
        placed += rows;
        let lacks = |part: usize| wanted[part] as f64 / all * placed as f64 - found[part] as f64;
        let has_room = |part: usize| found[part] + rows <= wanted[part];
        let better = |&one: &usize, &other: &usize| {
            let by_lack = lacks(one).total_cmp(&lacks(other));
            has_room(one).cmp(&has_room(other)).then(by_lack).then(Reverse(one).cmp(&Reverse(other)))
        };
        let part = (0..wanted.len()).max_by(better).expect("there is a part");
        indices.iter().for_each(|[index]| parts[*index as usize] = part as u16);
        found[part] += rows;
        Ok(())
    })?;
    Ok(done.map(|_| Distribution { parts, found }))
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
            block.puzzles.iter().zip(of_block).for_each(|(puzzle, part)| rows.keep_in((*part).into(), puzzle));
            Ok(())
        };
        self.run_checked(Edit::None, observer, || (), work, &mut SamePuzzles::new(parts.hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTED: [u64; 3] = [700, 203, 97];

    /// Distributes groups of these numbers of rows, whose strata take turns, in so little memory that rows are sorted on disk.
    fn distribute(groups: &[u64], strata: u64, seed: u64) -> Distribution {
        let (sizes, temporary) = (&PartSizes::Rows(Vec::new()), std::env::temp_dir());
        let split = ExactSplit { sizes, seed, stratify: None, equality: Equality::Puzzle, memory: 10_000, temporary };
        let mut rows = Rows::new(10_000, split.temporary.clone());
        let members = groups.iter().zip(0..).flat_map(|(rows, key)| (0..*rows).map(move |_| key));
        for (index, key) in members.enumerate() {
            rows.push(key.into(), [index as u64, key % strata]).unwrap();
        }
        split.distribute(&mut rows, &WANTED, &AtomicBool::new(false)).unwrap().unwrap()
    }

    #[test]
    fn sizes_are_exact_in_all_and_in_each_stratum() {
        for seed in 0..20 {
            let found = distribute(&[1; 1000], 7, seed);
            assert_eq!(found.found, WANTED);
            for (stratum, part) in (0..7).flat_map(|stratum| (0..3).map(move |part| (stratum, part))) {
                let of_part = found.parts.iter().skip(stratum).step_by(7).filter(|of| usize::from(**of) == part);
                assert!((of_part.count() as f64 - WANTED[part] as f64 / 7.0).abs() < 2.0, "seed {seed}");
            }
        }
    }

    #[test]
    fn large_groups_leave_sizes_exact_where_small_ones_fill_them() {
        let groups: Vec<u64> = [90, 60, 45, 30, 25].repeat(3).into_iter().chain([1; 250]).collect();
        for seed in 0..20 {
            assert_eq!(distribute(&groups, 5, seed).found, WANTED, "seed {seed}");
        }
    }
}
