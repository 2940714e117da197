#![doc = include_str!("../README.md")]
//!
//! Difficulty on the scale of Sudoku Explainer 1.2.1, as its program serate prints it: the rating of the hardest step (ER), of the
//! hardest step up to the first filled cell (EP), and of the first step (ED).
//!
//! [`Rater`] takes one [`Step`] after the other on a [`Board`]: the first that the techniques offer in their order, whatever the
//! later ones offer. So the orders in which each technique searches are part of the scale: units as boxes, columns, rows or as
//! boxes, rows, columns; subsets in increasing order as binary numbers; peers as those of the box, the row, the column. Each
//! technique is a file; [`Technique`] lists them with their ratings. A rating belongs to the form of a grid that is rated: an
//! isomorph may be rated otherwise, above 8.2 by several tenths.
//!
//! Nothing here was taken from that program, which is under another licence: the rules are facts on what it computes, and its
//! ratings of puzzles are the tests.

mod aligned;
mod board;
mod bug;
mod chain;
pub mod difficulty;
pub mod explain;
mod fish;
mod idle;
mod locking;
mod loops;
mod marks;
#[cfg(test)]
mod oracle;
mod rater;
#[allow(clippy::module_inception)]
mod rating;
mod sets;
mod singles;
mod step;
mod technique;
mod telling;
mod tenths;
#[cfg(test)]
mod tests;
mod units;
mod wings;

pub use board::Board;
pub use chain::{Cause, Link, Statement};
pub use idle::{IdleThreads, Working};
pub use marks::{Marks, Removed};
pub use rater::Rater;
pub use rating::{End, Rating, rating_text};
pub use step::{Placed, Step};
pub use technique::Technique;
pub use telling::{cell_name, in_order};
pub use tenths::Tenths;
