//! Facts about the difficulty of a puzzle that do not depend on a search: what singles leave, the depth of trial and
//! error, the length of braids, and backdoors.
//!
//! Every fact but the counts supposes that the puzzle has exactly one solution, which the caller knows. All facts are
//! the same for isomorphic puzzles.
//!
//! Sources: Denis Berthier, "Pattern-Based Constraint Satisfaction and Logic Puzzles" (PBCS), and his program
//! `Sudoku_Hierarchical_Classifier` (SHC), for trial and error and braids; Ryan Williams, Carla Gomes and Bart Selman,
//! "Backdoors to typical case complexity", IJCAI 2003, for backdoors.

mod backdoor;
mod braid;
mod counts;
#[cfg(test)]
mod oracle;
mod singles;
mod te_depth;
#[cfg(test)]
mod tests;
mod units;

pub use backdoor::{Backdoors, backdoors};
pub use braid::{MAX_BRAID, b_rating};
pub use counts::{CandidateCounts, GivenCounts};
pub use singles::{Contradiction, State};
pub use te_depth::{MAX_DEPTH, te_depth};
