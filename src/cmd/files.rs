//! Checks of the files of a command, before the first of them is created.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, IsTerminal},
    path::{Path, PathBuf},
};

use corpus::{
    error::{Error, Result},
    fs::{is_temporary_name, target_of},
    reader::STANDARD_INPUT,
};
use dataset::checkpoints_of;
use grid::text::NotationOverride;
use same_file::Handle;
use solver::strategy;

use super::puzzle_text::{defect, puzzle_text};

/// Returns true if a path stands for standard input or output.
pub fn is_stdio(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

pub fn inputs_or_stdin(mut files: Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    if files.is_empty() {
        if io::stdin().is_terminal() {
            return usage!("name a file, or send puzzles to standard input");
        }
        files.push(STANDARD_INPUT.into());
    }
    check_inputs(&files)?;
    Ok(files)
}

/// Checks that the inputs exist and can be read, and that at most one of them is standard input. Returns [`Error::Usage`] if
/// standard input is named twice, or a strategy is named instead of a file.
pub fn check_inputs<'a>(inputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
    let mut reads_stdin = false;
    for input in inputs {
        if !is_stdio(input) {
            check_input(input)?;
        } else if std::mem::replace(&mut reads_stdin, true) {
            return usage!("standard input can be read only once");
        }
    }
    Ok(())
}

/// Returns the error for a path that is a puzzle, or nearly one, where a file should be named.
fn puzzle_error(path: &Path) -> Option<String> {
    let said = NotationOverride::default();
    let text = puzzle_text(path, said)?;
    Some(match said.parse(text) {
        Ok(_) => format!("{text} is a puzzle, not a file; send it to standard input: echo '{text}' | sudoku-bench …"),
        Err(_) => defect(text, said),
    })
}

fn check_input(input: &Path) -> Result<()> {
    let file = containing_file(input);
    let found = match fs::metadata(file) {
        Err(error) if error.kind() == ErrorKind::NotFound && input.to_str().and_then(strategy::find).is_some() => {
            return usage!(
                "there is no file {}; strategies are separated by commas without spaces, as in --strategy naive,dlx",
                input.display()
            );
        }
        Err(error) => {
            return Err(puzzle_error(input).map_or_else(|| Error::io(file, "open")(error), Error::Usage));
        }
        Ok(found) => found,
    };
    if found.is_dir() {
        return Err(Error::Directory { path: file.into(), reason: "is a directory; name the files in it" });
    }
    // Opening a pipe would wait for its writer.
    if found.is_file() {
        File::open(file).map_err(Error::io(file, "open"))?;
    }
    Ok(())
}

/// Returns the file that holds an input: the input itself, or the archive of an input such as `archive.zip/name.csv`.
fn containing_file(input: &Path) -> &Path {
    input.ancestors().find(|path| path.is_file()).unwrap_or(input)
}

/// Checks that the outputs, the last of which may be the file of rejects, can be written, that they are different files, and
/// that writing them destroys no input. Files are compared by identity, so that links do not hide an input. Returns
/// [`Error::Usage`] if two of the files are the same or one is `-`.
pub fn check_outputs(outputs: &[impl AsRef<Path>], rejects: Option<&Path>, inputs: &[PathBuf]) -> Result<()> {
    if rejects.is_some_and(is_stdio) {
        return usage!("--rejects needs a file: standard output is for rows");
    }
    let outputs: Vec<&Path> = outputs.iter().map(AsRef::as_ref).chain(rejects).collect();
    for (i, output) in outputs.iter().enumerate() {
        if is_stdio(output) {
            return usage!("this output cannot go to standard output; name a file instead of `-`");
        }
        if outputs[..i].iter().any(|other| is_same(other, output)) {
            return usage!("{} is named twice as an output", output.display());
        }
        check_output(output, inputs)?;
    }
    let is_used_while_written =
        |path: &Path, output: &Path| is_temporary_name(path, output) || path == checkpoints_of(output);
    let mut pairs = outputs.iter().flat_map(|one| outputs.iter().map(move |other| (one, other)));
    if let Some((one, other)) = pairs.find(|(one, other)| is_used_while_written(&resolved(one), &resolved(other))) {
        return usage!("{} is used while {} is written; name another output", one.display(), other.display());
    }
    check_standard_output(inputs)
}

fn check_output(output: &Path, inputs: &[PathBuf]) -> Result<()> {
    if output.is_dir() {
        return Err(Error::Directory { path: output.into(), reason: "is a directory; name a file" });
    }
    check_parent(&target_of(output))?;
    match inputs.iter().find(|input| is_same(input, output)) {
        Some(input) => usage!("{} is the input {}; name another output", output.display(), input.display()),
        None => Ok(()),
    }
}

/// Opens the file of an input or output; `None` if it does not exist, or is a terminal, a pipe or a device.
fn regular_file(path: &Path) -> Option<Handle> {
    if is_stdio(path) {
        return Handle::stdin().ok().filter(|input| input.as_file().metadata().is_ok_and(|found| found.is_file()));
    }
    let file = containing_file(path);
    // Opening a pipe would wait for the other side.
    if file.is_file() { Handle::from_path(file).ok() } else { None }
}

fn check_parent(file: &Path) -> Result<()> {
    let parent = parent(file);
    match fs::metadata(parent) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(Error::Directory { path: parent.into(), reason: "is not a directory" }),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let reason = "does not exist; create the directory first";
            Err(Error::Directory { path: parent.into(), reason })
        }
        Err(error) => Err(Error::io(parent, "open")(error)),
    }
}

fn check_standard_output(inputs: &[PathBuf]) -> Result<()> {
    let Ok(standard) = Handle::stdout() else { return Ok(()) };
    match inputs.iter().find(|input| regular_file(input).is_some_and(|input| input == standard)) {
        Some(input) => usage!("standard output is the input {}", input.display()),
        None => Ok(()),
    }
}

pub fn check_not_standard_output(directory: Option<&Path>) -> Result<()> {
    if directory.is_some_and(is_stdio) {
        let reason = "the output is several files, which cannot go to standard output; name a directory";
        return Err(Error::Usage(reason.into()));
    }
    Ok(())
}

/// Checks that a results directory is neither standard output nor a file, and that it holds no input. Returns [`Error::Usage`]
/// if an input is in the directory, or if the directory is standard output.
pub fn check_directory(directory: &Path, inputs: &[PathBuf]) -> Result<()> {
    check_not_standard_output(Some(directory))?;
    if directory.is_file() {
        return Err(Error::Directory { path: directory.into(), reason: "is a file; name a directory" });
    }
    let Ok(resolved_directory) = fs::canonicalize(directory) else { return Ok(()) };
    match inputs.iter().find(|input| resolved(input).starts_with(&resolved_directory)) {
        Some(input) => {
            let relation = if resolved(input) == resolved_directory { "is" } else { "is in" };
            let place = format!("{relation} {}, whose files are replaced", directory.display());
            usage!("the input {} {place}; name another directory", input.display())
        }
        None => Ok(()),
    }
}

pub fn check_outside(output: Option<&Path>, directory: &Path) -> Result<()> {
    match output {
        Some(output) if resolved(output).starts_with(resolved(directory)) => {
            let directory = directory.display();
            usage!("{} is in the results directory {directory}; name a file elsewhere", output.display())
        }
        _ => Ok(()),
    }
}

/// Returns true if two paths name the same file, whether it exists or not. A device such as /dev/null may be written twice.
fn is_same(one: &Path, other: &Path) -> bool {
    match (regular_file(one), regular_file(other)) {
        (Some(one), Some(other)) => one == other,
        _ => !is_stdio(one) && !one.exists() && !other.exists() && resolved(one) == resolved(other),
    }
}

/// Returns the path that identifies a file, whether the file exists or not.
fn resolved(path: &Path) -> PathBuf {
    // The target of a link need not exist.
    let target = target_of(path);
    let in_parent = || Some(fs::canonicalize(parent(&target)).ok()?.join(target.file_name()?));
    fs::canonicalize(&target).ok().or_else(in_parent).unwrap_or(target)
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
