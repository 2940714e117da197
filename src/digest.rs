//! Digests in hexadecimal.

use std::fmt::Write;

/// Returns the hexadecimal digits of a digest.
pub fn hex(digest: &[u8]) -> String {
    digest.iter().fold(String::with_capacity(2 * digest.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
