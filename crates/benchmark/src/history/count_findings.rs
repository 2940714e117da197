//! At which commits the counts of a strategy changed. Counts are exact: a different digest is a change.

use super::{Change, ChangedGroups, CommitRange, Entry, EntryStrategy, Finding, Order, State};
use crate::compare::{CountChanges, CounterVerdict, Rules, violations};

/// A run of a strategy.
#[derive(Clone, Copy)]
pub struct StrategyRun<'a> {
    /// The index of the commit in the order.
    pub commit: usize,
    pub entry: &'a Entry,
    pub own: &'a EntryStrategy,
}

impl StrategyRun<'_> {
    fn digest(&self) -> &str {
        &self.own.locked.digest
    }

    /// Returns true if both runs must have the same counts: they are of one commit, one version of the engine, and one of this program.
    fn is_repeated_by(&self, other: &StrategyRun<'_>) -> bool {
        self.commit == other.commit
            && self.own.version == other.own.version
            && self.entry.tool.version == other.entry.tool.version
    }
}

/// Compares the counts of two runs: the sums, and the puzzles that changed or else their groups, as far as they are known.
pub type CompareCounts<'a> = dyn Fn(&StrategyRun<'_>, &StrategyRun<'_>) -> (CountChanges, Option<ChangedGroups>) + 'a;

/// Returns the changes of counts of a strategy, in order, and the contradictions: a strategy is not deterministic if two runs that must
/// have the same counts differ.
pub fn count_findings(
    runs: &[StrategyRun<'_>],
    order: &Order,
    rules: &Rules,
    compare: &CompareCounts<'_>,
) -> (Vec<Finding>, Vec<String>) {
    let changed = runs.windows(2).filter(|pair| pair[0].digest() != pair[1].digest());
    let (contradictions, changes): (Vec<_>, Vec<_>) = changed.partition(|pair| pair[0].is_repeated_by(&pair[1]));
    let finding = |pair: &[StrategyRun<'_>]| {
        let [before, after] = [&pair[0], &pair[1]];
        let (counts, groups) = compare(before, after);
        let strategy = &after.own.locked.strategy;
        let verdict = CounterVerdict::of(&counts, &violations(strategy, &counts, rules));
        let is_undone = runs.iter().any(|run| run.commit > after.commit && run.digest() == before.digest());
        let state = match verdict {
            _ if is_undone => State::Undone,
            _ if counts.lost > 0 => State::Regressed,
            verdict => verdict.into(),
        };
        let change = Change::Counts { counts: Box::new(counts), groups };
        let range = CommitRange { after: before.commit, near: after.commit, up_to: after.commit };
        let conditions = after.entry.changed_conditions(before.entry, strategy);
        Finding {
            // The first run shows a change of counts, so it is new only at the newest commit.
            is_new: Some(after.commit) == order.newest,
            context: earlier_commit(runs, after, order).into_iter().chain(conditions).collect(),
            ..Finding::new(strategy, &after.entry.work, state, change, range, order)
        }
    };
    let contradiction = |pair: &[StrategyRun<'_>]| contradiction(&pair[0], &pair[1], order);
    (changes.into_iter().map(finding).collect(), contradictions.into_iter().map(contradiction).collect())
}

fn contradiction(before: &StrategyRun<'_>, after: &StrategyRun<'_>, order: &Order) -> String {
    let strategy = &after.own.locked.strategy;
    let id = order.commits[after.commit].short_id();
    let [first, second] = [&before.entry.started, &after.entry.started];
    format!(
        "{strategy}: two runs of {id} have different counts ({first} and {second}): the strategy is not deterministic"
    )
}

/// Names the earlier commit that had the same counts, if a change goes back to them.
fn earlier_commit(runs: &[StrategyRun<'_>], after: &StrategyRun<'_>, order: &Order) -> Option<String> {
    let mut earlier = runs.iter().rev().filter(|run| run.commit < after.commit);
    let same = earlier.find(|run| run.digest() == after.digest())?;
    Some(format!("the same counts as at {}", order.commits[same.commit].short_id()))
}
