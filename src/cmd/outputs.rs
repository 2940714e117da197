//! Looks at the files that are to be written before any is touched.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use sudoku_bench::{
    error::{Error, Result},
    fs::part_of,
};

use super::is_standard;

/// Sees to it that the outputs and the file of the rejects can be written, and that no input is lost by it.
pub fn check(outputs: &[impl AsRef<Path>], rejects: Option<&Path>, inputs: &[PathBuf]) -> Result<()> {
    if rejects.is_some_and(is_standard) {
        return Err(Error::Usage("--rejects names a file; standard output is for rows".into()));
    }
    let outputs: Vec<&Path> = outputs.iter().map(AsRef::as_ref).collect();
    if rejects.is_some_and(|rejects| outputs.iter().any(|output| resolved(output) == resolved(rejects))) {
        return Err(Error::Usage("--output and --rejects name the same file".into()));
    }
    for (place, output) in outputs.iter().enumerate() {
        if outputs[..place].iter().any(|other| resolved(other) == resolved(output)) {
            return Err(Error::Usage(format!("{} is named twice as an output", output.display())));
        }
    }
    outputs.into_iter().chain(rejects).try_for_each(|output| check_output(output, inputs))
}

/// A path by which a file can be told from another.
fn resolved(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = || Some(fs::canonicalize(parent).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(beside).unwrap_or_else(|| path.into())
}

/// Sees to it that a file can be written, and that no input is lost by it.
fn check_output(path: &Path, inputs: &[PathBuf]) -> Result<()> {
    if path.is_dir() {
        return Err(Error::Directory { path: path.into(), reason: "is a directory; name a file" });
    }
    if !resolved(path).parent().is_some_and(Path::is_dir) {
        return Err(Error::io(path, "create")(ErrorKind::NotFound.into()));
    }
    let part = part_of(&resolved(path));
    match inputs.iter().find(|input| resolved(input) == part) {
        Some(input) => Err(Error::Usage(format!(
            "{} is where {} is written until it is complete; rename one of them",
            input.display(),
            path.display()
        ))),
        None => Ok(()),
    }
}
