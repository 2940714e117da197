//! An append-only log of records with checksums. Appended records survive a kill at any moment; a partly written record
//! is cut.
//!
//! The file begins with [`MAGIC`]. Each record has its length and the CRC-32 of its content before the content, both as
//! 32-bit integers, least significant byte first.

use std::{
    fs::File,
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{cut, part_file::PartFile, part_name::open_left, remove};
use crate::error::{Error, Result};

const MAGIC: &[u8] = b"sudoku-bench log 1\n";
/// Bytes before the content of a record.
const HEAD: usize = 8;
/// The time between two calls of `fsync`, unless one takes over a hundredth of this time.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Returns true if the next `fsync` is due, given the time of the last and how long it took: at most every second, and
/// for at most a hundredth of the time.
pub fn is_due(last: Instant, took: Duration) -> bool {
    last.elapsed() >= SYNC_EVERY.max(100 * took)
}

#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    length: u64,
    synced: Instant,
    /// How long the last `fsync` took.
    sync_time: Duration,
    record: Vec<u8>,
}

impl Log {
    pub fn create(path: PathBuf, first: &[u8]) -> Result<Log> {
        let content = [MAGIC, &head(&path, first)?, first].concat();
        PartFile::create(path.clone())?.complete(&content)?;
        let file = File::options().append(true).open(&path).map_err(Error::io(&path, "open"))?;
        // Some file systems have no locks.
        let _ = file.try_lock();
        Ok(Log::opened(path, file, content.len() as u64))
    }

    fn opened(path: PathBuf, file: File, length: u64) -> Log {
        Log { path, file, length, synced: Instant::now(), sync_time: Duration::ZERO, record: Vec::new() }
    }

    /// Appends a record. It is on the disk, and survives a loss of power, within a second if more records follow and the
    /// disk is not slow.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the record cannot be written. It is not in the log then.
    pub fn append(&mut self, content: &[u8]) -> Result<()> {
        self.record.clear();
        self.record.extend(head(&self.path, content)?);
        self.record.extend(content);
        if let Err(error) = self.file.write_all(&self.record) {
            // The reader would cut the incomplete record too.
            let _ = cut(&self.file, self.length);
            return Err(self.error(error));
        }
        self.length += self.record.len() as u64;
        if is_due(self.synced, self.sync_time) {
            self.sync()?;
        }
        Ok(())
    }

    pub fn sync(&mut self) -> Result<()> {
        let began = Instant::now();
        self.file.sync_data().map_err(|error| self.error(error))?;
        (self.synced, self.sync_time) = (Instant::now(), began.elapsed());
        Ok(())
    }

    /// Removes the log, if nobody else has.
    pub fn remove(self) -> Result<()> {
        let Log { path, file, .. } = self;
        // An open file cannot be removed on every system.
        drop(file);
        remove(&path)
    }

    fn error(&self, error: io::Error) -> Error {
        Error::io(&self.path, "write")(error)
    }
}

fn head(path: &Path, content: &[u8]) -> Result<[u8; HEAD]> {
    let length =
        u32::try_from(content.len()).map_err(|_| Error::io(path, "write")(io::ErrorKind::FileTooLarge.into()))?;
    let mut head = [0; HEAD];
    head[..4].copy_from_slice(&length.to_le_bytes());
    head[4..].copy_from_slice(&crc32fast::hash(content).to_le_bytes());
    Ok(head)
}

#[derive(Debug)]
pub struct LogReader {
    path: PathBuf,
    reader: BufReader<File>,
    /// Length of the records that were read.
    read: u64,
    length: u64,
}

impl LogReader {
    /// Opens a log.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is no log, or is open in another program.
    pub fn open(path: &Path) -> Result<LogReader> {
        let file = open_left(path, "open")?;
        let length = file.metadata().map_err(Error::io(path, "read"))?.len();
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut magic = [0; MAGIC.len()];
        match reader.read_exact(&mut magic) {
            Ok(()) if magic == *MAGIC => Ok(LogReader { path: path.into(), reader, read: MAGIC.len() as u64, length }),
            _ => Err(Error::malformed(path, 0, "is not a log of this version of the program")),
        }
    }

    /// Returns the next record as `decode` returns it, or `None` after the last one that is whole and can be decoded.
    pub fn next_record<T>(&mut self, decode: impl FnOnce(Vec<u8>) -> Option<T>) -> Result<Option<T>> {
        let Some(rest) = (self.length - self.read).checked_sub(HEAD as u64) else { return Ok(None) };
        let mut length = [0; 4];
        let mut crc = [0; 4];
        self.read_exact(&mut length)?;
        self.read_exact(&mut crc)?;
        let length = u32::from_le_bytes(length);
        if u64::from(length) > rest {
            return Ok(None);
        }
        let mut content = vec![0; length as usize];
        self.read_exact(&mut content)?;
        if crc32fast::hash(&content) != u32::from_le_bytes(crc) {
            return Ok(None);
        }
        let decoded = decode(content);
        if decoded.is_some() {
            self.read += HEAD as u64 + u64::from(length);
        }
        Ok(decoded)
    }

    /// Cuts the log after the last record that [`LogReader::next_record`] returned, and opens it for appending.
    pub fn into_log(self) -> Result<Log> {
        let file = self.reader.into_inner();
        cut(&file, self.read).map_err(Error::io(&self.path, "write"))?;
        Ok(Log::opened(self.path, file, self.read))
    }

    fn read_exact(&mut self, buffer: &mut [u8]) -> Result<()> {
        self.reader.read_exact(buffer).map_err(Error::io(&self.path, "read"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn records(path: &Path) -> (Vec<Vec<u8>>, LogReader) {
        let mut reader = LogReader::open(path).unwrap();
        let mut records = Vec::new();
        while let Some(record) = reader.next_record(Some).unwrap() {
            records.push(record);
        }
        (records, reader)
    }

    #[test]
    fn a_log_cut_or_damaged_anywhere_keeps_the_records_before() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        let mut log = Log::create(path.clone(), b"one").unwrap();
        let written = [&b"one"[..], b"", b"three", &[7; 300]];
        let mut ends = vec![MAGIC.len(), log.length as usize];
        for record in &written[1..] {
            log.append(record).unwrap();
            ends.push(log.length as usize);
        }
        log.sync().unwrap();
        drop(log);
        assert_eq!(records(&path).0, written);
        let whole = fs::read(&path).unwrap();
        for at in MAGIC.len()..whole.len() {
            let complete = ends.iter().filter(|&&end| end <= at).count() - 1;
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            for content in [&whole[..at], &damaged] {
                fs::write(&path, content).unwrap();
                let (kept, reader) = records(&path);
                assert_eq!(kept, written[..complete], "byte {at}");
                let mut log = reader.into_log().unwrap();
                log.append(b"more").unwrap();
                drop(log);
                let (kept, _) = records(&path);
                assert_eq!((kept.len(), kept.last().map(|last| &last[..])), (complete + 1, Some(&b"more"[..])));
            }
        }
    }

    #[test]
    fn other_files_are_no_logs() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        fs::write(&path, "puzzle,line\n1,1\nmore than the magic").unwrap();
        assert!(LogReader::open(&path).unwrap_err().to_string().contains("is not a log"));
    }
}
