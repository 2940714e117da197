//! Why an external engine gave no answer.

use serde::{Deserialize, Serialize};

/// The message of a sample with the status engine-error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineError {
    /// Index of the sample in its block.
    pub place: usize,
    /// What went wrong, with the last messages of the engine.
    pub message: Box<str>,
}
