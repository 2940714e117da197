//! The rows of a strategy, kept once for each digest. They tell which puzzles a commit changed.

use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
};

use base64::{Engine, prelude::BASE64_STANDARD};
use corpus::{error::Result, fs::PartFile};
use flate2::{Compression, bufread::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Entry, bounded_file::read_bounded};
use crate::{
    compare::{CountChanges, PuzzleChange, PuzzleCounts},
    record::{LockedStrategy, PuzzleRecord, Results, SCHEMA_VERSION},
};

/// Maximum number of groups of consecutive puzzles. Of a large corpus, only a digest of each group is kept.
const GROUPS: u64 = 4096;
/// Bytes of the digest of a group.
const DIGEST_BYTES: usize = 4;
/// Maximum bytes of an unpacked file: the rows of three million puzzles.
const MAX_UNPACKED: u64 = 1 << 28;

/// Digests of groups of consecutive puzzles, of a corpus whose rows are too many to keep.
#[derive(Debug, Serialize, Deserialize)]
struct GroupDigests {
    schema_version: u32,
    puzzles: u64,
    /// The digests one after the other, in base64.
    digests: String,
}

/// The groups of puzzles whose rows differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedGroups {
    /// The number of groups; each has at least one puzzle that changed.
    pub at_least: u64,
    /// The first puzzle of the first group, counted from 1 in the order of the run.
    pub first: u64,
    /// The last puzzle of the last group.
    pub last: u64,
}

/// Keeps the rows of each strategy of an entry's results, unless the directory has a file for their digest. Of rows with more than
/// `max_bytes` packed bytes, only digests of groups are kept.
pub fn keep(results: &Results, entry: &Entry, directory: &Path, max_bytes: usize) -> Result<()> {
    let strategies = entry.strategies.iter().map(|own| &own.locked).enumerate();
    let missing = strategies.filter(|(_, own)| {
        let [rows, groups] = paths(directory, &own.digest);
        read_rows(&rows).is_none() && read_groups(&groups).is_none()
    });
    let mut kept: Vec<KeptRows> = missing.map(|(index, own)| KeptRows::new(index, own.counts.puzzles)).collect();
    if kept.is_empty() {
        return Ok(());
    }
    let mut rows = results.rows_ahead()?;
    let mut record = PuzzleRecord::default();
    while rows.next(&mut record)? {
        kept.iter_mut().for_each(|own| own.add(&record, max_bytes));
    }
    for own in kept {
        let [rows, groups] = paths(directory, &entry.strategies[own.strategy].locked.digest);
        let digests = own.groups();
        match own.packed.finish().expect("memory takes all") {
            packed if packed.len() <= max_bytes => PartFile::create(rows)?.complete(&packed)?,
            _ => PartFile::create(groups)?.complete(&digests)?,
        }
    }
    Ok(())
}

/// Returns the two files that a digest may have: one with rows, and one with groups.
fn paths(directory: &Path, digest: &str) -> [PathBuf; 2] {
    let name = &digest[..digest.len().min(16)];
    [directory.join(format!("{name}.csv.gz")), directory.join(format!("{name}.groups.json"))]
}

/// The rows of a strategy while they are read.
struct KeptRows {
    /// The index of the strategy in the results.
    strategy: usize,
    packed: GzEncoder<Vec<u8>>,
    puzzles: u64,
    /// The rows of the last group.
    group: Sha256,
    /// The number of rows so far.
    position: u64,
    digests: Vec<u8>,
}

impl KeptRows {
    fn new(strategy: usize, puzzles: u64) -> KeptRows {
        let packed = GzEncoder::new(Vec::new(), Compression::best());
        KeptRows { strategy, packed, puzzles, group: Sha256::new(), position: 0, digests: Vec::new() }
    }

    /// Adds the row of the next puzzle. Rows beyond `max_bytes` are not packed.
    fn add(&mut self, record: &PuzzleRecord, max_bytes: usize) {
        let PuzzleCounts { status, solutions, nodes, guesses, backtracks, max_depth } =
            PuzzleCounts::from(&record.samples[self.strategy]);
        let row = format!("{},{status},{solutions},{nodes},{guesses},{backtracks},{max_depth}\n", record.line);
        if self.packed.get_ref().len() <= max_bytes {
            self.packed.write_all(row.as_bytes()).expect("memory takes all");
        }
        self.group.update(row);
        self.position += 1;
        if self.position.is_multiple_of(group_size(self.puzzles)) || self.position == self.puzzles {
            self.digests.extend_from_slice(&self.group.finalize_reset()[..DIGEST_BYTES]);
        }
    }

    fn groups(&self) -> Vec<u8> {
        let digests = BASE64_STANDARD.encode(&self.digests);
        let groups = GroupDigests { schema_version: SCHEMA_VERSION, puzzles: self.puzzles, digests };
        serde_json::to_vec(&groups).expect("plain data")
    }
}

fn group_size(puzzles: u64) -> u64 {
    puzzles.div_ceil(GROUPS).max(1)
}

/// Compares the counts of a strategy in two runs: the sums, and the puzzles that changed or else their groups, unless a file is missing
/// or damaged.
pub fn compare(
    directory: &Path,
    before: &LockedStrategy,
    after: &LockedStrategy,
) -> (CountChanges, Option<ChangedGroups>) {
    let mut counts = CountChanges::of_sums(before.counts, after.counts, false);
    let [[rows, groups], [rows_after, groups_after]] = [before, after].map(|own| paths(directory, &own.digest));
    match changed_rows(&rows, &rows_after) {
        Some(changes) => {
            counts.add_moves(changes);
            (counts, None)
        }
        None => (counts, changed_groups(&groups, &groups_after)),
    }
}

fn read_rows(path: &Path) -> Option<String> {
    let packed = read_bounded(path, MAX_UNPACKED).ok()?;
    let mut text = String::new();
    GzDecoder::new(&*packed).take(MAX_UNPACKED).read_to_string(&mut text).ok()?;
    Some(text)
}

fn changed_rows(before: &Path, after: &Path) -> Option<Vec<PuzzleChange>> {
    let [before, after] = [read_rows(before)?, read_rows(after)?];
    if before.lines().count() != after.lines().count() {
        return None;
    }
    let mut changes = Vec::new();
    for (before, after) in before.lines().zip(after.lines()).filter(|(before, after)| before != after) {
        let [(line, base), (line_after, current)] = [parse_row(before)?, parse_row(after)?];
        let change = PuzzleChange { puzzle: line.to_string(), line, text: None, base, current };
        changes.extend((line == line_after).then_some(change));
    }
    Some(changes)
}

fn parse_row(row: &str) -> Option<(u64, PuzzleCounts)> {
    let mut fields = row.split(',');
    let line = fields.next()?.parse().ok()?;
    let status = fields.next()?.parse().ok()?;
    let mut count = || fields.next()?.parse::<u64>().ok();
    let [solutions, nodes, guesses, backtracks] = [count()?, count()?, count()?, count()?];
    let max_depth = count()?.try_into().ok()?;
    Some((line, PuzzleCounts { status, solutions, nodes, guesses, backtracks, max_depth }))
}

/// Returns the number of puzzles, and the digests of their groups.
fn read_groups(path: &Path) -> Option<(u64, Vec<u8>)> {
    let text = read_bounded(path, MAX_UNPACKED).ok()?;
    let GroupDigests { puzzles, digests, .. } = serde_json::from_slice(&text).ok()?;
    Some((puzzles, BASE64_STANDARD.decode(digests).ok()?))
}

fn changed_groups(before: &Path, after: &Path) -> Option<ChangedGroups> {
    let [(puzzles, before), (puzzles_after, after)] = [read_groups(before)?, read_groups(after)?];
    if puzzles != puzzles_after || before.len() != after.len() {
        return None;
    }
    let pairs = (0..).zip(before.chunks(DIGEST_BYTES).zip(after.chunks(DIGEST_BYTES)));
    let different: Vec<u64> = pairs.filter(|(_, (before, after))| before != after).map(|(group, _)| group).collect();
    let size = group_size(puzzles);
    Some(ChangedGroups {
        at_least: different.len() as u64,
        first: different.first()? * size + 1,
        last: ((different.last()? + 1) * size).min(puzzles),
    })
}
