//! The program that wrote a file, and its arguments.

use std::{env, ffi::OsString, io, path::PathBuf, sync::OnceLock};

use serde::{Deserialize, Serialize};

pub const NAME: &str = "sudoku-bench";

/// The arguments of a program that is run by another.
static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the arguments of this program, where those of the process are another's: in the Python package, the process is an
/// interpreter. The first is the program's path. Later calls change nothing.
pub fn set_arguments(arguments: Vec<OsString>) {
    ARGUMENTS.get_or_init(|| arguments);
}

pub fn arguments() -> Vec<OsString> {
    ARGUMENTS.get().cloned().unwrap_or_else(|| env::args_os().collect())
}

/// Returns the path of a command that runs this program. Returns the error of the system if the path cannot be found out.
pub fn path() -> io::Result<PathBuf> {
    match ARGUMENTS.get().and_then(|arguments| arguments.first()) {
        Some(path) => Ok(path.into()),
        None => env::current_exe(),
    }
}

/// The program that ran; FORMAT.md defines its keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    pub name: String,
    pub version: String,
    pub git_revision: Option<String>,
    pub rustc: String,
    pub target: String,
    pub profile: String,
}

impl Tool {
    pub fn this() -> Tool {
        let revision = env!("BUILD_GIT_REVISION");
        Tool {
            name: NAME.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            git_revision: (!revision.is_empty()).then(|| revision.into()),
            rustc: env!("BUILD_RUSTC").into(),
            target: env!("BUILD_TARGET").into(),
            profile: env!("BUILD_PROFILE").into(),
        }
    }
}
