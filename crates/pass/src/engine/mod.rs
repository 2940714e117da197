//! External engines: solvers that are other programs, in any language, as strategies.
//!
//! `engines.toml` says how to run each ([`Engines`]). An engine is a process that reads a line for every puzzle and
//! answers with a line ([`Protocol::Puzzles`]), or one that reads a list and prints a list ([`Protocol::Lines`]). Every
//! thread has its own process, in its own process group, so that processes which the engine starts end with it.
//! ENGINES.md is the tutorial. Processes as the boundary, and a file that describes the engines, are ideas of rebar
//! (<https://github.com/BurntSushi/rebar>).
//!
//! ```text
//! engines.toml ─► config ─► entry of the registry ─► puzzle by puzzle  ─► process ─► answer
//!                                                └─► list by list ─────► process ─► answers
//! ```

mod answer;
mod command;
mod config;
mod echo;
mod entry;
mod grid_text;
mod list;
mod process;
mod program;
mod puzzles;
mod shapes;
mod smoke_test;
mod words;

pub use answer::{AnswerRules, parse as parse_answer};
pub use config::{Config, ENGINES_FILE, Engines, Protocol};
pub use echo::{echo, empty_round_trip};
pub use shapes::Shapes;
pub use smoke_test::{Fault, smoke_test};
