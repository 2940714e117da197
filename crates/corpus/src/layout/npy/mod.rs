//! NumPy arrays: `.npy`, a file with one array, and `.npz`, a ZIP archive with an array for each column.
//!
//! ```text
//! file ─ header, element ─► array ─ offset ─► cells ─► rows ─► column ─► file
//! ```

mod archive;
mod archive_writer;
mod array;
mod cells;
mod column;
mod element;
mod header;
mod offset;
mod single;
#[cfg(test)]
mod tests;

pub use archive::NPZ;
pub use header::rendered as npy_header;
pub use single::NPY;
