//! The corpus of a run, read again: a results directory holds no puzzles.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use corpus::{
    error::{Error, Result},
    layout::Notation,
    reader::{Blocks, Corpus, Written},
};

use super::Conditions;

/// A flag that is never set.
static NEVER_STOPPED: AtomicBool = AtomicBool::new(false);

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
    if let Some(Notation { shape, alphabet }) = conditions.notation {
        corpus.written = Written { shape: Some(shape), alphabet: Some(alphabet) };
        corpus.find_notation(&NEVER_STOPPED).ok()?;
    }
    Some(corpus)
}

/// Checks that a corpus that was read to its end has the digests of the run. Returns an error that names a file that has changed
/// since the run.
pub fn check_unchanged(blocks: &Blocks<'_>, conditions: &Conditions) -> Result<()> {
    match blocks.files().iter().zip(&conditions.corpora).find(|(now, before)| now.sha256 != before.sha256) {
        Some((_, changed)) => Err(Error::Changed(format!("{}: the corpus has changed since the run", changed.path))),
        None => Ok(()),
    }
}

/// Returns true for a regular file with content. The path may come from somebody else's manifest, and reading a pipe, a
/// device or some files of `/proc` (whose length is 0) may never end.
fn can_read_again(path: &Path) -> bool {
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
