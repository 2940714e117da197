//! Reads the cells between marks, which are no cells: Markdown, HTML, LaTeX and JSON, box drawing, labels of rows, a heading.

use std::{borrow::Cow, sync::LazyLock};

use grid::text::{Borders, ascii_border};
use regex_lite::Regex;
use serde_json::Value;

/// The most bytes of a grid with marks: 25×25 cells in HTML, with attributes.
const MAX_BYTES: usize = 1 << 17;

/// Members of a JSON object that hold the answer, if there are several grids; the first goes first.
const ANSWER_NAMES: [&str; 4] = ["solution", "answer", "final", "grid"];

/// Patterns of marks, each with what stands in its place.
static MARKS: LazyLock<[(Regex, &str); 5]> = LazyLock::new(|| {
    let patterns = [
        (r"(?i)</tr>|<br ?/?>|\\\\", "\n"),
        (r"</?[A-Za-z!][^<>]{0,200}>", " "),
        (r"(?m)^[>\s]*```[\w+-]*[ \t]*$|^[>\s]*>", ""),
        (r"\\(?:begin|end)\{[^{}]*\}(?:\{[^{}]*\})?|\\[A-Za-z]+|\\.|&[a-z]+;|[$&`]", " "),
        (r"\*\*([^\s*]+)\*\*", "$1"),
    ];
    patterns.map(|(pattern, replacement)| (Regex::new(pattern).expect("it is valid"), replacement))
});

/// The label of a row, such as `Row 1:`, `R1`, `1.` or `| A |`, and the row.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r#"(?i)^[\s|*"'+-]*(?:row|line|r)?[\s_#]*([0-9]{1,2}|[a-y])[*"']*(?:\s*[:.)|=]+(?:\*\*)?|\s)\s*(.+)$"#;
    Regex::new(pattern).expect("it is valid")
});

/// Returns the texts that may be the grid in a text with marks: without the marks, and also without a heading and labels of rows.
pub fn readings(text: &str, side: usize) -> Vec<String> {
    if let Ok(Value::Object(members)) = serde_json::from_str::<Value>(text) {
        let mut members: Vec<(&String, &Value)> = members.iter().collect();
        let rank = |name: &str| ANSWER_NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
        members.sort_by_key(|(name, _)| rank(name).unwrap_or(ANSWER_NAMES.len()));
        let members: Vec<String> = members.into_iter().map(|(_, value)| value.to_string()).collect();
        return members.iter().cloned().chain([members.join(" ")]).collect();
    }
    let text = without_marks(text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut rows: Vec<&str> = lines.iter().copied().filter(|line| !is_border(line)).collect();
    let all = rows.join("\n");
    if rows.len() == side + 1 && has_heading(&lines) {
        rows.remove(0);
    }
    let without_labels = without_labels(&rows).map(|rows| rows.join("\n"));
    [all, rows.join("\n")].into_iter().chain(without_labels).collect()
}

/// Returns a text without marks, unless it is too long for a grid. Lines of box drawing are drawn with ASCII.
pub fn without_marks(text: &str) -> Cow<'_, str> {
    let has_marks = text.bytes().any(|byte| !byte.is_ascii() || b"<>\\&$`*".contains(&byte));
    if !has_marks || text.len() > MAX_BYTES {
        return Cow::Borrowed(text);
    }
    let mut plain: String = text.chars().map(|c| if c == '\u{a0}' { ' ' } else { ascii_border(c) }).collect();
    for (pattern, replacement) in MARKS.iter() {
        plain = pattern.replace_all(&plain, *replacement).into_owned();
    }
    Cow::Owned(plain)
}

/// Returns true for a border between rows, such as `|---|:-:|`.
pub fn is_border(line: &str) -> bool {
    let is_of_markdown =
        line.matches(['-', '=']).count() >= 3 && line.chars().all(|character| "-=+|: \t".contains(character));
    is_of_markdown || Borders::WITH_BARS.has(line)
}

/// Returns true if a border follows the first line, or if the first line has another number of characters than the second.
fn has_heading(lines: &[&str]) -> bool {
    let characters = |line: &str| line.chars().filter(|character| character.is_alphanumeric()).count();
    let [first, second, ..] = lines else { return false };
    is_border(second) || characters(first) != characters(second)
}

/// Returns the row after a label.
pub fn without_label(line: &str) -> Option<&str> {
    labelled(line).map(|(_, row)| row)
}

/// Returns the rows after their labels, if these are in order: from 0, 1 or A.
fn without_labels<'t>(rows: &[&'t str]) -> Option<Vec<&'t str>> {
    let labelled: Vec<_> = rows.iter().map(|row| labelled(row)).collect::<Option<_>>()?;
    let first = labelled.first().map(|(label, _)| *label).filter(|label| *label <= 1)?;
    let are_in_order = labelled.iter().zip(first..).all(|((label, _), number)| *label == number);
    are_in_order.then(|| labelled.into_iter().map(|(_, row)| row).collect())
}

/// Returns the number of a label, `A` as 1, and the row after it.
fn labelled(line: &str) -> Option<(usize, &str)> {
    let groups = LABEL.captures(line)?;
    let (label, row) = (groups.get(1)?.as_str(), groups.get(2)?.as_str());
    let letter = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a') + 1;
    Some((label.parse().unwrap_or_else(|_| letter(label.as_bytes()[0])), row))
}
