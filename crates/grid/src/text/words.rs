//! What stands between the cells of a grid.

use std::borrow::Cow;

pub const BRACKETS: &[u8] = b"[](){}'\"";
pub const SEPARATORS: &[u8] = b" \t\r\n,;|/";

/// Returns the parts of a text between separators and brackets.
pub fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_separator = |byte: &u8| SEPARATORS.contains(byte) || BRACKETS.contains(byte);
    text.split(is_separator).filter(|word| !word.is_empty())
}

pub fn offset(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The lines between the rows of a grid.
#[derive(Clone, Copy)]
pub struct Borders {
    /// True if rows have bars between their boxes; a line of dashes is then no row of blanks.
    has_bars: bool,
    /// Characters of the first row.
    width: usize,
}

impl Borders {
    /// The lines between rows that have bars between their boxes.
    pub const WITH_BARS: Borders = Borders { has_bars: true, width: 0 };

    pub fn of(text: &str) -> Borders {
        let first = text.lines().find(|line| !is_drawn(line.as_bytes(), 0));
        let width = first.map_or(0, |line| words(line.as_bytes()).map(<[u8]>::len).sum());
        Borders { has_bars: text.contains('|'), width }
    }

    /// Returns true for a line between rows. A line of dashes is one unless it may be a row of blanks.
    pub fn has(self, line: &str) -> bool {
        let line = line.trim();
        let strokes = line.bytes().filter(|byte| b"-=".contains(byte)).count();
        let may_be_row = strokes == line.len() && (self.width == 0 || strokes == self.width);
        let is_line = self.has_bars || line.contains('+') || strokes == line.len() && !may_be_row;
        // Dots beside bars or spaces are blanks, not corners.
        let has_blanks = line.contains(['|', ' ']) && line.contains(['.', ':', '*', '\'']);
        is_line && !has_blanks && is_drawn(line.as_bytes(), 3)
    }
}

/// Returns true for a line of dashes, with or without bars between them: a border, or a row of blanks.
pub fn is_dashes(line: &[u8]) -> bool {
    line.contains(&b'-') && line.trim_ascii().iter().all(|byte| b"-|".contains(byte))
}

/// Returns a line with the characters that draw boxes, such as `│` and `─`, as bars, strokes and crossings of ASCII.
pub fn with_ascii_borders(line: &[u8]) -> Cow<'_, [u8]> {
    match std::str::from_utf8(line) {
        Ok(text) if !line.is_ascii() => Cow::Owned(text.chars().map(ascii_border).collect::<String>().into_bytes()),
        _ => Cow::Borrowed(line),
    }
}

/// Returns a character that draws boxes as a bar, stroke or crossing of ASCII, and any other as it is.
pub fn ascii_border(character: char) -> char {
    match character {
        '─' | '━' | '═' | '╌' | '┄' | '┈' => '-',
        '│' | '┃' | '║' | '╎' | '┆' | '┊' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        _ => character,
    }
}

/// Returns true if a line has at least `min` strokes, and otherwise only corners, crossings, bars and spaces. A row of blanks may
/// look the same.
pub fn is_drawn(line: &[u8], min: usize) -> bool {
    let line = with_ascii_borders(line);
    let strokes = line.iter().filter(|byte| b"-=".contains(byte)).count();
    strokes >= min && line.iter().all(|byte| b"-+=|*:.' ".contains(byte))
}
