//! A part of the blocks of a corpus.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// One of several parts of a corpus, written as `3/16`: every 16th block, from the third on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// Returns the number of the part, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// Returns the number of parts.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Returns true if the block with this index, from 0, is in the part.
    pub fn has_block(self, index: u64) -> bool {
        index % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err("must be a part and the number of parts, such as 3/16".into()),
        }
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
