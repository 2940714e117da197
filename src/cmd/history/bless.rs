//! `sudoku-bench history bless`: records that changes are intended.

use benchmark::{
    history::{Blessing, Entry},
    record::Revision,
};
use corpus::error::{Error, Result};

use super::store_args::{StoreArgs, required_repository};
use crate::cli::Exit;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The commit; the changes up to this commit are intended
    #[arg(value_name = "COMMIT")]
    commit: String,

    /// Why the changes are intended
    #[arg(long, value_name = "TEXT")]
    reason: String,

    #[command(flatten)]
    store: StoreArgs,

    /// Bless only this strategy; repeatable
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,

    /// Bless only runs of the corpus with this name
    #[arg(long, value_name = "NAME")]
    corpus: Option<String>,
}

pub fn run(args: Args) -> Result<Exit> {
    let repository = required_repository()?;
    let store = args.store.store(Some(&repository));
    if args.reason.trim().is_empty() {
        return usage!("--reason is empty");
    }
    let commit = Revision::of(&repository, &args.commit).map_err(Error::Usage)?.commit;
    let entries = store.read()?.entries;
    for name in &args.strategy {
        if entries.iter().all(|entry| entry.strategy(name).is_none()) {
            return usage!("--strategy {name}: no run of the history has this strategy");
        }
    }
    let by = repository.git(&["config", "user.name"]).ok();
    let blessing = Blessing {
        schema_version: 1,
        commit,
        reason: args.reason.trim().into(),
        strategies: (!args.strategy.is_empty()).then_some(args.strategy),
        work: args.corpus.map(|corpus| work_of(&entries, &corpus)).transpose()?,
        by: by.map(|name| name.trim().into()),
        time: humantime::format_rfc3339_seconds(pass::now()).to_string(),
    };
    let added = store.bless(&blessing)?;
    crate::cmd::print(&format!("added {}; deleting the file takes the blessing back\n", added.name))?;
    Ok(Exit::Success)
}

/// Returns the newest work that has this corpus.
fn work_of(entries: &[Entry], corpus: &str) -> Result<String> {
    let with_corpus = entries.iter().filter(|entry| entry.has_corpus(corpus));
    let newest = with_corpus.max_by_key(|entry| &entry.started);
    newest
        .map(|entry| entry.work.clone())
        .ok_or_else(|| Error::Usage(format!("--corpus {corpus}: no run of the history has this corpus")))
}
