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
