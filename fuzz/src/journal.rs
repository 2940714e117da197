//! Journals as bytes.

/// Bytes before the content of a record: its length and its CRC-32.
const HEAD: usize = 8;

/// Returns a journal without its entries: its first line and its header.
pub fn without_entries(journal: &[u8]) -> &[u8] {
    let line = journal.iter().position(|&byte| byte == b'\n').expect("a line that names the format") + 1;
    let length = journal[line..].first_chunk().copied().map(u32::from_le_bytes).expect("the length of the header");
    &journal[..line + HEAD + length as usize]
}

/// Appends a record.
pub fn append(journal: &mut Vec<u8>, record: &[u8]) {
    let length = u32::try_from(record.len()).expect("a short record");
    journal.extend_from_slice(&length.to_le_bytes());
    journal.extend_from_slice(&crc32fast::hash(record).to_le_bytes());
    journal.extend_from_slice(record);
}
