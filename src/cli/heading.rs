//! The headings of options in the help of commands, in the order in which commands declare the options.

pub const STRATEGIES: &str = "Strategies";
pub const RATING: &str = "Rating";
pub const DIFFICULTY: &str = "Difficulty";
pub const LIMITS: &str = "Limits";
pub const MEASURING: &str = "Measuring";
/// How changes between runs are judged.
pub const JUDGEMENT: &str = "Judgement";
pub const MACHINE: &str = "Machine";
/// The corpus, how it is read, and rows that are not puzzles.
pub const INPUT: &str = "Input";
pub const OUTPUT: &str = "Output";
pub const MESSAGES: &str = "Messages";
