//! Files that appear complete or not at all, and compressions.

mod checksum;
mod compression;
mod directory;
mod file;
mod gzip;
mod journal;
mod left_part;
mod members;
mod new_directory;
mod part_file;
mod part_name;
mod reader_wait;
mod reopened_file;
mod stream;
mod zip;

pub use checksum::Checksum;
pub use compression::{COMPRESSIONS, Compression, Decoding, MAGIC};
pub use directory::{create_directory, exchange, sync_directory, sync_parent};
pub use file::{remove, with_suffix};
pub use journal::{Journal, JournalHeader, JournalReader, encode_entry, is_due};
pub use left_part::LeftPart;
pub use new_directory::NewDirectory;
pub use part_file::{Durability, OutputPosition, PartFile, target_of};
pub use part_name::{PART, has_part, is_at, is_temporary_name};
pub use reader_wait::{current_reader_wait, with_reader};
pub use reopened_file::ReopenedFile;
pub use stream::{CHUNK, CreateEncoder, Decode, Encode, Stream};
pub use zip::{first_member, is_npz, unpacked_member};
