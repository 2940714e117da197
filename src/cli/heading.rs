//! The headings of options in the help of commands, in the order in which commands declare the options.

/// What solves the puzzles.
pub const STRATEGIES: &str = "Strategies";
/// How difficult a puzzle is.
pub const RATING: &str = "Rating";
/// The columns that measure difficulty.
pub const DIFFICULTY: &str = "Difficulty";
/// Where a search stops.
pub const LIMITS: &str = "Limits";
/// How often, and how, a run measures.
pub const MEASURING: &str = "Measuring";
/// How changes between runs are judged.
pub const JUDGEMENT: &str = "Judgement";
/// The threads and instructions of this machine.
pub const MACHINE: &str = "Machine";
/// The corpus, how it is read, and rows that are not puzzles.
pub const INPUT: &str = "Input";
/// What is written or printed, and where.
pub const OUTPUT: &str = "Output";
/// What is printed besides results.
pub const MESSAGES: &str = "Messages";
