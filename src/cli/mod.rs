//! What the arguments of commands have in common.

pub mod choices;
mod exit;
pub mod heading;
pub mod number;
mod parse;
mod shared;
pub mod values;

pub use choices::StrategyChoice;
pub use exit::Exit;
pub use number::parse_tenths;
pub use parse::{check_alone, check_for_puzzles, first_given, parse, recorded, set_color};
pub use shared::{
    ConsoleArgs, CorpusArgs, CountersArgs, EngineArgs, GoalArgs, GroupArgs, JudgementArgs, LimitArgs, MachineArgs,
    ReadingArgs, RejectedArgs, SolverArgs, StrictArgs, SummaryArgs, TableArgs,
};
pub use values::{MaxRejects, Rounds};
