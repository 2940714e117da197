//! The corpus of a run, read again: a results directory holds no puzzles.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use corpus::{
    error::{Error, Result},
    reader::{Blocks, Corpus},
};

use super::{Conditions, puzzle_name};

pub static NEVER_STOPPED: AtomicBool = AtomicBool::new(false);

/// Returns the corpus of a run, with all its puzzles; `None` if a file is missing, is empty, or is no regular
/// file, such as a pipe.
pub fn run_corpus(conditions: &Conditions) -> Option<Corpus> {
    let corpus = Corpus {
        files: conditions.corpora.iter().map(|file| PathBuf::from(&file.path)).collect(),
        puzzle_column: conditions.puzzle_column.clone(),
        solution_column: conditions.solution_column.clone(),
        ..Corpus::default()
    };
    let mut corpus = corpus.files.iter().all(|path| can_read_again(path)).then_some(corpus)?;
    if !conditions.notation.is_default() {
        corpus.notation_override = conditions.notation.into();
        corpus.find_notation(&NEVER_STOPPED).ok()?;
    }
    Some(corpus)
}

/// Does the same as [`run_corpus`], but returns an error if there is no corpus.
pub fn required_run_corpus(conditions: &Conditions) -> Result<Corpus> {
    run_corpus(conditions).ok_or_else(|| {
        let paths: Vec<&str> = conditions.corpora.iter().map(|file| &*file.path).collect();
        Error::Changed(format!("{}: the corpus of the run is missing, or was a pipe", paths.join(", ")))
    })
}

/// Checks that a corpus that was read to its end has the digests of the run. Returns an error that names a file that has changed
/// since the run.
pub fn check_unchanged(blocks: &Blocks<'_>, conditions: &Conditions) -> Result<()> {
    match blocks.files().iter().zip(&conditions.corpora).find(|(now, before)| now.sha256 != before.sha256) {
        Some((_, changed)) => Err(Error::Changed(format!("{}: the corpus has changed since the run", changed.path))),
        None => Ok(()),
    }
}

/// Returns the cells of the puzzles that begin on these lines of the corpus, by line and name: several files may each have a
/// puzzle on a line. Empty if the corpus is not available, or if `stop` became true. Returns an error if the corpus has changed
/// since the run.
pub fn puzzle_texts(
    conditions: &Conditions,
    lines: &BTreeSet<u64>,
    stop: &AtomicBool,
) -> Result<HashMap<(u64, String), String>> {
    let mut found = HashMap::new();
    let Some(corpus) = run_corpus(conditions).filter(|_| !lines.is_empty()) else { return Ok(found) };
    let mut blocks = corpus.blocks_until(stop);
    for block in &mut blocks {
        let block = block?;
        if stop.load(Ordering::Relaxed) {
            return Ok(HashMap::new());
        }
        let wanted = block.puzzles.iter().filter(|puzzle| lines.contains(&puzzle.line));
        found.extend(wanted.map(|puzzle| ((puzzle.line, puzzle_name(puzzle)), puzzle.givens.to_string())));
    }
    check_unchanged(&blocks, conditions)?;
    Ok(found)
}

/// Returns true for a regular file with content. The path may come from somebody else's manifest, and reading a pipe, a
/// device or some files of `/proc` (whose length is 0) may never end.
pub fn can_read_again(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_files_with_content_are_read_again() {
        let directory = tempfile::tempdir().unwrap();
        let corpus = directory.path().join("c.txt");
        fs::write(&corpus, "1").unwrap();
        assert!(can_read_again(&corpus));
        for path in ["-", "/dev/zero", "/proc/kmsg", "/proc/self/maps"] {
            assert!(!can_read_again(path.as_ref()), "{path}");
        }
    }
}
