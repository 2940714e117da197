//! At which commits the counts of a strategy changed. Counts are exact: a different digest is a change.

use super::{Change, ChangedPuzzles, Entry, EntryStrategy, Finding, Order, Place, State, Store};
use crate::compare::{CountChanges, CounterVerdict, Rules, violations};

/// The runs of one strategy over the same work: the index of the commit in the order, and the run.
pub type Runs<'a> = [(usize, &'a Entry, &'a EntryStrategy)];

/// Returns the changes of counts of a strategy, in order. Without a `store`, the changed puzzles are not known.
pub fn count_findings(runs: &Runs<'_>, order: &Order, rules: &Rules, store: Option<&Store>) -> Vec<Finding> {
    // Different counts at one commit are no change, but a contradiction.
    let neighbours = runs.windows(2).filter(|pair| pair[0].0 != pair[1].0);
    let changed = neighbours.filter(|pair| pair[0].2.locked.digest != pair[1].2.locked.digest);
    let finding = |pair: &Runs<'_>| {
        let [(after, _, base), (commit, entry, current)] = [pair[0], pair[1]];
        let changed = store.and_then(|store| store.changed_puzzles(&base.locked.digest, &current.locked.digest));
        let mut counts = CountChanges::of_sums(base.locked.counts, current.locked.counts, false);
        let groups = match changed {
            Some(ChangedPuzzles::Rows(rows)) => {
                counts.add_moves(rows);
                None
            }
            Some(ChangedPuzzles::Groups(groups)) => Some(groups),
            None => None,
        };
        let strategy = &current.locked.strategy;
        let verdict = CounterVerdict::of(&counts, &violations(strategy, &counts, rules));
        let is_undone = runs.iter().any(|(at, _, own)| *at > commit && own.locked.digest == base.locked.digest);
        let state = match verdict {
            _ if is_undone => State::Undone,
            _ if counts.lost > 0 => State::Regressed,
            verdict => verdict.into(),
        };
        let change = Change::Counts { counts: Box::new(counts), groups };
        let place = Place { after, near: commit, up_to: commit };
        Finding {
            // The first run shows a change of counts, so it is new only at the newest commit.
            is_new: Some(commit) == order.newest,
            context: earlier_commit(runs, commit, current, order).into_iter().collect(),
            ..Finding::new(strategy, &entry.work, state, change, place, order)
        }
    };
    changed.map(finding).collect()
}

/// Returns the contradictions between runs of one commit: a strategy whose counts differ there is not deterministic.
pub fn contradictions(runs: &Runs<'_>, order: &Order) -> Vec<String> {
    let of_one_commit = |pair: &&Runs<'_>| pair[0].0 == pair[1].0 && pair[0].2.locked.digest != pair[1].2.locked.digest;
    let describe = |pair: &Runs<'_>| {
        let (commit, entry, strategy) = pair[1];
        let id = order.commits[commit].short_id();
        let starts = format!("{} and {}", pair[0].1.started, entry.started);
        format!(
            "{}: two runs of {id} have different counts ({starts}): the strategy is not deterministic",
            strategy.locked.strategy
        )
    };
    runs.windows(2).filter(of_one_commit).map(describe).collect()
}

/// Names the earlier commit that had the same counts, if a change goes back to them.
fn earlier_commit(runs: &Runs<'_>, commit: usize, current: &EntryStrategy, order: &Order) -> Option<String> {
    let mut earlier = runs.iter().rev().filter(|(at, ..)| *at < commit);
    let (at, ..) = earlier.find(|(.., strategy)| strategy.locked.digest == current.locked.digest)?;
    Some(format!("the same counts as at {}", order.commits[*at].short_id()))
}
