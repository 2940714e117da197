//! Parses the command line, with advice for a command that is not in its place.

use std::{env, ffi::OsString};

use clap::{
    ColorChoice, CommandFactory, FromArgMatches, ValueEnum,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};

use super::Cli;

/// Parses the arguments of the program. Prints help or an error, and exits, if that is what the arguments ask for.
pub fn parse() -> Cli {
    let arguments: Vec<OsString> = env::args_os().collect();
    parse_arguments(&arguments).unwrap_or_else(|error| error.exit())
}

fn parse_arguments(arguments: &[OsString]) -> Result<Cli, Error> {
    let mut command = Cli::command().color(color(arguments));
    let matches = command.try_get_matches_from_mut(arguments);
    let mut matches = matches.map_err(|error| with_advice(error, &command))?;
    Cli::from_arg_matches_mut(&mut matches)
}

/// Returns the value of `--color`: an error in the arguments is printed before they are parsed.
fn color(arguments: &[OsString]) -> ColorChoice {
    let values = arguments.windows(2).filter_map(|pair| match pair[0].to_str()?.split_once('=') {
        Some(("--color", value)) => Some(value),
        None if pair[0] == "--color" => pair[1].to_str(),
        _ => None,
    });
    let last = arguments.last().and_then(|last| last.to_str()?.strip_prefix("--color="));
    values.chain(last).find_map(|value| ColorChoice::from_str(value, true).ok()).unwrap_or_default()
}

/// Names the command that a subcommand belongs to if it was written without it.
fn with_advice(mut error: Error, command: &clap::Command) -> Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(parent) = command.get_subcommands().find(|parent| parent.find_subcommand(name).is_some())
    {
        let advice = format!("{} {} {name}", command.get_name(), parent.get_name());
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![advice]));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_color_is_read_before_the_arguments_are_parsed() {
        let color = |text: &str| color(&text.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(color("sudoku-bench run x"), ColorChoice::Auto);
        assert_eq!(color("sudoku-bench --color never run x"), ColorChoice::Never);
        assert_eq!(color("sudoku-bench run x --color=always"), ColorChoice::Always);
        assert_eq!(color("sudoku-bench --color=never run"), ColorChoice::Never);
    }

    #[test]
    fn the_command_of_a_misplaced_subcommand_is_named() {
        let error = parse_arguments(&["sudoku-bench", "inspect", "x.csv"].map(OsString::from)).unwrap_err();
        assert!(error.to_string().contains("'sudoku-bench dataset inspect'"), "{error}");
    }
}
