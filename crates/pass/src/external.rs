//! What a record says about an external engine.

use serde::{Deserialize, Serialize};
use solver::strategy::Entry;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LatencyClock {
    Own,
    /// This program, from sending a puzzle to receiving its answer.
    #[default]
    RoundTrip,
}

pub const ENGINE_PREFIX: &str = "engine:";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct External {
    pub version: String,
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

    pub fn is_name(name: &str) -> bool {
        name.strip_prefix(ENGINE_PREFIX).is_some_and(External::is_plain)
    }

    /// Returns true if an engine may have this name: lower-case letters, digits and hyphens.
    pub fn is_plain(name: &str) -> bool {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    }
}
