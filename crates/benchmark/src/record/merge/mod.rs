//! Merges records: the samples of rounds, and the results of runs that did parts of the same work.

mod joined;
mod parts;
mod samples;

pub use joined::merge;
pub use samples::merge_samples;
