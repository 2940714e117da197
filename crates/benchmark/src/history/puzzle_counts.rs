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

use super::bounded_file::read_bounded;
use crate::{
    compare::{PuzzleChange, PuzzleCounts},
    record::{PuzzleRecord, Results},
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

/// The difference between a strategy's rows with two digests: the puzzles, or the groups of puzzles.
pub enum ChangedPuzzles {
    Rows(Vec<PuzzleChange>),
    Groups(ChangedGroups),
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

/// Keeps the rows of each strategy, unless the directory has a file for their digest. Of rows with more than `most` packed bytes, only
/// digests of groups are kept.
pub fn keep(results: &Results, directory: &Path, most: usize) -> Result<()> {
    let strategies = results.manifest.strategies.iter().enumerate();
    let missing = strategies.filter(|(_, strategy)| {
        let [rows, groups] = paths(directory, &strategy.digest);
        read_rows(&rows).is_none() && read_groups(&groups).is_none()
    });
    let mut packed: Vec<(usize, GzEncoder<Vec<u8>>)> =
        missing.map(|(index, _)| (index, GzEncoder::new(Vec::new(), Compression::best()))).collect();
    if packed.is_empty() {
        return Ok(());
    }
    let mut puzzles = 0;
    for_each_puzzle(results, |record| {
        puzzles += 1;
        for (index, rows) in packed.iter_mut().filter(|(_, rows)| rows.get_ref().len() <= most) {
            rows.write_all(row(record, *index).as_bytes()).expect("memory takes all");
        }
    })?;
    for (index, rows) in packed {
        let [path, groups] = paths(directory, &results.manifest.strategies[index].digest);
        let rows = rows.finish().expect("memory takes all");
        if rows.len() <= most {
            PartFile::create(path)?.complete(&rows)?;
        } else {
            PartFile::create(groups)?.complete(&group_digests(results, index, puzzles)?)?;
        }
    }
    Ok(())
}

/// Returns the two files that a digest may have: one with rows, and one with groups.
fn paths(directory: &Path, digest: &str) -> [PathBuf; 2] {
    let name = &digest[..digest.len().min(16)];
    [directory.join(format!("{name}.csv.gz")), directory.join(format!("{name}.groups.json"))]
}

fn for_each_puzzle(results: &Results, mut each: impl FnMut(&PuzzleRecord)) -> Result<()> {
    let mut rows = results.rows_ahead()?;
    let mut record = PuzzleRecord::default();
    while rows.next(&mut record)? {
        each(&record);
    }
    Ok(())
}

fn row(record: &PuzzleRecord, strategy: usize) -> String {
    let PuzzleCounts { status, solutions, nodes, guesses, backtracks, max_depth } =
        PuzzleCounts::from(&record.samples[strategy]);
    format!("{},{status},{solutions},{nodes},{guesses},{backtracks},{max_depth}\n", record.line)
}

fn group_digests(results: &Results, strategy: usize, puzzles: u64) -> Result<Vec<u8>> {
    let mut digests = Vec::new();
    let mut group = Sha256::new();
    let mut position = 0;
    for_each_puzzle(results, |record| {
        group.update(row(record, strategy));
        position += 1;
        if position % group_size(puzzles) == 0 || position == puzzles {
            digests.extend_from_slice(&group.finalize_reset()[..DIGEST_BYTES]);
        }
    })?;
    let digests = BASE64_STANDARD.encode(digests);
    let content = GroupDigests { schema_version: crate::record::SCHEMA_VERSION, puzzles, digests };
    Ok(serde_json::to_vec(&content).expect("plain data"))
}

fn group_size(puzzles: u64) -> u64 {
    puzzles.div_ceil(GROUPS).max(1)
}

/// Returns the puzzles that differ between two digests of a strategy's rows; `None` if a file is missing or
/// damaged.
pub fn changed(directory: &Path, before: &str, after: &str) -> Option<ChangedPuzzles> {
    let [[rows, groups], [rows_after, groups_after]] = [before, after].map(|digest| paths(directory, digest));
    if let (Some(before), Some(after)) = (read_rows(&rows), read_rows(&rows_after)) {
        return changed_rows(&before, &after).map(ChangedPuzzles::Rows);
    }
    changed_groups(&read_groups(&groups)?, &read_groups(&groups_after)?)
}

fn read_rows(path: &Path) -> Option<String> {
    let packed = read_bounded(path, MAX_UNPACKED).ok()?;
    let mut text = String::new();
    GzDecoder::new(&*packed).take(MAX_UNPACKED).read_to_string(&mut text).ok()?;
    Some(text)
}

fn changed_rows(before: &str, after: &str) -> Option<Vec<PuzzleChange>> {
    let mut changes = Vec::new();
    let mut rows = before.lines().zip(after.lines());
    if before.lines().count() != after.lines().count() {
        return None;
    }
    rows.try_for_each(|(before, after)| {
        if before != after {
            let [(line, base), (line_after, current)] = [parse_row(before)?, parse_row(after)?];
            let change = PuzzleChange { puzzle: line.to_string(), line, text: None, base, current };
            changes.extend((line == line_after).then_some(change));
        }
        Some(())
    })?;
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

fn read_groups(path: &Path) -> Option<(u64, Vec<u8>)> {
    let text = read_bounded(path, MAX_UNPACKED).ok()?;
    let GroupDigests { puzzles, digests, .. } = serde_json::from_slice(&text).ok()?;
    Some((puzzles, BASE64_STANDARD.decode(digests).ok()?))
}

fn changed_groups(before: &(u64, Vec<u8>), after: &(u64, Vec<u8>)) -> Option<ChangedPuzzles> {
    let pairs = before.1.chunks(DIGEST_BYTES).zip(after.1.chunks(DIGEST_BYTES)).enumerate();
    let different: Vec<u64> = pairs.filter(|(_, (before, after))| before != after).map(|(at, _)| at as u64).collect();
    let size = group_size(before.0);
    let is_like = before.0 == after.0 && before.1.len() == after.1.len();
    let (first, last) = (different.first()?, different.last()?);
    let groups = ChangedGroups {
        at_least: different.len() as u64,
        first: first * size + 1,
        last: ((last + 1) * size).min(before.0),
    };
    is_like.then_some(ChangedPuzzles::Groups(groups))
}
