//! Runs that were probably named by mistake.

use super::Input;
use crate::record::Manifest;

/// A mistake in the choice or the order of two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mixup {
    /// Both are the same run, or one is a copy of the other.
    SameRun,
    /// The current run started before the baseline.
    Swapped,
}

impl Mixup {
    /// Returns the probable mistake; `None` if there is none, or if an input is a lock file, which has no date.
    pub fn of(base: &Input, current: &Input) -> Option<Mixup> {
        Mixup::of_runs(&base.results()?.manifest, &current.results()?.manifest)
    }

    fn of_runs(base: &Manifest, current: &Manifest) -> Option<Mixup> {
        if base.started == current.started && base.blocks_sha256 == current.blocks_sha256 {
            return (base.strategies == current.strategies).then_some(Mixup::SameRun);
        }
        (started_at(current)? < started_at(base)?).then_some(Mixup::Swapped)
    }

    /// Describes the mistake.
    pub fn describe(self) -> &'static str {
        match self {
            Mixup::SameRun => "BASE and CURRENT are the same run",
            Mixup::Swapped => "CURRENT is older than BASE; are the arguments swapped?",
        }
    }
}

fn started_at(manifest: &Manifest) -> Option<std::time::SystemTime> {
    humantime::parse_rfc3339(&manifest.started).ok()
}
