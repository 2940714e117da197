//! Checks of the output files, before the first of them is created.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use sudoku_bench::{
    error::{Error, Result},
    fs::part_of,
};

use super::is_stdio;

/// Checks that the outputs and the file of rejects can be written, and that writing them destroys no input.
///
/// # Errors
///
/// Returns [`Error::Usage`] if two of the files are the same, and an error for a file that cannot be created.
pub fn check(outputs: &[impl AsRef<Path>], rejects: Option<&Path>, inputs: &[PathBuf]) -> Result<()> {
    if rejects.is_some_and(is_stdio) {
        return Err(Error::Usage("--rejects needs a file: standard output is for rows".into()));
    }
    let outputs: Vec<&Path> = outputs.iter().map(AsRef::as_ref).collect();
    if rejects.is_some_and(|rejects| outputs.iter().any(|output| resolved(output) == resolved(rejects))) {
        return Err(Error::Usage("--output and --rejects name the same file".into()));
    }
    for (i, output) in outputs.iter().enumerate() {
        if outputs[..i].iter().any(|other| resolved(other) == resolved(output)) {
            return Err(Error::Usage(format!("{} is named twice as an output", output.display())));
        }
    }
    outputs.into_iter().chain(rejects).try_for_each(|output| check_output(output, inputs))
}

/// Returns the path that identifies a file, whether the file exists or not.
fn resolved(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let in_parent = || Some(fs::canonicalize(parent).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(in_parent).unwrap_or_else(|| path.into())
}

/// Checks that a file can be written, and that its temporary name is not the name of an input.
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
            "{} is the name under which {} is written until it is complete; rename one of them",
            input.display(),
            path.display()
        ))),
        None => Ok(()),
    }
}
