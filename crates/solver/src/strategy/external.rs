//! What is recorded of a strategy that is another program.

use serde::{Deserialize, Serialize};

/// What the latencies of another program are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LatencyClock {
    /// The times that the program measures itself.
    Own,
    /// The times from sending a puzzle to receiving its answer.
    #[default]
    RoundTrip,
}

/// The prefix of the names of external engines as strategies.
pub const ENGINE_PREFIX: &str = "engine:";

/// What is recorded of a strategy that is another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct External {
    /// What the program says as its version.
    pub version: String,
    /// What its latencies are.
    pub clock: LatencyClock,
    /// The median time of a round trip to a program that answers at once, in nanoseconds; `None` if latencies do not contain
    /// one for each puzzle.
    pub empty_round_trip_ns: Option<u64>,
}

impl External {
    /// Returns true if this is the name of an engine as a strategy.
    pub fn is_name(name: &str) -> bool {
        name.strip_prefix(ENGINE_PREFIX).is_some_and(External::is_plain)
    }

    /// Returns true if an engine may have this name: lower-case letters, digits and hyphens.
    pub fn is_plain(name: &str) -> bool {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    }
}
