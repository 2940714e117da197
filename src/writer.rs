//! Rows → files of other forms than text.

#[cfg(feature = "parquet")]
pub mod parquet;
