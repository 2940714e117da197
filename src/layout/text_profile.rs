//! What a file looks like, apart from its rows.

/// The line ends and the like of a file, as far as it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextProfile {
    /// Whether it begins with a byte order mark.
    pub byte_order_mark: bool,
    /// Whether lines end with carriage returns alone; then these are counted as line feeds.
    pub carriage_returns: bool,
    /// Rows and other lines that end with a line feed alone.
    pub lf: u64,
    /// Rows and other lines that end with a carriage return and a line feed.
    pub crlf: u64,
    /// Whether the last line has no end.
    pub unterminated: bool,
    /// Lines that begin with `#`.
    pub comments: u64,
    /// Lines with nothing but white space.
    pub empty: u64,
}
