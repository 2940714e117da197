//! An entry of the registry: a strategy's name, its properties and its constructor.

use std::{borrow::Cow, fmt, sync::Arc};

use super::{External, Strategy};
use crate::simd::Simd;

/// A strategy's name, its properties and its constructor. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name on the command line and in every file: lower-case letters, digits and hyphens.
    pub name: Cow<'static, str>,
    /// The strategy's rule in one line.
    pub about: Cow<'static, str>,
    /// True if the strategy finds every solution; an incomplete one may end with [`End::Stalled`](super::End::Stalled).
    pub complete: bool,
    /// True if `run` uses the strategy when none is named.
    pub default: bool,
    /// True if puzzles are solved together, so that a puzzle's latency is its share of the block's time.
    pub amortised: bool,
    /// The constructor.
    pub build: Build,
    /// What a record says about an external engine; `None` for a strategy of this program.
    pub external: Option<External>,
}

/// A constructor of a strategy, for an instruction set that the processor has.
#[derive(Clone)]
pub enum Build {
    /// A strategy of this crate, which always starts. A constant can hold it.
    Native(fn(Simd) -> Box<dyn Strategy>),
    /// A strategy that is known only at run time, such as an external engine. It may fail to start.
    Dynamic(Arc<DynamicBuild>),
}

/// The function in a [`Build::Dynamic`].
pub type DynamicBuild = dyn Fn(Simd) -> Result<Box<dyn Strategy>, StartError> + Send + Sync;

/// The error of a [`Build::Dynamic`] that fails to start its strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start strategy {name}: {reason}")]
pub struct StartError {
    /// The strategy's name.
    pub name: String,
    /// The cause, and the remedy.
    pub reason: String,
}

impl Entry {
    /// Builds a workspace, which is used for many puzzles. `simd` must be available on this processor.
    ///
    /// # Errors
    ///
    /// Returns the error of a [`Build::Dynamic`] that fails to start; a [`Build::Native`] never fails.
    pub fn build(&self, simd: Simd) -> Result<Box<dyn Strategy>, StartError> {
        match &self.build {
            Build::Native(build) => Ok(build(simd)),
            Build::Dynamic(build) => build(simd),
        }
    }
}

impl fmt::Debug for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Build::Native(_) => "Native",
            Build::Dynamic(_) => "Dynamic",
        })
    }
}
