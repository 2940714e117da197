//! Directories for outputs.

use std::{fs, path::Path};

use crate::error::{Error, Result};

/// Creates a directory and its parents, unless they exist.
///
/// # Errors
///
/// Returns [`Error::Directory`] if a file is in the place of one of the directories, and [`Error::Io`] if a directory cannot
/// be created.
pub fn create_directory(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|error| match path.ancestors().find(|path| path.exists()) {
        Some(file) if !file.is_dir() => Error::Directory { path: file.into(), reason: "is a file, not a directory" },
        _ => Error::io(path, "create the directory")(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_the_place_of_a_directory_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [file.clone(), file.join("a/b")] {
            let error = create_directory(&path).unwrap_err().to_string();
            assert_eq!(error, format!("{}: is a file, not a directory", file.display()));
        }
        create_directory(&directory.path().join("a/b")).unwrap();
        assert!(directory.path().join("a/b").is_dir());
    }
}
