//! A blessing: changes that were intended, with the reason.

use serde::{Deserialize, Serialize};

/// A blessing; FORMAT.md defines the keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blessing {
    pub schema_version: u32,
    /// The full id of the commit. The changes at this commit and before it are intended.
    pub commit: String,
    pub reason: String,
    /// The strategies that are blessed; `None` stands for all.
    pub strategies: Option<Vec<String>>,
    /// The work that is blessed; `None` stands for all.
    pub work: Option<String>,
    /// Who blessed.
    pub by: Option<String>,
    /// When, as in RFC 3339.
    pub time: String,
}

impl Blessing {
    pub fn covers(&self, strategy: &str, work: &str) -> bool {
        let names = self.strategies.as_ref();
        names.is_none_or(|names| names.iter().any(|name| name == strategy))
            && self.work.as_ref().is_none_or(|own| own == work)
    }
}
