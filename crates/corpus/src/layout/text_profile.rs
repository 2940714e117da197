//! Line ends, comments and empty lines of a text file.

/// Line ends, comments and empty lines of a file, up to the last line read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextProfile {
    /// True if the file begins with a UTF-8 byte order mark.
    pub byte_order_mark: bool,
    /// True if lines end with a carriage return alone; `lf` then counts the carriage returns.
    pub carriage_returns: bool,
    /// Lines that end with a line feed alone.
    pub lf: u64,
    /// Lines that end with a carriage return and a line feed.
    pub crlf: u64,
    /// True if the last line has no line end.
    pub unterminated: bool,
    pub comments: u64,
    /// Lines of white space only.
    pub empty: u64,
}
