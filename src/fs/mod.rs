//! Files that appear complete or not at all, and compressions.

mod compression;
mod directory;
mod part_file;

pub use compression::{CHUNK, COMPRESSIONS, Compression, Decoding, Encode, MAGIC, Stream};
pub use directory::create_directory;
pub use part_file::{PART, PartFile, part_of};
