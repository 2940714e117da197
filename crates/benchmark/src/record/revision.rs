//! The commit at which a run was made.

use std::{
    path::Path,
    time::{Duration, SystemTime},
};

use corpus::terminal;
use serde::{Deserialize, Serialize};

use super::Repository;

/// The last second of the year 9999, in which time stamps end.
const LAST_SECOND: u64 = 253_402_300_799;
/// Longer subjects are cut.
const MAX_SUBJECT_CHARS: usize = 100;

/// A commit; FORMAT.md defines the keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// The full id, in hexadecimal.
    pub commit: String,
    /// The ids of its parents, as git names them.
    pub parents: Vec<String>,
    /// The committer's time, as in RFC 3339.
    pub commit_time: String,
    /// The first line of the message, with control characters escaped.
    pub subject: String,
    /// True if a file that git tracks differed from the commit.
    pub dirty: bool,
    /// The branch that was checked out, if any.
    pub branch: Option<String>,
}

/// Returns true for a full id of a commit.
pub fn is_commit_id(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl Revision {
    /// Returns true if the ids are those of commits: a file that was edited may have others.
    pub fn has_ids(&self) -> bool {
        [&self.commit].into_iter().chain(&self.parents).all(|id| is_commit_id(id))
    }

    /// Describes the commit of the working tree. Changed files in `store`, the directory of the history, do not make it dirty. An error is
    /// a part of a sentence.
    pub fn of_tree(repository: &Repository, store: &Path) -> Result<Revision, String> {
        let revision = Revision::of(repository, "HEAD")?;
        let outside = std::path::absolute(store).ok();
        let outside = outside.as_deref().and_then(|store| store.strip_prefix(repository.top()).ok());
        let except = outside.filter(|store| !store.as_os_str().is_empty());
        let except = except.map(|store| format!(":(exclude,top,literal){}", store.display()));
        let status = ["status", "--porcelain", "--untracked-files=no", "--", ":(top)"];
        let changed = repository.git(&status.into_iter().chain(except.as_deref()).collect::<Vec<_>>())?;
        let branch = repository.git(&["symbolic-ref", "--quiet", "--short", "HEAD"]).ok();
        Ok(Revision {
            dirty: !changed.is_empty(),
            branch: branch.map(|name| terminal::escape(name.trim_end()).into_owned()),
            ..revision
        })
    }

    /// Describes a commit by any name that git has for it. An error is a part of a sentence.
    pub fn of(repository: &Repository, name: &str) -> Result<Revision, String> {
        let commit = format!("{name}^{{commit}}");
        let id = repository.git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]);
        let id = id.map_err(|_| format!("{name}: names no commit of this repository, or more than one"))?;
        let text =
            repository.git(&["log", "-1", "--no-show-signature", "--format=%H%x00%P%x00%ct%x00%s", id.trim()])?;
        let mut fields = text.trim_end_matches('\n').splitn(4, '\0').map(String::from);
        let mut field = || fields.next().ok_or_else(|| format!("git log: no description of {name}"));
        let (commit, parents, seconds, subject) = (field()?, field()?, field()?, field()?);
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.parse().unwrap_or(0).min(LAST_SECOND));
        Ok(Revision {
            commit,
            parents: parents.split_whitespace().map(String::from).collect(),
            commit_time: humantime::format_rfc3339_seconds(time).to_string(),
            subject: terminal::escape(&subject.chars().take(MAX_SUBJECT_CHARS).collect::<String>()).into_owned(),
            dirty: false,
            branch: None,
        })
    }
}
