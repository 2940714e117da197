//! An entry of the registry: a strategy's name, its properties and its constructor.

#![warn(missing_docs)]

use std::{any::Any, borrow::Cow, error::Error, fmt, sync::Arc};

use super::Strategy;
use crate::any_shape;
use grid::{AnyGrid, Shape, simd::Simd};

/// A strategy's name, its properties and its constructor. Cheap to clone.
///
/// ```
/// use sudoku_bench_solver::strategy;
///
/// let dlx = strategy::find("dlx").unwrap();
/// assert!(dlx.complete && !dlx.amortised);
/// ```
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name on the command line and in every file: lower-case letters, digits and hyphens.
    pub name: Cow<'static, str>,
    /// Other names that the command line accepts.
    pub aliases: &'static [&'static str],
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
///
/// ```
/// use grid::simd::Simd;
/// use sudoku_bench_solver::strategy::{self, Build};
///
/// let Build::Native(build) = strategy::find("naive").unwrap().build else { panic!("a strategy of this crate") };
/// assert!(!build(Simd::detect()).accepts_conflicts());
/// ```
#[derive(Clone)]
pub enum Build {
    /// A strategy of this crate, which always starts. A constant can hold it.
    Native(fn(Simd) -> Box<dyn Strategy>),
    /// A strategy that is known only at run time, such as an external engine. It may fail to start.
    Dynamic(Arc<dyn DynamicBuild>),
}

/// The constructor of a [`Build::Dynamic`]. A closure is one for 9×9 only.
///
/// ```
/// use std::sync::Arc;
///
/// use grid::Shape;
/// use sudoku_bench_solver::strategy::{self, Build, Entry};
///
/// let dlx = strategy::find("dlx").unwrap();
/// let build = { let dlx = dlx.clone(); Arc::new(move |simd| dlx.build(simd)) };
/// let nine_only = Entry { build: Build::Dynamic(build), ..dlx };
/// assert!(nine_only.build_for(Shape::of_cells(256).unwrap()).is_err());
/// ```
pub trait DynamicBuild: Send + Sync {
    /// Builds a workspace for 9×9.
    ///
    /// # Errors
    ///
    /// Returns an error if the strategy does not start.
    fn build(&self, simd: Simd) -> Result<Box<dyn Strategy>, StartError>;

    /// Builds a workspace for puzzles of a shape; `None` if the strategy solves 9×9 only.
    ///
    /// # Errors
    ///
    /// Returns an error if the strategy does not start, or does not take this shape.
    fn build_for(&self, shape: Shape) -> Option<Result<Box<dyn Strategy<AnyGrid>>, StartError>>;
}

impl<F> DynamicBuild for F
where
    F: Fn(Simd) -> Result<Box<dyn Strategy>, StartError> + Send + Sync,
{
    fn build(&self, simd: Simd) -> Result<Box<dyn Strategy>, StartError> {
        self(simd)
    }

    fn build_for(&self, _: Shape) -> Option<Result<Box<dyn Strategy<AnyGrid>>, StartError>> {
        None
    }
}

/// The error of a [`Build::Dynamic`] that fails to start its strategy.
///
/// ```
/// use sudoku_bench_solver::strategy::StartError;
///
/// let error = StartError { name: "engine:c".into(), reason: "no such file".into() };
/// assert_eq!(error.to_string(), "cannot start strategy engine:c: no such file");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartError {
    /// The strategy's name.
    pub name: String,
    /// The cause, and the remedy.
    pub reason: String,
}

/// The strategy that tries values without looking ahead.
const BASELINE: &str = "naive";

/// Why a strategy does not start for another shape than 9×9.
const NINE_ONLY: &str = "it solves 9×9 only; use dlx";

/// Why a strategy does not start for puzzles that are given as candidates.
const GIVENS_ONLY: &str = "it reads givens only, and the puzzles are candidates; use lanes";

impl Entry {
    /// Builds a workspace, which is used for many puzzles. `simd` must be available on this processor.
    ///
    /// # Errors
    ///
    /// Returns the error of a [`Build::Dynamic`] that fails to start; a [`Build::Native`] never fails.
    ///
    /// ```
    /// use grid::{Grid, simd::Simd};
    /// use sudoku_bench_solver::strategy::{self, Limits, Solutions};
    ///
    /// let mut naive = strategy::find("naive").unwrap().build(Simd::detect())?;
    /// let mut solutions = Solutions::new(1);
    /// assert_eq!(naive.solve(&Grid::EMPTY, &Limits::NONE, &mut solutions).backtracks, 310);
    /// # Ok::<(), strategy::StartError>(())
    /// ```
    pub fn build(&self, simd: Simd) -> Result<Box<dyn Strategy>, StartError> {
        match &self.build {
            Build::Native(build) => Ok(build(simd)),
            Build::Dynamic(build) => build.build(simd),
        }
    }

    /// Builds a workspace for puzzles of a shape.
    ///
    /// # Errors
    ///
    /// Returns an error if the strategy does not take this shape, or does not start.
    ///
    /// ```
    /// use grid::Shape;
    /// use sudoku_bench_solver::strategy;
    ///
    /// let shape = Shape::of_cells(256).unwrap();
    /// assert!(strategy::find("dlx").unwrap().build_for(shape).is_ok());
    /// let refused = strategy::find("lanes").unwrap().build_for(shape).err().unwrap();
    /// assert_eq!(refused.to_string(), "cannot start strategy lanes: it solves 9×9 only; use dlx");
    /// ```
    pub fn build_for(&self, shape: Shape) -> Result<Box<dyn Strategy<AnyGrid>>, StartError> {
        let refused = || StartError { name: self.name.to_string(), reason: NINE_ONLY.into() };
        match &self.build {
            Build::Native(_) => any_shape::build(&self.name, shape).ok_or_else(refused),
            Build::Dynamic(build) => build.build_for(shape).unwrap_or_else(|| Err(refused())),
        }
    }

    /// Builds a workspace for puzzles of 9×9 that are given as candidates. `simd` must be available on this processor.
    ///
    /// # Errors
    ///
    /// Returns an error if the strategy is an external engine, which reads givens only.
    ///
    /// ```
    /// use grid::simd::Simd;
    /// use sudoku_bench_solver::strategy;
    ///
    /// assert!(strategy::find("lanes").unwrap().build_for_candidates(Simd::detect()).is_ok());
    /// ```
    pub fn build_for_candidates(&self, simd: Simd) -> Result<Box<dyn Strategy<AnyGrid>>, StartError> {
        let refused = || StartError { name: self.name.to_string(), reason: GIVENS_ONLY.into() };
        match &self.build {
            Build::Native(_) => any_shape::build_for_candidates(&self.name, simd).ok_or_else(refused),
            Build::Dynamic(_) => Err(refused()),
        }
    }

    /// Returns true if the strategy is known to solve 9×9 only. What is known only at run time says so at its start.
    ///
    /// ```
    /// use sudoku_bench_solver::strategy;
    ///
    /// let [lanes, dlx] = ["lanes", "dlx"].map(|name| strategy::find(name).unwrap());
    /// assert!(lanes.is_for_nine_only() && !dlx.is_for_nine_only());
    /// ```
    pub fn is_for_nine_only(&self) -> bool {
        matches!(self.build, Build::Native(_)) && !any_shape::NAMES.contains(&&*self.name)
    }

    /// Returns true if `run` uses the strategy for a shape when none is named: `naive` only up to 9×9, as its searches of larger
    /// grids hardly end.
    ///
    /// ```
    /// use grid::Shape;
    /// use sudoku_bench_solver::strategy;
    ///
    /// let naive = strategy::find("naive").unwrap();
    /// assert!(naive.is_default_for(Shape::NINE) && !naive.is_default_for(Shape::of_cells(256).unwrap()));
    /// ```
    pub fn is_default_for(&self, shape: Shape) -> bool {
        self.default && (shape.side() <= Shape::NINE.side() || self.name != BASELINE)
    }

    /// Returns true if this is the strategy's name or an alias, in upper or lower case.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let aliases = self.aliases.iter().copied();
        [&*self.name].into_iter().chain(aliases).any(|known| known.eq_ignore_ascii_case(name))
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
