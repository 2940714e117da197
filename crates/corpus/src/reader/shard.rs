//! One of several equal parts of a corpus.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// One of several parts of a corpus, written as `3/16`: every 16th block or row, from the third on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// Returns the part with this number, from 1 to `of`.
    pub fn new(number: u64, of: u64) -> Option<Shard> {
        (1..=of).contains(&number).then_some(Shard { number, of })
    }

    /// Returns the number of the part, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    pub fn of(self) -> u64 {
        self.of
    }

    /// Returns true if the block or row with this index, from 0, is in the part.
    pub fn contains(self, index: u64) -> bool {
        index % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let shard = text.split_once('/').and_then(|(number, of)| Shard::new(number.parse().ok()?, of.parse().ok()?));
        shard.ok_or_else(|| "must be I/N, with I from 1 to N, such as 3/16".into())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}
