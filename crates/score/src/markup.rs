//! Marks around cells, which are no cells: Markdown, HTML, LaTeX, box drawing, digits of other scripts, labels, bullets and remarks.

use std::{borrow::Cow, sync::LazyLock};

use grid::text::{Borders, ascii_border};
use regex_lite::Regex;

/// The most bytes of a grid with marks: 25×25 cells in HTML, with attributes.
const MAX_BYTES: usize = 1 << 17;

/// The values up to 9 in Chinese.
const CHINESE_DIGITS: &str = "一二三四五六七八九";

/// Words in the names of members of a JSON object that hold the answer, if there are several grids; a later word goes before an earlier one.
const ANSWER_NAMES: [&str; 4] = ["grid", "answer", "solution", "final"];

/// Patterns of marks, each with what stands in its place.
static MARKS: LazyLock<[(Regex, &str); 6]> = LazyLock::new(|| {
    let patterns = [
        (r"(?i)</tr>|<br ?/?>|\\\\", "\n"),
        (r"</?[A-Za-z!|][^<>]{0,200}>", " "),
        (r"(?m)^[>\s]*```[\w+-]*[ \t]*$|^[>\s]*>", ""),
        (r"\\(?:begin|end)\{[^{}]*\}(?:\{[^{}]*\})?|\\[A-Za-z]+|\\.|&[a-z]+;|[$&`]", " "),
        (r"\*\*?([^\s*]+)\*\*?", "$1"),
        (r"\b__?([0-9A-Za-z]{1,2})__?\b", "$1"),
    ];
    patterns.map(|(pattern, replacement)| (regex(pattern), replacement))
});

/// The label of a row, such as `Row 1:`, `R1`, `1.` or `| A |`, and the row.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)^[\s|*"'+•-]*(?:row|line|zeile|fila|ligne|riga|linha|строка|第|r)?[\s_#]*([0-9]{1,2}|[a-y])行?[*"']*(?:\s*[:.)|=]+(?:\*\*)?|\s)\s*(.+)$"#,
    )
});

/// What may stand after a row: a comment, a sum, a tick, a dash and words, or the end of the sentence.
static REMARK: LazyLock<Regex> =
    LazyLock::new(|| regex(r"\s+(?:#|//|<-|=|\(|--|[-:]\s+[A-Za-z]|[^\x00-\x7f]).*$|[.!]$"));

/// The name of a member of a JSON object that holds columns or boxes.
static COLUMNS_OR_BOXES: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^(?:c|b|cols?|columns?|box|boxes|blocks?|regions?|squares?|sub_?grids?)[_ ]?[0-9]*$"));

/// Compiles a regular expression of this crate.
pub fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("it is valid")
}

/// Returns a rank, higher if the name of a member of a JSON object says more clearly that the member holds the answer; `None` if the member
/// holds columns or boxes.
pub fn answer_rank(name: &str) -> Option<usize> {
    let name = name.to_lowercase();
    let rank = ANSWER_NAMES.iter().rposition(|known| name.contains(known)).map_or(0, |index| index + 1);
    Some(rank).filter(|_| !COLUMNS_OR_BOXES.is_match(&name))
}

/// Returns a text without marks, unless it is too long for a grid. Lines of box drawing are drawn with ASCII.
pub fn without_marks(text: &str) -> Cow<'_, str> {
    let has_marks = text.bytes().any(|byte| !byte.is_ascii() || b"<>\\&$`*_".contains(&byte));
    if !has_marks || text.len() > MAX_BYTES {
        return Cow::Borrowed(text);
    }
    let mut plain: String = text.chars().map(ascii).collect();
    for (pattern, replacement) in MARKS.iter() {
        plain = pattern.replace_all(&plain, *replacement).into_owned();
    }
    Cow::Owned(plain)
}

/// Returns the ASCII character for one of box drawing, for a digit or mark of Chinese, and for the frame of a digit in an emoji.
fn ascii(character: char) -> char {
    match character {
        '\u{a0}' | '\u{3000}' | '\u{fe0f}' | '\u{20e3}' => ' ',
        '！'..='～' => char::from_u32(character as u32 - '！' as u32 + '!' as u32).expect("it is in ASCII"),
        _ => match CHINESE_DIGITS.chars().zip('1'..).find(|(digit, _)| *digit == character) {
            Some((_, digit)) => digit,
            None => ascii_border(character),
        },
    }
}

/// Returns true for a border between rows, such as `|---|:-:|`.
pub fn is_border(line: &str) -> bool {
    let is_of_markdown =
        line.matches(['-', '=']).count() >= 3 && line.chars().all(|character| "-=+|: \t".contains(character));
    is_of_markdown || Borders::WITH_BARS.has(line)
}

/// Returns true if a border follows the first line, or if the first line has another number of characters than the second.
pub fn has_heading(lines: &[&str]) -> bool {
    let characters = |line: &str| line.chars().filter(|character| character.is_alphanumeric()).count();
    let [first, second, ..] = lines else { return false };
    is_border(second) || characters(first) != characters(second)
}

/// Returns what may be the row in a line, and its label: the whole line, and what is between a bullet or label and a remark.
pub fn rows_in(line: &str) -> impl Iterator<Item = (Option<usize>, &str)> {
    let line = line.trim_start();
    let before_remark = REMARK.find(line).map(|remark| &line[..remark.start()]);
    let lines = [Some(line), before_remark].into_iter().flatten();
    lines.flat_map(|line| [Some((None, line)), in_list(line), labelled(line)].into_iter().flatten())
}

/// Returns the text after a bullet.
fn in_list(line: &str) -> Option<(Option<usize>, &str)> {
    let text = line.trim_start().strip_prefix(['-', '*', '+', '•', '·'])?;
    text.starts_with(' ').then_some((None, text))
}

/// Returns the number of a label, `A` as 1, and the row after it.
fn labelled(line: &str) -> Option<(Option<usize>, &str)> {
    let groups = LABEL.captures(line)?;
    let (label, row) = (groups.get(1)?.as_str(), groups.get(2)?.as_str());
    let letter = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a') + 1;
    Some((Some(label.parse().unwrap_or_else(|_| letter(label.as_bytes()[0]))), row))
}
