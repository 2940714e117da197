//! Files that appear complete or not at all, and compressions.

mod compression;
mod directory;
mod gzip;
mod log;
mod part_file;
mod write_behind;

pub use compression::{CHUNK, COMPRESSIONS, Compression, CreateEncoder, Decode, Decoding, Encode, MAGIC, Stream};
pub use directory::{create_directory, exchange, sync_directory, sync_parent};
pub use log::{Log, LogReader, is_due};
pub use part_file::{PART, PartFile};
