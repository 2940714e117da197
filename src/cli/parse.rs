//! Parses the command line, with advice for a command that is not in its place.

use std::{
    ffi::OsString,
    io::{self, Write},
    process,
};

use clap::{
    Arg, ArgMatches, Args, ColorChoice, Parser, ValueEnum,
    error::{ContextKind, ContextValue, Error, ErrorKind},
    parser::ValueSource,
};
use corpus::{terminal, tool};

use super::{exit::Exit, shared::ConsoleArgs};

/// Parses the arguments of the program. Returns them, and the options that the command was given, as `--name`, without those of
/// every command. Prints help or an error, and exits, if that is what the arguments ask for.
pub fn parse<C: Parser>() -> (C, Vec<String>) {
    let arguments = tool::arguments();
    parse_arguments(&arguments).unwrap_or_else(|error| {
        // Parses the arguments again, escaped for the terminal, for the text of the error: a shell may have expanded
        // them from file names.
        let escaped: Vec<_> = arguments.iter().map(escape).collect();
        exit::<C>(&parse_arguments::<C>(&escaped).err().unwrap_or(error), &escaped)
    })
}

fn escape(argument: &OsString) -> OsString {
    terminal::escape(&argument.to_string_lossy()).into_owned().into()
}

/// Parses the recorded arguments of an earlier program as those of the command with this name.
pub fn recorded<A: Args>(command: &'static str, arguments: &[String]) -> Result<A, String> {
    let program = clap::Command::new("sudoku-bench").subcommand(A::augment_args(clap::Command::new(command)));
    let program = ConsoleArgs::augment_args(program.subcommand_required(true));
    let name = program.get_name().to_string();
    let matches = with_negative_numbers(program).try_get_matches_from(std::iter::once(&name).chain(arguments));
    let parsed =
        matches.and_then(|matches| A::from_arg_matches(&matches.subcommand().expect("one is required").1.clone()));
    parsed.map_err(|error| error.to_string())
}

/// Returns the first of these options that the command was given.
pub fn first_given<'o>(given: &[String], options: &[&'o str]) -> Option<&'o str> {
    options.iter().copied().find(|option| given.iter().any(|name| name == option))
}

/// The options that say how to read a file, but not how its grids are written.
const FILE_OPTIONS: [&str; 7] =
    ["--puzzle-column", "--solution-column", "--layout", "--delimiter", "--no-header", "--offset", "--pad-zeros"];

/// Checks that no option says how to read a file, if an argument is a puzzle.
pub fn check_for_puzzles(given: &[String]) -> corpus::error::Result<()> {
    first_given(given, &FILE_OPTIONS)
        .map_or(Ok(()), |option| usage!("leave out {option}: it says how to read a file, and an argument is a puzzle"))
}

/// Checks that `--resume` without a corpus was given only with the options `allowed`: all others come from the
/// interrupted command.
pub fn check_alone(given: &[String], allowed: &[&str]) -> corpus::error::Result<()> {
    match given.iter().find(|option| !allowed.contains(&option.as_str())) {
        Some(option) => usage!(
            "--resume without a corpus goes on with the options of the interrupted command; leave out {option}, or name the \
             corpus to have all options checked"
        ),
        None => Ok(()),
    }
}

/// Prints help or an error, and exits. An error names the help of the command, which clap does not.
fn exit<C: Parser>(error: &Error, arguments: &[OsString]) -> ! {
    if !error.use_stderr() {
        process::exit(match error.print().and_then(|()| io::stdout().flush()) {
            Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => {
                anstream::eprintln!("error: standard output: cannot write: {failed}");
                Exit::Error as i32
            }
            _ => error.exit_code(),
        });
    }
    set_color(color(arguments));
    anstream::eprint!("{}", with_command::<C>(&error.render().ansi().to_string(), arguments));
    process::exit(error.exit_code())
}

pub fn set_color(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => {}
        ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
    }
}

/// Puts the command before the option `--help` in the last line of an error.
fn with_command<C: Parser>(text: &str, arguments: &[OsString]) -> String {
    const HELP: &str = "--help";
    let is_advice =
        |at: &usize| text[..*at].lines().last().is_some_and(|line| line.starts_with("For more information"));
    match text.rfind(HELP).filter(is_advice) {
        Some(at) => format!("{}{} {}", &text[..at], command_of::<C>(arguments), &text[at..]),
        None => text.into(),
    }
}

fn command_of<C: Parser>(arguments: &[OsString]) -> String {
    let mut command = &C::command();
    let mut names = vec![command.get_name()];
    for argument in arguments.iter().skip(1) {
        if let Some(found) = command.find_subcommand(argument) {
            names.push(found.get_name());
            command = found;
        }
    }
    names.join(" ")
}

fn parse_arguments<C: Parser>(arguments: &[OsString]) -> Result<(C, Vec<String>), Error> {
    let mut command = with_negative_numbers(C::command()).color(color(arguments));
    let matches = command.try_get_matches_from_mut(arguments);
    let matches = matches.map_err(|error| with_advice(error, &command))?;
    Ok((C::from_arg_matches(&matches)?, given_options(&command, &matches)))
}

/// Returns the options that the command was given, as `--name`, without those of every command.
fn given_options(program: &clap::Command, matches: &ArgMatches) -> Vec<String> {
    let mut command = program;
    let mut matches = matches;
    while let Some((name, below)) = matches.subcommand() {
        command = command.find_subcommand(name).expect("it was parsed");
        matches = below;
    }
    let is_given = |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let given = command.get_arguments().filter(|arg| !arg.is_global_set()).filter(is_given);
    given.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect()
}

/// Makes every option accept negative numbers as values: `--seed -1` is then reported as a wrong value, not as an
/// unknown option `-1`.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &Arg| !arg.is_positional() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_negative_numbers)
}

/// Returns the value of `--color` without parsing the other arguments, because an error in them is printed in colour,
/// too.
fn color(arguments: &[OsString]) -> ColorChoice {
    let values = arguments.windows(2).filter_map(|pair| match pair[0].to_str()?.split_once('=') {
        Some(("--color", value)) => Some(value),
        None if pair[0] == "--color" => pair[1].to_str(),
        _ => None,
    });
    let last = arguments.last().and_then(|last| last.to_str()?.strip_prefix("--color="));
    values.chain(last).find_map(|value| ColorChoice::from_str(value, true).ok()).unwrap_or_default()
}

/// Adds advice if a subcommand was written without the command that it belongs to.
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
