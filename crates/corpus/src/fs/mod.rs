//! Files that appear complete or not at all, and compressions.

mod compression;
mod directory;
mod gzip;
mod left_part;
mod log;
mod members;
mod new_directory;
mod part_file;
mod part_name;
mod reader_wait;
mod reopened_file;
mod write_behind;
mod zip;

use std::{
    fs::File,
    io::{Seek, SeekFrom},
};

pub use compression::{CHUNK, COMPRESSIONS, Compression, CreateEncoder, Decode, Decoding, Encode, MAGIC, Stream};
pub use directory::{create_directory, exchange, sync_directory, sync_parent};
pub use left_part::LeftPart;
pub use log::{Log, LogReader, is_due};
pub use new_directory::NewDirectory;
pub use part_file::{OutputPosition, PartFile, target_of};
pub use part_name::{PART, has_part, is_at, is_temporary_name};
pub use reader_wait::{current_reader_wait, with_reader};
pub use reopened_file::ReopenedFile;
pub use zip::{first_member, is_npz, unpacked_member};

/// Cuts a file to a length, and seeks to its new end. A file that cannot be cut, such as a pipe, stays as it is.
fn cut(mut file: &File, length: u64) {
    let _ = file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length)));
}
