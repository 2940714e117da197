//! The forms in which corpora are stored.

#[cfg(feature = "parquet")]
pub mod parquet;
