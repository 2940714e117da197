//! The program that wrote a file.

use serde::{Deserialize, Serialize};

/// The name of the program.
pub const NAME: &str = "sudoku-bench";

/// The program that ran; FORMAT.md defines its keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// The program's name.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// The git revision, if the program was built from a repository.
    pub git_revision: Option<String>,
    /// The version of the compiler.
    pub rustc: String,
    /// The target triple.
    pub target: String,
    /// The profile of the build.
    pub profile: String,
}

impl Tool {
    /// Returns the description of this program.
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
