//! The commands of an engine that run once: its version, and its build.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use solver::strategy::StartError;

use super::{Config, process::Process, words::Words};
use crate::processor::Processor;
use corpus::error::{Error, Result};

/// The longest time that a program may take to print its version.
const VERSION_TIMEOUT: Duration = Duration::from_secs(20);

const MAX_VERSION_CHARS: usize = 200;

impl Config {
    /// Returns the version that the description says, or the first line that the version command prints. Returns an error if the
    /// command cannot be run, fails, prints nothing or more than a mebibyte, or takes longer than 20 seconds.
    pub fn version(&self) -> Result<String> {
        let shown = |line: String| line.trim().chars().filter(|c| !c.is_control()).take(MAX_VERSION_CHARS).collect();
        let command = match &self.version {
            Words::List(words) => words,
            Words::One(text) => return Ok(shown(text.clone())),
        };
        let failed = |reason: String| version_failed(&self.name, command, &reason);
        let mut process = self.start(command, Processor::next()).map_err(failed)?;
        process.end_input();
        let (lines, messages) = process.run_to_end(VERSION_TIMEOUT).map_err(failed)?;
        let first = lines.into_iter().chain(messages.lines().map(String::from)).find(|line| !line.trim().is_empty());
        first.map(shown).ok_or_else(|| failed("it printed nothing".into()))
    }

    /// Runs the build command, if there is one; what it prints goes to standard error. Returns false if there is none.
    pub fn build(&self) -> Result<bool> {
        if self.build.is_empty() {
            return Ok(false);
        }
        let mut command = self.command(&self.build);
        command.stdin(Stdio::null()).stdout(std::io::stderr());
        match command.status() {
            Ok(status) if status.success() => Ok(true),
            Ok(status) => Err(self.build_failed(format!("failed ({status})"))),
            Err(error) => Err(self.build_failed(format!("cannot be run in {}: {error}", self.directory.display()))),
        }
    }

    fn build_failed(&self, reason: String) -> Error {
        let reason = format!("the build command {:?} {reason}", self.build.join(" "));
        Error::start(StartError { name: self.name.clone(), reason })
    }

    pub(super) fn start(&self, words: &[String], processor: Processor) -> Result<Process, String> {
        Process::start(self.command(words), processor).map_err(|reason| match self.build.is_empty() {
            true => reason,
            false => format!("{reason}; if it is not built yet, run `sudoku-bench engines build {}`", self.name),
        })
    }

    pub(super) fn command(&self, words: &[String]) -> Command {
        let (program, arguments) = words.split_first().expect("commands are not empty");
        // A path with a directory is relative to the engine's directory; a bare name is found in PATH.
        let path = if program.contains('/') { self.directory.join(program) } else { program.into() };
        let mut command = Command::new(path);
        command.args(arguments).envs(&self.environment).current_dir(&self.directory);
        command
    }
}

fn version_failed(name: &str, command: &[String], reason: &str) -> Error {
    let command = command.join(" ");
    let advice = "without a version, nothing is measured; for a program that prints none, write it: version = \"1.0\"";
    Error::start(StartError {
        name: name.into(),
        reason: format!("{reason}; the version command is {command:?}; {advice}"),
    })
}
