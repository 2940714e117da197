//! The git repository of a working directory, through the program `git`.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A repository that has a working tree.
#[derive(Clone, Debug)]
pub struct Repository {
    /// The top directory of the working tree.
    top: PathBuf,
}

impl Repository {
    /// Finds the repository that contains a directory. `None` if there is none, or no `git`.
    pub fn of(directory: &Path) -> Option<Repository> {
        let top = git(directory, &["rev-parse", "--show-toplevel"]).ok()?;
        Some(Repository { top: top.trim_end_matches(['\r', '\n']).into() })
    }

    pub fn top(&self) -> &Path {
        &self.top
    }

    /// Runs a command of git and returns its output. An error is what git wrote to standard error, as a part of a sentence.
    pub fn git(&self, arguments: &[&str]) -> Result<String, String> {
        git(&self.top, arguments)
    }
}

fn git(directory: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(directory).args(arguments).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("git cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let first = message.lines().next().unwrap_or("");
    Err(format!("git {}: {}", arguments[0], first.trim_start_matches("fatal: ")))
}
