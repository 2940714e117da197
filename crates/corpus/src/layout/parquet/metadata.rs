//! The metadata of a Parquet file, checked, and calls into the `parquet` crate that cannot panic.

use std::{
    cell::Cell,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    panic::{self, AssertUnwindSafe, catch_unwind},
    sync::Once,
};

use parquet::{
    basic::Compression,
    errors::ParquetError,
    file::metadata::{ColumnChunkMetaData, ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData},
    schema::types::SchemaDescriptor,
};

use super::metadata_check;

/// The first bytes of a Parquet file, and the last.
pub const MAGIC: &[u8; 4] = b"PAR1";
/// The last bytes of an encrypted file, and perhaps the first.
const ENCRYPTED: &[u8; 4] = b"PARE";
/// Bytes after the metadata: their length, and the magic bytes.
const END: u64 = 8;
/// Maximum bytes of the metadata.
const MAX_FOOTER: u64 = 64 << 20;

/// Why a file cannot be read.
pub enum Cause {
    /// The file uses a feature that is not supported.
    Unsupported(String),
    /// The file is damaged.
    Damaged(String),
}

impl From<ParquetError> for Cause {
    fn from(error: ParquetError) -> Cause {
        match error {
            ParquetError::NYI(what) => Cause::Unsupported(what),
            ParquetError::General(what) | ParquetError::EOF(what) => Cause::Damaged(what),
            // An error of the file, or of the checks after it.
            ParquetError::External(error) => Cause::Damaged(error.to_string()),
            other => Cause::Damaged(other.to_string()),
        }
    }
}

impl Cause {
    /// Adds the name of the column.
    pub fn in_column(self, name: &str) -> Cause {
        match self {
            Cause::Unsupported(what) => Cause::Unsupported(format!("column {name:?}: {what}")),
            Cause::Damaged(what) => Cause::Damaged(format!("column {name:?}: {what}")),
        }
    }

    /// Returns a message of the effect, the cause, and what to do.
    pub fn message(self, effect: &str) -> String {
        match self {
            Cause::Unsupported(what) => format!("{effect}: {what}. Convert the file to CSV, or to Parquet with zstd"),
            Cause::Damaged(what) => format!("{effect}: {what}. The file is damaged or cut short; fetch it again"),
        }
    }
}

thread_local! {
    /// True while a call is guarded on this thread.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls into the `parquet` crate, which panics on some damaged files, for example with an index out of bounds. The state
/// that the crate was working on is not used again after a panic, so it cannot be observed half changed. The message of the
/// panic is not printed.
///
/// # Errors
///
/// Returns the error of the call, or an error that stands for its panic.
pub fn guarded<T>(call: impl FnOnce() -> parquet::errors::Result<T>) -> Result<T, Cause> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                usual(panic);
            }
        }));
    });
    IS_GUARDED.set(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    IS_GUARDED.set(false);
    match result {
        Ok(result) => result.map_err(Cause::from),
        Err(_) => Err(Cause::Damaged("the content contradicts itself".into())),
    }
}

/// Reads and checks the metadata.
///
/// # Errors
///
/// Returns an error if the metadata cannot be read, contradict themselves or the length of the file, or use a feature that
/// is not supported.
pub fn read(file: &File) -> Result<ParquetMetaData, Cause> {
    let length = file.metadata().map_err(ParquetError::from)?.len();
    metadata_check::check(&footer(file, length)?)?;
    let metadata = guarded(|| ParquetMetaDataReader::new().parse_and_finish(file))?;
    check(&metadata, length)?;
    Ok(metadata)
}

/// Returns the metadata at the end of a file of this length, before they are parsed.
fn footer(mut file: &File, length: u64) -> Result<Vec<u8>, Cause> {
    let mut size = [0; 4];
    file.seek(SeekFrom::End(-(END as i64))).and_then(|_| file.read_exact(&mut size)).map_err(ParquetError::from)?;
    let size = u64::from(u32::from_le_bytes(size));
    let begin = length.checked_sub(END + size).ok_or_else(|| {
        Cause::Damaged(format!("the metadata have {size} bytes, more than are before the end of the file"))
    })?;
    if size > MAX_FOOTER {
        return Err(Cause::Unsupported(format!("the metadata have {size} bytes, more than {MAX_FOOTER}")));
    }
    let mut metadata = Vec::new();
    file.seek(SeekFrom::Start(begin)).map_err(ParquetError::from)?;
    file.take(size).read_to_end(&mut metadata).map_err(ParquetError::from)?;
    Ok(metadata)
}

/// Checks that a file begins and ends with the magic bytes. The inner result is the reason why it is not a whole Parquet
/// file.
pub fn check_ends(file: &mut File) -> io::Result<Result<(), String>> {
    let mut first = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(MAGIC.len() as u64).read_to_end(&mut first)?;
    if first != MAGIC && first != ENCRYPTED {
        return Ok(Err("not a Parquet file: it does not begin with PAR1".into()));
    }
    let mut last = [0; MAGIC.len()];
    if file.seek(SeekFrom::End(0))? >= MAGIC.len() as u64 + END {
        file.seek(SeekFrom::End(-(MAGIC.len() as i64)))?;
        file.read_exact(&mut last)?;
    }
    Ok(match &last {
        ENCRYPTED => Err("the file is encrypted, which is not supported".into()),
        MAGIC if first == MAGIC => Ok(()),
        _ => Err("the file is cut short: it does not end with PAR1 as a Parquet file does; fetch it again".into()),
    })
}

/// Checks the metadata that the crate relies on.
fn check(metadata: &ParquetMetaData, length: u64) -> Result<(), Cause> {
    let groups = metadata.row_groups();
    let counts = groups.iter().map(|group| u64::try_from(group.num_rows()).ok());
    let rows = counts.reduce(|sum, count| sum?.checked_add(count?)).unwrap_or(Some(0));
    if rows.is_none_or(|rows| u64::try_from(metadata.file_metadata().num_rows()) != Ok(rows)) {
        return Err(damaged("the row groups do not have as many rows as the file"));
    }
    let columns = metadata.file_metadata().schema_descr().num_columns();
    if columns == 0 {
        return Err(damaged("there are no columns"));
    }
    for group in groups {
        if group.num_columns() != columns {
            return Err(damaged("a row group does not have the columns of the file"));
        }
        group.columns().iter().try_for_each(|chunk| {
            check_chunk(group, chunk, length).map_err(|cause| cause.in_column(&chunk.column_path().string()))
        })?;
    }
    Ok(())
}

fn damaged(what: &str) -> Cause {
    Cause::Damaged(what.into())
}

/// Checks a column of a row group in a file of this length.
///
/// # Errors
///
/// Returns an error if the column uses a feature that is not supported, or if its metadata contradict themselves.
pub fn check_chunk(group: &RowGroupMetaData, chunk: &ColumnChunkMetaData, length: u64) -> Result<(), Cause> {
    if matches!(chunk.compression(), Compression::BROTLI(_) | Compression::LZO) {
        let what = format!("it is compressed by {:?}, which is not supported", chunk.compression_codec());
        return Err(Cause::Unsupported(what));
    }
    if chunk.file_path().is_some() {
        return Err(Cause::Unsupported("its values are in another file, which is not supported".into()));
    }
    let begin = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
    let end = begin.checked_add(chunk.compressed_size()).and_then(|end| u64::try_from(end).ok());
    let inside = begin >= 0 && chunk.compressed_size() >= 0 && end.is_some_and(|end| end + END <= length);
    let flat = chunk.column_descr().max_rep_level() == 0;
    let as_many = !flat || chunk.num_values() == group.num_rows();
    match (inside, as_many && chunk.num_values() >= 0) {
        (false, _) => Err(Cause::Damaged("its position is outside the file".into())),
        (_, false) => Err(Cause::Damaged("it does not have as many values as there are rows".into())),
        _ => Ok(()),
    }
}

/// Returns a name for each leaf: the name of its field, or its path if the field has several leaves.
pub fn names(schema: &SchemaDescriptor) -> Vec<String> {
    let roots: Vec<_> = (0..schema.num_columns()).map(|leaf| schema.get_column_root_idx(leaf)).collect();
    let mut leaves = vec![0; schema.root_schema().get_fields().len()];
    roots.iter().for_each(|root| leaves[*root] += 1);
    let name = |(leaf, root): (usize, &usize)| match leaves[*root] {
        1 => schema.get_column_root(leaf).name().to_string(),
        _ => schema.column(leaf).path().string(),
    };
    roots.iter().enumerate().map(name).collect()
}
