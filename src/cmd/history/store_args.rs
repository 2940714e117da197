//! The directory of the history, and the repository whose commits it has.

use std::{
    env,
    path::{Path, PathBuf},
};

use benchmark::{
    history::Store,
    record::{Repository, Revision},
};
use corpus::error::{Error, Result};

/// The directory of the history in a repository.
const DIRECTORY: &str = "bench-history";
/// The environment variable that names the directory.
const VARIABLE: &str = "SUDOKU_BENCH_HISTORY";

#[derive(clap::Args, Debug)]
pub struct StoreArgs {
    /// Directory of the history [default: that in SUDOKU_BENCH_HISTORY, else bench-history in the top directory of the repository]
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
}

impl StoreArgs {
    pub fn store(&self, repository: Option<&Repository>) -> Store {
        Store::at(self.store.clone().unwrap_or_else(|| default_store(repository)))
    }
}

/// Returns the directory of the history, unless the command line names one.
pub fn default_store(repository: Option<&Repository>) -> PathBuf {
    let named = env::var_os(VARIABLE).filter(|path| !path.is_empty());
    let beside = || repository.map_or(Path::new("."), Repository::top).join(DIRECTORY);
    named.map_or_else(beside, PathBuf::from)
}

/// Returns the repository of the working directory, if there is one. If git does not tell, a warning says why.
pub fn repository() -> Option<Repository> {
    let found = Repository::of(Path::new("."));
    found.inspect_err(|reason| message!("warning: the commit is not known: {reason}")).ok().flatten()
}

/// Returns the commit of the working directory, if it is in a repository that has one.
pub fn current_revision() -> Option<Revision> {
    let repository = repository()?;
    Revision::of_tree(&repository, &default_store(Some(&repository))).ok()
}

pub fn required_repository() -> Result<Repository> {
    repository().ok_or_else(|| Error::Usage("the working directory is in no git repository, or git is missing".into()))
}
