//! Detects the layout of a file and opens the file.

use grid::{
    Shape,
    text::{NotationOverride, other_shape},
};
use memchr::{memchr_iter, memrchr};

use super::{
    counted::{self, Counted},
    csv,
    definition::{Layout, Reading},
    delimiter::delimiter,
    head::Head,
    lines,
    registry::{default_layout, readable},
    row_reader::RowReader,
    source::Source,
    syntax::{DELIMITERS, Syntax, words},
};
use crate::error::{Error, Result};

/// How a file is read, where it does not depend on the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutOverride {
    pub layout: Option<&'static Layout>,
    pub delimiter: Option<u8>,
    /// True if the first row is a puzzle even if it looks like a header.
    pub no_header: bool,
    /// What is subtracted from the cells of arrays to get digits; `None` detects it.
    pub offset: Option<i64>,
    /// The shape of grids with a line for each row; `None` if the first row shows it.
    pub shape: Option<Shape>,
    /// What the user says about the grids: a first row with such a grid is no header.
    pub notation: NotationOverride,
}

impl Default for LayoutOverride {
    fn default() -> LayoutOverride {
        LayoutOverride {
            layout: None,
            delimiter: None,
            no_header: false,
            offset: None,
            shape: Some(Shape::default()),
            notation: NotationOverride::default(),
        }
    }
}

pub struct OpenFile<'a> {
    pub layout: &'static Layout,
    pub rows: Box<dyn RowReader + 'a>,
}

/// Opens a file in the given layout or in the layout of its beginning. `column` is the greatest column number in the
/// options of the user: if the first line has as many words, they are columns, even if no word looks like a puzzle. Returns
/// an error if the file cannot be read or is not in a form that its layout can be read in.
pub fn open<'a>(mut source: Source<'a>, layout_override: &LayoutOverride, column: usize) -> Result<OpenFile<'a>> {
    source.lines.begin()?;
    source.offset = layout_override.offset;
    source.shape = layout_override.shape;
    let named = named_delimiter(&source.head());
    if named.is_some() {
        source.lines.next_row()?;
    }
    if let Some(delimiter) = layout_override.delimiter.or(named.filter(|_| layout_override.layout.is_none())) {
        check_text(&source)?;
        let (layout, rows) = csv::open_separated(source, delimiter);
        return Ok(OpenFile { layout, rows });
    }
    if let Some(layout) = layout_override.layout {
        return open_as(source, layout);
    }
    match counted::declared(&source.head()) {
        Some(declared) => {
            let line = source.lines.next_row()?.map_or(0, |line| line.number);
            let OpenFile { layout, rows } = open_detected(source, column)?;
            Ok(OpenFile { layout, rows: Box::new(Counted::new(rows, declared, line)) })
        }
        None => open_detected(source, column),
    }
}

fn open_detected(source: Source<'_>, column: usize) -> Result<OpenFile<'_>> {
    let head = source.head();
    let layout = detected(&head).unwrap_or_else(default_layout);
    // The lines of a field in quotes may look like rows of a grid.
    let is_quoted = layout.reads(|reading| reading.is_of_lines) && head.certain_lines().any(opens_quote);
    let layout = if is_quoted { csv::layout_of(delimiter(&head)) } else { layout };
    let is_single = *layout == csv::CSV && delimiter(&head).is_none();
    let has_words = || words(head.first(), usize::MAX).count() >= column;
    let layout = if column > 1 && is_single && has_words() { &lines::LINES } else { layout };
    open_as(source, layout)
}

fn open_as<'a>(source: Source<'a>, layout: &'static Layout) -> Result<OpenFile<'a>> {
    let Some(reading) = &layout.read else {
        return Err(Error::Usage(format!("the layout {} can be written but not read", layout.name)));
    };
    if source.offset.is_some() && !reading.has_offset {
        let path = source.path.display();
        let name = layout.name;
        return Err(Error::Usage(format!("{path}: --offset is for arrays of NumPy, and the layout is {name}")));
    }
    if reading.is_text {
        check_text(&source)?;
    }
    Ok(OpenFile { layout, rows: (reading.open)(source)? })
}

/// Returns the delimiter in a first line such as `sep=;`, which Excel reads and writes.
fn named_delimiter(head: &Head<'_>) -> Option<u8> {
    let line = head.first().to_ascii_lowercase();
    let text = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(&line);
    match text.strip_prefix(b"sep=") {
        Some(&[delimiter]) => Some(delimiter),
        _ => None,
    }
}

/// Returns true if the last field of a line is in quotes, begins with a row of a grid, and goes on in the next line.
fn opens_quote(line: &[u8]) -> bool {
    let is_open = !memchr_iter(b'"', line).count().is_multiple_of(2);
    let Some(at) = memrchr(b'"', line).filter(|_| is_open) else { return false };
    let begins_field = at == 0 || DELIMITERS.contains(&line[at - 1]);
    begins_field && other_shape(&line[at + 1..], 0).is_some()
}

/// Checks that the first line of a file is text. If the first bytes of an archive are damaged, it is not recognised: it
/// would be read as text, without the rows in its first line.
fn check_text(source: &Source<'_>) -> Result<()> {
    let line = source.head().bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if line.contains(&0) {
        return Err(Error::malformed(
            source.path,
            1,
            "is neither text nor an intact archive; download or copy the file again",
        ));
    }
    Ok(())
}

pub fn detected(head: &Head<'_>) -> Option<&'static Layout> {
    readable().rev().find(|(_, reading)| (reading.detect)(head)).map(|(layout, _)| layout)
}

/// Returns the layout in which a file clearly continues with these lines, which are not rows of `before`; `None` if the
/// lines are just malformed.
pub fn changed(head: &Head<'_>, before: &Layout, syntax: &Syntax) -> Option<&'static Layout> {
    if before.reads(|reading| !reading.may_change) {
        return None;
    }
    let first = head.lines().next()?;
    let continues = |reading: &Reading| (reading.detect)(head) && (reading.continues)(first, syntax);
    let (layout, _) = readable().rev().find(|(_, reading)| continues(reading))?;
    // Separated fields continue in the same layout only with another delimiter.
    (layout != before || matches!(syntax, Syntax::Separated(_))).then_some(layout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::line_reader::LineReader;

    const P: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    const S: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

    /// Replaces the letters in a pattern: `P` is a puzzle, `S` its solution, `C` the cells of the puzzle with spaces
    /// between them, `K` the same with commas, `R` its rows with dots between them, `N` its rows with line ends between
    /// them, `L` the same of the solution, `D` a grid of candidates with bars between them.
    fn lines(pattern: &str) -> String {
        let zeros = P.replace('.', "0");
        let rows: Vec<_> = (0..9).map(|row| &zeros[9 * row..9 * row + 9]).collect();
        let cells = |between: &str| zeros.chars().map(String::from).collect::<Vec<_>>().join(between);
        let replace = |letter| match letter {
            'P' => P.into(),
            'S' => S.into(),
            'C' => cells(" "),
            'K' => cells(","),
            'R' => rows.join("."),
            'N' => rows.join("\n"),
            'D' => "8|1|35|7|5|25|6|4|9".to_string() + &"|8|1|35|7|5|25|6|4|9".repeat(8),
            'L' => S.as_bytes().chunks(9).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\n"),
            other => other.to_string(),
        };
        pattern.chars().map(replace).collect()
    }

    /// The layout and the first lines of each file in `first_lines.txt`.
    fn first_lines() -> impl Iterator<Item = (String, String)> {
        let rows = include_str!("first_lines.txt").lines().filter(|line| line.starts_with('['));
        rows.map(|row| serde_json::from_str(row).expect("a row has a layout and a text"))
    }

    #[test]
    fn the_first_lines_determine_the_layout() {
        for (layout, pattern) in first_lines() {
            let text = lines(&pattern);
            for text in [text.clone(), text.clone() + "\n", text.replace('\n', "\r\n") + "\r\n"] {
                let rows = LineReader::new(Box::new(text.as_bytes()), "f".into());
                let source = Source { path: "f".as_ref(), lines: rows, file: None, offset: None, shape: None };
                let found = open(source, &LayoutOverride::default(), 1).unwrap();
                assert_eq!(found.layout.name, layout, "{pattern:?}");
            }
        }
    }

    /// Every layout that is read, except binary ones, is in the table.
    #[test]
    fn every_layout_of_text_has_first_lines() {
        for (layout, _) in readable().filter(|(_, reading)| reading.is_text) {
            assert!(first_lines().any(|(name, _)| name == layout.name), "{layout:?}");
        }
    }
}
