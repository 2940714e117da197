//! The solving strategies: one algorithm with fixed tie-breaking rules per file, for every shape that it solves; one trait, one registry.
//!
//! A new strategy is one file with an [`Entry`], its `mod` line here, and its line in [`REGISTRY`]. The
//! command line, the tests and every table follow the registry. One test asks for an oracle, which applies the rules without
//! regard to speed.
//!
//! A strategy takes puzzles of one shape, from 4×4 to 25×25. A puzzle of 9×9 may be given as the candidates of its cells; see
//! [`AnyGrid::of_candidates`](grid::AnyGrid::of_candidates). A value that is no candidate of its cell is not legal there; all else stays the same.

mod answer;
mod candidate_search;
mod elimination;
mod entry;
mod exact_cover;
mod forward_checking;
mod groups;
mod interface;
mod lanes;
mod learning;
mod limits;
mod mac;
mod naive;
mod norvig;
mod outcome;
mod profile;
mod registry;
mod sat;
mod solutions;
mod trace;

pub use answer::{Answer, Answers, MissingCounts};
pub use entry::{Build, DynamicBuild, Entry, PuzzleKind, StartError, every_shape, no_shape};
pub use interface::{Strategy, solve_as_block};
pub use lanes::{Candidate, KernelWork, Kernels, Lanes};
pub use limits::{Limits, Stop};
pub use outcome::{End, Outcome};
pub use profile::{SearchProfile, WrongTurns};
pub use registry::{REGISTRY, build_for_few_solutions, canonical_name, fastest, fastest_of_any_shape, find, names_for};
pub use solutions::{MAX_KEPT_SOLUTIONS, Solutions};
pub use trace::{Action, SearchStep, SearchTrace};
