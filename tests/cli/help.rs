//! Help texts.

use std::process::{Command, Stdio};

/// Returns the visible commands and their help, from the lists of commands in the help; the program itself is first.
fn commands() -> Vec<(String, String)> {
    let mut commands = vec![String::new()];
    let mut helps = Vec::new();
    while let Some(command) = commands.get(helps.len()) {
        let words: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let help = stdout(&words);
        let below: Vec<_> = subcommands(&help).map(|name| format!("{command} {name}").trim().to_string()).collect();
        commands.extend(below);
        helps.push(help);
    }
    let mut commands: Vec<_> = commands.into_iter().zip(helps).collect();
    commands.sort();
    commands
}

fn subcommands(help: &str) -> impl Iterator<Item = &str> {
    let list = help.split_once("Commands:\n").map_or("", |(_, after)| after);
    let entries = list.lines().take_while(|line| line.starts_with("  "));
    // The description of a command may go on in lines that are indented further.
    let names = entries.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help")
}

/// Returns the program's standard output, wrapped to 100 columns.
#[track_caller]
fn stdout(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    let output = program.args(arguments).env("COLUMNS", "100").stdin(Stdio::null()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The least number of commands whose common options have a snapshot of their own.
const SHARED_COMMANDS: usize = 3;

fn full_name(command: &str) -> String {
    format!("sudoku-bench {command}").trim_end().into()
}

/// Splits a help text into its lines, each with the lines that are indented below it.
fn entries(help: &str) -> Vec<String> {
    let mut entries = vec![String::new()];
    for line in help.split_inclusive('\n') {
        let is_below = line.trim().is_empty() || line.starts_with("        ");
        if !is_below {
            entries.push(String::new());
        }
        *entries.last_mut().unwrap() += line;
    }
    entries
}

/// An option that several commands share is in one snapshot, with the commands; the help of a command is without it.
///
/// Requires the feature `parquet`, because help lists the layouts.
#[test]
#[cfg(feature = "parquet")]
fn every_command_has_help() {
    let commands = commands();
    let help: Vec<(&str, Vec<String>)> = commands.iter().map(|(name, help)| (&**name, entries(help))).collect();
    let commands_with = |entry: &str| -> Vec<&str> {
        let has_entry = |entries: &[String]| entries.iter().any(|other| other.trim_end() == entry.trim_end());
        help.iter().filter(|(_, entries)| has_entry(entries)).map(|(command, _)| *command).collect()
    };
    // Each list of commands, with the entries that exactly these commands have.
    let mut shared: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (command, entries) in &help {
        let mut own = String::new();
        for entry in entries {
            let commands = commands_with(entry);
            if !entry.starts_with(' ') || commands.len() < SHARED_COMMANDS {
                own += entry;
                continue;
            }
            let index = shared.iter().position(|(others, _)| *others == commands).unwrap_or_else(|| {
                shared.push((commands, Vec::new()));
                shared.len() - 1
            });
            if !shared[index].1.contains(&entry.trim_end()) {
                shared[index].1.push(entry.trim_end());
            }
        }
        insta::assert_snapshot!(full_name(command).replace(' ', "-"), own);
    }
    let title = |commands: &[&str]| match commands.len() == help.len() {
        true => "every command".to_string(),
        false => commands.iter().map(|command| full_name(command)).collect::<Vec<_>>().join("\n"),
    };
    let section =
        |(commands, entries): &(Vec<&str>, Vec<&str>)| format!("{}\n\n{}\n", title(commands), entries.join("\n\n"));
    insta::assert_snapshot!("shared_options", shared.iter().map(section).collect::<Vec<_>>().join("\n"));
}

#[test]
fn strategies_are_listed() {
    insta::assert_snapshot!(stdout(&["strategies"]));
}
