//! `sudoku-bench completions`: a completion script for a shell.

use clap::{
    Arg, Command,
    builder::{PossibleValue, PossibleValuesParser},
};
use clap_complete::Shell;
use corpus::error::Result;

use crate::{cli::Exit, cmd::print};

/// First value of every comma-separated list in a generated script, by which [`corrected`] finds the lists.
const LIST_MARK: &str = ",";

const HELP: &str = "\
Examples:
  sudoku-bench completions bash > ~/.local/share/bash-completion/completions/sudoku-bench
  sudoku-bench completions fish > ~/.config/fish/completions/sudoku-bench.fish
  sudoku-bench completions zsh > _sudoku-bench    # in a directory of $fpath";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Shell to print the script for
    shell: Shell,
}

pub fn run(args: Args, all: Command) -> Result<Exit> {
    // The generators offer hidden commands too.
    let visible = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let command = Command::new("sudoku-bench").version(env!("CARGO_PKG_VERSION"));
    let mut command = mark_lists(command.args(all.get_arguments().cloned()).subcommands(visible));
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "sudoku-bench", &mut script);
    print(&corrected(args.shell, &String::from_utf8_lossy(&script)))?;
    Ok(Exit::Success)
}

fn mark_lists(command: Command) -> Command {
    command.mut_args(mark_list).mut_subcommands(mark_lists)
}

fn mark_list(arg: Arg) -> Arg {
    let values = arg.get_possible_values();
    if values.is_empty() || arg.get_value_delimiter().is_none() {
        return arg;
    }
    // No shell can complete `engine:NAME`, and zsh would split it at the colon.
    let values = values.into_iter().filter(|value| !value.get_name().contains(':'));
    arg.value_parser(PossibleValuesParser::new([PossibleValue::new(LIST_MARK)].into_iter().chain(values)))
}

/// Corrects the generated script. Without this, no shell completes a list after its first comma. Bash completes nothing after
/// a command, because `clap_complete` escapes the hyphen of the program's name in two ways, and nothing after `--option=`.
fn corrected(shell: Shell, script: &str) -> String {
    match shell {
        Shell::Bash => {
            let script =
                script.replace("sudoku__subcmd__bench", "sudoku__bench").replace("    prev=\"$3\"\n", BASH_PREV);
            replace_lists(&script, "compgen -W \", ", "\" -- \"${cur}\"", |values| {
                format!(r#"compgen -P "${{cur%"${{cur##*,}}"}}" -W "{values}" -- "${{cur##*,}}""#)
            })
        }
        Shell::Fish => {
            let script = replace_lists(script, "\"\\,\\t''\n", "\"\n", |values| {
                format!("\"(__fish_sudoku_bench_list {})\"\n", values.replace('\n', " "))
            });
            FISH_LIST.to_owned() + &script
        }
        Shell::Zsh => {
            let script = replace_lists(script, "((,\\:\"\"\n", "))'", |values| {
                format!(" _sudoku-bench_list {}'", values.replace('\n', " "))
            });
            script.replacen("\n_sudoku-bench() {", &format!("\n{ZSH_LIST}\n_sudoku-bench() {{"), 1)
        }
        _ => script.to_owned(),
    }
}

/// Bash splits `--option=value` into three words, so the word before the value is `=`.
const BASH_PREV: &str = r#"    prev="$3"
    if [[ "${prev}" == = ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
"#;

/// Prints each value after the finished part of the list, because fish replaces the whole word.
const FISH_LIST: &str = r#"function __fish_sudoku_bench_list
    set -l token (commandline -ct)
    set -l before (string replace -r '^(-[^=]*=)?(.*,)?.*' '$2' -- "$token")
    printf '%s\n' $before$argv
end

"#;

/// Completes the part of the list after the last comma.
const ZSH_LIST: &str = r#"_sudoku-bench_list() {
    local values=("$@")
    _sequence _describe value values -
}
"#;

/// Replaces each list of values, together with the `start` and the `end` around the list.
fn replace_lists(script: &str, start: &str, end: &str, replacement: impl Fn(&str) -> String) -> String {
    let mut pieces = script.split(start);
    let mut replaced = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (values, rest) = piece.split_once(end).expect("the list has an end");
        replaced += &replacement(values);
        replaced += rest;
    }
    replaced
}
