//! Parquet in a build without the feature `parquet`: detected, and refused.

use super::definition::{Layout, Reading};
use crate::error::Error;

/// The registry entry.
pub const PARQUET: Layout = Layout {
    name: "parquet",
    extensions: &["parquet", "pq"],
    read: Some(Reading {
        about: "Apache Parquet; not supported by this build, which lacks the feature `parquet`",
        detect: |head| head.bytes.starts_with(b"PAR1"),
        continues: |_, _| false,
        is_text: false,
        open: |source| {
            let reason = "is Parquet, which this build of the program does not read (the feature `parquet`)";
            Err(Error::malformed(source.path, 0, reason))
        },
        is_table: true,
        ..Reading::TEXT
    }),
    write: None,
};
