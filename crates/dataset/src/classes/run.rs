//! Sorted runs on disk, one after the other in an unnamed file.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Read, Seek, SeekFrom, Write},
    ops::Range,
    path::{Path, PathBuf},
};

use super::entry::{Entry, merge};
use corpus::{
    error::{Error, Result},
    fs::create_directory,
};

/// Maximum number of bytes to read or write at a time.
const BUFFER: usize = 1 << 18;

const WRITE_ACTION: &str = "write to a temporary file in it";

/// A directory that is created when it is needed, and removed at the end if it did not exist.
#[derive(Debug)]
pub(super) struct Directory {
    path: PathBuf,
    /// The directories that were created: this one, then its parents.
    made: Vec<PathBuf>,
}

impl Directory {
    pub(super) fn new(path: PathBuf) -> Directory {
        Directory { path, made: Vec::new() }
    }

    /// Creates an unnamed file, which vanishes with its handle even if the process is killed.
    fn file(&mut self) -> Result<File> {
        if !self.path.exists() {
            let missing = self.path.ancestors().take_while(|path| !path.exists() && !path.as_os_str().is_empty());
            self.made = missing.map(Path::to_owned).collect();
        }
        create_directory(&self.path)?;
        tempfile::tempfile_in(&self.path).map_err(Error::io(&self.path, "make a temporary file"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // A directory with other files in it is not removed.
        for path in &self.made {
            let _ = fs::remove_dir(path);
        }
    }
}

#[derive(Debug)]
pub(super) struct Spill {
    file: File,
    /// The byte ranges of the runs.
    pub(super) runs: Vec<Range<u64>>,
    path: PathBuf,
}

impl Spill {
    pub(super) fn create(directory: &mut Directory) -> Result<Spill> {
        Ok(Spill { file: directory.file()?, runs: Vec::new(), path: directory.path.clone() })
    }

    pub(super) fn add(&mut self, fill: impl FnOnce(&mut Writer) -> Result<()>) -> Result<()> {
        let begin = self.runs.last().map_or(0, |run| run.end);
        (&self.file).seek(SeekFrom::Start(begin)).map_err(Error::io(&self.path, WRITE_ACTION))?;
        let mut writer = Writer { file: BufWriter::with_capacity(BUFFER, &self.file), path: &self.path };
        fill(&mut writer)?;
        let end = writer.file.flush().and_then(|()| (&self.file).stream_position());
        self.runs.push(begin..end.map_err(Error::io(&self.path, WRITE_ACTION))?);
        Ok(())
    }

    /// Creates readers of some runs, which share `memory` bytes.
    pub(super) fn readers<const WORDS: usize>(&self, runs: Range<usize>, memory: usize) -> Vec<Reader<'_, WORDS>> {
        let entries = (memory / runs.len().max(1)).min(BUFFER) / size_of::<Entry<WORDS>>();
        self.runs[runs]
            .iter()
            .map(|run| Reader {
                spill: self,
                rest: run.clone(),
                size: entries.max(1) * size_of::<Entry<WORDS>>(),
                buffer: Vec::new(),
                at: 0,
            })
            .collect()
    }

    /// Merges the runs until there are at most this many. Each pass writes a new file and frees the old one.
    pub(super) fn merged_to<const WORDS: usize>(
        mut self,
        most: usize,
        memory: usize,
        directory: &mut Directory,
    ) -> Result<Spill> {
        while self.runs.len() > most {
            let mut merged = Spill::create(directory)?;
            for begin in (0..self.runs.len()).step_by(most) {
                let runs = self.readers::<WORDS>(begin..self.runs.len().min(begin + most), memory);
                merged.add(|run| merge(runs, |entry| run.write(entry)))?;
            }
            self = merged;
        }
        Ok(self)
    }
}

pub(super) struct Writer<'a> {
    file: BufWriter<&'a File>,
    path: &'a Path,
}

impl Writer<'_> {
    pub(super) fn write<const WORDS: usize>(&mut self, (key, item): Entry<WORDS>) -> Result<()> {
        let mut words = key.iter().chain(&item);
        words.try_for_each(|word| self.file.write_all(&word.to_le_bytes())).map_err(Error::io(self.path, WRITE_ACTION))
    }
}

/// Reads a run. Several readers share the file, so each one seeks before it reads.
pub(super) struct Reader<'a, const WORDS: usize> {
    spill: &'a Spill,
    /// The byte range that is not in the buffer yet.
    rest: Range<u64>,
    /// Bytes to read at a time.
    size: usize,
    buffer: Vec<u8>,
    at: usize,
}

impl<const WORDS: usize> Reader<'_, WORDS> {
    fn fill(&mut self) -> io::Result<()> {
        let size = (self.rest.end - self.rest.start).min(self.size as u64);
        self.buffer.resize(size as usize, 0);
        self.at = 0;
        let mut file = &self.spill.file;
        file.seek(SeekFrom::Start(self.rest.start))?;
        file.read_exact(&mut self.buffer)?;
        self.rest.start += size;
        Ok(())
    }
}

impl<const WORDS: usize> Iterator for Reader<'_, WORDS> {
    type Item = Result<Entry<WORDS>>;

    fn next(&mut self) -> Option<Result<Entry<WORDS>>> {
        if self.at == self.buffer.len() {
            if self.rest.is_empty() {
                return None;
            }
            if let Err(source) = self.fill() {
                return Some(Err(Error::io(&self.spill.path, "read a temporary file in it")(source)));
            }
        }
        let bytes = &self.buffer[self.at..self.at + size_of::<Entry<WORDS>>()];
        self.at += size_of::<Entry<WORDS>>();
        let mut words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("there are eight")));
        let mut word = |_| words.next().expect("an entry has all its words");
        Some(Ok((std::array::from_fn(&mut word), std::array::from_fn(&mut word))))
    }
}
