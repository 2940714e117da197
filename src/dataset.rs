//! Corpora made rather than read.

pub mod generate;
