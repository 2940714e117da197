//! One file for each sub-command: resolve the arguments, call the library, say what came of it.

pub mod run;
pub mod strategies;

mod interrupt;
mod progress;
