//! What a record says about an external engine.

use serde::{Deserialize, Serialize};
use solver::strategy::Entry;

/// Who measures the latencies of an external engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LatencyClock {
    /// The engine itself.
    Own,
    /// This program, from sending a puzzle to receiving its answer.
    #[default]
    RoundTrip,
}

/// The prefix of the names of external engines as strategies.
pub const ENGINE_PREFIX: &str = "engine:";

/// What a record says about an external engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct External {
    /// The version that the engine prints.
    pub version: String,
    /// Who measures its latencies.
    pub clock: LatencyClock,
    /// The median round trip to a program that answers at once, in nanoseconds; `None` unless each latency contains one
    /// round trip.
    pub empty_round_trip_ns: Option<u64>,
}

impl External {
    /// Returns the description of an engine; `None` if the entry is a strategy of this program.
    pub fn of(entry: &Entry) -> Option<&External> {
        entry.external.as_ref()?.downcast_ref()
    }

    /// Returns true if this is the name of an engine as a strategy.
    pub fn is_name(name: &str) -> bool {
        name.strip_prefix(ENGINE_PREFIX).is_some_and(External::is_plain)
    }

    /// Returns true if an engine may have this name: lower-case letters, digits and hyphens.
    pub fn is_plain(name: &str) -> bool {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    }
}
