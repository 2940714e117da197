//! The commands of an engine that run once: its version, and its build.

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use solver::strategy::StartError;

use super::{Config, process::Process};
use crate::processor::Processor;
use corpus::error::{Error, Result};

/// The longest time that a program may take to print its version.
const VERSION_TIMEOUT: Duration = Duration::from_secs(20);

const MAX_VERSION_CHARS: usize = 200;

impl Config {
    /// Returns the first line that the version command prints. Returns an error if the command cannot be run, fails,
    /// prints nothing or more than a mebibyte, or takes longer than 20 seconds.
    pub fn version(&self) -> Result<String> {
        let mut process = self.start(&self.version, Processor::next()).map_err(|reason| self.version_failed(reason))?;
        process.end_input();
        let (lines, messages) = process.run_to_end(VERSION_TIMEOUT).map_err(|reason| self.version_failed(reason))?;
        let first = lines.into_iter().chain(messages.lines().map(String::from)).find(|line| !line.trim().is_empty());
        let shown = |line: String| line.trim().chars().filter(|c| !c.is_control()).take(MAX_VERSION_CHARS).collect();
        first.map(shown).ok_or_else(|| self.version_failed("it printed nothing".into()))
    }

    fn version_failed(&self, reason: String) -> Error {
        let command = self.version.join(" ");
        let reason = format!("{reason}; the version command is {command:?}; without a version, nothing is measured");
        Error::start(StartError { name: self.name.clone(), reason })
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
