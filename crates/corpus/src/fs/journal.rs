//! A journal: the finished parts of a work, from which the work goes on after an interruption. Appended entries survive a kill
//! at any moment; a partly written entry is cut.
//!
//! The file begins with [`MAGIC`]. Each record has its length and the CRC-32 of its content before the content, both as
//! 32-bit integers, least significant byte first. The first record is a [`JournalHeader`] as JSON, every other an entry, encoded
//! by the crate `postcard`.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    file::{cut, remove},
    part_file::PartFile,
    part_name::open_left,
};
use crate::{
    error::{Error, Result},
    tool::Tool,
};

const MAGIC: &[u8] = b"sudoku-bench log 2\n";
/// Bytes before the content of a record.
const HEAD: usize = 8;
/// The time between two calls of `fsync`, unless one takes over a hundredth of this time.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// Returns true if the next `fsync` is due, given the time of the last and how long it took: at most every second, and
/// for at most a hundredth of the time.
pub fn is_due(last: Instant, took: Duration) -> bool {
    last.elapsed() >= SYNC_EVERY.max(100 * took)
}

/// What began the work: it must be the same when the work goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader<D> {
    pub tool: Tool,
    pub arguments: Vec<String>,
    pub details: D,
}

#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    synced: Instant,
    /// How long the last `fsync` took.
    sync_time: Duration,
}

/// Encodes an entry of a journal as a record.
pub fn encode_entry(entry: &impl Serialize) -> Vec<u8> {
    let mut record = postcard::to_extend(entry, vec![0; HEAD]).expect("plain data");
    let head = head(&record[HEAD..]);
    record[..HEAD].copy_from_slice(&head);
    record
}

impl Journal {
    pub fn create<D: Serialize>(path: PathBuf, header: &JournalHeader<D>) -> Result<Journal> {
        let header = serde_json::to_vec(header).expect("plain data");
        let content = [MAGIC, &head(&header), &header].concat();
        PartFile::create(path.clone())?.complete(&content)?;
        let file = File::options().read(true).append(true).open(&path).map_err(Error::io(&path, "open"))?;
        // Some file systems have no locks.
        let _ = file.try_lock();
        Ok(Journal::opened(path, file, content.len() as u64))
    }

    fn opened(path: PathBuf, file: File, length: u64) -> Journal {
        Journal { path, file, length, synced: Instant::now(), sync_time: Duration::ZERO }
    }

    /// Appends an [encoded](encode_entry) entry, and returns its offset. The entry is on the disk, and survives a loss of power,
    /// within a second if more entries follow and the disk is not slow.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the entry cannot be written. It is not in the journal then.
    pub fn append(&mut self, record: &[u8]) -> Result<u64> {
        if u32::try_from(record.len() - HEAD).is_err() {
            return Err(self.error(io::ErrorKind::FileTooLarge.into()));
        }
        if let Err(error) = self.file.write_all(record) {
            // The reader would cut the incomplete record too.
            let _ = cut(&self.file, self.length);
            return Err(self.error(error));
        }
        let offset = self.length;
        self.length += record.len() as u64;
        if is_due(self.synced, self.sync_time) {
            self.sync()?;
        }
        Ok(offset)
    }

    pub fn read_at<E: DeserializeOwned>(&mut self, offset: u64) -> Result<E> {
        let mut head = [0; HEAD];
        let mut read = || {
            self.file.seek(SeekFrom::Start(offset))?;
            self.file.read_exact(&mut head)?;
            let mut entry = vec![0; length_of(head) as usize];
            self.file.read_exact(&mut entry)?;
            self.file.seek(SeekFrom::Start(self.length))?;
            Ok(entry)
        };
        let entry = read().map_err(Error::io(&self.path, "read"))?;
        let entry = Some(entry).filter(|entry| crc32fast::hash(entry) == crc_of(head));
        let entry = entry.and_then(|entry| postcard::from_bytes(&entry).ok());
        entry.ok_or_else(|| Error::malformed(&self.path, 0, "was changed by another program"))
    }

    pub fn sync(&mut self) -> Result<()> {
        let began = Instant::now();
        self.file.sync_data().map_err(|error| self.error(error))?;
        (self.synced, self.sync_time) = (Instant::now(), began.elapsed());
        Ok(())
    }

    /// Removes the journal, if nobody else has.
    pub fn remove(self) -> Result<()> {
        let Journal { path, file, .. } = self;
        // An open file cannot be removed on every system.
        drop(file);
        remove(&path)
    }

    fn error(&self, error: io::Error) -> Error {
        Error::io(&self.path, "write")(error)
    }
}

/// Returns the bytes before the content of a record. [`Journal::append`] refuses content whose length has more than 32 bits.
fn head(content: &[u8]) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..4].copy_from_slice(&(content.len() as u32).to_le_bytes());
    head[4..].copy_from_slice(&crc32fast::hash(content).to_le_bytes());
    head
}

fn length_of(head: [u8; HEAD]) -> u32 {
    u32::from_le_bytes([head[0], head[1], head[2], head[3]])
}

fn crc_of(head: [u8; HEAD]) -> u32 {
    u32::from_le_bytes([head[4], head[5], head[6], head[7]])
}

#[derive(Debug)]
pub struct JournalReader {
    path: PathBuf,
    reader: BufReader<File>,
    /// Offset of the next record.
    offset: u64,
    length: u64,
}

impl JournalReader {
    /// Opens a journal that an earlier program left, and returns its header. `again` says how to begin again.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is no journal, is damaged at its beginning, or is open in another program.
    pub fn open<D: DeserializeOwned>(path: &Path, again: &str) -> Result<(JournalReader, JournalHeader<D>)> {
        let file = open_left(path, "open")?;
        let length = file.metadata().map_err(Error::io(path, "read"))?.len();
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut magic = [0; MAGIC.len()];
        if reader.read_exact(&mut magic).is_err() || magic != *MAGIC {
            return Err(Error::malformed(path, 0, "is not a log of this version of the program"));
        }
        let mut journal = JournalReader { path: path.into(), reader, offset: MAGIC.len() as u64, length };
        let header = journal.next_record(|record| serde_json::from_slice(record).ok())?;
        let damaged = || Error::malformed(path, 0, format!("is damaged at its beginning; {again}"));
        Ok((journal, header.ok_or_else(damaged)?))
    }

    /// Returns the next entry and its offset, or `None` after the last one that is whole and can be decoded.
    pub fn next_entry<E: DeserializeOwned>(&mut self) -> Result<Option<(E, u64)>> {
        let offset = self.offset;
        let entry = self.next_record(|record| postcard::from_bytes(record).ok())?;
        Ok(entry.map(|entry| (entry, offset)))
    }

    fn next_record<T>(&mut self, decode: impl FnOnce(&[u8]) -> Option<T>) -> Result<Option<T>> {
        let Some(rest) = (self.length - self.offset).checked_sub(HEAD as u64) else { return Ok(None) };
        let mut head = [0; HEAD];
        self.read_exact(&mut head)?;
        let length = length_of(head);
        if u64::from(length) > rest {
            return Ok(None);
        }
        let mut content = vec![0; length as usize];
        self.read_exact(&mut content)?;
        if crc32fast::hash(&content) != crc_of(head) {
            return Ok(None);
        }
        let decoded = decode(&content);
        if decoded.is_some() {
            self.offset += HEAD as u64 + u64::from(length);
        }
        Ok(decoded)
    }

    /// Cuts the journal after the last entry that [`JournalReader::next_entry`] returned, and opens it for appending.
    pub fn into_journal(self) -> Result<Journal> {
        let file = self.reader.into_inner();
        cut(&file, self.offset).map_err(Error::io(&self.path, "write"))?;
        Ok(Journal::opened(self.path, file, self.offset))
    }

    fn read_exact(&mut self, buffer: &mut [u8]) -> Result<()> {
        self.reader.read_exact(buffer).map_err(Error::io(&self.path, "read"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn header() -> JournalHeader<String> {
        JournalHeader { tool: Tool::this(), arguments: vec!["run".into()], details: "more".into() }
    }

    fn open(path: &Path) -> Result<(JournalReader, JournalHeader<String>)> {
        JournalReader::open(path, "begin again")
    }

    fn entries(path: &Path) -> (Vec<String>, Vec<u64>, JournalReader) {
        let (mut reader, _) = open(path).unwrap();
        let mut read = Vec::new();
        while let Some(entry) = reader.next_entry().unwrap() {
            read.push(entry);
        }
        let (entries, offsets) = read.into_iter().unzip();
        (entries, offsets, reader)
    }

    #[test]
    fn a_journal_cut_or_damaged_anywhere_keeps_the_entries_before() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("journal");
        let mut journal = Journal::create(path.clone(), &header()).unwrap();
        let begin = journal.length as usize;
        let written = ["one", "", "three", &"7".repeat(300)];
        let offsets = written.map(|entry| journal.append(&encode_entry(&entry)).unwrap());
        journal.sync().unwrap();
        drop(journal);
        assert_eq!(open(&path).unwrap().1, header());
        assert_eq!(entries(&path).1, offsets);
        let whole = fs::read(&path).unwrap();
        for at in begin..whole.len() {
            let complete = offsets[1..].iter().filter(|&&end| end as usize <= at).count();
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            for content in [&whole[..at], &damaged] {
                fs::write(&path, content).unwrap();
                let (kept, _, reader) = entries(&path);
                assert_eq!(kept, written[..complete], "byte {at}");
                let mut journal = reader.into_journal().unwrap();
                journal.append(&encode_entry(&"more")).unwrap();
                for (entry, offset) in written[..complete].iter().zip(offsets) {
                    assert_eq!(journal.read_at::<String>(offset).unwrap(), *entry);
                }
                journal.append(&encode_entry(&"and more")).unwrap();
                drop(journal);
                assert_eq!(entries(&path).0[complete..], ["more", "and more"]);
            }
        }
    }
}
