//! An entry of the registry: a strategy's name, its properties and its constructor.

use std::{any::Any, borrow::Cow, error::Error, fmt, sync::Arc};

use super::Strategy;
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
    /// The description of a strategy that is another program, of any type; `None` for a strategy that is not.
    pub external: Option<Arc<dyn Any + Send + Sync>>,
}

/// A constructor of a strategy, for an instruction set that the processor has.
#[derive(Clone)]
pub enum Build {
    /// A strategy of this crate, which always starts. A constant can hold it.
    Native(fn(Simd) -> Box<dyn Strategy>),
    /// A strategy that is known only at run time, such as an external engine. It may fail to start.
    Dynamic(Arc<DynamicBuild>),
}

type DynamicBuild = dyn Fn(Simd) -> Result<Box<dyn Strategy>, StartError> + Send + Sync;

/// The error of a [`Build::Dynamic`] that fails to start its strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start strategy {}: {}", self.name, self.reason)
    }
}

impl Error for StartError {}

impl fmt::Debug for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Build::Native(_) => "Native",
            Build::Dynamic(_) => "Dynamic",
        })
    }
}
