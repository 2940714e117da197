//! Tests of the command line: each runs the program and checks its output, files and exit code.
//!
//! * `transcript`: commands with their output, in `transcripts`
//! * `help`: help texts

mod help;
#[cfg(all(unix, feature = "parquet"))]
mod transcript;
