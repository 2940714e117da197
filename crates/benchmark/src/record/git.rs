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

/// Variables that git sets in hooks, which would make it work on another tree than that of the directory.
const VARIABLES: [&str; 7] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_PREFIX",
];

impl Repository {
    /// Finds the repository that contains a directory; `None` if there is none. An error is the reason why git does not tell.
    pub fn of(directory: &Path) -> Result<Option<Repository>, String> {
        match git(directory, &["rev-parse", "--show-toplevel"]) {
            Ok(top) => Ok(Some(Repository { top: top.trim_end_matches(['\r', '\n']).into() })),
            Err(error) if error.contains("not a git repository") => Ok(None),
            Err(error) => Err(error),
        }
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
    VARIABLES.iter().for_each(|name| _ = command.env_remove(name));
    // Hooks are for the user's own commands.
    command.args(["-c", "core.hooksPath=/dev/null", "-C"]).arg(directory).args(arguments).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("git cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let first = message.lines().next().unwrap_or("");
    Err(format!("git {}: {}", arguments[0], first.trim_start_matches("fatal: ")))
}
