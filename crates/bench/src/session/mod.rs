//! A benchmark: rounds over a corpus, recorded in a results directory, which a later session can resume.

mod measure;
mod progress;

pub use measure::{Measured, measure};
pub use progress::{Progress, RoundsSoFar};
