//! A `.part` file that an earlier program left, from which an output is continued.

use std::{
    fs::{self, File},
    io::Seek,
    path::{Path, PathBuf},
};

use super::{
    file::{cut, with_suffix},
    part_file::{OutputPosition, PartFile, target_of},
    part_name::open_left,
};
use crate::error::{Error, Result};

/// A `.part` file that an earlier program left. It is locked, so that no other program removes it.
#[derive(Debug)]
pub struct LeftPart {
    target: PathBuf,
    part: PathBuf,
    file: File,
}

impl LeftPart {
    /// Opens the `.part` file of an output file that a user named; `suffix` is the end of its temporary name. Returns an
    /// error if the part cannot be opened, or if another program writes to it.
    pub fn open(path: &Path, suffix: &str) -> Result<LeftPart> {
        let part = LeftPart::name(path, suffix);
        Ok(LeftPart { target: target_of(path), file: open_left(&part, "continue")?, part })
    }

    /// Returns the temporary name of an output file that a user named; `suffix` is the end of the temporary name.
    pub fn name(path: &Path, suffix: &str) -> PathBuf {
        with_suffix(&target_of(path), suffix)
    }

    pub fn path(&self) -> &Path {
        &self.part
    }

    pub fn length(&self) -> Result<u64> {
        Ok(self.file.metadata().map_err(Error::io(&self.part, "read"))?.len())
    }

    pub fn reader(&self) -> Result<File> {
        let mut file = self.file.try_clone().map_err(Error::io(&self.part, "read"))?;
        file.rewind().map_err(Error::io(&self.part, "read"))?;
        Ok(file)
    }

    /// Cuts the part to the length of a position, and continues there. The part is [kept](PartFile::kept).
    pub fn continued_at(self, position: &OutputPosition) -> Result<PartFile> {
        let LeftPart { target, part, file } = self;
        cut(&file, position.content.bytes).map_err(Error::io(&part, "continue"))?;
        Ok(PartFile::continued(target, part, file, position))
    }

    pub fn remove(self) -> Result<()> {
        fs::remove_file(&self.part).map_err(Error::io(self.part, "remove"))
    }
}
