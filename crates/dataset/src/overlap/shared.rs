//! The test rows that are shared in one sense.

use std::sync::atomic::AtomicBool;

use crate::{classes::Classes, location::Location};
use corpus::error::Result;

const MAX_PAIRS_SHOWN: usize = 3;

/// A test row, and the first training row with which it is shared.
pub type Pair = (Location, Location);

pub struct SharedRows {
    pub rows: u64,
    /// Number of different puzzles or solutions among them.
    pub distinct: u64,
    /// Of the supersets, those that have more givens than a training puzzle.
    pub with_more_givens: u64,
    /// Of the supersets, those that have fewer givens than a training puzzle.
    pub with_fewer_givens: u64,
    pub first: Vec<Pair>,
    /// The training row of each test row, by the test row.
    rest: Classes,
}

impl SharedRows {
    /// Collects pairs, which come in any order, in `rest`, which is empty.
    pub(super) fn new(rest: Classes) -> SharedRows {
        SharedRows { rows: 0, distinct: 0, with_more_givens: 0, with_fewer_givens: 0, first: Vec::new(), rest }
    }

    pub(super) fn push(&mut self, test: Location, train: Location) -> Result<()> {
        self.rows += 1;
        let index = self.first.partition_point(|pair| pair.0 < test);
        if index < MAX_PAIRS_SHOWN {
            self.first.insert(index, (test, train));
            self.first.truncate(MAX_PAIRS_SHOWN);
        }
        self.rest.push(test.0.into(), [train.0])
    }

    /// Calls `f` with every pair, in the order of the test rows. Returns false if `stop` is set before the end.
    pub fn pairs_until(mut self, stop: &AtomicBool, mut f: impl FnMut(Pair) -> Result<()>) -> Result<bool> {
        let done = self.rest.groups_until(stop, |test, train| {
            let [row] = train[0];
            f((Location(test as u64), Location(row)))
        })?;
        Ok(done.is_some())
    }
}

/// Finds the test rows whose key a training row has too; `None` if `stop` is set before the end.
pub(super) fn with_equal_keys(
    mut keys: Classes,
    stop: &AtomicBool,
    mut shared: SharedRows,
) -> Result<Option<SharedRows>> {
    let done = keys.groups_until(stop, |_, rows| {
        let rows = rows.as_flattened();
        let train = rows.partition_point(|&row| !Location(row).is_test());
        if train > 0 && train < rows.len() {
            shared.distinct += 1;
            rows[train..].iter().try_for_each(|&test| shared.push(Location(test), Location(rows[0])))?;
        }
        Ok(())
    })?;
    Ok(done.map(|_| shared))
}
