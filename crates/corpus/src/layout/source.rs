//! The content of a file, as a layout gets it.

use std::{fs::File, path::Path};

use grid::Shape;

use super::{head::Head, line_reader::LineReader};

pub struct Source<'a> {
    pub path: &'a Path,
    /// The content as a stream of lines, decompressed.
    pub lines: LineReader<'a>,
    /// The file itself, for layouts that are not read from the beginning to the end; `None` for standard input, a pipe, and
    /// a compressed file.
    pub file: Option<File>,
    /// What the user says is to be subtracted from the cells of arrays to get digits.
    pub offset: Option<i64>,
    /// The shape of grids with a line for each row; `None` if the first row shows it.
    pub shape: Option<Shape>,
}

impl Source<'_> {
    /// Returns the lines buffered so far.
    pub fn head(&self) -> Head<'_> {
        Head { bytes: self.lines.rest() }
    }
}
