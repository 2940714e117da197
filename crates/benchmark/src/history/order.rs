//! The order of the commits that were run.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use corpus::error::{Error, Result};

use super::Entry;
use crate::record::{Repository, is_commit_id};

/// Maximum number of ids in one command of git.
const IDS_AT_ONCE: usize = 500;

/// A commit of a history.
#[derive(Clone, Debug, Default)]
pub struct Commit {
    /// The full id; for runs without a commit, when they were started.
    pub id: String,
    pub subject: String,
    /// The runs made at this commit, by their indices among the entries, in the order of their starts. Empty for a commit without runs.
    pub runs: Vec<usize>,
}

impl Commit {
    /// Returns the id as people write it.
    pub fn short_id(&self) -> &str {
        if self.is_in_git() { &self.id[..7] } else { &self.id }
    }

    /// Returns true for a commit of a repository, and false for a run that stands for one.
    pub fn is_in_git(&self) -> bool {
        is_commit_id(&self.id)
    }
}

/// The commits of a history from the oldest to the newest, and the runs of other commits.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The name of the order in messages: the branch, or where else the order comes from.
    pub name: String,
    pub commits: Vec<Commit>,
    /// The runs that are in no commit of the order: the number of each kind.
    pub left_out: BTreeMap<&'static str, usize>,
    /// The newest commit with a run that can be judged, by its index. Only there is a change new.
    pub newest: Option<usize>,
    pub warnings: Vec<String>,
}

impl Order {
    /// Orders runs by the commits of a branch, along the first parents. Returns an error if the repository has no such branch.
    pub fn of_branch(repository: &Repository, branch: &str, entries: &[Entry]) -> Result<Order> {
        let advice = "--branch names a branch or a commit, and --order recorded needs none";
        let arguments = ["rev-list", "--first-parent", "--reverse", "--end-of-options", branch, "--"];
        let list = repository.git(&arguments).map_err(|error| Error::Usage(format!("{error}; {advice}")))?;
        let mut ids: Vec<String> = list.lines().map(String::from).collect();
        let name = repository.git(&["rev-parse", "--abbrev-ref", branch]).unwrap_or_default();
        let name = if name.trim().is_empty() { branch } else { name.trim() };
        let mut order = Order { name: name.into(), ..Order::default() };
        let listed: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
        let recorded: BTreeSet<&str> = entries.iter().filter_map(Entry::commit).collect();
        let missing: Vec<&str> = recorded.difference(&listed).copied().collect();
        let existing = existing(repository, &missing);
        let is_shallow =
            || repository.git(&["rev-parse", "--is-shallow-repository"]).is_ok_and(|text| text.trim() == "true");
        if existing.len() < missing.len() && is_shallow() {
            let warning = "the repository is shallow, so older commits are those that the recorded runs name as parents; `git fetch \
                           --unshallow` fetches all (in a workflow: `fetch-depth: 0`)";
            order.warnings.push(warning.into());
            ids = [recorded_ancestors(repository, &ids, entries), ids].concat();
        }
        order.add_runs(&ids, entries, &existing);
        Ok(order)
    }

    /// Orders runs as they were recorded: a commit after its first parent, else by the time of the commit or of the run.
    pub fn recorded(entries: &[Entry]) -> Order {
        let mut order = Order { name: "the recorded runs".into(), ..Order::default() };
        order.add_runs(&recorded_ids(entries), entries, &BTreeSet::new());
        order
    }

    /// Keeps runs in the order in which they are given, each as a commit of its own. `names` has a name for each run.
    pub fn given(names: &[String]) -> Order {
        let commit =
            |(index, name): (usize, &String)| Commit { id: name.clone(), runs: vec![index], ..Commit::default() };
        Order { name: "the runs".into(), commits: names.iter().enumerate().map(commit).collect(), ..Order::default() }
    }

    /// Sets the newest commit with a run that can be judged.
    pub fn set_newest(&mut self, entries: &[Entry]) {
        let is_judged = |commit: &Commit| commit.runs.iter().any(|&run| !entries[run].is_dirty());
        self.newest = self.commits.iter().rposition(is_judged);
    }

    /// Leaves out the commits before the one whose id begins with `id`. An error is a part of a sentence.
    pub fn begin_at(&mut self, id: &str) -> Result<(), String> {
        let mut found = (0..self.commits.len()).filter(|&index| self.commits[index].id.starts_with(id));
        match (found.next(), found.next()) {
            (Some(index), None) => _ = self.commits.drain(..index),
            (Some(_), Some(_)) => return Err("names several commits".into()),
            (None, _) => return Err(format!("is no commit of {}", self.name)),
        }
        Ok(())
    }

    /// Returns the runs in order, each with the index of its commit.
    pub fn runs<'a>(&'a self, entries: &'a [Entry]) -> impl DoubleEndedIterator<Item = (usize, &'a Entry)> {
        let commits = self.commits.iter().enumerate();
        commits.flat_map(move |(index, commit)| commit.runs.iter().map(move |&run| (index, &entries[run])))
    }

    /// Returns the index of a commit by its full id.
    pub fn index_of(&self, id: &str) -> Option<usize> {
        self.commits.iter().position(|commit| commit.id == id)
    }

    fn add_runs(&mut self, ids: &[String], entries: &[Entry], existing: &BTreeSet<String>) {
        let indices: HashMap<&str, usize> = ids.iter().enumerate().map(|(index, id)| (id.as_str(), index)).collect();
        self.commits = ids.iter().map(|id| Commit { id: id.clone(), ..Commit::default() }).collect();
        for (index, entry) in entries.iter().enumerate() {
            let Some(&commit) = indices.get(entry.id()) else {
                let which = match entry.commit() {
                    None => "without a commit",
                    Some(commit) if existing.contains(commit) => "of other branches",
                    Some(_) => "of commits that are gone",
                };
                *self.left_out.entry(which).or_default() += 1;
                continue;
            };
            let commit = &mut self.commits[commit];
            commit.runs.push(index);
            commit.subject = entry.revision.as_ref().map_or(String::new(), |revision| revision.subject.clone());
        }
        for commit in &mut self.commits {
            commit.runs.sort_by_key(|&index| &entries[index].started);
        }
    }
}

/// Returns the ids of the commits that the repository has.
fn existing(repository: &Repository, ids: &[&str]) -> BTreeSet<String> {
    let mut existing = BTreeSet::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        let arguments = ["rev-list", "--no-walk", "--ignore-missing"].iter().chain(ids).copied().collect::<Vec<_>>();
        existing.extend(repository.git(&arguments).unwrap_or_default().lines().map(String::from));
    }
    existing
}

/// Returns the first parents before the first of `ids`, the oldest first, as far as runs are recorded: a shallow repository has no others,
/// and a commit of another branch must not take their place.
fn recorded_ancestors(repository: &Repository, ids: &[String], entries: &[Entry]) -> Vec<String> {
    // The commit itself names the parents that git does not show.
    let text = ids.first().and_then(|first| repository.git(&["cat-file", "commit", first]).ok()).unwrap_or_default();
    let parent = text.lines().find_map(|line| line.strip_prefix("parent ")).unwrap_or_default();
    recorded_line(parent, &by_id(entries), &mut BTreeSet::new())
}

/// Returns the ids of the commits of entries, each after its first parent, else in the order of their times.
fn recorded_ids(entries: &[Entry]) -> Vec<String> {
    let entries = by_id(entries);
    let mut by_time: Vec<&Entry> = entries.values().copied().collect();
    by_time.sort_by_key(|entry| (entry.time(), entry.id()));
    let mut seen = BTreeSet::new();
    by_time.into_iter().flat_map(|entry| recorded_line(entry.id(), &entries, &mut seen)).collect()
}

/// Returns the last entry of each commit.
fn by_id(entries: &[Entry]) -> HashMap<&str, &Entry> {
    entries.iter().map(|entry| (entry.id(), entry)).collect()
}

/// Returns a commit and its first parents as far as they have entries and were not `seen`, the oldest first.
fn recorded_line<'a>(newest: &str, entries: &HashMap<&'a str, &'a Entry>, seen: &mut BTreeSet<&'a str>) -> Vec<String> {
    let mut line = Vec::new();
    let mut next = entries.get(newest);
    // A cycle, which an edited file may have, ends the walk.
    while let Some(entry) = next.filter(|entry| seen.insert(entry.id())) {
        line.push(entry.id().to_string());
        let parent = entry.revision.as_ref().and_then(|revision| revision.parents.first());
        next = parent.and_then(|parent| entries.get(parent.as_str()));
    }
    line.reverse();
    line
}
