//! An entry of the registry: a strategy's name, its properties and its constructor.

#![warn(missing_docs)]

use std::{any::Any, borrow::Cow, error::Error, fmt, sync::Arc};

use grid::{AnyGrid, Shape, simd::Simd};

use super::{interface::Strategy, outcome::Outcome};

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
    /// Whether the strategy solves a shape. What is known only at run time says so at its start.
    pub solves: fn(Shape) -> bool,
    /// True if the strategy solves puzzles that are given as candidates.
    pub takes_candidates: bool,
    /// Whether `run` uses the strategy for a shape when none is named.
    pub default_for: fn(Shape) -> bool,
    /// True if puzzles are solved together, so that a puzzle's latency is its share of the block's time.
    pub amortised: bool,
    /// True if [`Strategy::profile`] returns a profile.
    pub keeps_profile: bool,
    /// True if cells are visited in row-major order and values tried in ascending order, so that the way in which a puzzle is written
    /// matters a lot.
    pub row_major: bool,
    /// The work of proving that a puzzle has one solution.
    pub proof_work: fn(&Outcome) -> u64,
    /// The constructor.
    pub build: Build,
    /// The constructor of the same search that also keeps a trace; `None` if there is none.
    pub build_traced: Option<NativeBuild>,
    /// The description of a strategy that is another program, of any type; `None` for a strategy that is not.
    pub external: Option<Arc<dyn Any + Send + Sync>>,
}

/// True for every shape: the [`Entry::solves`] or [`Entry::default_for`] of most strategies.
pub fn every_shape(_: Shape) -> bool {
    true
}

/// True for no shape.
pub fn no_shape(_: Shape) -> bool {
    false
}

/// What a strategy is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleKind {
    /// The shape of the puzzles.
    pub shape: Shape,
    /// True if they are given as candidates.
    pub has_candidates: bool,
}

impl PuzzleKind {
    /// Returns the kind of a puzzle.
    pub fn of(puzzle: &AnyGrid) -> PuzzleKind {
        PuzzleKind { shape: puzzle.shape(), has_candidates: puzzle.candidates().is_some() }
    }
}

/// The kind of puzzles that are given as values.
impl From<Shape> for PuzzleKind {
    fn from(shape: Shape) -> PuzzleKind {
        PuzzleKind { shape, has_candidates: false }
    }
}

/// A constructor of a strategy, for a shape that it solves and for an instruction set that the processor has.
#[derive(Clone)]
pub enum Build {
    /// A strategy of this crate, which always starts. A constant can hold it.
    Native(NativeBuild),
    /// A strategy that is known only at run time, such as an external engine. It may fail to start.
    Dynamic(Arc<DynamicBuild>),
}

/// The constructor of a [`Build::Native`].
pub type NativeBuild = fn(Shape, Simd) -> Box<dyn Strategy>;

/// The constructor of a [`Build::Dynamic`].
pub type DynamicBuild = dyn Fn(Shape, Simd) -> Result<Box<dyn Strategy>, StartError> + Send + Sync;

/// The error of a strategy that does not start.
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

/// Why a strategy does not start for another shape than 9×9.
const NINE_ONLY: &str = "it solves 9×9 only; use dlx";

/// Why a strategy does not start for puzzles that are given as candidates.
const GIVENS_ONLY: &str = "it reads givens only, and the puzzles are candidates; use lanes";

impl Entry {
    /// Builds a workspace, which is used for many puzzles. `simd` must be available on this processor.
    ///
    /// # Errors
    ///
    /// Returns an error if the strategy does not solve such puzzles, or does not start.
    ///
    /// ```
    /// use sudoku_bench_solver::strategy::{self, Limits, Solutions};
    /// use grid::{AnyGrid, Shape, simd::Simd};
    ///
    /// let mut naive = strategy::find("naive").unwrap().build(Shape::NINE, Simd::detect())?;
    /// let mut solutions = Solutions::new(1);
    /// assert_eq!(naive.solve(&AnyGrid::empty(Shape::NINE), &Limits::NONE, &mut solutions).backtracks, 310);
    ///
    /// let shape = Shape::of_cells(256).unwrap();
    /// let refused = strategy::find("lanes").unwrap().build(shape, Simd::detect()).err().unwrap();
    /// assert_eq!(refused.to_string(), "cannot start strategy lanes: it solves 9×9 only; use dlx");
    /// # Ok::<(), strategy::StartError>(())
    /// ```
    pub fn build(&self, kind: impl Into<PuzzleKind>, simd: Simd) -> Result<Box<dyn Strategy>, StartError> {
        let PuzzleKind { shape, has_candidates } = kind.into();
        let refused = |reason: &str| Err(StartError { name: self.name.to_string(), reason: reason.into() });
        if !(self.solves)(shape) {
            return refused(NINE_ONLY);
        }
        if has_candidates && !self.takes_candidates {
            return refused(GIVENS_ONLY);
        }
        match &self.build {
            Build::Native(build) => Ok(build(shape, simd)),
            Build::Dynamic(build) => build(shape, simd),
        }
    }

    /// Returns the entry of the same search that also keeps a trace, which costs time and memory; `None` if there is none.
    pub fn traced(&self) -> Option<Entry> {
        let build = Build::Native(self.build_traced?);
        Some(Entry { build, ..self.clone() })
    }

    /// Returns true if `run` uses the strategy when none is named, at least for 9×9.
    pub fn is_default(&self) -> bool {
        (self.default_for)(Shape::NINE)
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
