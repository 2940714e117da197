//! The commands, one file each: its arguments → library → output.

pub mod ab;
pub mod compare;
pub mod completions;
pub mod dataset;
#[cfg(unix)]
pub mod engines;
pub mod explain;
pub mod history;
pub mod man;
pub mod merge;
pub mod report;
pub mod run;
pub mod score;
pub mod show;
pub mod solve;
pub mod strategies;
pub mod worker;

mod chosen;
mod console;
mod corpora;
mod files;
mod github;
mod goal;
mod interrupt;
mod long_search;
mod progress;
mod puzzle_arguments;
mod puzzle_solutions;
mod puzzle_text;
mod row_pass;
mod run_progress;
mod search_picture;
mod standard_output;
mod suited;

pub use chosen::{chosen_engines, repeated, runner_options, select_strategies};
pub use console::{
    check_rejects, configure as configure_console, is_closed_pipe, print, print_error, print_json, print_message,
    print_message_once, print_rejects, table_width,
};
pub use corpora::{corpus, corpus_of_files, of_any_shape};
pub use files::{inputs_or_stdin, is_stdio};
pub use goal::round_count;
pub use run::conclusion::{print_headline, print_summary};
