//! A benchmark: rounds over a corpus, recorded in a results directory, which a later session can resume.

mod measure;
mod progress;

pub use measure::{MeasureOptions, Measured, measure, run_options};
pub use progress::{Progress, RoundsSoFar};
