//! What is scored, and how.

use corpus::writer::OutputSpec;
use grid::simd::Simd;

use super::{extract::Extract, preset::Preset, rows::Files};

#[derive(Clone, Debug)]
pub struct Options {
    pub files: Files,
    pub extract: Extract,
    pub presets: Vec<&'static Preset>,
    /// Columns, properties and conditions by which rows are counted apart.
    pub by: Vec<String>,
    /// Numbers of samples of which one must solve the puzzle.
    pub pass_at: Vec<u64>,
    /// True if all puzzles are known to have one solution, so that solutions are not counted.
    pub unique: bool,
    pub keep_wrong: usize,
    pub threads: usize,
    pub simd: Simd,
    pub output: Option<OutputSpec>,
}
