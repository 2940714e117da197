//! A results directory, in which every file appears complete or not at all.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use corpus::{
    error::{Error, Result},
    fs::{Durability, PART, PartFile, create_directory, exchange, remove, sync_directory, sync_parent, with_suffix},
};

use super::{
    directory_lock::DirectoryLock,
    directory_names::{EXPORT, HISTOGRAMS, JOURNAL, LOCK, OwnFiles, read_manifest},
};

/// Where results go: a path, and the names that files in `export/` may have there. Other files are never replaced.
#[derive(Clone, Debug)]
pub struct Destination {
    path: PathBuf,
    exports: Vec<&'static str>,
}

/// A results directory that a run writes to.
///
/// A run writes into the directory itself if the directory is empty or holds a run to resume. If it holds results, the
/// run writes to a staging directory, `DIR.part`, which replaces the directory when the new results are complete.
#[derive(Clone, Debug)]
pub struct Directory {
    destination: Destination,
    work: PathBuf,
    resumed: bool,
    /// Keep other runs away.
    _locks: Arc<[DirectoryLock]>,
}

impl Destination {
    pub fn new(path: &Path, exports: &[&'static str]) -> Destination {
        Destination { path: path.into(), exports: exports.into() }
    }

    /// Returns the files of this program in a directory: that of the results, or its staging directory.
    fn own_files(&self, directory: &Path) -> Result<OwnFiles> {
        OwnFiles::find(directory, &self.exports)
    }

    /// Returns the files of this program in a directory. Returns an error if the directory holds foreign files.
    fn only_results(&self, directory: &Path) -> Result<OwnFiles> {
        let own = self.own_files(directory)?;
        match own.other {
            None => Ok(own),
            Some(path) => {
                let reason = "is not a file of a run; move it away, or choose another directory for the results";
                Err(Error::Directory { path, reason })
            }
        }
    }

    /// Creates the directory, or uses an existing one. An existing directory must be empty; with `force`, it may hold
    /// an unfinished run or the results of a complete one. Returns an error if the directory holds foreign files, if it
    /// holds a run and `force` is false, or if another run writes to it.
    pub fn create(self, force: bool) -> Result<Directory> {
        let path = self.path.as_path();
        let own = self.only_results(path)?;
        if !force && Directory::is_complete(path) {
            return Err(Error::ResultsExist { path: path.into() });
        }
        if !force && Directory::unfinished(path).is_some() {
            return Err(Error::UnfinishedRun { path: path.into() });
        }
        create_directory(path)?;
        let mut locks = vec![DirectoryLock::take(path)?];
        if own.complete.is_empty() {
            own.remove_parts()?;
            let work = self.path.clone();
            return Ok(self.directory(work, locks));
        }
        if Directory::is_complete(path) {
            remove(&path.join(JOURNAL))?;
        }
        let work = staging_directory(path)?;
        let left = self.only_results(&work)?;
        create_directory(&work)?;
        locks.push(DirectoryLock::take(&work)?);
        left.remove_all()?;
        Ok(self.directory(work, locks))
    }

    /// Creates a new directory, with a number after its name if the name is taken.
    pub fn create_new(self) -> Result<Directory> {
        if let Some(parent) = self.path.parent() {
            create_directory(parent)?;
        }
        for path in
            std::iter::once(self.path.clone()).chain((2..).map(|number| with_suffix(&self.path, format!("-{number}"))))
        {
            match fs::create_dir(&path) {
                // Another run that starts in the same second may have created it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => {
                    created.map_err(Error::io(&path, "create the directory"))?;
                    return Destination { path, ..self }.in_place();
                }
            }
        }
        unreachable!("there are more numbers than directories")
    }

    /// Opens the directory of an unfinished run, to resume it: the directory itself, or its staging directory if the
    /// run was to replace results. Returns an error if there is no unfinished run, or if another run writes to the
    /// directory.
    pub fn resume(self) -> Result<Directory> {
        let path = self.path.as_path();
        let unfinished = Directory::unfinished(path).ok_or_else(|| Error::Directory {
            path: path.into(),
            reason: if Directory::is_complete(path) {
                "holds the results of a complete run; there is nothing to resume"
            } else {
                "holds no unfinished run to resume"
            },
        })?;
        let mut locks = vec![DirectoryLock::take(path)?];
        if unfinished != path {
            locks.push(DirectoryLock::take(&unfinished)?);
        }
        self.own_files(&unfinished)?.remove_parts()?;
        Ok(Directory { resumed: true, ..self.directory(unfinished, locks) })
    }

    /// Opens an existing directory, to write further files into it. Returns an error if a run writes to the directory.
    pub fn in_place(self) -> Result<Directory> {
        let lock = DirectoryLock::take(&self.path)?;
        let work = self.path.clone();
        Ok(self.directory(work, vec![lock]))
    }

    /// Finishes an interrupted publish: moves the results into place, deletes the old ones, then the journal. Returns
    /// an error if another run writes to the directory.
    pub fn tidy(self) -> Result<()> {
        let path = &self.path.clone();
        let lock = DirectoryLock::take(path)?;
        let directory = staging_directory(path).map(|staging| self.directory(staging, vec![lock]));
        // Complete results with a journal are those of the run that was publishing.
        match directory {
            Ok(directory) if holds_new_results(path) => directory.remove_replaced()?,
            Ok(directory) if holds_new_results(&directory.work) => directory.replace()?,
            _ => {}
        }
        if Directory::is_complete(path) {
            remove(&path.join(JOURNAL))?;
        }
        Ok(())
    }

    fn directory(self, work: PathBuf, locks: Vec<DirectoryLock>) -> Directory {
        Directory { destination: self, work, resumed: false, _locks: locks.into() }
    }
}

impl Directory {
    /// Returns the directory that holds the journal of an unfinished run: this one, or its staging directory.
    pub fn unfinished(path: &Path) -> Option<PathBuf> {
        let mut candidates = staging_directory(path).ok().into_iter().chain([path.to_path_buf()]);
        candidates.find(|path| path.join(JOURNAL).is_file() && !Directory::is_complete(path))
    }

    /// Returns true if the directory holds the results of a run that was not interrupted.
    pub fn is_complete(path: &Path) -> bool {
        read_manifest(path).is_some_and(|manifest| manifest["interrupted"] != true)
    }

    pub fn path(&self) -> &Path {
        &self.destination.path
    }

    pub fn is_resumed(&self) -> bool {
        self.resumed
    }

    pub(super) fn work(&self, name: &str) -> PathBuf {
        self.work.join(name)
    }

    /// Begins a file; `name` may be in a sub-directory, which is created if it is missing.
    pub fn file(&self, name: &str) -> Result<PartFile> {
        let path = self.work.join(name);
        if let Some(parent) = path.parent() {
            create_directory(parent)?;
        }
        PartFile::create(path)
    }

    /// Begins a file with its first line.
    pub fn begin_file(&self, name: &str, header: &str) -> Result<PartFile> {
        self.write(name, format!("{header}\n").as_bytes())
    }

    /// Writes a whole file under its temporary name.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<PartFile> {
        let mut file = self.file(name)?;
        file.write(content)?;
        Ok(file)
    }

    /// Writes a whole JSON file under its temporary name.
    pub fn write_json(&self, name: &str, content: &impl serde::Serialize) -> Result<PartFile> {
        self.write(name, &json_text(content))
    }

    /// Renames the files of a run to their final names, in this order, and returns the path of the results.
    ///
    /// The files of a complete run are synced first (`fsync`) and replace earlier results; then the journal is removed.
    /// The files of an interrupted run never replace other results. They are not synced, because the journal holds the
    /// same data. Returns an error if foreign files have appeared in the directory.
    pub fn publish(&self, mut files: Vec<PartFile>, complete: bool) -> Result<PathBuf> {
        let durability = if complete { Durability::Power } else { Durability::Process };
        files.iter_mut().try_for_each(|file| file.flush(durability))?;
        let earlier = self.destination.only_results(&self.work)?;
        if self.resumed {
            earlier.remove_results()?;
        } else if earlier.has_results() {
            return Err(Error::ResultsExist { path: self.work.clone() });
        }
        files.into_iter().try_for_each(|file| file.commit(Durability::Process))?;
        if !complete {
            return Ok(self.work.clone());
        }
        self.sync()?;
        if self.work != self.path() {
            self.destination.only_results(self.path())?;
            self.replace()?;
        }
        remove(&self.path().join(JOURNAL))?;
        Ok(self.path().into())
    }

    fn replace(&self) -> Result<()> {
        // If the path is a link, its target is replaced.
        let path = fs::canonicalize(self.path()).map_err(Error::io(self.path(), "open"))?;
        exchange(&self.work, &path)?;
        sync_parent(&path)?;
        self.remove_replaced()
    }

    fn remove_replaced(&self) -> Result<()> {
        self.destination.own_files(&self.work)?.remove_all()?;
        // Fails if a foreign file has appeared in the directory; the file stays.
        let _ = fs::remove_dir(&self.work);
        Ok(())
    }

    /// Syncs the directories (`fsync`), so that the renamed files survive a power failure.
    fn sync(&self) -> Result<()> {
        for subdirectory in [HISTOGRAMS, EXPORT].map(|name| self.work.join(name)) {
            if subdirectory.is_dir() {
                sync_directory(&subdirectory)?;
            }
        }
        sync_directory(&self.work)
    }

    /// Replaces the files of `export/`; every name begins with `export/`.
    pub fn replace_exports(&self, files: &[(String, Vec<u8>)]) -> Result<()> {
        let earlier = self.destination.own_files(self.path())?;
        let names: Vec<_> = files.iter().map(|(name, _)| Path::new(name)).collect();
        let mut files = files.iter().map(|(name, content)| self.write(name, content)).collect::<Result<Vec<_>>>()?;
        files.iter_mut().try_for_each(|file| file.flush(Durability::Power))?;
        files.into_iter().try_for_each(|file| file.commit(Durability::Process))?;
        let is_outdated = |name: &&PathBuf| name.starts_with(EXPORT) && !names.contains(&name.as_path());
        earlier.complete.iter().filter(is_outdated).try_for_each(|name| remove(&self.path().join(name)))?;
        self.sync()
    }

    /// Removes the files that a run has begun, and the directory itself if nothing else is in it. The journal stays if
    /// `keep_journal` is true.
    pub fn discard(&self, keep_journal: bool) {
        // Errors are ignored: the caller reports the error that led here.
        if let Ok(own) = self.destination.own_files(&self.work) {
            let _ = own.remove_parts();
        }
        if keep_journal {
            return;
        }
        let _ = remove(&self.work(JOURNAL));
        for directory in [self.work.as_path(), self.path()] {
            let _ = remove(&directory.join(LOCK));
            let _ = fs::remove_dir(directory);
        }
    }
}

/// Returns the staging directory: new results are written to it while the old ones are in place.
fn staging_directory(path: &Path) -> Result<PathBuf> {
    let resolved = fs::canonicalize(path).map_err(Error::io(path, "open"))?;
    if env::current_dir().is_ok_and(|current| current.starts_with(&resolved)) {
        let reason = "is the working directory, so it cannot be replaced; run the command from another directory";
        return Err(Error::Directory { path: path.into(), reason });
    }
    Ok(with_suffix(&resolved, PART))
}

fn holds_new_results(path: &Path) -> bool {
    path.join(JOURNAL).is_file() && Directory::is_complete(path)
}

/// Returns how JSON names a variant of an enumeration.
pub fn json_name(variant: &impl serde::Serialize) -> String {
    let name = serde_json::to_value(variant).expect("plain data");
    name.as_str().expect("the variant has no fields").into()
}

pub fn json_text(content: &impl serde::Serialize) -> Vec<u8> {
    let mut json = serde_json::to_vec_pretty(content).expect("plain data");
    json.push(b'\n');
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    const COMPLETE: &[u8] = br#"{"tool": {"name": "sudoku-bench"}, "interrupted": false}"#;
    const INTERRUPTED: &[u8] = br#"{"tool": {"name": "sudoku-bench"}, "interrupted": true}"#;

    fn publish(directory: &Directory, files: &[(&str, &[u8])], complete: bool) -> Result<PathBuf> {
        let files = files.iter().map(|(name, content)| directory.write(name, content)).collect::<Result<_>>()?;
        directory.publish(files, complete)
    }

    #[test]
    fn results_are_replaced_with_force_when_the_new_ones_are_complete() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("out");
        let staging = parent.path().join("out.part");
        let create = |force| Destination::new(&path, &["bencher.json"]).create(force);
        let old: [(&str, &[u8]); 3] =
            [("histograms/naive.hgrm", b""), ("export/bencher.json", b""), ("manifest.json", COMPLETE)];
        publish(&create(false).unwrap(), &old, true).unwrap();
        assert!(create(false).unwrap_err().to_string().contains("holds results"));
        let new: [(&str, &[u8]); 2] = [("histograms/dlx.hgrm", b""), ("manifest.json", COMPLETE)];
        // An interrupted run leaves its results beside the old ones.
        assert_eq!(publish(&create(true).unwrap(), &new, false).unwrap(), fs::canonicalize(&staging).unwrap());
        assert_eq!(names(&path), ["export", "histograms", "manifest.json"]);
        let directory = create(true).unwrap();
        assert_eq!(names(&staging), ["run.lock"], "what the interrupted run left is gone");
        assert_eq!(publish(&directory, &new, true).unwrap(), path);
        drop(directory);
        assert_eq!(names(parent.path()), ["out"]);
        assert_eq!(names(&path), ["histograms", "manifest.json"]);
        assert_eq!(names(&path.join("histograms")), ["dlx.hgrm"]);
    }

    #[test]
    fn other_files_are_never_replaced() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("out");
        let create = || Destination::new(&path, &[]).create(true);
        publish(&create().unwrap(), &[("manifest.json", COMPLETE)], true).unwrap();
        let stranger = path.join("thesis.part");
        fs::write(&stranger, "").unwrap();
        assert!(create().unwrap_err().to_string().contains("is not a file of a run"));
        fs::remove_file(&stranger).unwrap();
        // A file that appears during the run.
        let directory = create().unwrap();
        fs::write(&stranger, "").unwrap();
        let error = publish(&directory, &[("manifest.json", INTERRUPTED)], true).unwrap_err();
        assert!(error.to_string().contains("is not a file of a run"), "{error}");
        assert_eq!(fs::read(path.join("manifest.json")).unwrap(), COMPLETE);
        let new = Destination::new(&parent.path().join("new"), &[]).create(false).unwrap();
        fs::write(parent.path().join("new/manifest.json"), COMPLETE).unwrap();
        let error = publish(&new, &[("puzzles.csv", b"")], true).unwrap_err();
        assert!(error.to_string().contains("holds results"), "{error}");
    }

    #[test]
    fn a_directory_is_used_by_one_run_at_a_time() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("out");
        let first = Destination::new(&path, &[]).create(false).unwrap();
        assert!(
            Destination::new(&path, &[]).create(true).unwrap_err().to_string().contains("another run writes to it")
        );
        let second = Destination::new(&path, &[]).create_new().unwrap();
        assert_eq!((first.path(), second.path()), (&*path, &*parent.path().join("out-2")));
        drop(first);
        assert!(Destination::new(&path, &[]).create(false).is_ok());
    }

    #[test]
    fn an_unfinished_run_is_replaced_or_resumed() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("out");
        let reason = |path: &Path| Destination::new(path, &[]).resume().unwrap_err().to_string();
        let directory = Destination::new(&path, &[]).create(false).unwrap();
        assert!(reason(&path).contains("no unfinished run"));
        fs::write(directory.work(JOURNAL), "").unwrap();
        publish(&directory, &[("puzzles.csv", b"1"), ("manifest.json", INTERRUPTED)], false).unwrap();
        drop(directory);
        assert_eq!(Directory::unfinished(&path), Some(path.clone()));
        assert!(matches!(Destination::new(&path, &[]).create(false), Err(Error::UnfinishedRun { .. })));
        // A run that replaces it, and is killed.
        let directory = Destination::new(&path, &[]).create(true).unwrap();
        fs::write(directory.work(JOURNAL), "").unwrap();
        drop(directory);
        let staging = fs::canonicalize(parent.path()).unwrap().join("out.part");
        assert_eq!(Directory::unfinished(&path), Some(staging));
        let directory = Destination::new(&path, &[]).resume().unwrap();
        publish(&directory, &[("puzzles.csv", b"2"), ("manifest.json", COMPLETE)], true).unwrap();
        drop(directory);
        assert_eq!(names(parent.path()), ["out"]);
        assert_eq!(names(&path), ["manifest.json", "puzzles.csv"]);
        assert_eq!(fs::read(path.join("puzzles.csv")).unwrap(), b"2");
        assert!(reason(&path).contains("complete run"));
    }

    /// The states that a process can leave if it is killed during a replacement.
    #[test]
    fn a_replacement_that_was_interrupted_is_ended() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("out");
        let staging = parent.path().join("out.part");
        let tidy = |files: &[(&PathBuf, &str, &[u8])]| {
            for directory in [&path, &staging] {
                let _ = fs::remove_dir_all(directory);
            }
            for (directory, name, content) in files {
                fs::create_dir_all(directory).unwrap();
                fs::write(directory.join(name), content).unwrap();
            }
            Destination::new(&path, &[]).tidy().unwrap();
            assert_eq!(names(parent.path()), ["out"]);
            assert_eq!(fs::read(path.join("summary.csv")).unwrap(), b"new");
            assert_eq!(names(&path), ["manifest.json", "summary.csv"]);
        };
        let new: [(&str, &[u8]); 3] = [("manifest.json", COMPLETE), ("summary.csv", b"new"), (JOURNAL, b"")];
        let at = |directory| new.map(|(name, content)| (directory, name, content));
        tidy(&at(&path));
        // Only interrupted results have a journal when they are replaced.
        for (old, files) in [(COMPLETE, 2), (INTERRUPTED, 3)] {
            let old: [(&str, &[u8]); 3] = [("manifest.json", old), ("summary.csv", b"old"), (JOURNAL, b"")];
            let old = |directory| old[..files].iter().map(move |&(name, content)| (directory, name, content));
            tidy(&at(&staging).into_iter().chain(old(&path)).collect::<Vec<_>>());
            tidy(&at(&path).into_iter().chain(old(&staging)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn discard_removes_only_begun_files() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("out");
        let directory = Destination::new(&path, &["bencher.json"]).create(false).unwrap();
        let begin = |name| directory.write(name, b"").unwrap();
        let parts = [begin("puzzles.csv"), begin("histograms/dlx.hgrm"), begin("export/bencher.json")];
        assert_eq!(names(&path), ["export", "histograms", "puzzles.csv.part", "run.lock"]);
        fs::write(path.join("export/mine.txt"), "").unwrap();
        fs::write(directory.work(JOURNAL), "").unwrap();
        directory.discard(true);
        assert_eq!(names(&path), ["export", "run.journal", "run.lock"]);
        directory.discard(false);
        assert_eq!(names(&path.join("export")), ["mine.txt"]);
        fs::remove_file(path.join("export/mine.txt")).unwrap();
        directory.discard(false);
        assert!(!path.exists());
        drop(parts);
    }
}
