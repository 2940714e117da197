//! `sudoku-bench history add`: keeps runs in the history.

use std::path::PathBuf;

use benchmark::{
    history::{Added, Entry, Store},
    record::{Repository, Results, Revision},
};
use corpus::{
    error::{Error, Result},
    numbers::plural,
};

use super::store_args::{StoreArgs, repository};
use crate::{
    cli::{Exit, values::parse_bytes},
    cmd,
};

const HELP: &str = "\
Examples:
  sudoku-bench run puzzles.csv --threads 1 --rounds 16 -o results/today
  sudoku-bench history add results/today

The entry names the commit at which the run was made. Latencies are kept if the run has at least
three complete rounds. The command commits nothing: commit the new files with git.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Results directories
    #[arg(required = true, value_name = "RESULTS")]
    results: Vec<PathBuf>,

    #[command(flatten)]
    keep: KeepArgs,

    /// The commit that was run [default: the one in the results, else that of the working directory]
    #[arg(long, value_name = "COMMIT", conflicts_with = "no_git")]
    commit: Option<String>,

    /// Record no commit
    #[arg(long)]
    no_git: bool,
}

/// Where and how runs are kept.
#[derive(clap::Args, Debug)]
pub struct KeepArgs {
    #[command(flatten)]
    pub store: StoreArgs,

    /// A name for the machine or a pool of equal machines: latencies of one name are compared
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,

    /// Maximum packed bytes of the rows that tell which puzzles changed; beyond, only groups of puzzles are told apart
    #[arg(long, value_name = "BYTES", default_value = "1M", value_parser = parse_bytes)]
    rows_cap: usize,
}

impl KeepArgs {
    /// Adds a run to a store and to its `runs`, and says what was added.
    pub fn add(
        &self,
        results: &Results,
        revision: Option<Revision>,
        store: &Store,
        runs: &mut Vec<Entry>,
    ) -> Result<Entry> {
        let (entry, added) = store.add(results, revision, self.machine.as_deref(), self.rows_cap)?;
        if added.is_new {
            runs.push(entry.clone());
        }
        print_added(&entry, &added, runs)?;
        Ok(entry)
    }
}

pub fn run(args: Args) -> Result<Exit> {
    let repository = repository();
    let store = args.keep.store.store(repository.as_ref());
    let mut runs = store.read()?.entries;
    for path in &args.results {
        let results = Results::open(path)?;
        let revision = match (&args.commit, &repository) {
            _ if args.no_git => None,
            (Some(_), None) => return usage!("--commit needs a git repository around the working directory"),
            (Some(name), Some(repository)) => Some(named(name, repository, &results)?),
            (None, repository) => recorded_or_current(&results, repository.as_ref(), &store)?,
        };
        args.keep.add(&results, revision, &store, &mut runs)?;
    }
    Ok(Exit::Success)
}

/// Returns the commit that the user names. A run with uncommitted changes at this commit stays one.
fn named(name: &str, repository: &Repository, results: &Results) -> Result<Revision> {
    let revision = Revision::of(repository, name).map_err(Error::Usage)?;
    let recorded = results.manifest.revision.as_ref().filter(|recorded| recorded.commit == revision.commit);
    Ok(recorded.cloned().unwrap_or(revision))
}

/// Returns the commit that the run recorded; else that of the working directory.
fn recorded_or_current(results: &Results, repository: Option<&Repository>, store: &Store) -> Result<Option<Revision>> {
    let recorded = results.manifest.revision.clone();
    match (recorded, repository) {
        (None, Some(repository)) => {
            Revision::of_tree(repository, store.directory()).map(Some).map_err(Error::NotComparable)
        }
        (recorded, _) => Ok(recorded),
    }
}

/// Says what was added, and what its latencies can be compared with.
fn print_added(entry: &Entry, added: &Added, runs: &[Entry]) -> Result<()> {
    let class = match &entry.machine.class {
        Some(class) => {
            let alike = runs.iter().filter(|other| other.machine.class.as_ref() == Some(class)).count();
            format!("class {class}, {} of this class", plural(alike as u64, "run"))
        }
        None => "the processor is unknown; --machine NAME makes its latencies comparable".into(),
    };
    let what = if added.is_new { "added" } else { "already there:" };
    cmd::print(&format!("{what} {} ({class})\n", added.name))?;
    if let Some(excess) = entry.busy_by(runs) {
        message!("warning: the machine was busy: the control is {:.0} % slower than usual; run again", 100.0 * excess);
    }
    if entry.is_dirty() {
        message!("note: tracked files differ from the commit, so this run is shown, but not judged");
    }
    if entry.strategies.iter().all(|strategy| strategy.latency.is_none()) {
        message!("note: no latencies are kept: they need three complete rounds on one machine, with a control");
    }
    Ok(())
}
